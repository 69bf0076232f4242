"""The language of the command line: English sentences are the keys, `chinese` holds their translations."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from cabin_memory.domain.text import Language
from cabin_memory.inbound.command_line.chinese import CHINESE


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """Speaks one language."""

    language: Language

    def __call__(self, english: str, **values: object) -> str:
        """The sentence in this language with `{name}` filled in; English where it is not translated."""
        sentence = CHINESE.get(english, english) if self.language is Language.CHINESE else english
        return sentence.format(**values) if values else sentence

    def joined(self, *sentences: str) -> str:
        """Sentences of this language one after the other; empty ones are left out."""
        return ("" if self.language is Language.CHINESE else " ").join(filter(None, sentences))

    def listed(self, items: Iterable[str]) -> str:
        return ("、" if self.language is Language.CHINESE else ", ").join(items)

    def term(self, word: str) -> str:
        """A word of the contract for people; in Chinese the word itself stands beside it."""
        translated = self(word)
        return word if translated == word else f"{translated} ({word})"


def language_of(environment: Mapping[str, str]) -> Language:
    """What POSIX says of messages: the first of LC_ALL, LC_MESSAGES and LANG that is set decides."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return Language.CHINESE if environment[name].lower().startswith("zh") else Language.ENGLISH
    return Language.ENGLISH
