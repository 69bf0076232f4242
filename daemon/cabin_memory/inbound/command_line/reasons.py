"""Stable reason words of the contract as sentences: why, and what would change it. Keys of `Words`."""

_CONTEXT = "cabin-memory context show tells the drive state and the age of its signals."

_ADVICE = {
    "reversing": (
        "The car is reversing: until it stands, only what concerns safety is said.",
        "It works again by itself, about a second after the car has stopped reversing.",
    ),
    "vehicle_state_unknown": (
        "The vehicle's state is unknown: a signal is missing, invalid, contradictory or too old.",
        "Speed and gear must come at least every two seconds (cabin-memory context set …, or the vehicle "
        "bridge); cabin-memory context show names the age of each.",
    ),
    "handover": ("The car is handing the driving over to the driver.", "Wait until the hand-over is done."),
    "driver_busy": ("The driver is busy, distracted or tired.", "Wait for a calmer moment."),
    "driving": ("Nobody is spoken to unasked while the car is moving.", "Ask, or stop the car."),
    "high_speed": ("The car is faster than the limit for this.", "Ask again when the car is slower."),
    "guest": (
        "The speaker is a guest or not recognised surely enough: what they say is kept for this drive only.",
        "Recognise the person again: cabin-memory occupants set SEAT=ISSUER:SUBJECT@CONFIDENCE with 60 or "
        "more, and no guest declared on that seat.",
    ),
    "passenger_present": (
        "What was found is private and someone else is in the car.",
        "Ask when alone, or let the owner consent to disclosure.",
    ),
    "below_threshold": (
        "Nothing that is remembered is close enough to this sentence.",
        "Say it in other words; --explain shows what came close.",
    ),
    "no_memories": (
        "Nothing is remembered of this person yet.",
        "Observe something first, or name another person with --speaker.",
    ),
    "condition_not_met": (
        "What was found applies in another situation only.",
        "--explain names it; its conditions say when it applies.",
    ),
    "model_unavailable": (
        "The language model does not work, so only exact words and attributes were searched.",
        "cabin-memory health names the remedy.",
    ),
    "store_unavailable": (
        "The store does not work; nothing can be kept or found.",
        "cabin-memory health names the remedy.",
    ),
    "contradicted": (
        "Another memory that contradicts this one counts more, and only one of the two may be said.",
        "cabin-memory list shows both; observe what holds now, or forget the wrong one.",
    ),
    "repeated": (
        "Another memory says the same and is told already.",
        "There is nothing to do.",
    ),
    "beside_the_point": (
        "What passed or was said in anger does not stand beside a wish that lasts.",
        "Ask what happened, for example with yesterday or last time.",
    ),
    "no_match": (
        "Something is remembered of this person, but nothing that matches these filters.",
        "Leave a filter out, or look at everything with cabin-memory list.",
    ),
    "not_understood": (
        "The phrase names neither a time nor anything that was before.",
        "Say it in words such as yesterday, last Friday or like last time.",
    ),
    "limit": ("A limit for this situation leaves this out.", _CONTEXT),
    "empty": ("The sentence holds nothing to remember.", "Observe a sentence."),
    "duplicate": ("This very observation is known already.", "There is nothing to do."),
    "identity_number": (
        "The sentence holds an identity number; such sentences are never kept.",
        "Say it without the number.",
    ),
    "bank_card": (
        "The sentence holds a bank card number; such sentences are never kept.",
        "Say it without the number.",
    ),
    "password": (
        "The sentence holds a password; such sentences are never kept.",
        "Say it without the password.",
    ),
    "consent_required": (
        "Sentences about health are kept only with the person's consent.",
        "Ask the person and record the answer: cabin-memory consent --health yes.",
    ),
    "asked_this_trip": (
        "This person was asked a question on this trip already.",
        "Ask again on the next trip; a trip ends when the ignition is switched off.",
    ),
    "nothing_to_ask": (
        "Every question is answered or was asked within the last 30 days.",
        "There is nothing to do.",
    ),
    "only_ranks": (
        "The car concluded this by itself; in this phase of the rollout it only helps to rank.",
        "Set rollout.phase to 3 where plans and answers may say it.",
    ),
    "turned_down": (
        "All that could be proposed was turned down in such circumstances before.",
        "Say what is wished now; --explain names what was turned down, feedback ID accepted allows it again.",
    ),
    "said_this_trip": (
        "What could be said unasked was brought up on this trip already.",
        "Ask for it, or wait for the next trip; a trip ends when the ignition is switched off.",
    ),
    "locked": (
        "Memories are not looked through in this drive state.",
        "It works again by itself when the car stands.",
    ),
    "not_current": (
        "This memory does not count as current any more, or not yet.",
        "Observe what holds now; a pending one is settled with cabin-memory answer.",
    ),
    "not_proposed": (
        "Neither meaning, words nor category brought this memory up for the question.",
        "Ask in words that are nearer to it; recall.candidates sets how many are looked at.",
    ),
    "low_acceptance": (
        "Less than 40 % of what was brought up and judged was accepted.",
        "cabin-memory why QUERY shows what is returned and why; docs/trouble.md names the remedies.",
    ),
    "question": (
        "A question tells nothing; it is heard for the present conversation only.",
        "Ask it with cabin-memory recall.",
    ),
    "working_memory": (
        "What an assistant says is kept for the present conversation only.",
        "There is nothing to do.",
    ),
    "not_collecting": (
        "This person does not want anything to be kept.",
        "The person can change that: cabin-memory consent --collect yes.",
    ),
}
# What stopped one memory, where there is room for a few words only.
_IN_SHORT = {
    "passenger_present": "private, and others listen",
    "below_threshold": "not close enough",
    "condition_not_met": "another situation",
    "contradicted": "contradicts what counts more",
    "repeated": "says the same once more",
    "beside_the_point": "in passing or in anger",
    "only_ranks": "a conclusion, only ranks",
    "turned_down": "turned down before",
    "limit": "over the limit of this situation",
    "not_current": "not current",
    "not_proposed": "not found for this question",
}
_UNKNOWN = ("The daemon gives a reason that this program does not know.", "Install the same version of both.")


def advice(reason: str) -> tuple[str, str]:
    """Why, and what would change it."""
    return _ADVICE.get(reason, _UNKNOWN)


def in_short(reason: str) -> str:
    """Why, in a few words where there are some."""
    return _IN_SHORT.get(reason) or advice(reason)[0]


def known_reasons() -> frozenset[str]:
    return frozenset(_ADVICE)
