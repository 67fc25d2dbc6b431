"""Reasons in words: counted right, proved here, and silent where nothing is."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import msgspec
import pytest

import oracle
from deeds_oracle import deeds, rolls, squares
from fullprime import Position, Variant, _kernel
from fullprime.analysis import answers
from fullprime.analysis.answers import Depth
from fullprime.analysis.question import Question
from fullprime.analysis.reasons import (
    CubeCase,
    Explanation,
    altered,
    cube_hint,
    cube_reasons,
    explain,
    hint_reasons,
    kinds_json,
    market,
    plan,
    plan_name,
    plans,
    reasons_json,
)
from fullprime.analysis.reasons.case import Case, Sight
from fullprime.analysis.reasons.choosing import chosen
from fullprime.analysis.reasons.cube import gammon_limit
from fullprime.analysis.reasons.kinds import KINDS
from fullprime.analysis.reasons.rolls import Deed, roll_maps
from fullprime.analysis.reasons.tested import Entry, entries
from fullprime.dice import Roll
from fullprime.engine import Engine, Outcome
from fullprime.engine.cube import CASH
from fullprime.engine.evaluators import evaluator_for
from fullprime.engine.handmade import HandmadeEvaluator
from fullprime.engine.result_values import MONEY
from fullprime.engine.search import Search, is_staged
from fullprime.errors import messages
from fullprime.notation import read_turn
from fullprime.play import legal_plays
from fullprime.stakes import Stakes
from fullprime.variant import variants

STANDARD = Variant.load()
WORDS = {
    Deed.HIT: "hit",
    Deed.TWO_HITS: "two hits",
    Deed.ESCAPE: "escape",
    Deed.POINT: "point",
    Deed.ANCHOR: "anchor",
    Deed.COVER: "cover",
    Deed.TWO_OFF: "two off",
    Deed.STAY_OUT: "stay out",
    Deed.HELP: "help",
    Deed.TIDY: "tidy",
    Deed.PASS: "pass",
    Deed.KEEP: "keep",
}


def board(position: Position) -> oracle.Board:
    return oracle.Board(tuple(position.mover), tuple(position.other))


def asked(position: str, dice: str) -> tuple[Question, Depth]:
    question = Question.about(position, dice, stakes=Stakes(cube=False))
    return question, Depth.of(question, 2)


def explained(position: str, dice: str, played: str) -> Explanation:
    """Against the best play, as in a review."""
    question, depth = asked(position, dice)
    mine = read_turn(question.variant, question.position, question.rolled(), played)
    ranked = answers.with_play(question, depth, answers.plays(question, depth), mine)
    made = next(each for each in ranked if each.play.position == mine.position)
    return explain(question, depth, ranked[0], made)


def texts(found: Explanation) -> list[str]:
    return [reason.text for reason in found.reasons]


# What is said -------------------------------------------------------------------------------------

TEMPTED = "23:2 13:2 11:2 8:2 6:2 5:1 4:3 2:1 / 18:2 13:1 6:3 5:3 4:5 1:1"
CLOSED = "6:3 5:3 4:2 3:5 2:2 / bar:1 11:2 8:3 7:2 6:2 4:2 3:2 2:1"
SAID = {
    (TEMPTED, "65", "23/12*"): [
        "Your play hits and takes 12 pips, but the best play is worth more.",
        "The best play keeps your anchor on the 23-point (shots in 36: 0 instead of 28).",
        "The best play covers the blot on your 5-point.",
    ],
    (
        "13:2 11:1 10:2 9:1 6:4 4:3 2:2 / 24:1 22:1 13:2 10:1 8:1 6:2 5:2 4:2 2:3",
        "32",
        "9/4",
    ): ["The best play hits two checkers: 27 of 36 rolls leave one on the bar."],
    ("8:2 7:2 6:4 5:3 3:3 1:1 / 23:1 21:1 7:1 6:2 4:2 3:2 2:2 1:4", "42", "5/1 3/1"): [
        "The best play makes your 4-point on top of a blot: 16 of 36 rolls do not enter."
    ],
    (CLOSED, "42", "6/off"): [
        "The best play closes your board: no roll enters, instead of 11 of 36.",
        "The best play wins 43 % gammons instead of 30 %.",
    ],
    ("4:2 3:4 1:5 / 23:1 12:1 6:5 5:2 4:4 2:2", "33", "4/1(2) 3/off(2)"): [
        "The best play bears off more: 8 checkers off instead of 6. It wins 39 % gammons instead "
        "of 17 %."
    ],
    ("24:2 13:3 11:1 8:3 6:4 5:2 / 24:2 13:2 8:4 6:4 5:1 3:2", "21", "24/23 13/11"): [
        "Your play makes your 11-point, but the best play is worth more.",
        "Next turn 27 of your 36 rolls make a new point instead of 12.",
        "Next turn 20 of your 36 rolls hit instead of 16.",
    ],
    ("13:2 8:4 7:3 6:2 5:2 3:2 / 21:3 14:1 13:2 8:1 6:2 5:2 4:2 3:2", "52", "13/11*/6"): [
        "The best play leaves no shot instead of 5 in 36."
    ],
    ("18:2 13:2 8:2 7:3 6:4 3:2 / 20:2 13:2 8:2 6:2 4:2 3:4 2:1", "22", "18/16(2) 6/4(2)"): [
        "The best play keeps your anchor on the 18-point."
    ],
}


SAID |= {
    ("20:1 18:2 13:4 9:1 6:5 4:2 / bar:1 22:1 13:3 11:2 8:3 6:5", "54", "20/11"): [
        "The best play makes your 9-point, a safe landing for 6 checkers farther back."
    ],
    ("20:1 13:2 6:2 5:3 4:5 1:2 / bar:1 23:2 13:2 11:2 8:2 6:2 4:3 2:1", "53", "20/15 4/1"): [
        "Your play puts 3 checkers out of play, the best play 2."
    ],
}


@pytest.mark.parametrize(("decision", "said"), SAID.items(), ids=lambda each: str(each[0])[:30])
def test_decisions_of_people(decision: tuple[str, str, str], said: list[str]) -> None:
    assert texts(explained(*decision)) == said


def test_gammons_are_said_once() -> None:
    """Bearing off in contact says them itself."""
    kinds, about = {kind.name: kind for kind in KINDS}, {"gammons": 12, "instead": 9}
    off = Entry(kinds["off"], 3, 2, True, 0.06, about=about)
    gammons = Entry(kinds["gammons_won"], 12, 9, True, 0.06)
    assert chosen([gammons, off], [], 0.14).said == (off,)
    in_a_race = off._replace(about={})
    assert chosen([gammons, in_a_race], [], 0.14).said == (in_a_race, gammons)


def test_support_opens_where_it_explains_half() -> None:
    """Although a little more speaks for the play that was made."""
    kinds = {kind.name: kind for kind in KINDS}
    escape = Entry(kinds["escape"], 18, 6, True, 0.03)
    against = [Entry(kinds["outpost"], 1, 0, True, 0.05), Entry(kinds["hit"], 1, 0, True, 0.13)]
    assert chosen([escape], against, 0.05).lead == escape
    assert chosen([escape], against, 0.05).balance < 0
    assert chosen([escape], against, 0.08).lead is None


def test_an_anchor_is_proved_by_its_shots() -> None:
    found = explained("24:1 20:1 13:4 8:2 7:2 6:5 / 20:2 13:4 8:3 6:4 3:2", "41", "13/8")
    assert texts(found) == [
        "Your play keeps your 8-point, but the best play is worth more.",
        "The best play makes your anchor on the 20-point (shots in 36: 11 instead of 34).",
    ]
    assert [reason.conceded for reason in found.reasons] == [True, False]
    assert [reason.sign for reason in found.reasons] == ["-", "+"]


def test_silence_where_nothing_proves_itself() -> None:
    found = explained(
        "20:2 13:2 6:2 5:2 4:3 3:2 1:2 / 16:2 8:2 6:3 4:4 2:2 1:2", "61", "13/7 13/12"
    )
    assert found.reasons == ()
    assert found.choice.untold  # but everything was tested


def test_silence_about_small_losses() -> None:
    question, depth = asked("24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", "31")
    best = answers.plays(question, depth)[0]
    assert explain(question, depth, best, best) == Explanation()
    assert explain(question, depth, best, best, 0.019) == Explanation()


def test_what_stands_behind_a_sentence() -> None:
    found = explained(
        "13:2 8:4 7:3 6:2 5:2 3:2 / 21:3 14:1 13:2 8:1 6:2 5:2 4:2 3:2", "52", "13/11*/6"
    )
    [reason] = found.reasons
    assert (reason.kind, reason.family, reason.points) == ("shots", "risk", (13,))
    best, played = reason.rolls
    assert best == () and len(played) == 5
    after = read_turn(
        STANDARD,
        Position.parse("13:2 8:4 7:3 6:2 5:2 3:2 / 21:3 14:1 13:2 8:1 6:2 5:2 4:2 3:2"),
        Roll(5, 2),
        "13/11*/6",
    ).position
    assert sorted(played) == squares(rolls(board(after.flipped())), "hit")
    [told] = reasons_json(found.reasons)
    assert told["key"] == "reason.no_shot" and told["args"] == {"m": 5}
    assert told["rolls"] == {"best": [], "played": [list(each) for each in played]}
    assert told["text"] == reason.text and told["worth"] > 0.1
    assert msgspec.json.decode(msgspec.json.encode(told)) == told


def test_everything_tested_is_listed_with_why_it_was_not_said() -> None:
    found = explained(TEMPTED, "65", "23/12*")
    listed = kinds_json(found.choice)
    assert {each["kind"] for each in listed if each["untold"] is None} == {"anchor", "point"}
    assert {each["untold"] for each in listed} <= {
        *(None, "count", "worth", "rolls", "balance", "role", "family", "enough")
    }
    assert {each["kind"] for each in listed} <= {kind.name for kind in KINDS}


def test_a_hint_is_one_sentence_about_the_best_play() -> None:
    question, depth = asked("24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", "31")
    [reason] = hint_reasons(question, depth, answers.plays(question, depth))
    assert reason.text == "The best play makes your 5-point: 2 home points instead of 1."
    question, depth = asked("6:1 / 1:2", "54")
    assert hint_reasons(question, depth, answers.plays(question, depth)) == ()


def test_who_evaluates_otherwise_is_not_explained() -> None:
    """Our net cannot say why someone else prefers a play."""
    question, _ = asked("24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", "31")
    depth = Depth.of(question, 0, engine=Engine(HandmadeEvaluator(STANDARD)))
    ranked = answers.plays(question, depth)
    assert explain(question, depth, ranked[0], ranked[-1], 1.0) == Explanation()


def test_gammons_do_not_count_at_the_last_score() -> None:
    stakes = Stakes(cube=False, away=(1, 1))
    question = Question.about(CLOSED, "42", stakes=stakes)
    depth = Depth.of(question, 2)
    ranked = answers.plays(question, depth)
    found = explain(question, depth, ranked[0], ranked[-1], 0.2)
    kinds = [entry.kind.name for entry in found.choice.said]
    assert not any(kind.startswith("gammons") for kind in kinds)


def test_a_spare_pays_only_where_nobody_stands() -> None:
    """Two sides on one point are no position."""
    for blot, spare_left in (("17:1", 3), ("16:1", 2)):
        position = Position.parse_text(f"13:3 6:2 1:1 / {blot} 6:2", 15)
        alive = altered.with_one_alive(position)
        assert alive is not None and alive.mover[13] == spare_left
        assert not any(alive.mover[p] and alive.other[25 - p] for p in range(1, 25))


def test_a_risk_is_looked_at_twice() -> None:
    """Hits may be few and blots in safety no better: then shots are not named."""
    question, depth = asked("24:2 13:3 8:3 6:5 5:2 / 24:2 13:3 8:2 6:4 5:2 3:2", "43")
    ranked, sight = answers.plays(question, depth), Sight.of(question, depth)
    assert sight is not None
    for other in ranked[1:6]:
        case = Case(question, sight, ranked[0], other, 0.1)
        for mine, theirs in ((case.best, case.other), (case.other, case.best)):
            found = next(e for e in entries(case, mine, theirs) if e.kind.name == "shots")
            safe = [each.worth(altered.without_blots(each.position)) for each in (mine, theirs)]
            if found.enough and found.worth > 0 and found.holds:
                assert safe[0] is None or safe[1] is None or safe[1] < safe[0]


def test_parts_of_the_loss_add_up() -> None:
    """On the rolls where a deed differs and on the others together: all that is lost by a roll."""
    question, depth = asked("24:2 13:3 11:1 8:3 6:4 5:2 / 24:2 13:2 8:4 6:4 5:1 3:2", "21")
    ranked, sight = answers.plays(question, depth), Sight.of(question, depth)
    assert sight is not None
    case = Case(question, sight, ranked[0], ranked[-1], 0.2)
    theirs = case.their_rolls(case.best)
    whole = case.other.rolls.theirs.equity - case.best.rolls.theirs.equity
    assert sum(each.weight * each.gain for each in theirs.rolls) / 36 == pytest.approx(whole)
    alike = [each for each in theirs.rolls if not each.differs(Deed.HIT)]
    rest = sum(each.weight * each.gain for each in alike) / 36
    assert theirs.part(Deed.HIT) == pytest.approx(whole - rest)
    assert theirs.reversed().part(Deed.HIT) == pytest.approx(rest - whole)
    assert sum(each.weight for each in case.next_rolls(case.best).rolls) == 36 * 36


def test_the_cube_is_a_reason_where_it_makes_the_difference() -> None:
    position = "22:1 18:3 11:2 6:2 5:1 4:2 3:2 2:2 / 13:2 8:4 6:3 4:2 2:2 1:2"
    question = Question.about(position, "52", stakes=Stakes(away=(5, 5)))
    depth = Depth.of(question, 2)
    best, *others = answers.plays(question, depth)
    played = next(each for each in others if str(each.play) == "22/15")
    [entry] = [
        e for e in explain(question, depth, best, played).choice.said if e.kind.name == "cube"
    ]
    assert (entry.mine, entry.other) == (
        round(100 * best.outcome.win),
        round(100 * played.outcome.win),
    )
    assert entry.worth >= (best.equity - played.equity) / 2


# The numbers --------------------------------------------------------------------------------------


def random_positions(count: int, seed: int) -> Iterator[tuple[Position, Roll]]:
    """From random games, at random moments, with contact or without."""
    dice = random.Random(seed)
    while count:
        position = STANDARD.start_position
        for _ in range(dice.randrange(1, 60)):
            roll = Roll(dice.randint(1, 6), dice.randint(1, 6))
            plays = legal_plays(STANDARD, position, roll)
            after = plays[dice.randrange(len(plays))].position
            if STANDARD.end(after) is not None:
                break
            position = after.flipped()
        else:
            count -= 1
            yield position, Roll(dice.randint(1, 6), dice.randint(1, 6))


def test_rolls_are_counted_as_the_oracle_counts_them() -> None:
    search = evaluator_for(STANDARD, 0)
    assert isinstance(search, Search)
    positions = [position for position, _ in random_positions(12, 5)]
    for position, found in zip(positions, roll_maps(search, positions, MONEY), strict=True):
        turns = rolls(board(position))
        for deed, word in WORDS.items():
            assert list(found.squares(deed)) == squares(turns, word), (position, word)
            assert found.count(deed) == len(squares(turns, word))


def test_what_is_forbidden_costs_what_it_costs() -> None:
    """The best turn, and the best that does not hit, found by looking at all of them."""
    search = evaluator_for(STANDARD, 0)
    assert isinstance(search, Search)
    for position, roll in random_positions(12, 6):
        [found] = roll_maps(search, [position], MONEY)
        seen = next(each for each in found.rolls if sorted(each.roll) == sorted(roll))
        ranked = search.rank(position, roll, legal_plays(STANDARD, position, roll))
        quiet = [
            each.equity
            for each in ranked
            if "hit" not in deeds(board(position), board(each.play.position))
        ]
        best = ranked[0].equity
        assert seen.worth == pytest.approx(best, abs=1e-9)
        assert seen.without[Deed.HIT] == pytest.approx(max(quiet, default=best), abs=1e-9)


def test_numbers_in_sentences_are_those_of_the_oracle() -> None:
    """Any two plays of random positions: whatever would be said about the opponent's roll."""
    words = {"shots": "hit", "double_hit": "two hits", "contain": "escape", "closed": "stay out"}
    checked = 0
    for position, roll in random_positions(8, 7):
        question = Question(STANDARD, position, roll, stakes=Stakes(cube=False))
        depth = Depth.of(question, 0)
        ranked = answers.plays(question, depth)
        sight = Sight.of(question, depth)
        if len(ranked) < 2 or sight is None:
            continue
        case = Case(question, sight, ranked[0], ranked[-1], 0.05)
        mine, theirs = entries(case, case.best, case.other), entries(case, case.other, case.best)
        choice = chosen(mine, theirs, 0.05)
        assert len(choice.said) <= 3
        turns = [rolls(board(each.position.flipped())) for each in (case.best, case.other)]
        for entry in mine:
            if word := words.get(entry.kind.name):
                assert [entry.mine, entry.other] == [len(squares(t, word)) for t in turns]
                checked += 1
    assert checked > 20


