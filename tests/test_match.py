"""Matches, best-of series and money sessions, played to the end with their exact scores."""

from __future__ import annotations

from decimal import Decimal
from random import Random

import pytest

from fullprime import (
    Accepted,
    Action,
    Beavered,
    BestOf,
    Doubled,
    Dropped,
    Game,
    IllegalAction,
    ListedDice,
    Match,
    Money,
    Phase,
    Played,
    Points,
    Raccooned,
    Resigned,
    Rolled,
    SeededDice,
    Settings,
    Stakes,
    Took,
    Variant,
)
from fullprime.dice import Dice
from fullprime.errors import BadSettings
from fullprime.formats.saved import dump, load
from fullprime.match import SetUp
from fullprime.series import Series


def apply(match: Match, *actions: Action | str) -> Match:
    for action in actions:
        match = match.apply(match.game.read(action) if isinstance(action, str) else action)
    return match


def concede(match: Match, loser: int, multiple: int = 1) -> Match:
    """The next game ends at once: `loser` starts it and resigns."""
    if match.game.result:
        match = match.next_game()
    opening = Rolled((2, 1)) if loser == 0 else Rolled((1, 2))
    return apply(match, opening, Resigned(multiple), Accepted())


def play_out(game_of: Match, dice: Dice) -> Match:
    """Plays the current game to its end, always the first legal play."""
    match = game_of
    while match.game.phase is not Phase.OVER:
        match = match.apply(next_action(match.game, dice))
    return match


def next_action(game: Game, dice: Dice) -> Action:
    if game.phase is Phase.TO_PLAY:
        return Played.of(game.plays[-1])
    legal = game.legal()
    return legal[0] if game.verbs[0] == "pass" else Rolled(dice.roll())


# Money -------------------------------------------------------------------------------------------


@pytest.mark.rule("STD-PLAY-1", "STD-PLAY-2", "STD-PLAY-5")
def test_money_session_adds_up() -> None:
    match = Match.start(target=Money(Decimal(5)))
    match = apply(match, Rolled((2, 1)), "13/11 6/5", Doubled(), Took())
    match = apply(match, Resigned(2), Accepted())  # seat 1 gives up a gammon at 2: seat 0 wins 4
    assert (match.score, match.balance) == ((4, 0), Decimal(20))
    match = concede(match, loser=0)
    assert (match.score, match.balance) == ((4, 1), Decimal(15))
    match = concede(match, loser=1)
    assert (match.score, match.balance) == ((5, 1), Decimal(20))
    assert match.winner is None


def test_whole_money_session() -> None:
    """Ten games of real play, cube turned in some; every game stands alone."""
    dice = SeededDice(11)
    match = Match.start(
        target=Money(Decimal("0.50")), settings=Settings(jacoby=True, beavers=2, murphy=1)
    )
    expected = [0, 0]
    for number in range(10):
        if number:
            match = match.next_game()
        while match.game.phase is Phase.OPENING:
            match = match.apply(Rolled(dice.roll()))
        match = match.apply(next_action(match.game, dice))
        automatic = match.game.stakes.value
        if number % 3 == 1:
            match = apply(match, Doubled(), Took())
        if number % 3 == 2:
            match = apply(match, Doubled(), Beavered(), Raccooned(), Took())
        match = play_out(match, dice)
        result = match.game.result
        assert result is not None
        factor = (1, 2, 8)[number % 3]
        worth = 1 if number % 3 == 0 else result.multiple  # Jacoby: gammons need a take
        assert result.points == automatic * factor * worth
        assert result.winner is not None
        expected[result.winner] += result.points
    assert match.score == tuple(expected) == (21, 46)
    assert match.balance == Decimal("-12.50")


def test_beaver_and_raccoon_game() -> None:
    """The whole game through `apply`: doubled, beavered, raccooned, redoubled, dropped."""
    match = Match.start(target=Money(), settings=Settings(beavers=2))
    match = apply(match, Rolled((3, 1)), "8/5 6/5", Doubled(), Beavered(), Raccooned(), Took())
    assert (match.game.stakes.value, match.game.stakes.owner) == (8, 0)
    match = apply(match, Rolled((6, 5)), "24/13", Doubled(), Dropped())
    assert match.game.result == (0, 8, 1, "drop")
    assert match.score == (8, 0)


# Matches -----------------------------------------------------------------------------------------


