"""What the voice assistant calls."""

from cabin_memory.codecs.dbus_types import TEXT_CAP, Interface, Method, Value
from cabin_memory.domain.vocabulary import Outcome, Role
from cabin_memory.inbound.dbus_contract.words import (
    CATEGORY,
    DEFAULT,
    LANGUAGE,
    LIMIT,
    MEMORIES,
    NAME,
    RECALL_OPTIONS,
    SCENE,
    SESSION,
    SINCE,
    SPEAKER,
    TIMEZONE,
    UNTIL,
)

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
            options=RECALL_OPTIONS,
            returns=f"status s, reason s, level s, {MEMORIES}, each also with channels as, conditions as "
            "and household b; elapsed_us t; with explain withheld aa{sv} (id s, category s, reason s, "
            f"relevance d, conditions as) and stated as; with no_memories maybe {DEFAULT}",
        ),
        Method(
            name="Brief",
            doc="The same as Recall, as a few sentences for the prompt of a language model.",
            takes=(Value(name="query", signature="s", cap=TEXT_CAP),),
            options=(
                *RECALL_OPTIONS,
                Value(name="max_chars", signature="u", doc="600 where left out", low=1, high=4000),
            ),
            returns="status s, reason s, level s, text s, ids as",
        ),
        Method(
            name="Plan",
            doc="A proposal with its reasons, made of what is remembered and applies now. An empty request "
            "is speaking up unasked, which the drive state may forbid. The proposal is a memory: tell by "
            "Feedback what became of it.",
            takes=(
                Value(name="request", signature="s", cap=TEXT_CAP, doc="what was asked for in this turn"),
            ),
            options=(
                *RECALL_OPTIONS,
                Value(name="intent", signature="s", doc="the assistant's own intent, such as reroute"),
                Value(
                    name="slots",
                    signature="a{sv}",
                    doc="the assistant's own slots, such as destination and cause: text, numbers, booleans",
                ),
            ),
            returns="status s, reason s, level s, id s, proposal a{sv} (topic s, category s, confidence d, "
            "hedged b; of destination s, via as, prefer as, avoid as, settings a{sv}, temperature d, "
            "attribute s, value s, choose as, skip as, leave_at as, words as those that it proposes), "
            "text s, because as, ids as; with explain withheld aa{sv} as Recall",
        ),
        Method(
            name="Feedback",
            doc="What became of a memory that was brought up, or of a plan. A correction retires it, a "
            "rejected plan is not made again in the same circumstances.",
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
            returns=f"status s, reason s, id s, category s, text s, {DEFAULT}",
        ),
        Method(
            name="Describe",
            doc="What is remembered about the speaker, in plain words.",
            options=(SPEAKER, CATEGORY, TIMEZONE),
            returns=f"status s, reason s, text s, {MEMORIES}",
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
            returns=f"status s, reason s, {MEMORIES}",
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