# Other games --------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", variants(), ids=lambda each: each.id)
def test_every_game_is_explained_or_silent(variant: Variant) -> None:
    """Never a sentence about shots where nobody hits."""
    dice = random.Random(3)
    position = variant.start_position
    for turn in range(14):
        roll = Roll(dice.randint(1, 6), dice.randint(1, 6))
        question = Question(variant, position, roll, stakes=Stakes(cube=False))
        if Sight.of(question, Depth.of(question, 0)) is None:
            assert is_staged(variant) or variant.goal == "last_off" or variant.geometry == "ring16"
            return
        plays = legal_plays(variant, position, roll)
        if turn % 4 == 3 and len(plays) > 1:
            _explain_some(question)
        position = variant.turned(plays[dice.randrange(len(plays))].position, roll)


def _explain_some(question: Question) -> None:
    depth, landing = Depth.of(question, 0), question.variant.landing
    ranked = answers.plays(question, depth)
    shared = {"hit", "off", "cross", "gammons_won", "gammons_lost"}
    for reason in explain(question, depth, ranked[0], ranked[-1], 0.05).reasons:
        assert reason.text and reason.key in messages()
        allowed = shared | ({"shots"} if landing == "pin" else set())
        assert landing == "hit" or reason.kind in allowed
    hint_reasons(question, depth, ranked)


