"""What must never be stored is refused; names become placeholders (⟦place:3⟧) before anything is stored.

Refused: identity numbers (GB 11643-1999: birth date and check digit), bank cards (ISO/IEC 7812: issuer
prefix, length and Luhn digit), either of them also when it is called by its name (passports and social
security numbers too), passwords and PINs (a word for one and something that can be one). Without a name the
check digit decides: an order number of the same length whose digit does not fit is kept.

Names are those that the assistant recognised, now or before: a name known to the vault is replaced wherever
it is said again. The map of placeholders lies in the same vault.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date

from cabin_memory.domain.lexicon import plain
from cabin_memory.domain.memory import (
    Entity,
    MemoryRecord,
    Names,
    Observation,
    RedactedObservation,
    SlotValue,
)
from cabin_memory.domain.people import is_occupant_id
from cabin_memory.domain.vocabulary import Reason

_PLACEHOLDER = re.compile(r"⟦([a-z_]+):(\d+)⟧")
# A text that brings its own brackets must not be taken for a placeholder of the vault.
_BRACKETS = str.maketrans("⟦⟧", "[]")
_SHORTEST_KNOWN = 2
"""A name of one character is replaced only where the assistant named it, not wherever it occurs later."""


def refused(observation: Observation) -> Reason | None:
    """Why it must not be stored at all; None when it may be."""
    return refusal(_everything_said(observation))


def redact(observation: Observation, names: Names) -> RedactedObservation:
    """The observation without names, once it was not refused.

    `names` are those of the vault that it goes to. The observation inside the result carries no original
    words either; its placeholders are new to the vault or known, and belong to the vault from now on.
    """
    known = names.known
    here = {p: e for p, e in known.items() if len(e.text) >= _SHORTEST_KNOWN or _is_named(e, observation)}
    here |= _new_placeholders(observation, names)
    text = _hide(observation.text, here)
    slots = {key: _hide_slot(value, here) for key, value in observation.slots.items()}
    subject = observation.subject if is_occupant_id(observation.subject) else _hide(observation.subject, here)
    clean = replace(observation, text=text, slots=slots, entities=(), subject=subject)
    said = "\n".join([text, subject, *(str(value) for value in slots.values())])
    used = {m.group(): here[m.group()] for m in _PLACEHOLDER.finditer(said)}
    return RedactedObservation(observation=clean, text=text, slots=slots, placeholders=used)


def redact_query(text: str, names: Names) -> str:
    """A question with the vault's placeholders for the names it knows, so that an exact place is found."""
    return _hide(text, {p: e for p, e in names.known.items() if len(e.text) >= _SHORTEST_KNOWN})


def redact_subject(subject: str, names: Names) -> str:
    """Whom a memory is about, as the vault has it: an id stays, the name in a label does not."""
    return subject if is_occupant_id(subject) else _hide(subject, names.known)


def restore(text: str, names: Names) -> str:
    """The words behind the placeholders; one that is not known stays as it is."""
    known = names.known
    return _PLACEHOLDER.sub(lambda m: known[m.group()].text if m.group() in known else m.group(), text)


def restored(memory: MemoryRecord, names: Names) -> MemoryRecord:
    """A memory for its owner's eyes: subject and value with their words. Its text is restored apart."""
    return replace(memory, subject=restore(memory.subject, names), value=restore(memory.value, names))


def refusal(texts: Iterable[str]) -> Reason | None:
    """Why one of these texts must not be stored; None when all may be."""
    for text in texts:
        said = plain(text)
        numbers = list(_numbers(_in_digits(said)))
        spelt = _in_digits(said)
        if _NAMED_IDENTITY.search(spelt) or any(_is_identity_number(number) for number in numbers):
            return Reason.IDENTITY_NUMBER
        if _NAMED_CARD.search(spelt) or any(_is_bank_card(number) for number in numbers):
            return Reason.BANK_CARD
        if _tells_password(said):
            return Reason.PASSWORD
    return None


# --- names ---------------------------------------------------------------------------------------------
def _everything_said(observation: Observation) -> Iterator[str]:
    yield observation.text
    yield observation.subject
    yield observation.scene
    yield from (f"{key} {value}" for key, value in observation.slots.items())
    yield from (entity.text for entity in observation.entities)


def _is_named(entity: Entity, observation: Observation) -> bool:
    return any(entity.text.casefold() == named.text.casefold() for named in observation.entities)


