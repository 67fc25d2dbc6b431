"""Variants of one's own: they play, and a file that is wrong is told all its faults at once."""

from __future__ import annotations

import json
import pickle
import re
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

import family_oracle
from cli.test_cli import NOT_UNDERSTOOD
from fullprime import Game, Phase, Played, Rolled, SeededDice, Variant
from fullprime.errors import MOST_FAULTS, BadVariant
from fullprime.protocols.jsonl import answer
from fullprime.series import Series
from fullprime.variant import read_variant
from fullprime.variant.contradictions import NEEDS, Needs
from fullprime.variant.file import MOST_BYTES, SET_BY_LOADING
from fullprime.variant.schema import allowed, defaults, fields
from program import environment, run

FIVE = 'name = "Five"\ncheckers = 5\nstart = "24:2 23:2 22:1"\ncap = 3\n'
BASE = 'name = "X"\nstart = "24:15"\n'
THREE_FAULTS = 'name = "X"\nstart = "24:14"\nlanding = "bounce"\nhome = 40\n'
PAGE = (Path(__file__).parents[2] / "docs" / "own-variants.md").read_text(encoding="utf-8")
USUAL = defaults(Variant)


def five(folder: Path) -> str:
    path = folder / "five.toml"
    path.write_text(FIVE, encoding="utf-8")
    return str(path)


def faults(text: str | bytes) -> tuple[str, ...]:
    """What is wrong with a file of that text."""
    with pytest.raises(BadVariant) as caught:
        read_variant("my.toml", text if isinstance(text, bytes) else text.encode())
    told = caught.value.faults
    assert all(fault.startswith("my.toml: ") and fault.isprintable() for fault in told)
    return tuple(fault.removeprefix("my.toml: ") for fault in told)


# It plays ----------------------------------------------------------------------------------------


def test_load_a_file(tmp_path: Path) -> None:
    variant = Variant.load(five(tmp_path))
    assert (variant.id, variant.name, variant.checkers, variant.cap) == ("five", "Five", 5, 3)
    assert Variant.load(five(tmp_path), {"no_hit_and_run": True}).no_hit_and_run
    without_ending = tmp_path / "other"
    without_ending.write_text(FIVE, encoding="utf-8")
    assert Variant.load(str(without_ending)).id == "other"


def test_load_a_file_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    five(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert Variant.load("five.toml") == Variant.load("./five.toml")


def test_options_of_ones_own_come_first() -> None:
    text = BASE + '[options.cap5]\nsummary = "Mine."\nset = {cap = 20}'
    assert read_variant("my.toml", text.encode()).options["cap5"].summary == "Mine."
    assert list(read_variant("my.toml", text.encode()).options) == ["cap5", "no_hit_and_run"]


def test_counts_agree_with_the_oracle(tmp_path: Path) -> None:
    variant = Variant.load(five(tmp_path))
    start = ((24, 2), (23, 2), (22, 1))
    rules = replace(family_oracle.RULES["hypergammon"], n=5, start=start, cap=3)
    counts = variant.perft(variant.start_position, 1)
    assert sum(counts.values()) == family_oracle.perft(rules, 1)


def test_random_games_end(tmp_path: Path) -> None:
    for seed in range(5):
        rng, dice = Random(seed), SeededDice(seed)
        game = Game.start(Variant.load(five(tmp_path)))
        for _ in range(3000):
            if game.result:
                break
            if game.phase is Phase.TO_PLAY:
                game = game.apply(Played.of(rng.choice(game.plays)))
            elif game.verbs[0] == "pass":
                game = game.apply(game.legal()[0])
            else:
                game = game.apply(Rolled(dice.roll()))
            assert max(game.position.mover[1:25]) <= 3
        assert game.result is not None


def test_commands(tmp_path: Path) -> None:
    done = run("legal", "--variant", five(tmp_path), "--dice", "31")
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 9
    assert run("perft", "-v", five(tmp_path)).stdout.splitlines()[-1] == "total 299"


def test_play_and_resume(tmp_path: Path) -> None:
    path = five(tmp_path)
    done = run("play", "-v", path, "--bots", "--match", "1", "--seed", "2", home=tmp_path)
    assert done.returncode == 0
    assert "wins the match" in done.stdout
    assert run("play", "-v", path, "--two", home=tmp_path).returncode == 0
    Path(path).unlink()
    assert run("play", "--resume", home=tmp_path).returncode == 0


def test_json_lines(tmp_path: Path) -> None:
    request = {"op": "legal", "variant": five(tmp_path), "dice": [6, 5]}
    reply = answer(json.dumps({**request, "position": "24:2 / 5:1"}).encode())
    assert {"steps": [[24, 18], [24, 19]], "position": "19:1 18:1 / 5:1"} in reply["plays"]
    broken = tmp_path / "my.toml"
    broken.write_text(THREE_FAULTS, encoding="utf-8")
    reply = answer(json.dumps({**request, "variant": str(broken), "position": "/"}).encode())
    assert len(reply["error"].splitlines()) == 3


def test_three_faults_are_three_lines(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(THREE_FAULTS, encoding="utf-8")
    done = run("legal", "--variant", str(path), "--dice", "31")
    assert done.returncode == NOT_UNDERSTOOD
    assert done.stdout == ""
    assert done.stderr.splitlines() == [
        'fullprime: my.toml: field landing: got "bounce", expected one of none, hit, pin, share',
        "my.toml: field home: got 40, expected a whole number from 6 to 12",
        "my.toml: field start: the side has 14 checkers, expected 15",
    ]


# Files that cannot be read -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("none.toml", "cannot be read: No such file or directory"),
        ("no/such/folder", "cannot be read: No such file or directory"),
        (".", "cannot be read: a folder or a device, expected a file"),
        ("five.toml/x", "cannot be read: Not a directory"),
        ("x" * 5000 + ".toml", "cannot be read: File name too long"),
        ("a\x00.toml", "cannot be read: no file has such a name"),
        ("a\ud800.toml", "cannot be read: no file has such a name"),
    ],
)
def test_no_file(name: str, reason: str, tmp_path: Path) -> None:
    five(tmp_path)
    with pytest.raises(BadVariant) as caught:
        Variant.load(f"{tmp_path}/{name}")
    assert len(caught.value.faults) == 1
    assert str(caught.value).isprintable()
    assert str(caught.value).endswith(reason)
    assert len(str(caught.value)) < 300


