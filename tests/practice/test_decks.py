"""The cards that are made by rule: every one can be asked, and every figure is exact."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bearoff_solver import Homes, cube_equities, wins
from fullprime import Position, analysis
from fullprime.analysis import answers
from fullprime.analysis.answers import Depth
from fullprime.analysis.opening_book import Candidate, Line
from fullprime.analysis.question import Question
from fullprime.errors import FullprimeError, IllegalAction
from fullprime.game import Phase
from fullprime.position import BAR, HAND
from fullprime.practice import DECKS, MADE, Card, find_card, judge, made_cards
from fullprime.practice.bearoff import GREATEST, LEAST, MOST, MOST_WITH_CUBE
from fullprime.practice.cubes import references
from fullprime.practice.openings import SURE, best_plays, is_sure
from fullprime.practice.pips import by_point, half_crossovers


@pytest.mark.parametrize("deck", MADE)
def test_every_card_waits_for_its_decision(deck: str) -> None:
    ids = made_cards(deck)
    assert len(set(ids)) == len(ids)
    for card_id in ids:
        card = find_card(card_id)
        assert (card.id, card.deck, card.player) == (card_id, deck, 0)
        match card.kind:
            case "checker":
                assert len(card.game.plays) > 1 or deck == "openings"
                assert card.game.phase is Phase.TO_PLAY
            case "double":
                assert card.game.phase is Phase.TO_ROLL
                assert card.choices == ("no double", "double")
            case "take":
                assert card.game.phase is Phase.OFFERED
                assert card.choices == ("take", "pass")
            case "count":
                assert card.number is not None
        assert find_card(card_id) == card


@pytest.mark.parametrize(
    "name", ["", "errors-1", "openings", "openings-66", "openings-31-7", "openings-31-", "pips-x",
             "bearoff-play-0", "bearoff-play-61", "bearoff-play-01", "cube-0-double",
             "cube-1-pass"],
)  # fmt: skip
def test_what_is_no_card_is_said_so(name: str) -> None:
    with pytest.raises(FullprimeError, match="no card is called"):
        find_card(name)
    assert DECKS == ("errors", "openings", "bearoff", "pips", "cube")


# Openings ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("roll", best_plays())
def test_the_opponent_opens_with_the_best_play(roll: str) -> None:
    judged = judge(find_card(f"openings-{roll}"), best_plays()[roll], 1.0)
    assert (judged.loss, judged.right, judged.grade) == (0.0, True, "easy")


def test_an_answer_is_worth_what_the_opening_book_says() -> None:
    card = find_card("openings-43")
    assert card.in_book == ("43", "", "")
    line = analysis.book("43").decision
    assert line and is_sure(line)
    for candidate in line.candidates:
        judged = judge(card, candidate.play, 20.0)
        assert judged.rolled_out
        assert judged.loss == pytest.approx(line.loss(candidate), abs=1e-12)
        assert judged.verdict and judged.verdict.best == line.best.play
        assert [each.equity for each in judged.verdict.candidates] == [
            each.equity for each in line.candidates
        ]


def test_a_decision_with_few_trials_is_left_to_the_evaluation() -> None:
    def line(joint: float) -> Line:
        best = Candidate(play="a", equity=0.1, trials=36)
        second = Candidate(play="b", equity=0.09, trials=36, joint_error=joint)
        return Line(first="31", plays=2, candidates=(best, second))

    assert is_sure(line(SURE))
    assert not is_sure(line(SURE + 0.001))


def test_an_answer_that_is_not_in_the_book_is_evaluated() -> None:
    card = find_card("openings-31-64")
    question = Question.in_game(card.game)
    depth = Depth.of(question)
    worst = answers.plays(question, depth)[-1]
    ranked = answers.with_play(question, depth, answers.plays(question, depth), worst.play)
    judged = judge(card, str(worst.play), 20.0)
    found = next(each for each in ranked if each.play.position == worst.play.position)
    assert (judged.rolled_out, judged.loss) == (False, found.error)
    with pytest.raises(IllegalAction):
        judge(card, [(24, 1)], 1.0)
    with pytest.raises(FullprimeError, match="answer"):
        judge(card, 12, 1.0)


def test_a_wrong_play_has_its_reasons() -> None:
    judged = judge(find_card("openings-31"), "24/23 13/10", 5.0)
    assert (judged.right, judged.grade) == (False, "again")
    assert judged.verdict and "5-point" in judged.verdict.reasons[0].text


# The bear-off ------------------------------------------------------------------------------------

SMALL = 4
HOMES = Homes(SMALL)


def small(kind: str) -> list[Card]:
    """The cards with so few checkers that brute force, which shares nothing with the tables, can
    solve them in a moment."""
    cards = [find_card(card_id) for card_id in made_cards("bearoff")]
    found = [card for card in cards if card.kind == kind and max(map(sum, homes_of(card))) <= SMALL]
    assert len(found) > 2
    return found


def homes_of(card: Card) -> tuple[tuple[int, ...], tuple[int, ...]]:
    position = card.game.position
    return tuple(position.mover[1:7]), tuple(position.other[1:7])


def test_plays_of_the_bear_off_are_exact() -> None:
    won = wins(HOMES)
    for card in small("checker"):
        other = HOMES.number[homes_of(card)[1]]
        ends = {play: HOMES.number[tuple(play.position.mover[1:7])] for play in card.game.plays}
        equities = {play: 1 - 2 * won[other, end] for play, end in ends.items()}
        for play, equity in equities.items():
            loss = max(equities.values()) - equity
            assert judge(card, str(play), 1.0).loss == pytest.approx(loss, abs=2e-6)


def test_cubes_of_the_bear_off_are_exact() -> None:
    solved = cube_equities(HOMES)
    for kind, wrong in (("double", "no double"), ("take", "pass")):
        for card in small(kind):
            mine, theirs = (HOMES.number[row] for row in homes_of(card))
            _, undoubled, owned = solved[mine, theirs]
            taken = 2 * owned
            gap = min(taken, 1.0) - undoubled if kind == "double" else 1.0 - taken
            assert judge(card, wrong, 1.0).loss == pytest.approx(max(0.0, gap), abs=1e-4)


def test_boards_of_the_bear_off_have_something_to_decide() -> None:
    for card_id in made_cards("bearoff"):
        card = find_card(card_id)
        most = MOST if card.kind == "checker" else MOST_WITH_CUBE
        assert max(map(sum, homes_of(card))) <= most
        assert card.exact
        if card.kind == "checker":
            question = Question.in_game(card.game)
            second = answers.plays(question, Depth.of(question, 0))[1]
            assert LEAST <= second.error <= GREATEST
        else:
            losses = sorted(judge(card, choice, 1.0).loss or 0.0 for choice in card.choices)
            assert losses[0] == 0.0 and losses[1] >= 0.02


# Pip counts --------------------------------------------------------------------------------------

counts = st.lists(st.integers(0, 15), min_size=BAR, max_size=BAR)


@given(counts, counts)
def test_every_way_to_count_gives_the_same(mine: list[int], theirs: list[int]) -> None:
    first, second = ([0, *each, 0] for each in (mine, theirs))
    assert len(first) == HAND + 1
    position = Position.of(first, second)
    for row, pips in zip((position.mover, position.other), position.pips, strict=True):
        assert half_crossovers(row).pips == pips == sum(n * p for p, n in enumerate(row[: BAR + 1]))
    assert sum(by_point(position)) == position.pips[1] - position.pips[0]


def test_counts_are_graded_by_how_far_they_are_off() -> None:
    for name in ("race-mine", "early-theirs", "middle-lead"):
        card = find_card(f"pips-{name}", times=3)
        number = card.number
        mine, theirs = card.game.position.pips
        assert number in (mine, theirs, abs(mine - theirs))
        assert number is not None
        assert judge(card, number, 12.0).grade == "easy"
        assert judge(card, number, 30.0).grade == "good"
        near, far = judge(card, number + 2, 5.0), judge(card, number - 9, 5.0)
        assert (near.right, near.grade, near.off) == (False, "hard", 2)
        assert (far.right, far.grade, far.off, far.number) == (False, "again", -9, number)
        assert far.loss is None
    with pytest.raises(FullprimeError, match="number"):
        judge(card, "many", 1.0)


def test_a_count_asks_about_another_board_each_time() -> None:
    boards = {find_card("pips-race-mine", times).game.position for times in range(20)}
    assert len(boards) == 20
    assert all(board.is_race for board in boards)
    early = find_card("pips-early-mine", 4).game.position
    assert not early.is_race


# The cube ----------------------------------------------------------------------------------------


def test_reference_positions_and_their_rollouts_agree() -> None:
    found = references()
    assert len({each.position for each in found}) == len(found) >= 24
    assert {each.action for each in found} >= {"no double", "double, take", "double, pass"}
    assert len({each.plan for each in found}) >= 6
    for number, each in enumerate(found, 1):
        (none, _), (double, _) = each.rolled.no_double, each.rolled.double_take
        doubles, takes = min(double, 1.0) > none, double < 1.0
        assert each.action.startswith("double") == doubles
        if doubles:
            assert each.action.endswith("take") == takes
        if number % 6 == 1:  # a few of them evaluated again
            for kind, right in (("double", doubles), ("take", takes)):
                card = find_card(f"cube-{number}-{kind}")
                words = card.choices[::-1] if kind == "double" else card.choices
                judged = judge(card, words[0], 1.0)
                assert judged.right == right, (each, kind)
