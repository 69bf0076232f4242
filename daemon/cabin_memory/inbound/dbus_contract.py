"""The D-Bus contract as data: every interface, method, option and property that the daemon offers.

What stands here is served and introspected; what is not served does not stand here.
"""

from cabin_memory.codecs.dbus_types import TEXT_CAP, Cap, Interface, Method, Signal, Value
from cabin_memory.domain.vocabulary import Category, Kind, MemoryStatus, Outcome, Role, Scene

NAME = "org.cabinmemory.Memory1"
PATH = "/org/cabinmemory/Memory1"
ERROR_PREFIX = NAME + ".Error."

_CATEGORIES = tuple(Category)
_KINDS = tuple(Kind)

SPEAKER = Value(name="speaker", signature="s", doc="occupant id issuer:subject; the driver where left out")
CATEGORY = Value(name="category", signature="s", doc="one category", choices=_CATEGORIES)
KIND = Value(name="kind", signature="s", doc="one kind", choices=_KINDS)
SINCE = Value(name="since", signature="x", doc="microseconds UTC, inclusive")
UNTIL = Value(name="until", signature="x", doc="microseconds UTC, exclusive")
SESSION = Value(name="session", signature="s", doc="the conversation that this turn belongs to")
TIMEZONE = Value(
    name="timezone", signature="s", doc="IANA name such as Asia/Shanghai; the system's zone where left out"
)
LANGUAGE = Value(name="language", signature="s", doc="zh or en where it is known", choices=("zh", "en"))
SCENE = Value(
    name="scene",
    signature="s",
    doc=f"what the trip is for: {', '.join(Scene)}, or a word of your own",
    cap=Cap(most=64, reason="a word"),
)
LIMIT = Value(name="limit", signature="u", doc="how many memories at most", low=1, high=500)

_RECALL = (
    SPEAKER,
    SESSION,
    SCENE,
    LIMIT,
    Value(name="kinds", signature="as", doc="only these kinds"),
    Value(name="explain", signature="b", doc="also say what was withheld, and why"),
    TIMEZONE,
)
_MEMORIES = (
    "memories aa{sv} (id s, text s, kind s, category s, source s, confidence d, importance i, score d, "
    "relevance d, recency d, time x, status s, because s)"
)

_DEFAULT = "default a{sv} (generic b: always true, category s, attribute s, value s, text s)"

_GATE = "gate s, verdict s, number d, limit d, share d, words as, reason s; what is not known is left out"

