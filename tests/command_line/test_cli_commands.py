"""Each command makes one call of the contract and shows its reply, to people and to programs."""

import pytest
from dbus_fast import Variant

from cabin_memory.domain.errors import ConfirmationRequired
from cabin_memory.inbound.command_line.failures import ExitCode
from cabin_memory.inbound.dbus_service import Call
from command_line.cli_outcome import Run
from command_line.scripted_daemon import ScriptedDaemon

ID = "01JNQ4ABCDEFGHJKMNPQRSTVWX"
TOLD = 1_772_499_600_000_000
"""2026-03-03 09:00 in Shanghai."""

MEMORY = {
    "id": Variant("s", ID),
    "text": Variant("s", "I like the cabin at 21 degrees"),
    "kind": Variant("s", "preference"),
    "category": Variant("s", "climate"),
    "source": Variant("s", "stated"),
    "confidence": Variant("d", 0.95),
    "importance": Variant("i", 8),
    "score": Variant("d", 0.83),
    "relevance": Variant("d", 0.91),
    "recency": Variant("d", 0.97),
    "time": Variant("x", TOLD),
    "status": Variant("s", "current"),
    "because": Variant("s", "you said so"),
    "conditions": Variant("as", ["weather=rain"]),
}
ANSWER = {
    "status": Variant("s", "ok"),
    "reason": Variant("s", ""),
    "level": Variant("s", "full"),
    "memories": Variant("aa{sv}", [MEMORY]),
    "elapsed_us": Variant("t", 8000),
}
KEPT = {
    "id": Variant("s", ID),
    "stored": Variant("b", True),
    "reason": Variant("s", ""),
    "category": Variant("s", "climate"),
    "importance": Variant("i", 8),
    "sensitivity": Variant("s", "low"),
    "merged_into": Variant("s", ""),
    "conflict": Variant("a{sv}", {}),
    "conditions": Variant("as", ["weather=rain"]),
}
RECEIPT = {
    "id": Variant("s", "r-1"),
    "count": Variant("u", 1),
    "derived": Variant("u", 0),
    "verified": Variant("b", True),
    "undo_until": Variant("x", 0),
}


def nothing(status: str, reason: str, level: str = "full") -> dict[str, Variant]:
    return ANSWER | {
        "status": Variant("s", status),
        "reason": Variant("s", reason),
        "level": Variant("s", level),
        "memories": Variant("aa{sv}", []),
    }


# --- what is sent ------------------------------------------------------------------------------------
async def test_observe_sends_every_option(run: Run, scripted: ScriptedDaemon) -> None:
    scripted.replies["Observe"] = KEPT
    outcome = await run(
        *("observe", "24 degrees please", "--speaker", "oem:u-7", "--timezone", "Asia/Shanghai"),
        *("--role", "user", "--session", "s-1", "--scene", "commute", "--subject", "daughter"),
        *("--intent", "climate.set", "--slot", "degrees=24", "--slot", "zone=rear"),
        *(
            "--entity",
            "person:Anna",
            "--outcome",
            "accepted",
            "--in-reply-to",
            "01J",
            "--time",
            "2026-03-03T09:00",
        ),
    )
    assert outcome.code == ExitCode.OK
    assert scripted.calls == [
        (
            "Observe",
            ["24 degrees please"],
            {
                "speaker": "oem:u-7",
                "timezone": "Asia/Shanghai",
                "role": "user",
                "session": "s-1",
                "scene": "commute",
                "subject": "daughter",
                "intent": "climate.set",
                "slots": {"degrees": 24, "zone": "rear"},
                "entities": [["person", "Anna"]],
                "outcome": "accepted",
                "in_reply_to": "01J",
                "time": TOLD,
            },
        )
    ]


async def test_what_is_not_given_is_not_sent(run: Run, scripted: ScriptedDaemon) -> None:
    scripted.replies["Recall"] = ANSWER
    await run("recall", "how warm?")
    assert scripted.calls == [("Recall", ["how warm?"], {})]