def _new_placeholders(observation: Observation, names: Names) -> dict[str, Entity]:
    """Placeholders for names that the vault does not know yet and that really occur."""
    said = "\n".join([observation.text, observation.subject, *(str(v) for v in observation.slots.values())])
    have = {entity.text.casefold() for entity in names.known.values()}
    last = dict(names.last)
    new: dict[str, Entity] = {}
    for entity in observation.entities:
        text = entity.text.translate(_BRACKETS).strip()
        if not text or text.casefold() in have or not _pattern([text]).search(said):
            continue
        kind = re.sub(r"[^a-z]+", "_", entity.kind.casefold()).strip("_") or "name"
        last[kind] = last.get(kind, 0) + 1
        new[f"⟦{kind}:{last[kind]}⟧"] = Entity(kind=kind, text=text)
        have.add(text.casefold())
    return new


def _hide_slot(value: SlotValue, names: Mapping[str, Entity]) -> SlotValue:
    return _hide(value, names) if isinstance(value, str) else value


def _hide(text: str, names: Mapping[str, Entity]) -> str:
    """All names at once, the longest first, so that no placeholder is looked into."""
    text = text.translate(_BRACKETS)
    folded = text.casefold()
    here = {e.text.casefold(): p for p, e in names.items() if e.text and e.text.casefold() in folded}
    if not here:
        return text
    return _pattern(here).sub(lambda m: here.get(m.group().casefold(), m.group()), text)


def _pattern(names: Iterable[str]) -> re.Pattern[str]:
    """Latin names as whole words ("Ann" is not in "planning"), others wherever they stand."""
    ordered = sorted(names, key=len, reverse=True)
    return re.compile("|".join(map(_whole, ordered)), re.IGNORECASE)


def _whole(name: str) -> str:
    before = r"(?<![0-9A-Za-z])" if name[0].isascii() and name[0].isalnum() else ""
    after = r"(?![0-9A-Za-z])" if name[-1].isascii() and name[-1].isalnum() else ""
    return before + re.escape(name) + after