MEMORY = Interface(
    name=NAME,
    doc="For the voice assistant: tell the car what was said, ask what matters now.",
    methods=(
        Method(
            name="Observe",
            doc="Remember one sentence or act. Durable when it returns with stored true.",
            takes=(Value(name="text", signature="s", cap=TEXT_CAP),),
            options=(
                SPEAKER,
                Value(name="role", signature="s", doc="who made it", choices=tuple(Role)),
                SESSION,
                Value(name="intent", signature="s", doc="the assistant's own intent, such as climate.set"),
                Value(
                    name="slots", signature="a{sv}", doc="the assistant's own slots: text, numbers, booleans"
                ),
                Value(
                    name="entities",
                    signature="a(ss)",
                    doc="names in the text: kind (person, place, …), words",
                ),
                Value(name="outcome", signature="s", doc="what became of it", choices=tuple(Outcome)),
                Value(name="in_reply_to", signature="s", doc="id of the memory that this turn answers"),
                Value(name="subject", signature="s", doc="whom it is about: an occupant id or a label"),
                SCENE,
                LANGUAGE,
                Value(
                    name="time", signature="x", doc="when it was said, microseconds UTC; now where left out"
                ),
                TIMEZONE,
            ),
            returns="id s (empty when nothing was kept), stored b, reason s, category s, importance i, "
            "sensitivity s, merged_into s, conditions as, conflict a{sv} (id s, replaces s, status s, "
            "question s; empty when nothing is contradicted)",
        ),
        Method(
            name="Recall",
            doc="What matters for this sentence, this person and this situation, and may be said now.",
            takes=(Value(name="query", signature="s", cap=TEXT_CAP),),
            options=_RECALL,
            returns=f"status s, reason s, level s, {_MEMORIES}, each also with channels as, conditions as "
            "and household b; elapsed_us t; with explain withheld aa{sv} (id s, category s, reason s, "
            f"relevance d, conditions as) and stated as; with no_memories maybe {_DEFAULT}",
        ),
        Method(
            name="Brief",
            doc="The same as Recall, as a few sentences for the prompt of a language model.",
            takes=(Value(name="query", signature="s", cap=TEXT_CAP),),
            options=(
                *_RECALL,
                Value(name="max_chars", signature="u", doc="600 where left out", low=1, high=4000),
            ),
            returns="status s, reason s, level s, text s, ids as",
        ),
        Method(
            name="Feedback",
            doc="What became of a memory that was brought up. A correction retires it.",
            takes=(
                Value(name="id", signature="s"),
                Value(name="verdict", signature="s", choices=("accepted", "rejected", "corrected")),
            ),
            options=(
                Value(
                    name="reason",
                    signature="s",
                    doc="why; with corrected what is right, in a sentence",
                    cap=TEXT_CAP,
                ),
                SPEAKER,
                SESSION,
                TIMEZONE,
            ),
            returns="id s, importance i, status s, reason_id s (the memory that the reason became)",
        ),
        Method(
            name="Ask",
            doc="The next question worth asking a person whom the car does not know yet, at most one a trip. "
            "It counts as put once it is returned; the answer comes by Observe.",
            options=(SPEAKER, CATEGORY, LANGUAGE),
            returns=f"status s, reason s, id s, category s, text s, {_DEFAULT}",
        ),
        Method(
            name="Describe",
            doc="What is remembered about the speaker, in plain words.",
            options=(SPEAKER, CATEGORY, TIMEZONE),
            returns=f"status s, reason s, text s, {_MEMORIES}",
        ),
        Method(
            name="Lookup",
            doc="Exact answers from indexed columns, the newest first: when did I last …?",
            options=(
                SPEAKER,
                CATEGORY,
                Value(name="attribute", signature="s", doc="such as climate.temperature"),
                SINCE,
                UNTIL,
                LIMIT,
                Value(
                    name="order", signature="s", doc="newest or oldest first", choices=("newest", "oldest")
                ),
            ),
            returns=f"status s, reason s, {_MEMORIES}",
        ),
        Method(
            name="ResolveTime",
            doc="What a phrase about the past may mean (yesterday, last Friday, like last time), best first.",
            takes=(Value(name="phrase", signature="s", cap=TEXT_CAP),),
            options=(
                SPEAKER,
                SESSION,
                Value(name="topic", signature="s", doc="what is spoken of, such as navigation", cap=TEXT_CAP),
                Value(
                    name="timezone",
                    signature="s",
                    doc="IANA name; where left out, the zone in which the speaker told something last",
                ),
            ),
            returns="status s, reason s, candidates aa{sv} (as memories; relevance: likeness to the topic, "
            "recency: weight of the time, time: of the occasion that is meant)",
        ),
    ),
)

CONTEXT = Interface(
    name=NAME + ".Context",
    doc="The vehicle's state. What is missing, invalid, contradictory or stale makes it unknown.",
    methods=(
        Method(
            name="Update",
            urgent=True,
            doc="Report signals: COVESA VSS path (4, 5 or 6) to value.",
            takes=(Value(name="signals", signature="a{sv}"),),
            options=(
                Value(
                    name="restart",
                    signature="b",
                    doc="another feed begins: drop every signal that was reported before",
                ),
            ),
            returns="accepted u, invalid as (paths that are none, or whose value cannot be used)",
        ),
    ),
    properties=(
        Value(name="DriveState", signature="s", doc="parked, idling, moving, reversing or unknown"),
        Value(
            name="Suppression", signature="s", doc="why questions are not answered now; empty when they are"
        ),
        Value(name="Signals", signature="a{sv}", doc="last value of each signal, by canonical path"),
        Value(name="Ages", signature="a{sv}", doc="age of each signal in microseconds (x)"),
    ),
    quiet=frozenset({"Signals", "Ages"}),
)