async def test_common_options_stand_before_or_after_the_command(run: Run, scripted: ScriptedDaemon) -> None:
    scripted.replies["Recall"] = ANSWER
    before = await run("--json", "--speaker", "oem:u-7", "recall", "how warm?")
    after = await run("recall", "how warm?", "--json", "--speaker", "oem:u-7")
    assert before == after
    assert scripted.calls[0] == scripted.calls[1] == ("Recall", ["how warm?"], {"speaker": "oem:u-7"})


async def test_common_options_stand_anywhere_around_a_group(run: Run, scripted: ScriptedDaemon) -> None:
    for line in (
        ("--json", "context", "--timezone", "Asia/Shanghai", "show"),
        ("context", "--json", "show"),
        ("context", "show", "--json"),
    ):
        assert (await run(*line)).document["signals"] == []


async def test_recall_and_lookup_send_their_options(run: Run, scripted: ScriptedDaemon) -> None:
    scripted.replies["Recall"] = scripted.replies["Lookup"] = ANSWER
    await run(
        "recall",
        "q",
        "--limit",
        "3",
        "--kind",
        "fact",
        "--kind",
        "preference",
        "--explain",
        "--scene",
        "errand",
    )
    await run(
        *("lookup", "--category", "seat", "--attribute", "seat.heating", "--since", "2026-03-03T09:00+08:00"),
        *("--until", "2026-03-04", "--order", "oldest"),
    )
    assert [options for _, _, options in scripted.calls] == [
        {"limit": 3, "kinds": ["fact", "preference"], "explain": True, "scene": "errand"},
        {
            "category": "seat",
            "attribute": "seat.heating",
            "since": TOLD,
            "until": TOLD + 15 * 3600 * 1_000_000,
            "order": "oldest",
        },
    ]


async def test_seats_roles_and_signals(run: Run, scripted: ScriptedDaemon) -> None:
    await run("occupants", "set", "Row1.DriverSide=oem:u-1@95", "Row2.Middle=oem:u-2")
    await run("occupants", "set")
    await run("occupants", "declare", "Row2.Middle", "child")
    await run("context", "set", "Vehicle.Speed=0", "Vehicle.IsMoving=false")
    assert [(name, arguments) for name, arguments, _ in scripted.calls] == [
        ("Occupants.Set", [[["Row1.DriverSide", "oem:u-1", 95.0], ["Row2.Middle", "oem:u-2", 100.0]]]),
        ("Occupants.Set", [[]]),
        ("Occupants.Declare", ["Row2.Middle", "child"]),
        ("Context.Update", [{"Vehicle.Speed": 0, "Vehicle.IsMoving": False}]),
    ]


# --- exit codes --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("reply", "code"),
    [
        (ANSWER, ExitCode.OK),
        (ANSWER | {"status": Variant("s", "degraded")}, ExitCode.OK),
        (nothing("nothing_relevant", "below_threshold"), ExitCode.NOTHING),
        (nothing("suppressed", "reversing"), ExitCode.SUPPRESSED),
        (nothing("degraded", "store_unavailable", "stateless"), ExitCode.UNAVAILABLE),
    ],
)
async def test_the_exit_code_of_an_answer(
    run: Run, scripted: ScriptedDaemon, reply: dict[str, Variant], code: ExitCode
) -> None:
    scripted.replies["Recall"] = reply
    assert (await run("recall", "how warm?")).code == code
    assert (await run("recall", "how warm?", "--json")).code == code


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({}, ExitCode.OK),
        ({"stored": Variant("b", False), "reason": Variant("s", "bank_card")}, ExitCode.REFUSED),
        ({"stored": Variant("b", False), "reason": Variant("s", "duplicate")}, ExitCode.OK),
        ({"stored": Variant("b", False), "reason": Variant("s", "working_memory")}, ExitCode.OK),
        ({"stored": Variant("b", False), "merged_into": Variant("s", ID)}, ExitCode.OK),
    ],
)
async def test_the_exit_code_of_an_observation(
    run: Run, scripted: ScriptedDaemon, change: dict[str, Variant], code: ExitCode
) -> None:
    scripted.replies["Observe"] = KEPT | change
    assert (await run("observe", "a sentence")).code == code


