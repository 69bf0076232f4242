"""What a new sentence does to what is known: repeat, contradict, correct, or nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cabin_memory.domain.memory import MemoryRecord, ScoredObservation
from cabin_memory.domain.relation import Ground, Related, Relation, Statement
from cabin_memory.rules import asked_person, change_of_mind, conflict, topics
from cabin_memory.rules.change_of_mind import Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Kin:
    """A memory that may say the same as a new sentence, or the opposite."""

    memory: MemoryRecord
    cosine: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What is done with a new sentence, and which memory it concerns."""

    outcome: Outcome
    old: MemoryRecord | None = None


def decide(scored: ScoredObservation, kin: Sequence[Kin]) -> Decision:
    """What the sentence does to what is known: the first of the most alike that it concerns decides."""
    text = scored.redacted.text
    if change_of_mind.corrects(text):
        meant = [one.memory for one in kin if change_of_mind.corrected(scored, one.memory)]
        if meant:  # what was told last
            last = max(meant, key=lambda memory: (memory.provenance.time, memory.id))
            return Decision(outcome=Outcome.SUPERSEDE, old=last)
    # What one person likes says nothing of another, however alike the sentences are.
    people = asked_person.spoken_of(text, scored.subject)
    kin = [
        one
        for one in kin
        if asked_person.same_people(people, asked_person.spoken_of(one.memory.text, one.memory.subject))
    ]
    new = _statement(scored)
    known = [(_known(one), one.cosine) for one in kin]
    # All at once: how far one memory leads the next tells whether the sentence is about it.
    decisions = [
        (_outcome(scored, one.memory, found.relation), found.probability, one.memory)
        for one, (old, cosine), related in zip(kin, known, conflict.relations(new, known), strict=True)
        if (found := _trusted(new, old, cosine, related)) is not None
    ]
    decisions = [decision for decision in decisions if decision[0] is not Outcome.KEEP]
    if not decisions:
        return Decision(outcome=Outcome.KEEP)
    # What waits to be said again comes first, then the surest; of equals the most alike, as `kin` is ordered.
    outcome, _, memory = max(decisions, key=lambda one: (one[0] is Outcome.CONFIRM, one[1]))
    return Decision(outcome=outcome, old=memory)


def _trusted(new: Statement, old: Statement, cosine: float | None, related: Related) -> Related | None:
    """The relation to act on; None where there is none, or where it is too weak a guess."""
    if related.ground is not Ground.LIKENESS:
        return related if related.relation is not Relation.UNRELATED else None
    found = conflict.features(new, old, cosine)
    if plain := change_of_mind.plainly(new, old, found):
        return replace(related, relation=plain)
    if related.relation is Relation.UNRELATED or not change_of_mind.warranted(related, new, old, found):
        return None
    return related


def _outcome(scored: ScoredObservation, memory: MemoryRecord, relation: Relation) -> Outcome:
    if relation is Relation.REPEAT:
        return change_of_mind.repeated(scored, memory)
    return change_of_mind.contradicted(scored, memory)


def _statement(scored: ScoredObservation) -> Statement:
    return Statement(
        reading=topics.read(scored.redacted.text),
        language=scored.language,
        category=scored.category,
        attribute=scored.attribute,
        value=scored.value,
        polarity=scored.polarity,
        conditions=scored.conditions,
    )


def _known(kin: Kin) -> Statement:
    memory = kin.memory
    return Statement(
        reading=topics.read(memory.text),
        language=memory.language,
        category=memory.category,
        attribute=memory.attribute,
        value=memory.value,
        polarity=memory.polarity,
        conditions=memory.conditions,
    )
