"""Position files as matches: one game set up, with what has happened on the board already."""

import pytest

from fullprime import Phase, Roll, load
from fullprime.action import Doubled
from fullprime.errors import BadFile
from fullprime.formats.ids.situation import Situation
from fullprime.formats.match_file import open_match
from fullprime.formats.positions.placed import Placed
from fullprime.formats.positions.placed_match import match_of
from fullprime.position import Position
from fullprime.stakes import Stakes

RACE = Position.parse("6:5 5:3 off:7 / 6:5 4:4 off:6")
XG = b"XGID=-a----E-C---eE---c-e----B-:1:1:1:%s:2:1:0:5:10\n\nX:Ann   O:Ben\n"


def placed(**fields: object) -> Placed:
    return Placed(RACE, Situation(**fields))  # type: ignore[arg-type]


def test_the_score_stays_what_it_was() -> None:
    stakes = Stakes(away=(3, 4), value=2, owner=0)
    match = match_of(placed(stakes=stakes, match_length=5))
    assert match.score == (2, 1)
    assert match.game.stakes.away == (3, 4)
    assert match.game.stakes.owner == 0


def test_the_side_at_the_top_has_seat_1() -> None:
    stakes = Stakes(away=(3, 4), value=2, owner=0)
    match = match_of(placed(stakes=stakes, match_length=5, upper=True, dice=Roll(3, 1)))
    assert match.score == (1, 2)
    assert match.game.turn == 1
    assert match.game.stakes.owner == 1
    assert match.game.phase is Phase.TO_PLAY
    assert match.position == RACE


def test_a_double_waits_for_its_answer() -> None:
    match = match_of(placed(offered=1))
    assert match.game.log == (Doubled(),)
    assert match.game.actor == 1
    assert match_of(placed(offered=3)).game.offer == 8


def test_a_board_on_which_the_game_is_over_is_no_match() -> None:
    over = Position.parse("off:15 / 6:5 off:10")
    with pytest.raises(BadFile, match="over"):
        match_of(Placed(over, Situation()))


def test_a_text_of_another_program_is_a_match() -> None:
    text = XG.replace(b"%s", b"52").replace(b"-a--", b"-b--")
    loaded = open_match(text)
    assert loaded.format.name == "xg_position"
    match = loaded.match
    assert match.players == ("Ann", "Ben")
    assert match.score == (2, 1)
    assert match.game.roll == Roll(5, 2)
    assert load(text) == match
