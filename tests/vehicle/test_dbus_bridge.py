"""The bridge on a real private bus, with services that come, change, go and hang."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest
from dbus_fast import Message, MessageType, PropertyAccess, Variant
from dbus_fast.aio import MessageBus
from dbus_fast.service import ServiceInterface, dbus_property, dbus_signal

from cabin_memory.codecs.vss_mapping import conversion
from cabin_memory.domain import vehicle
from cabin_memory.domain.vehicle import Invalid
from cabin_memory.inbound.vehicle_bridges import Values
from cabin_memory.inbound.vehicle_bridges.dbus_bridge import DbusBridge, Watch

SERVICE, PATH, INTERFACE = "org.example.Car", "/org/example/Car", "org.example.Car1"
PROPERTIES = "org.freedesktop.DBus.Properties"
OCCUPIED = vehicle.SEAT_OCCUPIED.format(seat="Row1.PassengerSide")
NOT_AVAILABLE = Invalid.NOT_AVAILABLE


class CarService(ServiceInterface):
    """Speed in m/s, a gear as a word, an unrelated property, and a signal with a seat's state."""

    def __init__(self) -> None:
        super().__init__(INTERFACE)
        self.speed = 10.0
        self.gear = "P"

    @dbus_property(access=PropertyAccess.READ)
    def Speed(self) -> "d":  # noqa: F821
        return self.speed

    @dbus_property(access=PropertyAccess.READ)
    def Gear(self) -> "s":  # noqa: F821
        return self.gear

    @dbus_signal()
    def Seat(self, which: "s", state: "s") -> "ss":  # noqa: F821
        return [which, state]


def watch(member: str, vss: str, node: dict[str, Any], source: dict[str, Any], **more: Any) -> Watch:
    return Watch(
        service=SERVICE,
        object_path=PATH,
        interface=INTERFACE,
        member=member,
        vss=vss,
        conversion=conversion(node, source),
        **more,
    )


WATCHES = (
    watch("Speed", vehicle.SPEED, {"datatype": "float"}, {"transform": {"math": "x * 3.6"}}),
    watch(
        "Gear",
        vehicle.SELECTED_GEAR,
        {"datatype": "int8"},
        {"transform": {"mapping": [{"from": "P", "to": 126}, {"from": "D", "to": 127}]}},
    ),
    watch(
        "Seat",
        "Vehicle.Cabin.Seat.Row1.PassengerSide.OccupancyStatus",
        {"datatype": "string"},
        {},
        is_signal=True,
        argument=1,
    ),
)


class Heard:
    """A sink that can be waited on."""

    def __init__(self) -> None:
        self.batches: list[dict[str, Any]] = []
        self._came = asyncio.Event()

    def __call__(self, values: Values) -> None:
        self.batches.append(dict(values))
        self._came.set()

    def last(self) -> dict[str, Any]:
        return {path: value for batch in self.batches for path, value in batch.items()}

    async def until(self, expected: dict[str, Any]) -> None:
        async with asyncio.timeout(10):
            while not expected.items() <= self.last().items():
                self._came.clear()
                await self._came.wait()

    def forget(self) -> None:
        self.batches.clear()


@contextlib.asynccontextmanager
async def following(address: str, heard: Heard, *watches: Watch, poll_s: float = 0.1) -> AsyncIterator[None]:
    async def connect() -> MessageBus:
        return await MessageBus(bus_address=address).connect()

    bridge = DbusBridge(watches or WATCHES, connect, poll_s=poll_s, retry_first_s=0.05)
    task = asyncio.create_task(bridge.run(heard))
    try:
        yield
    finally:
        await cancelled(task)


async def cancelled(task: asyncio.Task[None]) -> None:
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


@contextlib.asynccontextmanager
async def serving(address: str, name: str = SERVICE) -> AsyncIterator[tuple[CarService, MessageBus]]:
    bus = await MessageBus(bus_address=address).connect()
    service = CarService()
    bus.export(PATH, service)
    await bus.request_name(name)
    try:
        yield service, bus
    finally:
        bus.disconnect()


async def test_values_of_a_service_that_is_there(bus_address: str) -> None:
    heard = Heard()
    async with serving(bus_address) as (service, _), following(bus_address, heard, poll_s=0):
        await heard.until({vehicle.SPEED: 36.0, vehicle.SELECTED_GEAR: 126})
        service.speed = 20.0
        service.emit_properties_changed({"Speed": 20.0})
        await heard.until({vehicle.SPEED: 72.0})
        for state, occupied in (("OCCUPIED", True), ("EMPTY", False), ("UNKNOWN", NOT_AVAILABLE)):
            service.Seat("front", state)
            await heard.until({OCCUPIED: occupied})