def test_no_device_keeps_us_waiting() -> None:
    with pytest.raises(BadVariant, match="/dev/zero: cannot be read: a folder or a device"):
        Variant.load("/dev/zero")


def test_no_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = five(tmp_path)
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(BadVariant, match=r"five.toml: cannot be read: Permission denied"):
        Variant.load(path)


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b'name = "\xff"', "not UTF-8 text, see byte 9"),
        (b"name = ", "not TOML: Invalid value (at end of document)"),
        (
            b"name = 1\nname",
            "not TOML: Expected '=' after a key in a key/value pair (at end of document)",
        ),
        (b"name = " + b"[" * 5000, "nested too deep"),
        (b"#" * (MOST_BYTES + 1), "too large, expected at most 64,000 bytes"),
    ],
)
def test_no_toml(data: bytes, fault: str, tmp_path: Path) -> None:
    assert faults(data) == (fault,)
    path = tmp_path / "my.toml"
    path.write_bytes(data)
    with pytest.raises(BadVariant, match=re.escape(f"my.toml: {fault}")):
        Variant.load(str(path))


# Fields that are wrong by themselves -------------------------------------------------------------

OPTION = BASE + '[options.o]\nsummary = ""\n'
FIELDS = ", ".join(fields(Variant, without=SET_BY_LOADING))
RULES = FIELDS.removeprefix("name, ").replace(
    "aliases, order, summary, description, options, sources, ", ""
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["field name: missing, expected text", "field start: missing, expected text"]),
        (BASE + "home = 40", ["field home: got 40, expected a whole number from 6 to 12"]),
        (BASE + "home = 6.0", ["field home: got 6.0, expected a whole number from 6 to 12"]),
        (BASE + "home = true", ["field home: got true, expected a whole number from 6 to 12"]),
        (BASE + "no_hit_and_run = 1", ["field no_hit_and_run: got 1, expected true or false"]),
        (BASE + "cap = 0x" + "f" * 9000, [
            "field cap: got a huge number, expected a whole number from 0 to 30"]),
        (BASE + "summary = 2026-01-31", ['field summary: got "2026-01-31", expected text']),
        (BASE + 'aliases = "y"', ['field aliases: got "y", expected a list, each entry text']),
        (BASE + "aliases = [1]", ["field aliases: got [1], expected a list, each entry text"]),
        (BASE + 'landing = "jump\\nup"', [
            'field landing: got "jump\\nup", expected one of none, hit, pin, share']),
        (BASE + 'entry = "' + "x" * 500 + '"', [
            'field entry: got "' + "x" * 59 + "... (502 characters), "
            "expected one of bar, free, all_first"]),
        (BASE + "wings = 2", [f"field wings: unknown, expected one of: {FIELDS}"]),
        (BASE + 'landign = "pin"', [
            f"field landign: unknown, expected one of: {FIELDS}; did you mean 'landing'?"]),
        (BASE + 'id = "y"', [f"field id: unknown, expected one of: {FIELDS}"]),
        (BASE + '"\\u009b\\n" = 1', [f"field \\x9b\\n: unknown, expected one of: {FIELDS}"]),
        (BASE + "options = 1", ["field options: got 1, expected a table"]),
        (BASE + "options.o = 1", ["field options.o: got 1, expected a table"]),
        (BASE + "[options.o]\nset = {cap = 15}", [
            "field options.o.summary: missing, expected text"]),
        (OPTION, ["field options.o: got neither, expected set or field"]),
        (OPTION + 'set = {cap = 15}\nfield = "cap"', [
            "field options.o: got both, expected set or field"]),
        (OPTION + "sett = {cap = 15}", [
            "field options.o.sett: unknown, expected one of: summary, set, field; "
            "did you mean 'set'?"]),
        (OPTION + "set = {kap = 15}", [
            f"field options.o.set.kap: unknown, expected one of: {RULES}; did you mean 'cap'?"]),
        (OPTION + 'set = {cap = "5"}', [
            'field options.o.set.cap: got "5", expected a whole number from 0 to 30']),
        (OPTION + 'set = {name = "Y"}', [
            f"field options.o.set.name: unknown, expected one of: {RULES}"]),
        (OPTION + "set = 1", ["field options.o.set: got 1, expected a table"]),
        (OPTION + 'field = "kap"', [
            f"field options.o.field: got \"kap\", expected one of: {RULES}; did you mean 'cap'?"]),
        (OPTION + 'field = "id"', [
            f'field options.o.field: got "id", expected one of: {RULES}']),
        (OPTION + "field = 1", ["field options.o.field: got 1, expected text"]),
    ],
)  # fmt: skip
def test_wrong_fields(text: str, expected: list[str]) -> None:
    assert list(faults(text)) == expected