def test_pins_instead_of_hits() -> None:
    position = "24:2 18:1 11:12 / 24:13 13:1 9:1"
    question = Question.about(position, "64", variant="plakoto")
    depth = Depth.of(question, 0)
    ranked = answers.plays(question, depth)
    pinning = next(each for each in ranked if each.play.position.pinned[1])
    other = next(each for each in ranked if not each.play.position.pinned[1])
    found = explain(question, depth, pinning, other, 0.05)
    listed = {each["kind"]: each for each in kinds_json(found.choice)}
    assert (listed["hit"]["best"], listed["hit"]["played"]) == (1, 0)


# Plans --------------------------------------------------------------------------------------------

PLANS = {
    "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5": (None, None),
    "20:2 13:2 8:3 6:4 5:2 4:2 / 13:3 8:3 7:2 6:4 5:1 4:2": ("holding", "running"),
    "20:2 13:3 8:3 6:4 5:1 4:2 / 20:2 13:3 8:3 6:4 5:1 4:2": ("mutual_holding", "mutual_holding"),
    "24:1 13:2 9:2 8:2 7:2 6:3 5:3 / 24:2 13:4 8:3 6:4 3:2": ("priming", ...),
    "24:2 13:3 8:3 6:3 5:2 4:2 / bar:1 24:1 13:5 8:3 6:5": ("blitz", ...),
    "24:2 22:3 13:1 6:3 5:2 4:2 3:2 / 10:2 8:3 7:2 6:4 5:2 4:2": ("backgame", "priming"),
    "24:2 6:3 5:3 4:3 3:2 2:2 / 6:3 5:3 4:3 3:3 2:2 1:1": ("ace_point", "bearing_off"),
    "12:1 9:2 8:2 7:2 6:2 5:2 4:2 3:2 / 24:1 3:2 2:2 1:2": ("containment", ...),
    "13:2 10:2 8:3 6:4 5:2 4:2 / 13:3 9:2 8:3 6:4 5:1 4:2": ("running", ...),
    "23:2 13:2 8:2 6:3 5:2 4:2 3:2 / 13:1 9:2 8:2 7:2 6:3 5:2 4:2 3:1": ("deep_anchor", "priming"),
    "10:2 6:4 5:4 4:3 3:2 / 8:2 6:4 5:4 4:3 3:2": ("race", "race"),
    "6:4 5:4 4:3 3:2 2:1 1:1 / bar:1 20:1 6:4 5:4 4:3 3:2": ("bearing_off", ...),
}