async def test_a_service_that_comes_and_goes(bus_address: str) -> None:
    heard = Heard()
    async with following(bus_address, heard):
        await heard.until({vehicle.SPEED: NOT_AVAILABLE, OCCUPIED: NOT_AVAILABLE})
        for _ in range(2):
            async with serving(bus_address):
                await heard.until({vehicle.SPEED: 36.0})
            await heard.until(
                {vehicle.SPEED: NOT_AVAILABLE, vehicle.SELECTED_GEAR: NOT_AVAILABLE, OCCUPIED: NOT_AVAILABLE}
            )


async def test_an_invalidated_property_is_no_value_until_it_is_read_again(bus_address: str) -> None:
    heard = Heard()
    async with serving(bus_address) as (service, _), following(bus_address, heard, poll_s=0):
        await heard.until({vehicle.SPEED: 36.0})
        heard.forget()
        service.speed = 5.0
        service.emit_properties_changed({}, ["Speed"])
        await heard.until({vehicle.SPEED: 18.0})
        assert [batch[vehicle.SPEED] for batch in heard.batches if vehicle.SPEED in batch] == [
            NOT_AVAILABLE,
            18.0,
        ]


async def test_an_unchanged_property_is_reported_again_and_again(bus_address: str) -> None:
    heard = Heard()
    async with serving(bus_address), following(bus_address, heard, poll_s=0.02):
        async with asyncio.timeout(10):
            while sum(batch.get(vehicle.SPEED) == 36.0 for batch in heard.batches) < 4:
                await asyncio.sleep(0.01)


@pytest.mark.parametrize(("gear", "meant"), [("D", 127), ("Invalid", NOT_AVAILABLE), ("", NOT_AVAILABLE)])
async def test_words_become_gears(bus_address: str, gear: str, meant: Any) -> None:
    heard = Heard()
    async with serving(bus_address) as (service, _), following(bus_address, heard):
        service.gear = gear
        await heard.until({vehicle.SELECTED_GEAR: meant})


async def test_what_has_no_plain_value_is_of_the_wrong_type(bus_address: str) -> None:
    heard = Heard()
    async with serving(bus_address) as (_, bus), following(bus_address, heard, poll_s=0):
        await heard.until({vehicle.SPEED: 36.0})
        odd = {"Speed": Variant("ad", [1.0]), "Gear": Variant("v", Variant("s", "D"))}
        await bus.send(
            Message.new_signal(
                PATH, "org.freedesktop.DBus.Properties", "PropertiesChanged", "sa{sv}as", [INTERFACE, odd, []]
            )
        )
        await heard.until({vehicle.SPEED: Invalid.WRONG_TYPE, vehicle.SELECTED_GEAR: 127})


async def test_nobody_else_can_speak_for_the_service(bus_address: str) -> None:
    """Not even on a connection that is shared with something that listens to everybody."""
    heard = Heard()
    shared = await MessageBus(bus_address=bus_address).connect()
    await shared.call(
        Message(
            destination="org.freedesktop.DBus",
            path="/org/freedesktop/DBus",
            interface="org.freedesktop.DBus",
            member="AddMatch",
            signature="s",
            body=["type='signal'"],
        )
    )
    delivered: list[str | None] = []
    shared.add_message_handler(lambda message: delivered.append(message.member))

    async def lend() -> MessageBus:
        return shared

    async with (
        serving(bus_address) as (service, _),
        serving(bus_address, "org.example.Impostor") as (impostor, _),
    ):
        task = asyncio.create_task(DbusBridge(WATCHES, lend, close=False, poll_s=0).run(heard))
        await heard.until({vehicle.SPEED: 36.0})
        impostor.emit_properties_changed({"Speed": 100.0})
        impostor.Seat("front", "OCCUPIED")
        service.emit_properties_changed({"Speed": 11.0})
        await heard.until({vehicle.SPEED: 39.6})
        assert delivered.count("PropertiesChanged") == 2
        assert "Seat" in delivered
        assert not any(batch.get(vehicle.SPEED) == 360.0 for batch in heard.batches)
        assert OCCUPIED not in heard.last()
        await cancelled(task)
    shared.disconnect()