def test_every_fault_is_told_once() -> None:
    assert len(faults(THREE_FAULTS + "wings = 2\n[options.o]\nset = {cap = 99}")) == 6


def test_many_faults_are_cut() -> None:
    with pytest.raises(BadVariant) as caught:
        read_variant("my.toml", "".join(f"x{i} = 1\n" for i in range(50)).encode())
    lines = str(caught.value).splitlines()
    assert len(caught.value.faults) == 52
    assert (len(lines), lines[-1]) == (MOST_FAULTS + 1, "and 42 more faults")
    assert pickle.loads(pickle.dumps(caught.value)).faults == caught.value.faults


# Fields that do not go together ------------------------------------------------------------------

RING = 'name = "X"\ncheckers = 16\nstart = "16:8 15:8"\ngeometry = "ring16"\n'


def start(text: str, rest: str = "") -> str:
    return f'name = "X"\nstart = "{text}"\n{rest}'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (start("24:16"), ["field start: the side has 16 checkers, expected 15"]),
        (start("24:14"), ["field start: the side has 14 checkers, expected 15"]),
        (start("24:15", "checkers = 5"), ["field start: the side has 15 checkers, expected 5"]),
        (start("24;2 99:13"), [
            "field start: the side: cannot read '24;2', expected point:count such as 13:5",
            "field start: the side: '99:13': no such point; expected 1 to 24, bar, hand, off"]),
        (start("24:14 23p:1"), [
            "field start: nothing is pinned before the game, expected words such as 24:2"]),
        (start("off:15"), ["field start: both sides have borne off all their checkers"]),
        (start("24:10 1:5"), [
            "field start: both sides stand on the 1 (the other side's 24); "
            "both sides stand on the 24 (the other side's 1)"]),
        (start("24:15", 'geometry = "common"'), [
            "field start: both sides stand on the 24 (the other side's 24)"]),
        (BASE + 'landing = "none"', ['field block: got 2 with landing "none", expected 1']),
        (BASE + "block = 1", ['field block: got 1 with landing "hit", expected 2']),
        (BASE + 'landing = "pin"\nblock = 3', [
            'field block: got 3 with landing "pin", expected 2']),
        (BASE + 'landing = "share"', [
            'field landing: got "share" with geometry "contrary", '
            "expected share with ring16 and nowhere else"]),
        (RING + 'landing = "none"\nblock = 1', [
            'field landing: got "none" with geometry "ring16", '
            "expected share with ring16 and nowhere else"]),
        (RING.replace("15:8", "17:8") + 'landing = "share"', [
            "field start: the ring has 16 cells, and a piece stands beyond them"]),
        (start("hand:15"), [
            'field entry: got "bar" with checkers in hand, expected free or all_first']),
        (BASE + 'entry = "free"', [
            'field entry: got "free" with no checker in hand at the start, expected bar']),
        (start("23:15", 'landing = "pin"\nmother_rule = "plakoto"'), [
            'field mother_rule: got "plakoto" with no checker on the 24 of the start, '
            "expected none"]),
        (BASE + 'goal = "last_off"\nscore = 1\nmirror_gammon = true', [
            "field mirror_gammon: got true with score 1, expected score 2 or 3"]),
        (start("23:15", "head_limit = 1"), [
            "field head_limit: got 1 with no checker on the 24 of the start, expected 0"]),
        (start("24:14 23:1", "runner = true"), [
            "field runner: got true, expected all 15 checkers to start on the 24"]),
        (BASE + "first_doublet_plain = true", [
            'field first_doublet_plain: got true with doublet "plain", '
            "expected doublet complement or bonus_on_doubles true"]),
        (BASE + 'landing = "pin"\nnohr = true', [
            'field no_hit_and_run: got true with landing "pin", expected landing hit']),
        (OPTION + 'set = {hit_right = "home_reached", landing = "pin"}', [
            'option o: field hit_right: got "home_reached" with landing "pin", '
            "expected landing hit"]),
    ],
)  # fmt: skip
def test_contradictions(text: str, expected: list[str]) -> None:
    assert list(faults(text)) == expected