@pytest.mark.rule("STD-PLAY-3")
def test_a_match_may_be_overshot() -> None:
    match = Match.start(target=Points(7))
    match = concede(match, loser=1, multiple=3)
    match = concede(match, loser=1, multiple=2)
    match = concede(match, loser=0, multiple=3)
    match = concede(match, loser=0)
    assert match.score == (5, 4)
    match = match.next_game()
    match = apply(match, Rolled((2, 1)), "13/11 6/5", Doubled(), Took(), Resigned(2), Accepted())
    assert (match.score, match.winner) == ((9, 4), 0)
    with pytest.raises(IllegalAction, match="has won the match"):
        match.next_game()


@pytest.mark.rule("OPT-CRAWFORD")
def test_whole_match_with_crawford_game() -> None:
    """A match to 7 with every score on the way."""
    match = Match.start(players=("Ann", "Ben"), target=Points(7))
    match = concede(match, loser=1, multiple=3)
    assert match.score == (3, 0)
    match = apply(match.next_game(), Rolled((1, 3)), "8/5 6/5", Doubled(), Took())
    match = apply(match, Rolled((6, 5)), "24/13", Rolled((6, 1)), "13/7 8/7")
    match = apply(match, Resigned(1), Accepted())
    assert match.score == (3, 2)
    match = concede(match, loser=0)
    assert match.score == (3, 3)
    match = concede(match, loser=1, multiple=3)
    assert match.score == (6, 3)

    crawford = match.next_game()
    assert crawford.game.stakes.crawford and crawford.game.stakes.away == (1, 4)
    crawford = apply(crawford, Rolled((2, 1)), "13/11 6/5")
    with pytest.raises(IllegalAction, match="OPT-CRAWFORD"):
        crawford.apply(Doubled())
    match = apply(crawford, Rolled((3, 1)), "8/5 6/5", Resigned(1), Accepted())
    assert match.score == (6, 4)

    match = match.next_game()
    assert not match.game.stakes.crawford
    match = apply(match, Rolled((2, 1)), "13/11 6/5", Doubled(), Took(), Rolled((3, 1)), "8/5 6/5")
    match = apply(match, Resigned(1), Accepted())
    assert (match.score, match.winner) == ((6, 6), None)

    match = match.next_game()
    assert not match.game.stakes.crawford
    match = play_out(match, SeededDice(5))
    assert match.winner is not None
    assert max(match.score) >= 7
    assert len(match.games) == 7


@pytest.mark.rule("OPT-CRAWFORD")
def test_crawford_game_may_never_come() -> None:
    match = Match.start(target=Points(7))
    for loser in (0, 1):
        match = concede(concede(match, loser, 3), loser, 2)
    assert match.score == (5, 5)
    match = concede(match, loser=1, multiple=2)
    assert match.winner == 0
    assert not any(game.stakes.crawford for game in match.games)


@pytest.mark.rule("OPT-CRAWFORD")
def test_no_crawford_game_without_a_cube() -> None:
    assert not Match.start(target=Points(1), settings=Settings(cube=False)).game.stakes.crawford


@pytest.mark.rule("OPT-CRAWFORD")
def test_crawford_switched_off() -> None:
    match = concede(Match.start(target=Points(3), settings=Settings(crawford=False)), 1, 2)
    assert not match.next_game().game.stakes.crawford


@pytest.mark.rule("OPT-HOLLAND")
def test_holland_holds_after_the_crawford_game_only() -> None:
    match = Match.start(target=Points(3), settings=Settings(holland=True))
    assert not match.game.stakes.holland
    match = concede(match, loser=1, multiple=2)
    match = concede(match, loser=0)
    assert match.game.stakes.crawford and not match.game.stakes.holland
    after_crawford = match.next_game().game.stakes
    assert after_crawford.holland and not after_crawford.crawford


@pytest.mark.rule("STD-PLAY-4")
def test_best_of_five_counts_games() -> None:
    match = Match.start(target=BestOf(5))
    assert not match.game.stakes.cube
    match = concede(match, loser=1, multiple=3)
    match = concede(match, loser=0)
    match = concede(match, loser=1, multiple=2)
    assert (match.score, match.winner) == ((2, 1), None)
    match = concede(match, loser=1)
    assert (match.score, match.winner) == ((3, 1), 0)