OCCUPANTS = Interface(
    name=NAME + ".Occupants",
    doc="Who sits where.",
    methods=(
        Method(
            name="Set",
            urgent=True,
            doc="All identities that the vehicle asserts now; replaces the former ones.",
            takes=(Value(name="seats", signature="a(ssd)", doc="seat, occupant id, confidence 0 to 100"),),
            returns="occupants u",
        ),
        Method(
            name="Declare",
            doc="What the person on this seat is to the driver.",
            takes=(
                Value(name="seat", signature="s"),
                Value(name="role", signature="s", choices=("self", "spouse", "child", "parent", "guest")),
            ),
            returns="seat s, role s",
        ),
    ),
    properties=(
        Value(name="Occupants", signature="a(ssd)", doc="seat, occupant id (empty: not known), confidence"),
    ),
    signals=(
        Signal(
            name="SwitchSuggested",
            doc="The person on this seat is not sure enough; ask who it is.",
            gives=(Value(name="seat", signature="s"), Value(name="reason", signature="s")),
        ),
    ),
)

_SCOPE = Value(
    name="scope",
    signature="a{sv}",
    doc="what is to go; several keys narrow each other down: ids as, category s, kind s, subject s, "
    "session s, since x, until x (microseconds UTC); or all b alone",
)
_CONFIRM = Value(name="confirm", signature="b", doc="the person was asked again")
MANAGE = Interface(
    name=NAME + ".Manage",
    doc="For the owner: see, and have forgotten.",
    methods=(
        Method(
            name="List",
            doc="The person's memories, the newest first, whatever their status.",
            options=(
                SPEAKER,
                CATEGORY,
                KIND,
                Value(name="status", signature="s", choices=tuple(MemoryStatus)),
                Value(name="subject", signature="s"),
                SESSION,
                SINCE,
                UNTIL,
                LIMIT,
            ),
            returns=_MEMORIES + ", total u",
        ),
        Method(
            name="Get",
            doc="One memory with where it comes from.",
            takes=(Value(name="id", signature="s"),),
            options=(SPEAKER,),
            returns="the keys of a memory, and sensitivity s, conditions as, attribute s, value s, "
            ""
            "polarity s, subject s, scene s, occurrences i, replaces s, replaced_by s, accepted i, "
            "rejected i, provenance a{sv}, snapshot a{sv}",
        ),
        Method(
            name="Answer",
            doc="Settle a conflict that Observe reported as pending.",
            takes=(
                Value(name="conflict", signature="s", doc="id of the conflict"),
                Value(name="choice", signature="s", choices=("new", "old", "both")),
            ),
            options=(SPEAKER,),
            returns="ids as, statuses as (of the older and the newer memory)",
        ),
        Method(
            name="Why",
            doc="Why a memory is or is not an answer: every gate with its number, in order. Counted nowhere.",
            takes=(Value(name="what", signature="s", doc="the id of a memory, or a question", cap=TEXT_CAP),),
            options=(
                SPEAKER,
                Value(name="query", signature="s", doc="a question to hold the memory against", cap=TEXT_CAP),
                SESSION,
                TIMEZONE,
                LIMIT,
            ),
            returns="status s, reason s, level s (what Recall answers now; empty without a question), gates "
            f"aa{{sv}} ({_GATE}) of person and car, memories aa{{sv}} (id s, text s, category s, kind s, "
            "status s, returned b, stopped_by s, reason s, gates aa{sv}), life a{sv} of a memory by id (told "
            "ax, occurrences i, activation d, fading s, volunteered b, next s, next_time x, replaces s, "
            "replaced_by s, evidence as, texts a{sv}, accepted i, rejected i)",
        ),
        Method(
            name="Statistics",
            doc="Counts over the person's memories, and over what was recalled since the daemon started.",
            options=(SPEAKER,),
            returns="total u, importance, categories, kinds, sources, statuses (each a{sv}), "
            "merges u, supersessions u, activation a{sv} (current memories by how they fade), dormant u, "
            "accepted u, rejected u, acceptance d (where any was judged), hint s, run a{sv} (recalls, found, "
            "nothing, suppressed, accepted, rejected, corrected: of everyone, since the start)",
        ),
        Method(
            name="Consent",
            doc="What the person agrees to; without options it is only shown. Withdrawing removes the data.",
            options=(
                SPEAKER,
                *(
                    Value(
                        name=name,
                        signature="b|a{sv}",
                        doc=f"{doc}; or a map: given b, until x (microseconds UTC), this_drive b",
                    )
                    for name, doc in (
                        ("collect", "keep anything at all; true where left out"),
                        ("health", "keep what is said of health"),
                        ("sync", "let desensitised preferences leave the car"),
                        (
                            "biometrics",
                            "keep how the person sits and when they drive, as a sign of who drives",
                        ),
                        ("disclosure", "say private memories while others listen, when asked"),
                        ("undo", "let what was forgotten be brought back for a day"),
                    )
                ),
                Value(name="without", signature="as", doc="categories of which nothing is kept"),
            ),
            returns="collect b, health b, biometrics b, sync b, disclosure b, undo b, without as, "
            "until a{sv} (x of those with a term)",
        ),
        Method(
            name="Edit",
            doc="Correct a memory by hand; only while parked. It is read anew as if it had been said so.",
            takes=(Value(name="id", signature="s"),),
            options=(
                SPEAKER,
                Value(name="text", signature="s", cap=TEXT_CAP),
                CATEGORY,
                Value(name="importance", signature="i", low=1, high=10),
            ),
            returns="id s, category s, importance i, conditions as",
        ),
        Method(
            name="Export",
            doc="Everything that is kept of the person, readable without the daemon (docs/export.md).",
            options=(
                SPEAKER,
                Value(name="format", signature="s", doc="json where left out", choices=("json", "msgpack")),
            ),
            returns="count u, json s or archive ay",
        ),
        Method(
            name="Forget",
            urgent=True,
            doc="Remove memories for good: rows, full text, vectors, log, and what was derived from them. "
            "Works in every drive state. Everything, many at once, health and safety are asked for again.",
            takes=(_SCOPE,),
            options=(SPEAKER, Value(name="dry_run", signature="b", doc="only count"), _CONFIRM),
            returns="id s, count u (sentences), derived u, verified b (the daemon's files hold none of it), "
            "undo_until x (0: cannot be undone), unknown as (ids that are no memory of this person)",
        ),
        Method(
            name="Undo",
            doc="Bring back what was forgotten, within a day, where the person chose that with Consent.",
            takes=(Value(name="receipt", signature="s"),),
            options=(SPEAKER,),
            returns="count u",
        ),
        Method(
            name="ForgetLog",
            doc="When how much was forgotten, without what it was.",
            options=(SPEAKER, LIMIT),
            returns="receipts aa{sv} (id s, time x, count u, derived u, verified b, scope as, undo_until x)",
        ),
        Method(
            name="Wipe",
            urgent=True,
            doc="Destroy everything that is kept of a person: the key first, then the file. Works in every "
            "drive state, and when the vault is damaged.",
            takes=(Value(name="occupant", signature="s", doc="occupant id issuer:subject"),),
            options=(_CONFIRM,),
            returns="wiped b, household u (memories that this person stated for everyone)",
        ),
        Method(
            name="ChangeOwner",
            urgent=True,
            doc="The car is sold: destroy everything that is kept of anyone.",
            options=(_CONFIRM,),
            returns="vaults u",
        ),
    ),
    properties=(Value(name="Collecting", signature="b", doc="whether anything is kept of the driver now"),),
    quiet=frozenset({"Collecting"}),
)

