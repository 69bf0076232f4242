"""What callers rely on: names, types, fixed error texts, caps, introspection."""

import xml.etree.ElementTree as ElementTree

import pytest
from dbus_fast import Message, Variant

from cabin import DRIVER, NAME, PARKED, PATH, CallFailed, RunningDaemon
from cabin_memory.inbound import dbus_contract


async def _introspect(daemon: RunningDaemon, path: str = PATH) -> ElementTree.Element:
    reply = await daemon.bus.call(
        Message(
            destination=NAME, path=path, interface="org.freedesktop.DBus.Introspectable", member="Introspect"
        )
    )
    assert reply is not None
    return ElementTree.fromstring(reply.body[0])


async def test_everything_of_the_contract_introspects_with_a_description(daemon: RunningDaemon) -> None:
    node = await _introspect(daemon)
    shown = {interface.get("name"): interface for interface in node.iter("interface")}
    for interface in (*dbus_contract.INTERFACES, dbus_contract.SIMULATION):
        element = shown[interface.name]
        methods = {method.get("name"): method for method in element.iter("method")}
        assert set(methods) == {method.name for method in interface.methods}
        for method in interface.methods:
            arguments = [
                a.get("type") for a in methods[method.name].iter("arg") if a.get("direction") == "in"
            ]
            assert "".join(str(a) for a in arguments) == method.signature
            notes = {a.get("name"): a.get("value") for a in methods[method.name].iter("annotation")}
            assert notes["org.cabinmemory.Description"] == method.doc != ""
            assert all(option.name in str(notes["org.cabinmemory.Options"]) for option in method.options)


async def test_the_path_can_be_walked_from_the_root(daemon: RunningDaemon) -> None:
    path = ""
    for part in PATH.strip("/").split("/"):
        node = await _introspect(daemon, path or "/")
        assert [child.get("name") for child in node.iter("node")][1:] == [part]
        path = f"{path}/{part}"


async def test_simulation_is_not_offered_without_the_flag(launch) -> None:  # type: ignore[no-untyped-def]
    daemon = await launch()
    node = await _introspect(daemon)
    assert dbus_contract.SIMULATION.name not in {i.get("name") for i in node.iter("interface")}
    with pytest.raises(CallFailed) as refused:
        await daemon.advance(1)
    assert "Unknown" in refused.value.name


@pytest.mark.parametrize(
    ("member", "arguments", "signature"),
    [
        ("Observe", ["空调二十四度"], "s"),
        ("Recall", ["空调"], "s"),
        ("Ask", [], ""),
        ("Describe", [], ""),
        ("Lookup", [], ""),
        ("Context.Update", [{}], "a{sv}"),
        ("Occupants.Set", [[]], "a(ssd)"),
        ("Manage.List", [], ""),
        ("Manage.Get", ["x"], "s"),
        ("Manage.Why", ["x"], "s"),
        ("Manage.Statistics", [], ""),
        ("Manage.Forget", [{}], "a{sv}"),
        ("Health.Check", [], ""),
        ("Simulation.Settle", [], ""),
    ],
)
async def test_an_unknown_option_is_refused_by_name(
    daemon: RunningDaemon, member: str, arguments: list[object], signature: str
) -> None:
    with pytest.raises(CallFailed) as refused:
        await daemon.call(member, *arguments, signature=signature, colour="blue")
    assert refused.value.name == "InvalidArgument"
    assert "'colour'" in refused.value.text


async def test_types_are_checked_and_named(daemon: RunningDaemon) -> None:
    with pytest.raises(CallFailed, match="option limit: the type is 'u', not 's'"):
        await daemon.recall("空调", limit=Variant("s", "ten"))
    with pytest.raises(CallFailed, match=r"Recall: the signature is 'sa\{sv\}', not 's'"):
        await daemon.raw(NAME, "Recall", "s", ["空调"])
    with pytest.raises(CallFailed, match="role: not one of user, assistant, vehicle"):
        await daemon.observe("空调", role="robot")
    with pytest.raises(CallFailed, match="kinds: not one of"):
        await daemon.recall("空调", kinds=["nonsense"])
    with pytest.raises(CallFailed, match="timezone"):
        await daemon.recall("空调", timezone="Mars/Olympus")
    with pytest.raises(CallFailed, match="slots: 'nested' is neither"):
        await daemon.observe("空调", slots={"nested": {"a": 1}})
    with pytest.raises(CallFailed, match="time: microseconds"):
        await daemon.observe("空调", time=-5)


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("长" * 2001, {}),
        ("short", {"session": "s" * 261}),
        ("short", {"slots": {str(n): n for n in range(300)}}),
        ("short", {"slots": {"text": "x" * 70000}}),
    ],
)
async def test_sizes_are_capped_with_the_reason(
    daemon: RunningDaemon, text: str, options: dict[str, object]
) -> None:
    with pytest.raises(CallFailed) as refused:
        await daemon.observe(text, **options)
    assert refused.value.name == "InvalidArgument"
    assert "at most" in refused.value.text
    assert "xxx" not in refused.value.text
    assert "长长" not in refused.value.text