@pytest.mark.rule("STD-PLAY-4")
def test_best_of_with_a_cube_still_counts_one() -> None:
    house = Settings(cube=True, house_rules=True)
    match = Match.start(target=BestOf(3), settings=house)
    match = apply(match, Rolled((3, 1)), "8/5 6/5", Doubled(), Took(), Rolled((6, 5)), "24/13")
    match = apply(match, Doubled(), Dropped())
    assert match.game.result == (0, 1, 1, "drop")
    match = concede(match, loser=1, multiple=3)
    assert (match.score, match.winner) == ((2, 0), 0)
    with pytest.raises(IllegalAction, match="STD-PLAY-4"):
        match.next_game()


@pytest.mark.rule("OPT-HOLLAND", "OPT-SCOPE")
def test_holland_as_a_house_rule_without_crawford() -> None:
    for target in (Money(), Points(5)):
        chosen = Settings(holland=True, crawford=False, house_rules=True)
        assert Match.start(target=target, settings=chosen).game.stakes.holland


def test_whatever_starts_can_be_saved() -> None:
    for start in (
        {"target": Points(10_000)},
        {"target": Points(7.5)},  # type: ignore[arg-type]
        {"target": Money(), "settings": Settings(beavers=-1)},
        {"target": Money(), "settings": Settings(murphy=-1)},
        {"target": Points(3), "players": ("\udcff", "b")},
    ):
        with pytest.raises(BadSettings):
            Match.start(**start)


def test_next_game_only_after_the_last() -> None:
    match = Match.start(target=Points(3))
    with pytest.raises(IllegalAction, match="not over"):
        match.next_game()


# Settings ----------------------------------------------------------------------------------------


@pytest.mark.rule("OPT-SCOPE")
@pytest.mark.parametrize(
    ("target", "chosen", "reason"),
    [
        (Points(7), Settings(jacoby=True), "Jacoby: only in money play"),
        (Points(7), Settings(beavers=1), "beavers: only in money play"),
        (Points(7), Settings(murphy=None), "automatic doubles: a match needs a limit"),
        (
            Points(7),
            Settings(cube=False, murphy=1),
            "automatic doubles: needs the cube, which is switched off",
        ),
        (Points(7), Settings(holland=True, crawford=False), "Holland needs Crawford"),
        (Points(7), Settings(cube=False, holland=True), "Holland: needs the cube"),
        (Money(), Settings(crawford=True), "Crawford: only in a match to points"),
        (Money(), Settings(holland=True), "Holland: only in a match to points"),
        (Money(), Settings(cube=False, jacoby=True), "Jacoby: needs the cube"),
        (Money(), Settings(cube=False, beavers=2), "beavers: needs the cube"),
        (BestOf(5), Settings(cube=True), "the cube has no use"),
        (BestOf(5), Settings(crawford=True), "Crawford: only in a match to points"),
        (BestOf(5), Settings(jacoby=True), "Jacoby: only in money play"),
        (BestOf(5), Settings(beavers=1), "beavers: only in money play"),
        (BestOf(5), Settings(murphy=1), "automatic doubles: only in money play"),
        (BestOf(5), Settings(cube_limit=64), "cube limit: only in money play"),
        (Money(), Settings(cube_limit=64, cube=False), "cube limit: needs the cube"),
    ],
)
def test_contradictions(target: Points | BestOf | Money, chosen: Settings, reason: str) -> None:
    with pytest.raises(BadSettings, match=reason):
        Match.start(target=target, settings=chosen)


@pytest.mark.rule("OPT-CRAWFORD")
def test_a_match_to_one_point_has_no_cube_and_no_crawford_game() -> None:
    stakes = Match.start(target=Points(1)).game.stakes
    assert (stakes.cube, stakes.crawford) == (False, False)
    assert Match.start(target=Points(1), settings=Settings(crawford=False)).game.stakes.cube
    assert Match.start(target=Points(2)).game.stakes.cube


@pytest.mark.rule("STD-PLAY-3")
def test_the_score_that_is_shown_ends_with_the_match() -> None:
    match = concede(Match.start(target=Points(1)), loser=1, multiple=2)
    assert (match.score, match.shown_score, match.winner) == ((2, 0), (1, 0), 0)
    money = concede(Match.start(target=Money()), loser=1, multiple=3)
    assert money.shown_score == (3, 0)