@pytest.mark.parametrize(
    ("level", "reason", "code"),
    [
        ("full", "", ExitCode.OK),
        ("full", "SettingsInvalid", ExitCode.UNAVAILABLE),
        ("structured", "Unavailable", ExitCode.UNAVAILABLE),
        ("stateless", "Tampered", ExitCode.UNAVAILABLE),
    ],
)
async def test_the_exit_code_of_health(
    run: Run, scripted: ScriptedDaemon, level: str, reason: str, code: ExitCode
) -> None:
    scripted.replies["Health.Check"] = {"level": Variant("s", level), "reason": Variant("s", reason)}
    scripted.values["Health.Metrics"] = Variant("a{sv}", {"recalls": Variant("x", 3)})
    outcome = await run("health", "--json")
    assert outcome.code == code
    assert outcome.document == {"level": level, "reason": reason, "vaults": {}, "metrics": {"recalls": 3}}


async def test_an_empty_list_and_an_empty_car_are_nothing(run: Run, scripted: ScriptedDaemon) -> None:
    scripted.replies["Manage.List"] = {"memories": Variant("aa{sv}", []), "total": Variant("u", 0)}
    assert (await run("list")).code == ExitCode.NOTHING
    assert (await run("occupants", "show")).code == ExitCode.NOTHING


async def test_a_signal_that_cannot_be_used_is_a_usage_error(run: Run, scripted: ScriptedDaemon) -> None:
    scripted.replies["Context.Update"] = {
        "accepted": Variant("u", 0),
        "invalid": Variant("as", ["Vehicle.Speed"]),
    }
    outcome = await run("context", "set", "Vehicle.Speed=fast")
    assert outcome.code == ExitCode.USAGE
    assert "Vehicle.Speed" in outcome.out


# --- what programs get -------------------------------------------------------------------------------
async def test_an_answer_as_json(run: Run, scripted: ScriptedDaemon) -> None:
    scripted.replies["Recall"] = ANSWER
    outcome = await run("recall", "how warm?", "--json")
    assert outcome.err == ""
    memory = outcome.document["memories"][0]
    assert memory["time_us"] == TOLD
    assert memory["time"] == "2026-03-03T01:00:00.000000Z"
    assert memory["text"] == "I like the cabin at 21 degrees"
    assert outcome.document["elapsed_us"] == 8000


async def test_a_receipt_as_json(run: Run, scripted: ScriptedDaemon) -> None:
    scripted.replies["Manage.Forget"] = RECEIPT
    outcome = await run("forget", ID, "--json")
    assert outcome.document == {
        "id": "r-1",
        "count": 1,
        "derived": 0,
        "verified": True,
        "undo_until": None,
        "undo_until_us": 0,
    }


async def test_context_as_json(run: Run, scripted: ScriptedDaemon) -> None:
    scripted.values["Context.DriveState"] = Variant("s", "unknown")
    scripted.values["Context.Suppression"] = Variant("s", "vehicle_state_unknown")
    scripted.values["Context.Signals"] = Variant("a{sv}", {"Vehicle.Speed": Variant("d", 3.0)})
    ages = {"Vehicle.Speed": Variant("x", 2_500_000), "Vehicle.IsMoving": Variant("x", 100)}
    scripted.values["Context.Ages"] = Variant("a{sv}", ages)
    outcome = await run("context", "show", "--json")
    assert outcome.document == {
        "drive_state": "unknown",
        "suppression": "vehicle_state_unknown",
        "signals": [
            {"path": "Vehicle.IsMoving", "value": None, "age_us": 100},
            {"path": "Vehicle.Speed", "value": 3.0, "age_us": 2_500_000},
        ],
    }


# --- what people see ---------------------------------------------------------------------------------
async def test_an_answer_for_people(run: Run, scripted: ScriptedDaemon) -> None:
    scripted.replies["Recall"] = ANSWER
    out = (await run("recall", "how warm?")).out
    for part in ("I like the cabin at 21 degrees", "0.83", "0.91", "0.97", "you said so", "weather=rain", ID):
        assert part in out
    assert "2026-03-03 09:00" in out


async def test_an_answer_in_another_zone(run: Run, scripted: ScriptedDaemon) -> None:
    scripted.replies["Recall"] = ANSWER
    assert "2026-03-03 02:00 CET" in (await run("recall", "how warm?", "--timezone", "Europe/Berlin")).out