def other_values(field: str, but: Iterable[object]) -> list[object]:
    """Some values that the field may hold, without those named."""
    default, values = USUAL[field], get_args(fields(Variant)[field].type)
    by_kind = (not default,) if isinstance(default, bool) else (default + 1,) if isinstance(
        default, int) else values  # fmt: skip
    return [value for value in (default, *by_kind) if value not in but]


@pytest.mark.parametrize("need", NEEDS, ids=lambda need: f"{need.field}-{need.other}")
def test_fields_that_need_others(need: Needs) -> None:
    field = other_values(need.field, [USUAL[need.field]])[-1]
    for other in other_values(need.other, need.values):
        text = BASE + f"{need.field} = {json.dumps(field)}\n{need.other} = {json.dumps(other)}\n"
        expected = f"field {need.field}: got {json.dumps(field)} with {need.other} "
        assert any(
            fault.startswith(expected) and fault.endswith(" or ".join(need.values))
            for fault in faults(text)
        )
    assert set(need.values) < set(get_args(fields(Variant)[need.other].type))


def test_a_faulty_field_contradicts_nothing() -> None:
    assert len(faults(BASE + 'landing = "bounce"\nnohr = true\nblock = 1')) == 1
    assert len(faults(start("24:99", "cap = 3\nrunner = true"))) == 1


# Whatever a file holds ---------------------------------------------------------------------------

VALUES = st.one_of(
    st.booleans(),
    st.integers(),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x7f")),
    st.sampled_from([value for field in fields(Variant).values() for value in get_args(field.type)])
    .filter(lambda value: isinstance(value, str)),
    st.lists(st.integers(0, 9)),
)  # fmt: skip
NAMES = st.sampled_from([*fields(Variant), "wings"])


@given(st.dictionaries(NAMES, VALUES))
def test_any_fields(table: dict[str, Any]) -> None:
    text = "".join(
        f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in table.items()
    )
    try:
        variant = read_variant("my.toml", text.encode())
    except BadVariant as error:
        assert all(fault.startswith("my.toml: field ") for fault in error.faults)
        assert len(set(error.faults)) == len(error.faults)
    else:
        assert variant.kernel


@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    with pytest.raises(BadVariant):
        read_variant("my.toml", data)


# The page ----------------------------------------------------------------------------------------


def usual(name: str) -> str:
    return f"`{json.dumps(USUAL[name])}`" if name in USUAL else "needed"


def test_the_page_lists_every_field() -> None:
    rows = re.findall(r"^\| (`\w+` \| .*?) \| ([A-Z].*\.) \|$", PAGE, re.MULTILINE)
    assert [row for row, _ in rows] == [
        f"`{name}` | {allowed(field.type)} | {usual(name)}"
        for name, field in fields(Variant, without=SET_BY_LOADING).items()
    ]


