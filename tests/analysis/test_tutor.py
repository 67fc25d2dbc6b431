"""What the tutor says about an action before it is made."""

from __future__ import annotations

import pytest

from fullprime import Doubled, Dropped, Game, Match, Money, Played, Points, Resigned, Rolled, Took
from fullprime.action import Action
from fullprime.analysis.review import review
from fullprime.analysis.tutor import Tutor, caution, caution_json, plies_for
from fullprime.errors import BadSettings
from fullprime.match import Settings, SetUp
from fullprime.variant import Variant

FULL = Tutor("full", 0.04)
CARELESS = "24/23 13/10"


def opening(dice: tuple[int, int] = (3, 1)) -> Game:
    return Game.start(Variant.load()).apply(Rolled(dice))


def set_up(position: str, *, settings: Settings | None = None, **fields: object) -> Game:
    """Money, the first player on roll, as the test wants it."""
    match = Match.start(
        target=Money(),
        settings=settings or Settings(),
        begins=SetUp(position=position, starter=0, **fields),  # type: ignore[arg-type]
    )
    return match.game


def read(game: Game, text: str) -> Action:
    action = game.read(text)
    assert isinstance(action, Played)
    return action


def test_it_says_what_the_review_will_say() -> None:
    match = Match.start(target=Points(5)).apply("31").apply(CARELESS)
    [verdict] = review(match).verdicts
    found = caution(opening(), read(opening(), CARELESS), FULL)
    assert found is not None
    assert (found.played, found.best, found.plies) == (CARELESS, verdict.best, 2)
    assert found.error == pytest.approx(verdict.error, abs=0.05)  # money, and a match to 5
    assert found.reasons and found.choices[0].name == found.best


def test_it_minds_errors_from_its_limit_on() -> None:
    game = opening()
    action = read(game, CARELESS)
    found = caution(game, action, FULL)
    assert found is not None
    assert caution(game, action, Tutor("full", found.error)) == found
    assert caution(game, action, Tutor("full", found.error + 0.0001)) is None
    assert caution(game, action, Tutor("off", 0.001)) is None
    assert caution(game, read(game, "8/5 6/5"), Tutor("full", 0.0001)) is None


def test_the_dice_to_come_do_not_matter() -> None:
    """To roll is compared before anything is thrown: the tutor gets no dice at all."""
    game = set_up("6:1 / 1:1")
    found = caution(game, None, FULL)
    assert found is not None
    assert (found.kind, found.played, found.best) == ("double", "no double", "double")
    assert found.error == pytest.approx(0.5)
    assert caution(game, Doubled(), FULL) is None


@pytest.mark.parametrize(
    "game",
    [
        set_up("6:1 / 1:1", cube=2, owner=1),
        set_up("6:1 / 1:1", settings=Settings(cube=False)),
        set_up("6:1 / 1:1", settings=Settings(cube_limit=2), cube=2, owner=0),
        Match.start(target=Points(3), begins=SetUp(position="6:1 / 1:1", starter=0, score=(1, 2),
                                                   crawford=True)).game,
    ],
    ids=["not mine", "no cube", "limit", "Crawford"],
)  # fmt: skip
def test_no_advice_about_a_cube_that_cannot_be_turned(game: Game) -> None:
    assert caution(game, None, Tutor("full", 0.001)) is None


def test_taking_and_passing_are_seen_by_who_is_doubled() -> None:
    offered = set_up("4:1 2:1 / 1:1").apply(Doubled())  # 23 of 36 rolls win
    found = caution(offered, Dropped(), FULL)
    assert found is not None
    assert [(each.name, round(each.equity, 3)) for each in found.choices] == [
        ("take", -0.556),
        ("pass", -1.0),
    ]
    assert caution(offered, Took(), FULL) is None


def test_giving_up_is_compared_with_playing_on() -> None:
    found = caution(set_up("6:1 / 1:1"), Resigned(2), FULL)
    assert found is not None
    assert [(each.name, round(each.equity, 3)) for each in found.choices] == [
        ("play on", 1.0),
        ("resign", -2.0),
    ]
    lost = set_up("6:6 / 1:1")
    assert caution(lost, Resigned(1), Tutor("full", 0.001)) is None
    gammon = caution(lost, Resigned(3), FULL)
    assert gammon is not None and gammon.error >= 1
    offered = set_up("4:1 2:1 / 1:1").apply(Doubled())
    given = caution(offered, Resigned(1), FULL)
    assert given is not None and given.error == pytest.approx(1 - 20 / 36)


def test_a_forced_play_is_never_minded() -> None:
    game = set_up("1:2 / 1:1").apply(Rolled((6, 5)))
    assert len(game.plays) == 1
    assert caution(game, Played.of(game.plays[0]), Tutor("full", 0.001)) is None


def test_every_game_has_one() -> None:
    game = Game.start(Variant.load("plakoto")).apply(Rolled((6, 5))).apply(Rolled((6, 5)))
    found = [caution(game, Played.of(play), Tutor("full", 0.02)) for play in game.plays]
    assert None in found and any(found)
    assert plies_for(Variant.load("plakoto")) == 2
    assert plies_for(Variant.load("gul_bara")) == 1, "rolls in stages take long"


def test_each_level_says_no_more_than_it_should() -> None:
    game = opening()
    found = caution(game, read(game, CARELESS), FULL)
    assert found is not None
    nudge, candidates = caution_json(found, "nudge"), caution_json(found, "candidates")
    assert nudge == {"kind": "checker", "level": "nudge", "played": CARELESS}
    assert [each.keys() for each in candidates["choices"]] == [{"name", "steps"}] * len(
        found.choices
    )
    names = [each["name"] for each in candidates["choices"]]
    assert names == sorted(names) != [each.name for each in found.choices]


def test_settings_as_text() -> None:
    assert Tutor.parse("nudge") == Tutor("nudge", 0.04)
    assert Tutor.parse(str(Tutor("full", 0.02))) == Tutor("full", 0.02)
    for wrong in ("loud", "full x", "full 0", "full 2", ""):
        with pytest.raises(BadSettings, match="off, nudge, candidates, full"):
            Tutor.parse(wrong)