async def test_a_memory_is_dated_in_the_zone_where_it_was_told(run: Run, scripted: ScriptedDaemon) -> None:
    told = {"time": Variant("x", TOLD), "timezone": Variant("s", "America/New_York")}
    scripted.replies["Manage.Get"] = MEMORY | {"provenance": Variant("a{sv}", told)}
    assert "2026-03-02 20:00 EST" in (await run("get", ID)).out


async def test_a_suppressed_answer_says_why_and_what_helps(run: Run, scripted: ScriptedDaemon) -> None:
    scripted.replies["Recall"] = nothing("suppressed", "reversing")
    out = (await run("recall", "how warm?")).out
    assert out.startswith("Not now.")
    assert "The car is reversing" in out
    assert "It works again by itself" in out
    assert "[reversing]" in out


def withheld(number: int, reason: str) -> dict[str, Variant]:
    return {
        "id": Variant("s", f"{ID[:-2]}{number:02d}"),
        "category": Variant("s", "family"),
        "reason": Variant("s", reason),
        "relevance": Variant("d", number / 100),
        "conditions": Variant("as", []),
    }


async def test_what_was_withheld_is_explained(run: Run, scripted: ScriptedDaemon) -> None:
    scripted.replies["Recall"] = nothing("nothing_relevant", "passenger_present") | {
        "withheld": Variant("aa{sv}", [withheld(88, "passenger_present")])
    }
    out = (await run("recall", "how warm?", "--explain")).out
    assert f"{ID[:-2]}88" in out
    assert "private, and others listen" in out
    assert "0.88" in out
    assert "more that are further off" not in out
    chinese = (await run("recall", "how warm?", "--explain", "--lang", "zh")).out
    assert "属于隐私，旁边有人" in chinese
    assert "家庭" in chinese


async def test_what_was_withheld_is_no_more_than_a_person_reads(run: Run, scripted: ScriptedDaemon) -> None:
    numbers = [7, 31, 2, 12, 64, 50, 3, 9, 21, 40, 15, 60]
    scripted.replies["Recall"] = nothing("nothing_relevant", "below_threshold") | {
        "withheld": Variant("aa{sv}", [withheld(number, "below_threshold") for number in numbers])
    }
    out = (await run("recall", "how warm?", "--explain")).out
    told = [line for line in out.splitlines() if "not close enough" in line]
    assert [line.split()[0] for line in told] == [
        f"{n / 100:.2f}" for n in sorted(numbers, reverse=True)[:10]
    ]
    assert len({line.index("not close enough") for line in told}) == 1
    assert len({line.index(ID[:-2]) for line in told}) == 1
    assert "and 2 more that are further off" in out
    assert len((await run("recall", "q", "--explain", "--json")).document["withheld"]) == len(numbers)


async def test_a_question_back_is_shown(run: Run, scripted: ScriptedDaemon) -> None:
    conflict = {"question": Variant("s", "21 or 24 degrees?"), "id": Variant("s", "c-1")}
    scripted.replies["Observe"] = KEPT | {"conflict": Variant("a{sv}", conflict)}
    assert "21 or 24 degrees?" in (await run("observe", "24 degrees")).out


async def test_chinese_keeps_the_words_of_the_contract(run: Run, scripted: ScriptedDaemon) -> None:
    scripted.replies["Recall"] = ANSWER
    out = (await run("recall", "多少度？", "--lang", "zh")).out
    assert "空调 (climate)" in out
    assert "天气=雨" in out
    assert "理由" in out


async def test_nothing_is_cut_or_folded_in_a_pipe(run: Run, scripted: ScriptedDaemon) -> None:
    long = "a word and another " * 90
    scripted.replies["Manage.List"] = {
        "memories": Variant("aa{sv}", [MEMORY | {"text": Variant("s", long.strip())}]),
        "total": Variant("u", 1),
    }
    assert long.strip() in (await run("list")).out