def test_the_page_explains_every_value() -> None:
    for name, field in fields(Variant).items():
        values = [value for value in get_args(field.type) if isinstance(value, str)]
        row = next((line for line in PAGE.splitlines() if line.startswith(f"| `{name}` ")), "")
        meaning = row.rpartition("` | ")[2]
        told = [value for value in values if f"`{value}`" in meaning]
        assert told == values, name


def test_the_examples_of_the_page(tmp_path: Path) -> None:
    for block in re.findall(r"^```toml\n# (\S+)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL):
        (tmp_path / block[0]).write_text(block[1], encoding="utf-8")
    sessions = re.findall(r"^```shell-session\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert len(sessions) == 3
    for part in re.split(r"^\$ ", "".join(sessions), flags=re.MULTILINE)[1:]:
        command, _, promised = part.partition("\n")
        command = command.replace("fullprime", f"{sys.executable} -m fullprime", 1)
        done = subprocess.run(
            ["bash", "-c", command], capture_output=True, cwd=tmp_path, text=True, timeout=60,
            env=environment(tmp_path),
        )  # fmt: skip
        pattern = re.escape(promised).replace(re.escape("..."), "(?s:.*)")
        assert re.fullmatch(pattern, done.stdout + done.stderr), command


def test_names_cannot_speak_to_the_terminal() -> None:
    with pytest.raises(BadVariant, match=r"field name: .*expected printable characters only"):
        read_variant("x.toml", b'name = "X\\u001b[31m"\nstart = "24:15"')


def test_one_head_rule_needs_turns_of_one_batch() -> None:
    text = (
        'name = "X"\nstart = "24:15"\nlanding = "none"\nblock = 1\nhead_limit = 1\n'
        'doublet = "cascade"\nhead_exception = "if_single_cannot_finish"'
    )
    with pytest.raises(BadVariant, match="with turns of several batches"):
        read_variant("x.toml", text.encode())


def test_bonus_rules_need_a_bonus() -> None:
    for field in ("bonus_always", "double_before_bonus"):
        (fault,) = faults(BASE + f"{field} = true")
        assert fault.startswith(f"field {field}: got true where no roll earns another turn")
        read_variant("my.toml", f"{BASE}{field} = true\nbonus_on_doubles = true".encode())
    without = "double_before_bonus = true\nbonus_on_doubles = true\ncube = false"
    assert faults(BASE + without) == (
        "field double_before_bonus: got true with cube false, expected cube true",
    )


# --- Old names -----------------------------------------------------------------------------------

WALLS = BASE + 'geometry = "parallel12"\nlanding = "none"\nblock = 1\nprime = "fevga"\n'


def test_fields_are_found_by_their_old_names() -> None:
    old = WALLS + 'p1 = "unless_passed"\np2 = false\n[options.wide]\nsummary = ""\nfield = "p1"\n'
    new = WALLS + (
        'forbidden_wall = "unless_passed"\nmust_open_gate = false\n'
        '[options.wide]\nsummary = ""\nfield = "forbidden_wall"\n'
    )
    assert read_variant("my.toml", old.encode()) == read_variant("my.toml", new.encode())
    option = '[options.calm]\nsummary = ""\nset = { nohr = true }\n'
    calm = read_variant("my.toml", (BASE + option).encode()).with_options({"calm": True})
    assert calm.no_hit_and_run


def test_a_field_is_given_by_one_of_its_names() -> None:
    both = BASE + "nohr = true\nno_hit_and_run = true"
    with pytest.raises(BadVariant, match="field nohr: unknown"):
        read_variant("my.toml", both.encode())


def test_options_are_found_by_their_old_names() -> None:
    banned = Variant.load("backgammon", {"nohr": True})
    assert banned == Variant.load("backgammon", {"no_hit_and_run": True})
    assert banned.chosen == {"no_hit_and_run": True}
    wide = Variant.load("fevga", {"p1": "unless_passed", "p2": False})
    assert (wide.forbidden_wall, wide.must_open_gate) == ("unless_passed", False)
    (first,) = Series.parse("backgammon").rotation({"nohr": True})
    assert first == banned
    own = read_variant("my.toml", (BASE + '[options.p1]\nsummary = ""\nset = { cap = 3 }').encode())
    assert own.with_options({"p1": True}).cap == 3  # its own option of that name comes first