@pytest.mark.rule("OPT-MURPHY")
def test_automatic_doubles_in_a_match_up_to_the_agreed_limit() -> None:
    match = Match.start(target=Points(7), settings=Settings(murphy=1))
    for tie in ((3, 3), (5, 5)):
        match = match.apply(Rolled(tie))
    assert (match.game.stakes.value, match.game.stakes.owner) == (2, None)
    crawford = concede(Match.start(target=Points(2), settings=Settings(murphy=1)), loser=1)
    tied = crawford.next_game().apply(Rolled((3, 3)))
    assert tied.game.stakes.value == 1  # that game has no cube


def test_what_needs_the_cube_says_which_game_has_none() -> None:
    with pytest.raises(BadSettings, match="Crawford: needs the cube, but "
                       r"Backgammon \(bulgarian\) is played without it"):  # fmt: skip
        Match.start(
            target=Points(5), series=Series.load("balkan"), settings=Settings(crawford=True)
        )
    with pytest.raises(BadSettings, match=r"Backgammon \(bulgarian\) is played without the cube"):
        Match.start(target=Points(5), series=Series.load("balkan"), settings=Settings(cube=True))
    with pytest.raises(BadSettings, match="Jacoby: needs the cube, but Portes is played"):
        Match.start(target=Money(), variant=Variant.load("portes"), settings=Settings(jacoby=True))


@pytest.mark.rule("OPT-SCOPE")
def test_house_rules_allow_what_does_not_belong_together() -> None:
    house = Settings(jacoby=True, beavers=1, house_rules=True)
    match = Match.start(target=Points(7), settings=house)
    assert match.game.stakes.jacoby and match.game.stakes.animals == 1


def test_all_contradictions_are_told_at_once() -> None:
    with pytest.raises(BadSettings, match=r"Jacoby.*beavers.*automatic doubles"):
        Match.start(target=Points(7), settings=Settings(jacoby=True, beavers=1, murphy=None))


def test_a_game_without_cube_refuses_it() -> None:
    variant = Variant(name="Without", start="24:2 13:5 8:3 6:5", cube=False)
    assert not Match.start(target=Points(3), variant=variant).game.stakes.cube
    with pytest.raises(BadSettings, match="Without is played without the cube"):
        Match.start(target=Points(3), variant=variant, settings=Settings(cube=True))


@pytest.mark.parametrize(
    "target",
    [
        *(Points(0), Points(-3), BestOf(4), BestOf(0)),
        *(Money(Decimal(stake)) for stake in ("0", "NaN", "1e99999", "-1")),
        *(Money(Decimal("0." + "1" * 60_000)), Money(unit="x" * 60_000), Money(unit="a\x07b")),
    ],
)
def test_bad_targets(target: Points | BestOf | Money) -> None:
    with pytest.raises(BadSettings, match=r"[Ee]xpected"):
        Match.start(target=target)


@pytest.mark.rule("STD-PLAY-2")
def test_money_games_ignore_the_running_total() -> None:
    match = Match.start(target=Money())
    first = match.game.stakes
    assert concede(match, loser=1, multiple=3).next_game().game.stakes == first


def test_a_stake_may_be_a_whole_number() -> None:
    match = concede(Match.start(target=Money(5)), loser=1)  # type: ignore[arg-type]
    assert match.balance == Decimal(5)


def test_the_winner_starts_the_next_game_where_that_is_the_custom() -> None:
    match = Match.start(target=Points(5), variant=Variant.load("portes"))
    opened = match.apply(Rolled((2, 5)))
    assert (opened.game.turn, opened.game.phase) == (1, Phase.TO_ROLL)  # and rolls afresh
    assert len(opened.apply(Rolled((4, 4))).game.plays) == 52
    won = apply(opened, Resigned(2), Accepted()).next_game()
    assert won.score == (2, 0)
    assert (won.game.turn, won.game.phase, won.game.verbs[0]) == (0, Phase.TO_ROLL, "roll")
    with pytest.raises(IllegalAction, match=r"STD-OPEN-3|STD-CUBE-2"):
        won.apply(Doubled())
    assert load(dump(won))[0] == won


def test_the_starter_known_cannot_double_before_the_first_play() -> None:
    variant = Variant(name="Test", start="24:2 13:5 8:3 6:5", opening="reroll")
    game = Game.start(variant, starter=1)
    with pytest.raises(IllegalAction, match="STD-OPEN-3"):
        game.apply(Doubled())
    assert "double" not in game.verbs