@pytest.mark.parametrize(("position", "names"), PLANS.items())
def test_plans(position: str, names: tuple[object, object]) -> None:
    found = plans(STANDARD, Position.parse(position))
    assert all(want is ... or name == want for name, want in zip(found, names, strict=True)), found
    assert all(name is None or plan_name(name) for name in found)


def test_plans_belong_to_games_of_hitting() -> None:
    assert plan(Position.parse("10:2 6:4 / 8:2 6:4")) == "race"
    fevga = Variant.load("fevga")
    assert plans(fevga, fevga.start_position) == (None, None)


# The cube -----------------------------------------------------------------------------------------


def cube_texts(position: str, away: tuple[int, int] | None, kind: str, played: str) -> list[str]:
    stakes = Stakes(away=away)
    question = Question.about(position, stakes=stakes)
    depth = Depth.of(question, 2)
    verdict = answers.cube(question, depth)
    doubled = {"double": "no double", "no double": "double", "take": "pass", "pass": "take"}
    case = CubeCase(question, depth, verdict, kind, played, doubled[played])  # type: ignore[arg-type]
    return [reason.text for reason in cube_reasons(case, 0.2)]


LATE = "13:2 8:4 6:3 4:2 2:2 1:2 / 18:3 15:1 11:2 6:2 5:1 4:2 3:2 2:2"
EARLY = "13:3 10:2 6:2 5:2 4:2 3:2 1:2 / 18:2 10:1 8:2 7:1 6:4 3:2 2:3"


