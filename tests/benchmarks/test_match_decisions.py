"""What people decided in recorded matches, as the benchmark of levels counts it."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.error_rates import Equities, SearchJudge
from benchmarks.levels import Judges, people
from benchmarks.match_decisions import Decisions, read_match
from benchmarks.rollout_judge import RolloutJudge

from benchmarks import levels
from fullprime import Game, Stakes
from fullprime.action import Doubled, Played, Took
from fullprime.game import Phase

MATCH = """; [Site "A kitchen"]
 3 point match

 Game 1
 Ann : 0                        Bob : 0
  1)                             31: 8/5 6/5
  2) 64: 24/14                   Doubles => 2
  3)  Takes                      55: 13/3(2)
  4) 21: 13/11 24/23             ????
      Wins 1 point

 Game 2
 Ann : 2                        Bob : 0
  1) 61: 13/7 8/7                44: 24/20(2) 13/9(2)
  2) 11: 24/23(2) 8/7(2)          31: 1/2
"""
MONEY = """; [Jacoby "On"]
0 point match
Game 1
Ann: 0\tBot 7: 0
  1) 51: 13/8 24/23   66: 24/18(2) 13/7(2)
  2) Doubles ==> 2  Drops
"""


def read(text: str, folder: Path) -> Decisions:
    file = folder / "match.mat"
    file.write_text(text, encoding="utf-8")
    return read_match(file)


def test_a_match(tmp_path: Path) -> None:
    decisions, broken = read(MATCH, tmp_path)
    assert broken == 1, "1/2 is no play"
    first = [decision for decision in decisions if decision.game.stakes.away == (3, 3)]
    assert [decision.game.actor for decision in first] == [1, 0, 0, 1, 0, 1, 1, 0, 0]
    words = [type(decision.action) for decision in first]
    rolls = type(None)
    assert words == [Played, rolls, Played, Doubled, Took, rolls, Played, rolls, Played]
    assert first[0].action == first[0].game.read("8/5 6/5")
    assert first[6].game.stakes == Stakes(value=2, owner=0, turned=True, away=(3, 3))


def test_the_crawford_game(tmp_path: Path) -> None:
    second = [d for d in read(MATCH, tmp_path).decisions if d.game.stakes.away == (1, 3)]
    assert second[0].game.stakes.crawford
    assert second[0].game.turn == 0 and second[0].game.phase is Phase.TO_PLAY
    assert len(second) == 6, "all before the roll whose play makes no sense, and not doubling then"


def test_money_against_a_bot(tmp_path: Path) -> None:
    decisions, broken = read(MONEY, tmp_path)
    assert broken == 0
    assert [type(decision.action) for decision in decisions] == [Played, Doubled]
    assert decisions[0].game.stakes == Stakes(jacoby=True)


@pytest.mark.parametrize("text", ["", "no match at all", "5 point match\n Game 1\n"])
def test_nothing_to_read(text: str, tmp_path: Path) -> None:
    assert read(text, tmp_path) == ([], 0)


class Says:
    """Judges as little as it can."""

    name = "nobody"
    plies: float = 0

    def equities(self, game: Game) -> Equities:
        """Nothing is a decision."""
        return {}


def test_people_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    read(MATCH, tmp_path)
    found = people(tmp_path, Judges(Says()))
    assert "1 files: 15 decisions; 1 games not read to their end" in capsys.readouterr().out
    assert found.rates["all"].decisions == 0


def test_people_judged_by_rollouts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rolling where nobody may double, in the Crawford game, is no decision, and not rolled out."""
    monkeypatch.setattr(levels, "EVERY", 1)
    (tmp_path / "match.mat").write_text(MATCH, encoding="utf-8")
    judges = Judges(SearchJudge(levels.VARIANT, plies=0), RolloutJudge(levels.VARIANT, trials=2))
    found = people(tmp_path, judges)
    decisions = read(MATCH, tmp_path).decisions
    assert 0 < len(found.losses) == len(found.corrections) < len(decisions)
