"""One question, one answer: the command line, JSON lines, HTTP, the terminal and Python agree.

Figures are equal to the last bit, in tables to the digits that they show; refusals are the same
sentence.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec
import pytest

from fullprime import Doubled, FullprimeError, Game, Rolled, Variant, analysis
from fullprime.analysis.as_json import rollout_json
from fullprime.analysis.question import Question
from fullprime.analysis.tables import MOST_SHOWN
from fullprime.engine import Engine, RolloutSettings
from fullprime.formats.ids import read_situation
from fullprime.protocols.jsonl import answer
from fullprime.tui.hints import hint_lines, outlook_lines
from program import run
from server_client import Server, Visitor

CONTACT = "24:2 13:4 8:3 6:4 5:2 / 24:1 22:1 13:5 8:3 6:5"
RACE = "9:2 5:2 / 8:2 4:2"
ROLLED = "XGID=-b----E-C---eE---c-e----B-:1:1:1:31:3:2:0:7:10"
EQUITY = re.compile(r"[+-]\d+\.\d{4}")

Found = dict[str, Any]
"""What a surface says: some figures by name, or `refused`, a sentence."""


class Asked(NamedTuple):
    """A question, in the words of JSON lines."""

    position: str
    variant: str = "backgammon"
    dice: tuple[int, int] | None = None
    stakes: dict[str, Any] | None = None
    rolls: tuple[int, int] | None = None
    plies: int | None = None

    @property
    def about_a_roll(self) -> bool:
        return self.dice is not None or ":31:" in self.position

    @property
    def fields(self) -> dict[str, Any]:
        """Those that are given."""
        return {name: value for name, value in self._asdict().items() if value is not None}


QUESTIONS = {
    "money": Asked(CONTACT, dice=(4, 1)),
    "money, the cube": Asked(CONTACT, stakes={"jacoby": True, "beavers": 1}),
    "match score": Asked(CONTACT, stakes={"away": (3, 5), "cube": 2, "owner": "me"}),
    "match score, a roll": Asked(CONTACT, dice=(4, 1), stakes={"away": (2, 5)}),
    "crawford": Asked(CONTACT, stakes={"away": (1, 4), "crawford": True}),
    "holland in force": Asked(CONTACT, stakes={"away": (4, 1), "holland": True}, rolls=(1, 1)),
    "holland no more": Asked(CONTACT, stakes={"away": (4, 1), "holland": True}, rolls=(2, 2)),
    "stages": Asked("24:2 / 24:2 8:2", "acey_deucey", dice=(6, 1)),
    "another net": Asked("24:3 / 24:3", "hypergammon"),
    "draws": Asked("24:15 / 24:15", "plakoto"),
    "draws, a roll": Asked("24:15 / 24:15", "plakoto", dice=(6, 5)),
    "an id with dice and stakes": Asked(ROLLED),
}
REFUSED = {
    "house rules": Asked(CONTACT, stakes={"away": (3, 5), "jacoby": True}),
    "finished": Asked("off:15 / 6:3"),
    "finished, a roll": Asked("off:15 / 6:3", dice=(3, 1)),
}
BEFORE_THE_GAME = ("house rules",)
"""A terminal has been refused these when the match began: tests/cli."""


# Python -------------------------------------------------------------------------------------------


def details(asked: Asked) -> dict[str, Any]:
    names = {"rolls": "turns"}
    left = {name: value for name, value in asked.fields.items() if name not in ("position", "dice")}
    return {names.get(name, name): value for name, value in left.items()}


def in_python(asked: Asked) -> Found:
    variant, more = Variant.load(asked.variant), details(asked)
    try:
        if asked.about_a_roll:
            plays = analysis.plays(asked.position, asked.dice, **more)
            return {
                "plays": [variant.text(each.play.position) for each in plays],
                "equities": [each.equity for each in plays],
                "depths": [each.plies for each in plays],
                "plies": plays[0].plies,
            }
        value = analysis.evaluate(asked.position, **more)
        verdict = analysis.cube(asked.position, **more)
    except FullprimeError as error:
        return {"refused": str(error)}
    return {
        "equity": value.equity,
        "no_double": verdict.no_double,
        "double_take": verdict.double_take,
        "double_pass": verdict.double_pass,
        "action": verdict.action.value,
        "plies": value.plies,
        "cubeful": value.cubeful,
    }


# Programs -----------------------------------------------------------------------------------------


def found_in(*replies: dict[str, Any]) -> Found:
    """In the shapes of JSON lines."""
    for reply in replies:
        if "plays" in reply:
            return {
                "plays": [play["position"] for play in reply["plays"]],
                "equities": [play["equity"] for play in reply["plays"]],
                "depths": [play["plies"] for play in reply["plays"]],
                "plies": reply["plies"],
            }
    known = ("equity", "no_double", "double_take", "double_pass", "action", "plies", "cubeful")
    return {name: reply[name] for reply in replies for name in known if name in reply}


def on_the_command_line(asked: Asked) -> Found:
    replies = []
    for command in ("hint",) if asked.about_a_roll else ("eval", "cube"):
        done = run(command, *options(asked), "--json")
        if done.returncode:
            return {"refused": done.stderr.removeprefix("fullprime: ").strip()}
        replies.append(json.loads(done.stdout))
    return found_in(*replies)


def options(asked: Asked) -> list[str]:
    """As people type them."""
    typed = ["--position", asked.position, "--variant", asked.variant]
    if asked.dice:
        typed += ["--dice", "{}{}".format(*asked.dice)]
    if asked.rolls:
        typed += ["--rolls", *map(str, asked.rolls)]
    if asked.plies is not None:
        typed += ["--plies", str(asked.plies)]
    for name, value in (asked.stakes or {}).items():
        typed.append(f"--{name}")
        if value is not True:
            typed.append("{},{}".format(*value) if name == "away" else str(value))
    return typed


def over_json_lines(asked: Asked) -> Found:
    replies = []
    for op in ("plays",) if asked.about_a_roll else ("eval", "cube"):
        line = json.dumps({"op": op, **asked.fields}).encode()
        reply = json.loads(msgspec.json.encode(answer(line)))
        if "error" in reply:
            return {"refused": reply["error"]}
        replies.append(reply)
    return found_in(*replies)


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    with Server(tmp_path_factory.mktemp("server") / "data.db") as server:
        yield Visitor(server, "Ann")


def over_http(asked: Asked, visitor: Visitor) -> Found:
    """A game without a cube has no cube action."""
    status, reply = visitor.post("/api/analysis", asked.fields)
    if status != 200:
        return {"refused": reply["detail"]}
    return found_in(reply, reply.get("cube") or {})


# People -------------------------------------------------------------------------------------------


def game_of(asked: Asked) -> Game:
    variant = Variant.load(asked.variant)
    position, situation = read_situation(variant, asked.position)
    try:
        stakes = Question.about(asked.position, variant=variant, stakes=asked.stakes).stakes
    except FullprimeError:  # the position is that of a finished game
        stakes = situation.stakes
    game = Game.start(variant, stakes, starter=0)
    rolls = asked.rolls or (2, 2)
    return msgspec.structs.replace(game, position=position, rolls=rolls)


def in_the_terminal(asked: Asked) -> Found:
    """As its tables show it."""
    game, engine = game_of(asked), Engine()
    dice = asked.dice or ((3, 1) if asked.about_a_roll else None)
    try:
        if dice:
            game = game.apply(Rolled(dice))
            _, (_, *rows, depth) = hint_lines(engine, game, game.plays, 100)
            return {
                "equities": [shown(row)[0] for row in rows],
                "depths": [int(row.split()[-1]) for row in rows],
                "plies": int(depth[1]),
            }
        first, *lines, depth = outlook_lines(engine, game)
    except FullprimeError as error:
        return {"refused": str(error)}
    found: Found = {"equity": shown(first)[0], "plies": int(depth[1])}
    found["cubeful"] = depth == f"({depth[1]}-ply, cubeful)"
    assert first.endswith("(cubeful)") == found["cubeful"]
    if Doubled() in game.legal():
        table = [equities[0] for equities in map(shown, lines) if equities]
        found |= dict(zip(("no_double", "double_take", "double_pass"), table, strict=True))
    return found


def shown(line: str) -> list[str]:
    return EQUITY.findall(line)


def as_shown(found: Found) -> Found:
    """Four digits, and the best few plays."""
    written = {
        name: f"{value:+.4f}" if isinstance(value, float) else value
        for name, value in found.items()
    }
    if "equities" in found:
        written["equities"] = [f"{equity:+.4f}" for equity in found["equities"][:MOST_SHOWN]]
        written["depths"] = found["depths"][:MOST_SHOWN]
    return written


# The same everywhere ------------------------------------------------------------------------------

SURFACES: dict[str, Callable[..., Found]] = {
    "command line": on_the_command_line,
    "JSON lines": over_json_lines,
    "HTTP": over_http,
    "terminal": in_the_terminal,
}


@pytest.mark.parametrize("name", [*QUESTIONS, *REFUSED])
@pytest.mark.parametrize("surface", SURFACES)
def test_one_answer(surface: str, name: str, visitor: Visitor) -> None:
    if surface == "terminal" and name in BEFORE_THE_GAME:
        pytest.skip("the match cannot begin")
    asked = (QUESTIONS | REFUSED)[name]
    expected = in_python(asked)
    assert ("refused" in expected) == (name in REFUSED)
    if surface == "terminal":
        expected = as_shown(expected)
    found = SURFACES[surface](asked, *([visitor] if surface == "HTTP" else []))
    assert found == {name: expected.get(name) for name in found}
    assert {"equity", "equities", "refused"} & set(found)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("house rules", "Jacoby at a match score, expected money (OPT-SCOPE)"),
        ("finished", "the game is over in 'off:15 / 6:3'"),
    ],
)
def test_refusals_say_why(name: str, sentence: str) -> None:
    assert in_python(REFUSED[name]) == {"refused": sentence}


def test_what_is_left_out_is_the_same_everywhere() -> None:
    """2-ply, or the deepest that the game has; cubeful where the stakes have a cube."""
    found = {name: in_python(asked) for name, asked in QUESTIONS.items()}
    assert {found[name]["plies"] for name in found} == {2}
    assert [name for name in found if not found[name].get("cubeful", True)] == ["draws"]


# Rollouts -----------------------------------------------------------------------------------------


def rolled_out(asked: Asked) -> list[Found]:
    """On the command line, over JSON lines and in Python."""
    done = run("rollout", *options(asked), "--trials", "36", "--json")
    typed = json.loads(done.stdout) if done.stdout else {}
    request = {"op": "rollout", "trials": 36, **asked.fields}
    line = json.loads(msgspec.json.encode(answer(json.dumps(request).encode())))
    assert line.pop("id") is None
    try:
        settings = RolloutSettings(trials=36)
        rolled = analysis.rollout(asked.position, asked.dice, settings=settings, **details(asked))
        found = rollout_json(rolled)
    except FullprimeError as error:
        found = {"error": str(error)}
    return [
        typed or {"error": done.stderr.removeprefix("fullprime: ").strip()},
        line,
        json.loads(msgspec.json.encode(found)),
    ]


@pytest.mark.parametrize(
    "asked",
    [Asked(RACE), Asked(RACE, dice=(4, 1)), Asked(ROLLED), Asked(RACE, stakes={"away": (2, 3)})],
    ids=str,
)
def test_rollouts(asked: Asked) -> None:
    """Of a position, and of the plays of a roll, given or brought by an id."""
    first, *others = rolled_out(asked)
    assert others == [first, first]
    assert first["trials"] == 36
    assert ("lines" in first) == asked.about_a_roll


@pytest.mark.parametrize("rolls", [(0, 0), (1, 1), (2, 1)])
def test_rollouts_while_the_holland_rule_is_in_force(rolls: tuple[int, int]) -> None:
    asked = Asked(RACE, stakes={"away": (3, 1), "holland": True}, rolls=rolls)
    first, *others = rolled_out(asked)
    assert others == [first, first]
    assert first["error"] == (
        "Rollouts do not support the Holland rule while it is in force: both sides must have "
        "rolled twice"
    )


@pytest.mark.parametrize("rolls", [None, (2, 2), (5, 4)])
def test_rollouts_when_the_holland_rule_is_no_more(rolls: tuple[int, int] | None) -> None:
    asked = Asked(RACE, stakes={"away": (3, 1), "holland": True}, rolls=rolls)
    first, *others = rolled_out(asked)
    assert others == [first, first]
    assert first["trials"] == 36
    [without, *_] = rolled_out(asked._replace(stakes={"away": (3, 1)}))
    assert without == first
