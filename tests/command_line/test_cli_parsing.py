"""What people write on the command line becomes values of the contract, or is refused with an example."""

import time
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from dbus_fast import Variant
from hypothesis import given
from hypothesis import strategies as st

from cabin_memory.inbound.command_line.documents import document, iso, moment
from cabin_memory.inbound.command_line.failures import ExitCode, Failure
from cabin_memory.inbound.command_line.parsing import (
    entities_of,
    micros_of,
    pairs_of,
    readable,
    seat_of,
    span_of,
    zone_of,
)

WORD = st.from_regex(r"[A-Za-z0-9._@/+=-]{1,20}", fullmatch=True)
SHANGHAI = ZoneInfo("Asia/Shanghai")


@given(issuer=WORD, subject=WORD, confidence=st.integers(0, 100))
def test_a_seat_with_a_confidence(issuer: str, subject: str, confidence: int) -> None:
    assert seat_of(f"Row1.DriverSide={issuer}:{subject}@{confidence}") == (
        "Row1.DriverSide",
        f"{issuer}:{subject}",
        float(confidence),
    )


def test_a_seat_without_a_confidence_is_sure() -> None:
    assert seat_of("Row2.Middle=oem:u-7") == ("Row2.Middle", "oem:u-7", 100.0)


def test_a_mail_address_is_no_confidence() -> None:
    assert seat_of("Row1.DriverSide=oidc:li@example.org")[1:] == ("oidc:li@example.org", 100.0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Row1.DriverSide",
        "Row1.DriverSide=u-7",
        "Row9.Middle=oem:u",
        "Row1.Middle=oem:u@101",
        "Row1.Middle=oem:u@nan",
    ],
)
def test_no_seat(text: str) -> None:
    with pytest.raises(Failure) as failure:
        seat_of(text)
    assert failure.value.code is ExitCode.USAGE


def test_values_are_typed_by_their_look() -> None:
    given = ["a=true", "b=FALSE", "c=126", "d=-0.5", "e=ON", "f=x=y", "g="]
    assert pairs_of(given, "a=1") == {
        "a": Variant("b", True),
        "b": Variant("b", False),
        "c": Variant("x", 126),
        "d": Variant("d", -0.5),
        "e": Variant("s", "ON"),
        "f": Variant("s", "x=y"),
        "g": Variant("s", ""),
    }


def test_a_number_that_is_too_large_for_the_bus_is_a_fraction() -> None:
    assert pairs_of(["a=99999999999999999999"], "a=1")["a"].signature == "d"


def test_entities() -> None:
    assert entities_of(["person:Anna", "place:cafe: the old one"]) == [
        ("person", "Anna"),
        ("place", "cafe: the old one"),
    ]
    assert entities_of([]) is None


@pytest.mark.parametrize(
    ("text", "zone", "expected"),
    [
        ("2026-03-03T09:00", SHANGHAI, "2026-03-03T01:00:00.000000Z"),
        ("2026-03-03T09:00+01:00", SHANGHAI, "2026-03-03T08:00:00.000000Z"),
        ("2026-03-03", SHANGHAI, "2026-03-02T16:00:00.000000Z"),
    ],
)
def test_a_time_in_the_speakers_zone(text: str, zone: ZoneInfo, expected: str) -> None:
    micros = micros_of(text, zone)
    assert micros is not None
    assert iso(micros) == expected


def test_an_age_counts_back_from_now() -> None:
    micros = micros_of("3d", None)
    assert micros is not None
    assert abs((datetime.now(UTC) - moment(micros)).total_seconds() - 3 * 86_400) < 60


def test_no_time_is_no_limit() -> None:
    assert micros_of(None, None) is None


@pytest.mark.parametrize("zone", [None, SHANGHAI, ZoneInfo("America/Los_Angeles"), ZoneInfo("UTC")])
@given(moment=st.datetimes())
def test_every_date_of_the_calendar_is_a_time(zone: ZoneInfo | None, moment: datetime) -> None:
    micros = micros_of(moment.isoformat(), zone)
    assert micros is not None
    naive = (moment - datetime(1970, 1, 1)) // timedelta(microseconds=1)
    assert abs(micros - naive) <= 26 * 3600 * 1_000_000


@pytest.mark.parametrize("text", ["0001-01-01", "9999-12-31", "9999-12-31T23:59:59.999999"])
def test_the_ends_of_the_calendar_are_times_wherever_the_machine_is(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for zone in ("Asia/Shanghai", "America/Los_Angeles", "UTC"):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        assert micros_of(text, None) is not None
    monkeypatch.undo()
    time.tzset()


@given(number=st.integers(0, 10**40), unit=st.sampled_from(["ms", "s", "m", "h", "d", "w"]))
def test_a_span_is_exact_however_long(number: int, unit: str) -> None:
    each = {"ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 604_800_000}[unit]
    assert span_of(f"{number}{unit}") == number * each * 1000
    assert span_of(f"{number}.5{unit}") == number * each * 1000 + each * 500


@pytest.mark.parametrize("text", ["", "soon", "1", "s", "-1s", "1e3s", "٣s", "1,5s", "nan s", "1 s"])
def test_no_span(text: str) -> None:
    with pytest.raises(Failure) as failure:
        span_of(text)
    assert failure.value.code is ExitCode.USAGE


@given(text=st.text(st.characters(exclude_categories=["Cs"])))
def test_bytes_that_the_locale_does_not_know_are_read_as_utf8(text: str) -> None:
    # What Python makes of an argument where the locale is ASCII.
    assert readable([text.encode().decode("ascii", "surrogateescape")]) == [text]


@given(raw=st.binary(min_size=1))
def test_bytes_that_are_no_text_are_refused(raw: bytes) -> None:
    argument = raw.decode("utf-8", "surrogateescape")
    try:
        expected = raw.decode()
    except UnicodeDecodeError:
        with pytest.raises(Failure) as failure:
            readable([argument])
        assert failure.value.code is ExitCode.USAGE
    else:
        assert readable([argument]) == [expected]


def test_no_zone_is_the_machines() -> None:
    assert zone_of(None) is None
    assert zone_of("Europe/Berlin") == ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize("name", ["Mars/Base", "../../etc/passwd", "/etc/passwd", "Europe"])
def test_a_zone_that_does_not_exist(name: str) -> None:
    with pytest.raises(Failure) as failure:
        zone_of(name)
    assert failure.value.code is ExitCode.USAGE


@given(micros=st.integers(1, 4_102_444_800_000_000))
def test_a_time_in_a_document_is_exact(micros: int) -> None:
    shown = document({"memories": [{"time": micros, "text": "a"}]})["memories"][0]
    assert shown["time_us"] == micros
    parsed = datetime.fromisoformat(shown["time"])
    assert parsed == moment(micros)
    assert shown["text"] == "a"


def test_never_is_null() -> None:
    assert document({"undo_until": 0}) == {"undo_until": None, "undo_until_us": 0}