HEALTH = Interface(
    name=NAME + ".Health",
    doc="How the daemon is. Holds no content and names no person.",
    methods=(
        Method(
            name="Check",
            urgent=True,
            doc="What works, what does not, and the remedy.",
            returns="level s, reason s, remedy s, model s, drive_state s, uptime_us t",
        ),
    ),
    properties=(
        Value(name="Level", signature="s", doc="full, structured (no vectors) or stateless (no store)"),
        Value(
            name="Vaults",
            signature="a{sv}",
            doc="open vaults by a number of this run: memories (that may answer), kept (all), vectors",
        ),
        Value(
            name="Metrics", signature="a{sv}", doc="counters and latencies in microseconds since the start"
        ),
    ),
    quiet=frozenset({"Vaults", "Metrics"}),
)

SIMULATION = Interface(
    name=NAME + ".Simulation",
    doc="Only with --simulate: time stands still between calls.",
    methods=(
        Method(
            name="SetTime",
            doc="Jump to a date.",
            takes=(Value(name="time", signature="x"),),
            returns="time x",
        ),
        Method(
            name="Advance",
            doc="Let time pass.",
            takes=(Value(name="amount", signature="x"),),
            returns="time x",
        ),
        Method(name="Settle", doc="Wait until nothing is pending.", returns="settled b"),
        Method(name="RunDueJobs", doc="Run what is due at the present time.", returns="ran u"),
    ),
)

INTERFACES = (MEMORY, CONTEXT, OCCUPANTS, MANAGE, HEALTH)