async def test_an_error_text_never_repeats_what_was_said(daemon: RunningDaemon) -> None:
    with pytest.raises(CallFailed) as unknown:
        await daemon.recall("我的秘密地址在哪", speaker="oem:nobody")
    assert unknown.value.name == "UnknownOccupant"
    assert "nobody" not in unknown.value.text
    with pytest.raises(CallFailed) as malformed:
        await daemon.recall("hello", speaker="no colon here")
    assert malformed.value.name == "InvalidArgument"
    with pytest.raises(CallFailed) as missing:
        await daemon.call("Manage.Get", "01ARZ3NDEKTSV4RRFFQ69G5FAV", speaker=DRIVER)
    assert missing.value.name == "NotFound"
    assert "01ARZ3" not in missing.value.text


async def test_a_method_that_does_not_exist_is_unknown(daemon: RunningDaemon) -> None:
    with pytest.raises(CallFailed) as refused:
        await daemon.call("Dream", "of sheep")
    assert refused.value.name == "org.freedesktop.DBus.Error.UnknownMethod"


async def test_properties_are_read_only_and_change_with_a_signal(daemon: RunningDaemon) -> None:
    assert await daemon.get("Context", "DriveState") == "parked"
    assert await daemon.get("Context", "Suppression") == ""
    assert (await daemon.get("Occupants", "Occupants"))[0] == ["Row1.DriverSide", DRIVER, 95.0]
    ages = await daemon.get("Context", "Ages")
    assert ages["Vehicle.Speed"] == 0
    changed = [m for m in daemon.signals if m.member == "PropertiesChanged"]
    assert any("DriveState" in m.body[1] for m in changed)
    with pytest.raises(CallFailed) as refused:
        await daemon.raw(
            "org.freedesktop.DBus.Properties",
            "Set",
            "ssv",
            [NAME + ".Context", "DriveState", Variant("s", "parked")],
        )
    assert "ReadOnly" in refused.value.name


async def test_a_path_that_is_no_signal_is_named_and_nothing_before_it_counts(daemon: RunningDaemon) -> None:
    told = await daemon.context({"speed": 3.0, "Vehicle.Speed": 0.0})
    assert (told["accepted"], told["invalid"]) == (1, ["speed"])
    assert await daemon.get("Context", "DriveState") == "unknown"
    await daemon.context(PARKED)
    assert await daemon.get("Context", "DriveState") == "parked"


@pytest.mark.parametrize(
    ("signals", "options"),
    [
        ({"Vehicle.Powertrain.Transmission.SelectedGear": Variant("i", -1)}, {"spelt": Variant("b", True)}),
        ({f"Vehicle.A{n}": Variant("i", n) for n in range(300)}, {}),
        ({"Vehicle.A": Variant("s", "x" * 70_000)}, {}),
        ({"Vehicle.Speed": Variant("d", 0.0)}, {"restart": Variant("s", "yes")}),
    ],
    ids=["unknown option", "too many", "too large", "option of another type"],
)
async def test_a_report_that_is_refused_may_have_said_anything(
    daemon: RunningDaemon, signals: dict[str, Variant], options: dict[str, Variant]
) -> None:
    with pytest.raises(CallFailed) as refused:
        await daemon.raw(f"{NAME}.Context", "Update", "a{sv}a{sv}", [signals, options])
    assert refused.value.name == "InvalidArgument"
    assert await daemon.get("Context", "DriveState") == "unknown"
    assert (await daemon.recall("放点什么音乐"))["status"] == "suppressed"


async def test_invented_signals_do_not_grow_the_daemon_and_push_nothing_out(daemon: RunningDaemon) -> None:
    for block in range(8):
        await daemon.context({f"Vehicle.Invented{block}.Path{n}": n for n in range(100)})
    ages = await daemon.get("Context", "Ages")
    assert len(ages) == 512
    assert set(PARKED) <= set(ages)
    assert "Vehicle.Invented7.Path99" in ages
    assert await daemon.get("Context", "DriveState") == "parked"
