"""Where it is agreed, the winner of the opening throw chooses the color, and the board shows it."""

from __future__ import annotations

import pytest

from fullprime.action import Accepted, Coloured, Resigned, Rolled
from fullprime.engine.engine import Engine
from fullprime.errors import IllegalAction
from fullprime.formats.saved import dump, load
from fullprime.game import Phase
from fullprime.match import Match, Settings
from fullprime.referee import TableRules
from fullprime.render.text import board_text

PICKS = Settings(winner_picks_color=True)


def started(game: str = "backgammon", settings: Settings = PICKS) -> Match:
    return Match.start(game, settings=settings)


@pytest.mark.rule("STD-SETUP-4")
@pytest.mark.parametrize(("color", "white"), [("white", 1), ("black", 0)])
def test_the_winner_chooses_before_the_first_play(color: str, white: int) -> None:
    match = started().apply("24")
    game = match.game
    assert (game.phase, game.actor, game.verbs) == (Phase.TO_COLOR, 1, ("colour", "resign"))
    assert game.legal() == (Coloured("white"), Coloured("black"))
    with pytest.raises(IllegalAction):
        match.apply(Rolled((3, 1)))
    chosen = match.apply(f"color {color}")
    assert (chosen.game.white, chosen.game.phase) == (white, Phase.TO_PLAY)
    assert chosen.game.plays == Match.start().apply("24").game.plays
    with pytest.raises(IllegalAction) as refused:
        chosen.apply(Coloured("white"))
    assert refused.value.rule == "STD-SETUP-4"


def test_where_the_starter_rolls_again_the_roll_waits() -> None:
    match = started("plakoto").apply("24")
    assert match.game.phase is Phase.TO_COLOR
    assert match.apply("colour white").game.phase is Phase.TO_ROLL


def test_ties_bring_no_choice() -> None:
    assert started().apply("33").game.phase is Phase.OPENING


def test_the_usual_game_has_no_choice() -> None:
    match = started(settings=Settings()).apply("24")
    assert (match.game.phase, match.game.white) == (Phase.TO_PLAY, None)
    with pytest.raises(IllegalAction):
        match.apply(Coloured("white"))


def test_a_color_holds_until_the_next_choice() -> None:
    match = started("portes").apply("24").apply("color white")
    lost = match.apply(Resigned(1)).apply(Accepted()).next_game()
    assert (lost.game.white, lost.game.phase) == (1, Phase.TO_ROLL)  # the last winner starts
    match = started().apply("24").apply("color white").apply(Resigned(1)).apply(Accepted())
    assert match.next_game().apply("61").apply("color white").game.white == 0


def test_one_may_resign_instead_of_choosing() -> None:
    match = started().apply("24").apply(Resigned(1))
    assert match.apply("decline").game.phase is Phase.TO_COLOR
    assert match.apply("accept").game.winner == 0


def test_the_board_is_drawn_in_the_chosen_colors() -> None:
    usual = started(settings=Settings()).apply("24").game
    chosen = started().apply("24").apply("color white").game
    exchanged = str.maketrans("○●", "●○")
    for width in (80, 30):
        drawn = board_text(chosen, width=width, names=("Ann", "Ben"))
        assert drawn != board_text(usual, width=width, names=("Ann", "Ben"))
        assert [line.translate(exchanged) for line in drawn] == board_text(
            usual, width=width, names=("Ann", "Ben")
        )
    light = '#fbf7ec" stroke="#4a3b2a"'
    assert chosen._repr_svg_() != usual._repr_svg_()
    assert chosen._repr_svg_().count(light) == usual._repr_svg_().count(light) == 15


@pytest.mark.parametrize("game", ["coan_ki", "dutch"])
def test_other_boards_are_drawn_in_them_too(game: str) -> None:
    usual = started(game, Settings()).apply("24").game._repr_svg_()
    kept = started(game).apply("24").apply("color black").game._repr_svg_()
    assert kept == usual != started(game).apply("24").apply("color white").game._repr_svg_()


def test_engines_choose() -> None:
    match = started().apply("24")
    assert Engine().choose(match.game) == Coloured("black")
    assert started().apply("42").apply(Coloured("black")).game.white == 1


def test_it_is_saved_and_comes_back() -> None:
    match = started().apply("24").apply("color white")
    assert load(dump(match))[0] == match
    old = dump(Match.start()).replace(b'"winner_picks_color": false,', b"")
    assert b"winner_picks_color" not in old
    assert load(old)[0] == Match.start()


def test_with_a_referee_the_choice_is_said_and_not_waited_for() -> None:
    match = started(settings=Settings(winner_picks_color=True, referee=TableRules())).apply("24")
    assert match.game.phase is Phase.TO_PLAY
    assert match.apply("color white").game.white == 1