async def test_an_older_answer_does_not_replace_what_was_announced_since(bus_address: str) -> None:
    heard = Heard()
    bus = await MessageBus(bus_address=bus_address).connect()
    answered = asyncio.Event()

    def announce_then_answer(message: Message) -> bool | None:
        if message.member != "GetAll":
            return None
        changed = [INTERFACE, {"Speed": Variant("d", 20.0)}, []]
        bus.send(Message.new_signal(PATH, PROPERTIES, "PropertiesChanged", "sa{sv}as", changed))
        old = {"Speed": Variant("d", 10.0), "Gear": Variant("s", "D")}
        bus.send(Message.new_method_return(message, "a{sv}", [old]))
        answered.set()
        return True

    bus.add_message_handler(announce_then_answer)
    await bus.request_name(SERVICE)
    async with following(bus_address, heard, poll_s=0):
        await heard.until({vehicle.SPEED: 72.0, vehicle.SELECTED_GEAR: 127})
        assert answered.is_set()
        assert not any(batch.get(vehicle.SPEED) == 36.0 for batch in heard.batches)
    bus.disconnect()


async def test_missing_properties_and_arguments_are_not_available(bus_address: str) -> None:
    heard = Heard()
    nowhere = watch("Altitude", vehicle.AIR_TEMPERATURE, {}, {})
    short = watch("Seat", vehicle.AUTONOMY, {}, {}, is_signal=True, argument=7)
    async with serving(bus_address) as (service, _), following(bus_address, heard, nowhere, short):
        await heard.until({vehicle.AIR_TEMPERATURE: NOT_AVAILABLE})
        heard.forget()
        service.Seat("front", "EMPTY")
        await heard.until({vehicle.AUTONOMY: NOT_AVAILABLE})


async def test_asking_never_starts_or_disturbs_what_is_not_there(bus_address: str) -> None:
    heard = Heard()
    elsewhere = Watch(
        service=SERVICE, object_path="/nowhere", interface=INTERFACE, member="Speed", vss=vehicle.SPEED
    )
    async with serving(bus_address), following(bus_address, heard, elsewhere):
        async with asyncio.timeout(10):
            while len(heard.batches) < 3:
                await asyncio.sleep(0.01)
    assert heard.last() == {vehicle.SPEED: NOT_AVAILABLE}


async def test_a_hanging_service_is_not_reported_and_does_not_hold_up_others(bus_address: str) -> None:
    """Its values grow old; the answer of another service still comes."""
    heard = Heard()
    hanging = await MessageBus(bus_address=bus_address).connect()

    def swallow(message: Message) -> bool | None:
        return True if message.message_type is MessageType.METHOD_CALL else None

    hanging.add_message_handler(swallow)
    await hanging.request_name("org.example.Hanging")
    stuck = Watch(
        service="org.example.Hanging",
        object_path=PATH,
        interface=INTERFACE,
        member="Fatigue",
        vss=vehicle.FATIGUE,
    )
    async with serving(bus_address), following(bus_address, heard, *WATCHES, stuck):
        await heard.until({vehicle.SPEED: 36.0})
    assert vehicle.FATIGUE not in heard.last()
    hanging.disconnect()


async def test_a_lost_bus_takes_everything_and_is_found_again(
    bus_address: str, caplog: pytest.LogCaptureFixture
) -> None:
    heard = Heard()
    lent: list[MessageBus] = []

    async def connect() -> MessageBus:
        if len(lent) == 1:
            lent.append(lent[0])
            raise ConnectionRefusedError
        lent.append(await MessageBus(bus_address=bus_address).connect())
        return lent[-1]

    bridge = DbusBridge(WATCHES, connect, poll_s=0.1, retry_first_s=0.01)
    async with serving(bus_address):
        task = asyncio.create_task(bridge.run(heard))
        await heard.until({vehicle.SPEED: 36.0})
        lent[0].disconnect()
        await heard.until({vehicle.SPEED: NOT_AVAILABLE})
        await heard.until({vehicle.SPEED: 36.0})
        await cancelled(task)
    assert len(lent) == 3
    assert not lent[-1].connected


async def test_a_lent_connection_is_left_open_and_clean(bus_address: str) -> None:
    heard = Heard()
    mine = await MessageBus(bus_address=bus_address).connect()

    async def lend() -> MessageBus:
        return mine

    task = asyncio.create_task(DbusBridge(WATCHES, lend, close=False, poll_s=0).run(heard))
    async with serving(bus_address) as (service, _):
        await heard.until({vehicle.SPEED: 36.0})
        await cancelled(task)
        heard.forget()
        service.emit_properties_changed({"Speed": 1.0})
        reply = await mine.call(
            Message(destination=SERVICE, path=PATH, interface="org.freedesktop.DBus.Peer", member="Ping")
        )
        assert reply is not None
        assert mine.connected
        assert heard.batches == []
    mine.disconnect()
