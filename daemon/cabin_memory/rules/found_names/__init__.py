"""The names in what is said, Chinese and English, where the assistant did not mark them.

A person, a private place, an address, a telephone number, a licence plate, an e-mail address, coordinates.
Cities, sights, shops, brands, artists, dishes and roads without a house number are nobody's secret and stay:
memory lives by such words. So do hospitals, because consent for health goes by the word. A name that is also
a common word (April, 高, Will) counts only with a sign beside it that a person is meant.

shapes           numbers and e-mail
chinese_places, english_places
chinese_people, english_people
text_span        what they share
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from cabin_memory.domain.memory import Entity, Names, Observation
from cabin_memory.rules.found_names import (
    chinese_people,
    chinese_places,
    english_people,
    english_places,
    shapes,
)
from cabin_memory.rules.found_names.text_span import Span

# In this order: what was found is not looked into again.
_KINDS: tuple[tuple[str, Callable[[str], Iterator[Span]]], ...] = (
    ("email", shapes.emails),
    ("coordinates", shapes.coordinates),
    ("phone", shapes.phones),
    ("plate", shapes.plates),
    ("address", chinese_places.addresses),
    ("address", english_places.addresses),
    ("place", chinese_places.places),
    ("place", english_places.places),
    ("person", chinese_people.people),
    ("person", english_people.people),
)
_PLACEHOLDER = re.compile(r"⟦[a-z_]+:\d+⟧")
_TAKEN = "⟦"
_PERSON = "person"
_TITLE = re.compile(r"^(?:dr|mr|mrs|ms|miss|prof|professor|doctor|sir|madam|mister)\.? +", re.IGNORECASE)


def find(text: str) -> tuple[Entity, ...]:
    """The names of a text in the order in which they stand, each once; they never overlap.

    Kinds: `person`, `place`, `address`, `phone`, `plate`, `email`, `coordinates`. What is a
    placeholder already is not looked into.
    """
    left = _PLACEHOLDER.sub(lambda m: _TAKEN * len(m.group()), text)
    found: list[tuple[Span, str]] = []
    for kind, spans in _KINDS:
        for start, end in _longest_first(spans(left)):
            if _TAKEN not in left[start:end]:
                left = left[:start] + _TAKEN * (end - start) + left[end:]
                found.append(((start, end), kind))
    entities = [Entity(kind=kind, text=text[start:end]) for (start, end), kind in sorted(found)]
    return tuple(dict.fromkeys(entities))


def _longest_first(spans: Iterator[Span]) -> list[Span]:
    return sorted(spans, key=lambda span: (span[0] - span[1], span[0]))


def with_found(observation: Observation, known: Names) -> Observation:
    """An observation with the names that the assistant marked and those in its text, subject and slots.

    `known` are the vault's: of a person who is known already the title makes no other person. An English
    title stays in the sentence, so that the name alone is known from then on.
    """
    texts = [observation.text, observation.subject, *observation.slots.values()]
    named = {entity.text.casefold() for entity in observation.entities}
    found = (entity for text in texts if isinstance(text, str) for entity in map(_untitled, find(text)))
    people = {entity.text.casefold() for entity in known.known.values() if entity.kind == _PERSON}
    more = [entity for entity in found if entity.text.casefold() not in named and not _titled(entity, people)]
    return replace(observation, entities=(*observation.entities, *dict.fromkeys(more)))


def _titled(entity: Entity, people: set[str]) -> bool:
    said = entity.text.casefold()
    return entity.kind == _PERSON and any(len(one) > 1 and one in said and one != said for one in people)


def _untitled(entity: Entity) -> Entity:
    name = _TITLE.sub("", entity.text) if entity.kind == _PERSON else entity.text
    return replace(entity, text=name) if len(name) > 1 else entity