# --- numbers -------------------------------------------------------------------------------------------
_DIGITS = str.maketrans("零〇一二三四五六七八九幺", "001234567891")
_SPOKEN = ["zero", "oh", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
_SPOKEN_DIGITS = dict(zip(_SPOKEN, "00123456789", strict=True))
_SPELT = re.compile(rf"\b(?:(?:{'|'.join(_SPOKEN)})\b[ ,-]*){{4,}}")
_RUN = re.compile(r"\d+(?:[ .\-]\d+)*x?")
_LONGEST_NUMBER = 19

# Issuer prefixes by length (ISO/IEC 7812-1; UnionPay, Visa, Mastercard, American Express, Diners, JCB …).
_CARD = re.compile(
    r"4(?:\d{12}|\d{15}|\d{18})|3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11}"
    r"|(?:2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12})|35\d{14}|[569]\d{15,18}"
)
# A number that is called by its name needs no check digit: people misread, and recognisers mishear.
_NAMED_CARD = re.compile(
    r"(?:银行卡|信用卡|储蓄卡|借记卡|卡号|\b(?:bank|credit|debit) card|\bcard number|\baccount number|\biban)"
    r"[^0-9,，。;；]{0,12}(?:[a-z]{2})?\d(?:[ \-]?\d){9,}"
)
_NAMED_IDENTITY = re.compile(
    r"(?:身份证|护照|驾驶证|驾照|社保|通行证|\bsocial security|\bssn|\bpassport|\bdriver'?s? licen[cs]e"
    r"|\bnational insurance|\bid (?:card )?(?:number|no))[^0-9,，。;；]{0,14}\d(?:[ \-]?\d){4,}"
)
_ID_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_ID_CHECK = "10x98765432"


def _in_digits(said: str) -> str:
    """Digits that were spelled out (六二二二…, "six two two two") as digits; for looking only."""
    said = re.sub(r"[零〇一二三四五六七八九幺]{2,}", lambda m: m.group().translate(_DIGITS), said)
    return _SPELT.sub(lambda m: "".join(_SPOKEN_DIGITS[w] for w in re.findall(r"[a-z]+", m.group())), said)


def _numbers(said: str) -> Iterator[str]:
    """Digit strings as they may be meant: each group, and neighbouring groups together up to 19 digits."""
    for run in _RUN.finditer(said):
        groups = re.split(r"[ .\-]", run.group())
        for start in range(len(groups)):
            number = ""
            for end in range(start, len(groups)):
                number += groups[end]
                if len(number) > _LONGEST_NUMBER:
                    break
                if len(number) >= 13 and _one_number(groups[start : end + 1]):
                    yield number


def _one_number(groups: list[str]) -> bool:
    """Groups of one number are of a kind: all of three digits or more but the last, or all of one or two."""
    lengths = [len(group) for group in groups[:-1]]
    return all(n >= 3 for n in lengths) or (all(n <= 2 for n in lengths) and len(groups[-1]) <= 2)


def _is_identity_number(number: str) -> bool:
    """GB 11643-1999: region, birth date (YYYYMMDD), sequence, check by ISO 7064 MOD 11-2."""
    if not re.fullmatch(r"[1-9]\d{16}[\dx]", number) or not _is_birth_date(number[6:14]):
        return False
    total = sum(weight * int(digit) for weight, digit in zip(_ID_WEIGHTS, number, strict=False))
    return number[17] == _ID_CHECK[total % 11]


def _is_birth_date(digits: str) -> bool:
    try:
        return 1800 <= date(int(digits[:4]), int(digits[4:6]), int(digits[6:])).year <= 2199
    except ValueError:
        return False  # no such day, so no identity number


def _is_bank_card(number: str) -> bool:
    if not _CARD.fullmatch(number):
        return False
    digits = [int(c) for c in reversed(number)]
    doubled = (sum(divmod(2 * digit, 10)) for digit in digits[1::2])
    return (sum(digits[::2]) + sum(doubled)) % 10 == 0


# --- passwords -----------------------------------------------------------------------------------------
_SECRET = (
    r"(?:密码|口令|密钥|暗号|验证码|解锁码|开锁码|开机码|门禁码|防盗码|pin\s?码|(?<!⟦)\bpin(?: code| number)?"
    r"|pass ?words?|pass ?codes?|pass ?phrases?|\bpwd"
    r"|\b(?:door|gate|garage|alarm|access|entry|security|unlock|lock|safe|key ?pad|phone|sim|puk) codes?"
    r"|\bwi-?fi keys?)"
)
_TOKEN = (
    r"(?:[a-z0-9][a-z0-9@#$%^&*_+=.~!\-]{2,}|[零〇一二三四五六七八九幺两\d]{3,}"
    r"|[零一二三四五六七八九两]个[零一二三四五六七八九])"
)
_MIXED = rf"(?=[a-z@#$%^&*_+=.~!\-]*[\d零〇一二三四五六七八九幺]){_TOKEN}"
# 密码是…, "the password is …": whatever follows, but for words that speak about a password.
_ASSIGNED = re.compile(
    rf"{_SECRET}(?:都|就|现在|已经|暂时|默认|统一)?\s*(?:是|为|叫|改成了?|改为|设成了?|设为"
    rf"|换成了?|:|：|=|\bis now\b|\bis\b|'s\b|\bto\b|\bwas\b|\bequals\b)"
    rf"\s*[\"'“]?(?P<token>{_TOKEN})"
)
# 密码是我的生日0612: a few words between.
_INDIRECT = re.compile(rf"{_SECRET}\s*(?:就?是|\bis\b)\s*(?:[㐀-鿿]{{1,6}}|(?:my|the) \w+ ){_MIXED}")
_FOLLOWED = re.compile(rf"{_SECRET}\s*[,，]?\s*[\"'“]?{_MIXED}")
_PRECEDED = re.compile(
    rf"{_MIXED}[\"'”]?\s*(?:是|就是|当|作为?|\bis\b|\bas\b)[^,，。;；]{{0,12}}?(?:的|my |the "
    rf"|our )?[^,，。;；]{{0,8}}{_SECRET}"
)
_ABOUT = re.compile(
    r"(?:not|too|so|very|really|quite|always|never|wrong|right|correct|weak|strong|secure|safe"
    r"|long|short|easy|hard|difficult"
    r"|annoying|required|needed|necessary|expired|missing|different|same|the|in|on|with|what"
    r"|that|something|lost|gone"
    r"|simple|complicated|set|saved|stored|hidden|remember|forget|change|enter|type|use|reset"
    r"|open|unlock|log)\b"
)


def _tells_password(said: str) -> bool:
    """A word for a secret, and something beside it that can be one."""
    assigned = any(not _ABOUT.match(found["token"]) for found in _ASSIGNED.finditer(said))
    return assigned or any(pattern.search(said) for pattern in (_INDIRECT, _FOLLOWED, _PRECEDED))
