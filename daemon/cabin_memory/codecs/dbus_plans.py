"""A proposal → the `a{sv}` map of the contract: parameters that an assistant can act on."""

from collections.abc import Iterable

from dbus_fast import Variant

from cabin_memory.domain.plans import Aspect, Claim, Planned, Proposal

Map = dict[str, Variant]

_TEMPERATURE = "climate.temperature"


def planned_map(planned: Planned) -> Map:
    """The result of Plan, but for what was withheld."""
    proposal = planned.proposal
    return {
        "status": Variant("s", planned.status),
        "reason": Variant("s", planned.reason),
        "level": Variant("s", planned.level),
        "id": Variant("s", planned.id),
        "proposal": Variant("a{sv}", proposal_map(proposal) if proposal else {}),
        "text": Variant("s", proposal.text if proposal else ""),
        "because": Variant("as", list(planned.because)),
        "ids": Variant("as", list(planned.ids)),
    }


def proposal_map(proposal: Proposal) -> Map:
    """Its parameters; what it does not propose is left out."""
    claims = proposal.claims
    known: Map = {
        "topic": Variant("s", proposal.topic),
        "category": Variant("s", proposal.category),
        "confidence": Variant("d", proposal.confidence),
        "hedged": Variant("b", proposal.hedged),
    }
    if proposal.destination:
        known["destination"] = Variant("s", proposal.destination)
    for key, words in _lists(claims):
        if words:
            known[key] = Variant("as", words)
    if settings := {claim.name: _value(claim.value) for claim in claims if claim.aspect is Aspect.SET}:
        known["settings"] = Variant("a{sv}", settings)
    if _TEMPERATURE in settings:
        known["temperature"] = settings[_TEMPERATURE]
    lead = next((claim for claim in claims if claim.aspect is Aspect.SET), None)
    if lead is not None:
        known["attribute"], known["value"] = Variant("s", lead.name), Variant("s", lead.value)
    return known


def _lists(claims: Iterable[Claim]) -> Iterable[tuple[str, list[str]]]:
    given = list(claims)

    def names(aspect: Aspect, *, named: bool | None = None) -> list[str]:
        return [
            claim.name.removeprefix("route.")
            for claim in given
            if claim.aspect is aspect and named in (None, claim.named)
        ]

    yield "via", names(Aspect.VIA, named=True)
    yield "prefer", names(Aspect.VIA, named=False)
    yield "avoid", names(Aspect.AVOID)
    yield "choose", names(Aspect.LIKE)
    yield "skip", names(Aspect.SKIP)
    yield "leave_at", names(Aspect.LEAVE)
    yield "words", names(Aspect.HEED)


def _value(value: str) -> Variant:
    """A number where it is one; the store keeps plain decimals."""
    try:
        return Variant("d", float(value))
    except ValueError:
        return Variant("s", value)