def test_a_double_that_was_missed() -> None:
    said = cube_texts(LATE, (5, 5), "double", "no double")
    assert said[0] == "You win 74 %: from 67 % on you double."
    assert "19 of 36 rolls lose the market." in said


def test_a_double_that_was_too_early() -> None:
    said = cube_texts(EARLY, (4, 3), "double", "double")
    assert said[0] == "You win 65 %: doubling begins at 73 %."
    assert "Only 2 of 36 rolls lose the market." in said


def test_takes_and_passes_are_told_to_who_decides() -> None:
    [first, *others] = cube_texts("6:4 5:4 4:3 3:2 / 6:5 5:5 4:3 3:2", None, "take", "take")
    assert re.fullmatch(r"You win [\d.]+ %; to take you need [\d.]+ %\.", first)
    assert any(text.startswith("You trail by ") for text in others)


def test_market_losers_are_those_of_all_pairs_of_rolls() -> None:
    """A last roll: who wins has won, and nobody is left to pass."""
    question = Question.about("6:1 1:1 / 1:2")
    found = market(question, Depth.of(question, 0))
    assert found is not None
    off = [roll for roll in ((a, b) for a in range(1, 7) for b in range(1, 7)) if max(roll) == 6]
    doubles = [(2, 2), (3, 3), (4, 4), (5, 5)]
    assert sorted(found.squares) == sorted({*off, *doubles})
    assert found.share == pytest.approx(len(found.squares) / 36)


