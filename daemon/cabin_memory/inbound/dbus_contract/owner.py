"""What the owner calls: the panel, the command line."""

from cabin_memory.codecs.dbus_types import TEXT_CAP, Interface, Method, Value
from cabin_memory.domain.vocabulary import MemoryStatus
from cabin_memory.inbound.dbus_contract.words import (
    CATEGORY,
    GATE,
    KIND,
    LIMIT,
    MEMORIES,
    NAME,
    SESSION,
    SINCE,
    SPEAKER,
    TIMEZONE,
    UNTIL,
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
            returns=MEMORIES + ", total u",
        ),
        Method(
            name="Get",
            doc="One memory with where it comes from.",
            takes=(Value(name="id", signature="s"),),
            options=(SPEAKER,),
            returns="the keys of a memory, and sensitivity s, conditions as, attribute s, value s, "
            "polarity s, subject s, scene s, occurrences i, evidence as, replaces s, replaced_by s, "
            "accepted i, rejected i, provenance a{sv}, snapshot a{sv}",
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
            f"aa{{sv}} ({GATE}) of person and car, memories aa{{sv}} (id s, text s, category s, kind s, "
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