async def test_a_memory_cannot_steer_the_terminal(run: Run, scripted: ScriptedDaemon) -> None:
    evil = "\x1b[2J\x9b31mred\u202e[bold]not markup[/bold]"
    scripted.replies["Recall"] = ANSWER | {
        "memories": Variant("aa{sv}", [MEMORY | {"text": Variant("s", evil)}])
    }
    shown = await run("recall", "how warm?")
    assert "\ufffd[2J\ufffd31mred\ufffd[bold]not markup[/bold]" in shown.out
    exact = await run("recall", "how warm?", "--json")
    assert exact.document["memories"][0]["text"] == evil
    assert not set("\x1b\x9b\u202e") & set(shown.out + exact.out)


async def test_no_colour_in_a_pipe(run: Run, scripted: ScriptedDaemon) -> None:
    scripted.values["Context.DriveState"] = Variant("s", "reversing")
    assert "\x1b" not in (await run("context", "show")).out


# --- forgetting --------------------------------------------------------------------------------------
def wants_confirmation(call: Call) -> dict[str, Variant]:
    if not call.options.get("confirm"):
        raise ConfirmationRequired
    return RECEIPT


async def test_forgetting_much_needs_a_yes(run: Run, scripted: ScriptedDaemon) -> None:
    scripted.replies["Manage.Forget"] = wants_confirmation
    refused = await run("forget", ID, "--json")
    assert refused.code == ExitCode.REFUSED
    assert refused.document["error"]["word"] == "ConfirmationRequired"
    assert (await run("forget", ID, "--yes")).code == ExitCode.OK
    assert scripted.calls[-1] == ("Manage.Forget", [{"ids": [ID]}], {"confirm": True})


async def test_a_receipt_for_people(run: Run, scripted: ScriptedDaemon) -> None:
    scripted.replies["Manage.Forget"] = RECEIPT
    assert "no trace is left" in (await run("forget", ID)).out
    scripted.replies["Manage.Forget"] = RECEIPT | {"verified": Variant("b", False)}
    assert "a trace may be left" in (await run("forget", ID)).out


async def test_a_dry_run_only_counts(run: Run, scripted: ScriptedDaemon) -> None:
    scripted.replies["Manage.Forget"] = RECEIPT
    out = (await run("forget", ID, "--dry-run")).out
    assert "Would go" in out
    assert "trace" not in out
    assert scripted.calls == [("Manage.Forget", [{"ids": [ID]}], {"dry_run": True})]


# --- where the daemon is -----------------------------------------------------------------------------
async def test_an_address_counts_before_the_environment(
    run: Run, scripted: ScriptedDaemon, bus_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripted.replies["Recall"] = ANSWER
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent")
    assert (await run("recall", "q", "--address", bus_address)).code == ExitCode.OK


async def test_without_a_wish_the_bus_with_the_daemon_is_taken(
    run: Run, scripted: ScriptedDaemon, bus_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripted.replies["Recall"] = ANSWER
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nonexistent")
    assert (await run("recall", "q")).code == ExitCode.OK
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", bus_address)
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent")
    assert (await run("recall", "q")).code == ExitCode.OK


@pytest.mark.parametrize(("wish", "code"), [("session", ExitCode.UNREACHABLE), ("system", ExitCode.OK)])
async def test_the_environment_chooses_the_bus(
    run: Run,
    scripted: ScriptedDaemon,
    bus_address: str,
    monkeypatch: pytest.MonkeyPatch,
    wish: str,
    code: ExitCode,
) -> None:
    scripted.replies["Recall"] = ANSWER
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", bus_address)
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent")
    monkeypatch.setenv("CABIN_MEMORY_BUS", wish)
    assert (await run("recall", "q")).code == code
    assert (await run("recall", "q", f"--{wish}-bus")).code == code


# --- help --------------------------------------------------------------------------------------------
async def test_help_names_the_exit_codes(run: Run) -> None:
    outcome = await run("--help")
    assert outcome.code == ExitCode.OK
    for code in ExitCode:
        assert f" {code.value} " in outcome.out


async def test_help_in_chinese(run: Run) -> None:
    outcome = await run("recall", "--help", "--lang", "zh")
    assert "对这句话" in outcome.out
    assert "通用选项" in outcome.out


async def test_completion_can_be_shown(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_CABIN_MEMORY_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "cabin-memory lookup --category cli")
    monkeypatch.setenv("COMP_CWORD", "3")
    assert "climate" in (await run()).out