def test_gammons_that_make_a_pass() -> None:
    """Counted as single games they would leave a take; the limit lies in between."""
    question = Question.about("24:2 13:3 8:3 6:3 5:2 4:2 / bar:1 24:1 13:5 8:3 6:5")
    depth = Depth.of(question, 2)
    verdict = answers.cube(question, depth)
    assert not verdict.action.takes
    case = CubeCase(question, depth, verdict, "take", "take", "pass")
    said = [reason.text for reason in cube_reasons(case, 0.1)]
    assert said[1] == "51 % of the wins against you are gammons; the pass begins at 29 %."
    outcome = verdict.outcome
    assert gammon_limit(question, depth, outcome) == pytest.approx(0.289, abs=0.001)
    few = Outcome(outcome.win * 0.75, outcome.win * 0.25, 0.0, *outcome[3:])
    assert taken(question, few) < CASH < taken(question, outcome)


def taken(question: Question, outcome: Outcome) -> float:
    """What a double that is taken is worth, by chances alone."""
    cube, life = question.wager.cube, _kernel.cube_life(question.position.raw)
    return cube.stakes.taken(cube.stakes.kept(outcome, life, life), cube.level)


def test_no_cube_no_reasons_about_it() -> None:
    question = Question.about("6:1 / 1:1", stakes={"away": (1, 4)})
    depth = Depth.of(question, 2)
    assert cube_hint(question, depth, answers.cube(question, depth)) == ()
