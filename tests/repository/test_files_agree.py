"""Files that must say what the code says, or what other files say."""

import re
import tomllib
import xml.etree.ElementTree as ElementTree
from configparser import RawConfigParser
from pathlib import Path

import settings_example
from cabin_memory.codecs import settings_document
from cabin_memory.inbound import dbus_contract
from cabin_memory.outbound.device_key import CREDENTIAL
from cabin_memory.wiring import SECTIONS

ROOT = Path(__file__).resolve().parents[2]
SYSTEMD = ROOT / "systemd"


def test_the_example_settings_are_those_of_the_code() -> None:
    assert settings_example.main(["--check"]) == 0


def test_the_example_settings_are_the_defaults_commented_out_or_not() -> None:
    text = settings_example.EXAMPLE.read_text("utf-8")
    defaults = settings_document.read("", SECTIONS)
    assert settings_document.read(text, SECTIONS) == defaults
    given = re.sub(r"^# (?=\w+ = )", "", text, flags=re.MULTILINE)
    assert given.count("\n#") < text.count("\n#")
    assert settings_document.read(given, SECTIONS) == defaults


def test_the_lock_names_every_dependency_with_hashes_and_no_address() -> None:
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    pinned = {_normal(name) for name in re.findall(r"^([A-Za-z0-9._-]+)==", lock, re.MULTILINE)}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *extras["dev"], *extras["pydbus"]]
    names = {_normal(match[0]) for one in wanted if (match := re.match(r"[A-Za-z0-9._-]+", one))}
    assert names
    assert names <= pinned
    assert lock.count("--hash=sha256:") >= len(pinned)
    assert "://" not in lock
    assert "--index" not in lock


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_the_bus_policy_names_the_contract_and_keeps_manage_for_the_owner() -> None:
    policies = ElementTree.parse(SYSTEMD / "org.cabinmemory.Memory1.conf").getroot().findall("policy")
    allowed = {
        (policy.get("group") or policy.get("user") or "default"): [
            allow.get("send_interface") for allow in policy.findall("allow") if allow.get("send_destination")
        ]
        for policy in policies
    }
    served = {interface.name for interface in dbus_contract.INTERFACES}
    ours = {i for names in allowed.values() for i in names if i and i.startswith(dbus_contract.NAME)}
    assert ours <= served
    # None: no interface is named, so all are allowed.
    assert {who for who, names in allowed.items() if None in names} == {"cabin-memory-owner", "root"}
    assert dbus_contract.MANAGE.name not in ours
    owners = [
        p.get("user") for p in policies for a in p.findall("allow") if a.get("own") == dbus_contract.NAME
    ]
    assert owners == ["cabin-memory"]


def test_units_policy_and_users_agree_on_names() -> None:
    unit, activation = (
        _ini(SYSTEMD / "cabin-memoryd.service"),
        _ini(SYSTEMD / "org.cabinmemory.Memory1.service"),
    )
    assert unit["Service"]["BusName"] == activation["D-BUS Service"]["Name"] == dbus_contract.NAME
    assert unit["Service"]["LoadCredentialEncrypted"].split(":")[0] == CREDENTIAL
    assert activation["D-BUS Service"]["SystemdService"] == "cabin-memoryd.service"
    accounts = re.findall(r"^([ug])\s+([\w-]+)", (SYSTEMD / "sysusers.conf").read_text("utf-8"), re.MULTILINE)
    users = [name for kind, name in accounts if kind == "u"]
    assert users == [unit["Service"]["User"]] == [activation["D-BUS Service"]["User"]]
    policy = (SYSTEMD / "org.cabinmemory.Memory1.conf").read_text("utf-8")
    groups = set(re.findall(r'group="([\w-]+)"', policy))
    assert groups
    assert groups <= {name for kind, name in accounts if kind == "g"}


def _ini(path: Path) -> RawConfigParser:
    parser = RawConfigParser(strict=False)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read_string(path.read_text("utf-8"))
    return parser


def test_every_claim_of_the_attack_model_names_a_test_that_exists() -> None:
    root = Path(__file__).resolve().parents[2]
    text = (root / "docs" / "attack_model.md").read_text("utf-8")
    rows = re.findall(r"^\| (?!claim|---)(.+?) \| (.+?) \|$", text, re.MULTILINE)
    assert len(rows) >= 25
    for claim, held_by in rows:
        named = re.findall(r"`([\w/]+\.py)(?:: (\w+))?`", held_by)
        assert named, claim
        for file, test in named:
            source = (root / "tests" / file).read_text("utf-8")
            assert not test or f"def {test}(" in source, f"{file}: {test}"