def played_at_random(match: Match, seed: int) -> Match:
    rng, dice = Random(seed), SeededDice(seed)
    while not match.game.result:
        plays = match.game.plays
        match = match.apply(Played.of(rng.choice(plays)) if plays else Rolled(dice.roll()))
    return match


@pytest.mark.rule("VAR-LOCK")
def test_a_locked_game_is_drawn() -> None:
    """Random play of a pinning game locks both armies before long."""
    start = Match.start(target=Points(3), variant=Variant.load("tapa"))
    played = (played_at_random(start, seed) for seed in range(40))
    drawn = next(match for match in played if match.game.result == (None, 0, 0, "lock"))
    assert (drawn.score, drawn.winner) == ((0, 0), None)
    assert drawn.next_game().game.phase is Phase.OPENING  # nobody has won yet, so nobody starts
    with pytest.raises(IllegalAction, match="VAR-LOCK"):
        drawn.apply(Rolled((3, 1)))
    assert load(dump(drawn))[0] == drawn


def test_misere_is_lost_by_bearing_off() -> None:
    variant = Variant.load("misere")
    game = Game(
        variant=variant, stakes=Stakes(), position=variant.position("1:1 / 6:15"),
        phase=Phase.TO_ROLL, rolls=(5, 5),
    )  # fmt: skip
    ended = game.apply(Rolled((6, 5))).apply(Played(((1, "off"),)))
    assert ended.result == (1, 1, 1, "bearing off")


def test_listed_dice_play_a_game_again() -> None:
    match = Match.start(target=Points(1))
    match = match.apply(Rolled((6, 1)))
    ended = play_out(match, SeededDice(21))
    rolls = [action.dice for action in ended.game.log[1:] if isinstance(action, Rolled)]
    again = play_out(match, ListedDice(f"{a}-{b}" for a, b in rolls))
    assert again == ended


@pytest.mark.parametrize(
    ("text", "stake", "unit", "three"),
    [
        ("5 beans", "5", "beans", "15 beans"),
        ("0.50", "0.50", "", "1.50"),
        ("1 euro", "1", "euro", "3 euro"),
        ("", "1", "", "3"),
        ("beans", "1", "beans", "3 beans"),
        ("  2   chocolate  coins ", "2", "chocolate coins", "6 chocolate coins"),
        ("0,5 €", "0.5", "€", "1.5 €"),
        ("$5", "5", "$", "15 $"),
        ("\u06f5 لوبیا", "5", "لوبیا", "15 لوبیا"),
    ],
)
def test_a_stake_is_an_amount_of_anything(text: str, stake: str, unit: str, three: str) -> None:
    money = Money.of(text)
    assert money == Money(Decimal(stake), unit)
    assert money.amount(3) == three
    assert concede(Match.start(target=money), loser=1, multiple=3).balance == 3 * Decimal(stake)


@pytest.mark.parametrize(
    "text", ["-3", "+3", "1e9", "5beans", "1.2.3", "5 5", "=5=", "1" * 60_000, "5 " + "x" * 60]
)
def test_a_stake_that_cannot_be_read(text: str) -> None:
    with pytest.raises(BadSettings, match="expected an amount, a word or both") as refused:
        Money.of(text)
    assert len(str(refused.value)) < 250


@pytest.mark.rule("OPT-LIMIT", "OPT-SCOPE")
def test_a_cube_limit_holds_in_every_game_and_is_saved() -> None:
    match = Match.start(target=Points(7), settings=Settings(cube_limit=2))
    match = concede(match, loser=1).next_game().apply("31").apply("8/5 6/5")
    match = match.apply("double").apply("take")
    assert (match.game.stakes.value, match.game.stakes.cube_limit) == (2, 2)
    assert load(dump(match))[0] == match
    older = dump(match).replace(b'"cube_limit": 2,', b"")
    assert load(older)[0].game.stakes.cube_limit is None


@pytest.mark.parametrize(("limit", "says"), [(48, "a cube limit of 48"), (1, "cube_limit")])
def test_a_cube_limit_is_a_value_of_the_cube(limit: int, says: str) -> None:
    with pytest.raises(BadSettings, match=says):
        Match.start(settings=Settings(cube_limit=limit))


def test_no_game_is_set_up_above_the_cube_limit() -> None:
    settings = Settings(cube_limit=4)
    with pytest.raises(BadSettings, match="the cube shows 8, above its limit of 4"):
        Match.start(settings=settings, begins=SetUp(cube=8, owner=1))
