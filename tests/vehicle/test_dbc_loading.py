import pytest
from hypothesis import given
from hypothesis import strategies as st
from vehicle_cars import OPENDBC, VEHICLES

from cabin_memory.codecs.dbc_loading import LoadedDbc, Wanted, load
from cabin_memory.domain.errors import MappingInvalid
from opendbc_file import dbc_text

HEAD = """VERSION ""

NS_ :
\tCM_
\tVAL_

BS_:

BU_: ECU

BO_ 256 Dynamics: 8 ECU
 SG_ Speed : 0|16@1+ (0.01,0) [0|400] "km/h" HMI
 SG_ Gear : 16|4@1+ (1,0) [0|15] "" HMI

BO_ 512 Other: 8 ECU
 SG_ Unused : 0|8@1+ (1,0) [0|255] "" HMI

"""
HEAD_LINES = HEAD.count("\n")
GEAR_NAMES = 'VAL_ 256 Gear 0 "P" 1 "R" 2 "N; or so" 3 "D" ;\n'


def find(text: str, *signals: str) -> LoadedDbc:
    return load(text.encode(), "car.dbc", [Wanted(signal=signal) for signal in signals])


def refused(text: str, *signals: str) -> list[str]:
    with pytest.raises(MappingInvalid) as caught:
        find(text, *signals)
    return caught.value.detail.splitlines()


def test_only_what_is_wanted_is_loaded() -> None:
    loaded = find(HEAD + GEAR_NAMES + 'BA_ "GenMsgCycleTime" BO_ 256 20;\n', "Gear")
    (message,) = loaded.messages
    assert [signal.name for signal in message.signals] == ["Gear"]
    assert message.signals[0].choices == {0: "P", 1: "R", 2: "N; or so", 3: "D"}
    assert message.cycle_time == 20
    assert loaded.faults == ()
    assert find(HEAD, "Elsewhere").messages == ()


HARMLESS = {
    'CM_ 256 "a comment without its keyword";': "CM_ is not in its form",
    'CM_ SG_ 256 "a comment without its signal";': "CM_ is not in its form",
    'CM_ "a comment that does not end;': "CM_ does not end",
    'VAL_TABLE_ Unused 0 "a" 1 ;': "VAL_TABLE_ is not in its form",
    'VAL_ 512 Unused 0 "a" "b" ;': "VAL_ is not in its form",
    'VAL_ 512 Nowhere 0 "a" ;': "VAL_ of signal Nowhere, which is not there",
    'VAL_ 999 Nowhere 0 "a" ;': "VAL_ of signal Nowhere, which is not there",
    "BO_ 4096 Extended: 8 ECU": "identifier 0x1000 has more than 11 bits",
    "BO_ 4294967295 Wide: 8 ECU": "identifier 0x7fffffff has more than 29 bits",
    "BO_ 512 Again: 8 ECU": "identifier of Other used again",
    "BO_ 600 Long: 1000 ECU": "1000 bytes are no CAN frame",
    "BO_ Broken": "a message is not BO_ id name",
    "<<<<<<< HEAD": "not a statement of a DBC file",
}


@pytest.mark.parametrize(("line", "fault"), HARMLESS.items())
def test_a_fault_elsewhere_is_named_and_does_no_harm(line: str, fault: str) -> None:
    loaded = find(f"{HEAD}{line}\n{GEAR_NAMES}", "Speed", "Gear")
    assert [signal.name for message in loaded.messages for signal in message.signals] == ["Speed", "Gear"]
    assert loaded.messages[0].signals[1].choices
    assert (loaded.faults[0].file, loaded.faults[0].line) == ("car.dbc", HEAD_LINES + 1)
    assert fault in loaded.faults[0].text


# What is changed, and the start of the line that must be named.
FATAL = [
    ("(1,0) [0|15]", "(1;0) [0|15]", " SG_ Gear"),
    ("Gear : 16|4", "Gear : 62|4", " SG_ Gear"),
    (" SG_ Gear", ' SG_ Gear : 32|4@1+ (1,0) [0|0] "" HMI\n SG_ Gear', " SG_ Gear : 16"),
    ("BO_ 256 ", "BO_ 2560 ", "BO_ 2560"),
    ("Dynamics: 8", "Dynamics: 80", "BO_ 256"),
    ("Dynamics:", "Dynamics", " SG_ Gear"),
]


