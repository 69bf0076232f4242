"""`Manage.Consent`: what a person agrees to, set and shown."""

from typing import Any

from dbus_fast import Variant

from cabin_memory.codecs.dbus_values import Map
from cabin_memory.domain.consent import Choice, Choices, Consent
from cabin_memory.domain.errors import InvalidArgument
from cabin_memory.domain.people import Owner, Speaker
from cabin_memory.domain.ports import Clock
from cabin_memory.domain.time import UtcMicros
from cabin_memory.domain.vocabulary import Category
from cabin_memory.domain.workplace import Present
from cabin_memory.flows.consent import Consenting, Decision
from cabin_memory.inbound.callers import Callers
from cabin_memory.inbound.dbus_service import Call

_KEYS = frozenset({"given", "until", "this_drive"})


class ConsentHandlers:
    """One short method per D-Bus method and property."""

    def __init__(self, callers: Callers, consenting: Consenting, clock: Clock, present: Present) -> None:
        self._callers = callers
        self._consenting = consenting
        self._clock = clock
        self._present = present

    async def consent(self, call: Call) -> Map:
        owner = await self._callers.owner(call)
        made: dict[Consent, Choice] = {}
        this_drive: set[Consent] = set()
        for consent in Consent:
            if consent.value in call.options:
                made[consent], passing = self._choice(consent, call.options[consent.value])
                this_drive |= {consent} if passing else set()
        without = None
        if "without" in call.options:
            without = frozenset(_category(word) for word in call.options["without"])
        decision = Decision(made=made, this_drive=frozenset(this_drive), without=without)
        return _shown(await self._consenting.decide(owner, decision), self._clock.utc())

    def _choice(self, consent: Consent, given: Any) -> tuple[Choice, bool]:
        """A boolean, or a map with a term. Raises InvalidArgument naming the option."""
        if isinstance(given, bool):
            return Choice(given=given), False
        if not isinstance(given, dict) or not isinstance(given.get("given"), bool):
            raise InvalidArgument(f"option {consent.value}: a boolean, or a map with given b")
        if unknown := sorted(given.keys() - _KEYS):
            raise InvalidArgument(f"option {consent.value}: unknown key {unknown[0][:64]!r}")
        until = given.get("until")
        if until is not None and not (isinstance(until, int) and until > self._clock.utc()):
            raise InvalidArgument(f"option {consent.value}: until lies in the future, microseconds UTC")
        passing = given.get("this_drive", False)
        if not isinstance(passing, bool):
            raise InvalidArgument(f"option {consent.value}: this_drive is a boolean")
        return Choice(given=given["given"], until=None if until is None else UtcMicros(until)), passing

    async def collecting(self) -> Variant:
        """Whether anything is kept of the driver now."""
        driver = self._present.cabin().driver
        if driver is None or driver.who is None or driver.guest:
            return Variant("b", False)
        owner = Owner(Speaker(driver.who))
        return Variant("b", await self._consenting.given(owner, Consent.COLLECT))


def _category(word: str) -> Category:
    try:
        return Category(word)
    except ValueError as fault:
        raise InvalidArgument(f"without: not one of {', '.join(Category)}") from fault


def _shown(choices: Choices, now: UtcMicros) -> Map:
    shown: Map = {c.value: Variant("b", choices.given(c, now)) for c in Consent}
    ends = {
        c.value: Variant("x", choice.until)
        for c, choice in choices.made.items()
        if choice.until is not None and choice.until > now
    }
    return shown | {
        "until": Variant("a{sv}", ends),
        "without": Variant("as", sorted(category.value for category in choices.without)),
    }