@pytest.mark.parametrize(("sound", "broken", "line"), FATAL)
def test_a_fault_in_what_is_mapped_is_refused_with_its_line(sound: str, broken: str, line: str) -> None:
    text = HEAD.replace(sound, broken)
    assert text != HEAD
    (fault,) = refused(text, "Gear")
    file, number, _ = fault.split(":", 2)
    assert file == "car.dbc"
    assert text.splitlines()[int(number) - 1].startswith(line)
    # Whoever does not map that message is not bothered.
    assert len(find(text, "Unused").messages) == 1


@pytest.mark.parametrize(
    "names", ['VAL_ 256 Gear 0 "P" 1 ;', 'VAL_ 256 Gear 0 "P" 1 "R', "VAL_ 256 Gear 0 P ;"]
)
def test_broken_names_of_a_mapped_signal_are_refused(names: str) -> None:
    text = f"{HEAD}{names}\nBO_ 700 Next: 8 ECU\n"
    assert refused(text, "Gear")[0].startswith(f"car.dbc:{HEAD_LINES + 1}: ")
    assert find(text, "Speed").messages


def test_a_message_can_be_singled_out() -> None:
    text = HEAD + 'BO_ 768 Twin: 8 ECU\n SG_ Speed : 0|8@1+ (1,0) [0|255] "km/h" HMI\n'
    assert {message.name for message in find(text, "Speed").messages} == {"Dynamics", "Twin"}
    only = load(text.encode(), "car.dbc", [Wanted(signal="Speed", message="Twin")])
    assert [message.name for message in only.messages] == ["Twin"]


def test_motorola_layouts_are_measured_along_the_bytes() -> None:
    fits = HEAD.replace("0|16@1+", "7|16@0+")
    assert find(fits, "Speed").messages
    assert refused(HEAD.replace("0|16@1+", "56|16@0+"), "Speed")


def test_multiplexed_signals_keep_their_selector() -> None:
    text = """BO_ 304 Seats: 8 ECU
 SG_ Index M : 0|4@1+ (1,0) [0|15] "" HMI
 SG_ First m1 : 8|2@1+ (1,0) [0|3] "" HMI
 SG_ Second m2 : 8|2@1+ (1,0) [0|3] "" HMI
 SG_ Plain : 16|2@1+ (1,0) [0|3] "" HMI
"""
    plain, muxed = find(text, "Plain", "Second").messages
    assert [signal.name for signal in plain.signals] == ["Plain"]
    assert {signal.name for signal in muxed.signals} == {"Index", "Second"}
    (index,) = find(text, "Index").messages
    assert not index.is_multiplexed()


def test_statements_on_one_line_and_in_windows_1252() -> None:
    text = HEAD + 'CM_ "sch\xf6n"; ' + GEAR_NAMES
    loaded = load(text.replace("\n", "\r\n").encode("cp1252"), "car.dbc", [Wanted(signal="Gear")])
    assert loaded.messages[0].signals[0].choices
    assert loaded.faults == ()


@pytest.mark.parametrize(
    ("name", "signal", "faults"),
    [
        (OPENDBC["hyundai_kona_2018"], "CF_Lvr_Gear", [1656, 1657]),
        (OPENDBC["honda_civic_2016"], "REVERSE_LIGHT", [211, 212]),
        (OPENDBC["ford_mustang"], "GearLvrPos_D_Actl", []),
    ],
)
def test_published_files(name: str, signal: str, faults: list[int]) -> None:
    """Two of these three are refused as a whole by cantools, for their comments."""
    loaded = load(dbc_text(name).encode(), f"{name}.dbc", [Wanted(signal=signal)])
    assert [message.get_signal_by_name(signal).name for message in loaded.messages] == [signal]
    assert [fault.line for fault in loaded.faults] == faults


DEMO = (VEHICLES / "demo_car.dbc").read_text()
DEMO_SIGNALS = ("VehicleSpeed", "SelectedGear", "Occupied2", "AutonomyLevel")


@given(st.data())
def test_no_file_raises_anything_but_mapping_invalid(data: st.DataObject) -> None:
    lines = DEMO.splitlines()
    spoilt = data.draw(st.integers(0, len(lines) - 1))
    line = lines[spoilt]
    cut = data.draw(st.integers(0, len(line)))
    lines[spoilt] = line[:cut] + data.draw(st.text(max_size=5)) + line[cut + data.draw(st.integers(0, 5)) :]
    try:
        faults = [str(fault) for fault in find("\n".join(lines), *DEMO_SIGNALS).faults]
    except MappingInvalid as fault:
        faults = fault.detail.splitlines()
    assert all(fault.startswith("car.dbc:") for fault in faults)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_file_without_messages(data: bytes) -> None:
    assert load(data, "noise.dbc", [Wanted(signal="Speed")]).messages == ()
