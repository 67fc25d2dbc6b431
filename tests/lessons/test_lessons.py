"""Every step of every lesson: what it shows, asks and says is what the library knows."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from docs import web_words
from fullprime import analysis
from fullprime.engine.cube import CubeVerdict
from fullprime.formats.stakes_fields import StakesFields
from fullprime.lessons import Lesson, Solved, all_lessons, solve
from fullprime.lessons.file import Rolls
from fullprime.lessons.rolls import rolls_that
from fullprime.play import Play, legal_plays, place_number
from fullprime.variant import Variant

EVERY = [(lesson, name) for lesson in all_lessons() for name in lesson.steps]
NAMES = [f"{lesson.id}.{name}" for lesson, name in EVERY]
HOLES = re.compile(r"\{(\w+)\}")
SENTENCE = re.compile(r"[.?!](?=\*|\s|$)")
NEAR_BEST = 0.02
"""What an accepted play may cost, where the engine's best one is asked for."""
WORTH = {"one": 1, "two": 2, "three": 3}

every_step = pytest.mark.parametrize(("lesson", "name"), EVERY, ids=NAMES)


def texts(lesson: Lesson, name: str) -> Iterator[str]:
    step = lesson.steps[name]
    yield from (step.title, step.text, step.done, step.wrong)
    for option in step.options.values():
        yield from (option.text, option.why)


def test_the_first_lesson_teaches_the_rules_and_the_others_follow_in_order() -> None:
    lessons = all_lessons()
    assert [lesson.order for lesson in lessons] == list(range(1, len(lessons) + 1))
    assert lessons[0].id == "basics"
    assert all(8 <= len(lesson.steps) <= 18 for lesson in lessons if not _first_steps(lesson))
    assert all(4 <= len(lesson.steps) <= 8 for lesson in lessons if _first_steps(lesson))
    assert all(not lesson.cover or lesson.cover in lesson.steps for lesson in lessons)


def _first_steps(lesson: Lesson) -> bool:
    """In another game than the standard one they are short."""
    return lesson.variant != "backgammon"


@every_step
def test_a_step_can_be_solved_and_says_so(lesson: Lesson, name: str) -> None:
    step, solved = lesson.steps[name], solve(lesson, name)
    assert not solved.variant.faults(solved.game.position)
    match step.kind:
        case "play":
            assert step.dice and solved.plays and step.by == "you"
            every = not step.plays and not step.begin
            assert every or step.wrong or len(solved.game.plays) == len(step.plays)
        case "watch":
            assert step.dice and solved.plays
        case "roll":
            assert step.dice
        case "click":
            assert step.places and step.wrong
        case "choose":
            assert step.answer in step.options and len(step.options) > 1
            wrong = [option for key, option in step.options.items() if key != step.answer]
            assert all(option.why for option in wrong)
        case "count":
            assert solved.number is not None and solved.number >= 0 and step.wrong
    assert step.done
    assert bool(step.plays or step.begin) <= (step.kind in ("play", "watch"))


@every_step
def test_its_plays_are_legal_and_different(lesson: Lesson, name: str) -> None:
    solved = solve(lesson, name)
    legal = {play.position for play in solved.game.plays} if solved.game.roll else set()
    ends = [play.position for play in solved.plays]
    assert legal.issuperset(ends) and len(set(ends)) == len(ends)
    if solved.beginnings:
        assert solved.first_stop().position not in (solved.game.position, *legal)


@every_step
def test_every_gap_in_its_texts_is_filled(lesson: Lesson, name: str) -> None:
    known = solve(lesson, name).values.keys()
    for text in texts(lesson, name):
        assert set(HOLES.findall(text)) <= known, text


@every_step
def test_it_asks_one_thing_in_two_sentences(lesson: Lesson, name: str) -> None:
    step = lesson.steps[name]
    assert len(SENTENCE.findall(step.text)) <= 2
    assert step.text.count("**") == 2
    assert all(text.count("**") == 0 for text in texts(lesson, name) if text != step.text)


@every_step
def test_what_is_marked_is_on_the_board(lesson: Lesson, name: str) -> None:
    step, solved = lesson.steps[name], solve(lesson, name)
    places = [*step.rings, *step.places]
    places += [place for arrow in step.arrows for place in (arrow.source, arrow.target)]
    assert all(0 <= place_number(place) <= 26 for place in places)
    assert bool(step.entries) == bool(solved.labels)
    assert all(label.kind != "blocked" for label in solved.labels if label.at in step.places)


# What the engine says ---------------------------------------------------------------------------


def checked(what: str) -> pytest.MarkDecorator:
    found = [(lesson, name) for lesson, name in EVERY if lesson.steps[name].checked == what]
    assert found
    ids = [f"{lesson.id}.{name}" for lesson, name in found]
    return pytest.mark.parametrize(("lesson", "name"), found, ids=ids)


def verdict(solved: Solved) -> CubeVerdict:
    game = solved.before
    stakes = StakesFields.of(game.stakes, game.turn).stakes()
    return analysis.cube(game.position, variant=solved.variant, stakes=stakes)


@checked("double")
def test_to_double_or_not_is_what_the_engine_says(lesson: Lesson, name: str) -> None:
    answer = lesson.steps[name].answer
    assert (answer == "double") == verdict(solve(lesson, name)).action.doubles


@checked("take")
def test_to_take_or_not_is_what_the_engine_says(lesson: Lesson, name: str) -> None:
    step = lesson.steps[name]
    assert step.offered and step.by == "opponent"
    assert (step.answer == "take") == verdict(solve(lesson, name)).action.takes


@checked("best")
def test_the_best_play_is_what_the_engine_says(lesson: Lesson, name: str) -> None:
    solved = solve(lesson, name)
    assert solved.step.dice
    ranked = analysis.plays(
        solved.before.position, solved.step.dice, variant=solved.variant, cubeful=False
    )
    good = {each.play.position for each in ranked if each.equity > ranked[0].equity - NEAR_BEST}
    wanted = {play.position for play in solved.plays}
    assert ranked[0].play.position in wanted <= good


@checked("safest")
def test_the_safest_plays_leave_the_fewest_shots(lesson: Lesson, name: str) -> None:
    solved = solve(lesson, name)
    assert solved.step.dice
    plays = legal_plays(solved.variant, solved.game.position, solved.game.roll)
    fewest = min(_shots(solved.variant, play) for play in plays)
    assert {_shots(solved.variant, play) for play in solved.plays} == {fewest}


def _shots(variant: Variant, play: Play) -> int:
    return sum(map(sum, rolls_that(Rolls(of="hit"), variant, play.position.flipped())))


@checked("value")
def test_the_value_of_a_game_is_what_the_rules_say(lesson: Lesson, name: str) -> None:
    solved = solve(lesson, name)
    [play] = solved.game.plays
    assert solved.variant.end(play.position) == WORTH[solved.step.answer]


CLAIMS = {
    "cube.take": (0.28, 0.32),
    "cube.pass": (0.15, 0.20),
    "match.take": (0.18, 0.21),
    "match.money": (0.73, 0.77),
}
"""How often you win, where a text says it in words."""
PASSED = ("match.money", "match.early", "cube.good")
"""Where a text says that Black passes a double."""


@pytest.mark.parametrize("claim", CLAIMS)
def test_chances_in_words_are_those_of_the_engine(claim: str) -> None:
    solved = _named(claim)
    low, high = CLAIMS[claim]
    win = verdict(solved).outcome.win
    assert low < (1 - win if solved.seat else win) < high


@pytest.mark.parametrize("claim", PASSED)
def test_who_passes_in_words_passes(claim: str) -> None:
    assert not verdict(_named(claim)).action.takes


def _named(claim: str) -> Solved:
    lesson, name = EVERY[NAMES.index(claim)]
    return solve(lesson, name)


def test_every_cube_question_that_the_engine_can_answer_is_checked() -> None:
    """What is asked about doubling or taking itself, and not about the rules of it."""
    asked = [
        (lesson.id, name)
        for lesson, name in EVERY
        if {"take", "pass"} <= lesson.steps[name].options.keys()
        or "double" in lesson.steps[name].options
    ]
    assert len(asked) > 15
    assert all(lesson.steps[name].checked for lesson, name in EVERY if (lesson.id, name) in asked)


# What follows from it ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("distance", "rolls"),
    [*enumerate((11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3), start=1)],
)
def test_the_rolls_that_hit_a_lone_blot(distance: int, rolls: int) -> None:
    game = Variant.load()
    position = game.position(f"{1 + distance}:1 / 24:1").flipped()
    grid = rolls_that(Rolls(of="hit"), game, position)
    assert sum(map(sum, grid)) == rolls
    assert grid == [list(column) for column in zip(*grid, strict=True)]


def test_the_source_s_match_score_is_shown_from_both_sides() -> None:
    match = next(lesson for lesson in all_lessons() if lesson.id == "match")
    asked = {step.stakes.away for step in match.steps.values()}
    assert {(2, 4), (4, 2), (2, 1)} <= asked
    assert solve(match, "chance").values["lead_chance"] == 67


def test_entry_points_are_marked_by_their_numbers() -> None:
    kinds = [label.kind for label in solve(all_lessons()[0], "enter").labels]
    assert kinds == ["open", "open", "open", "answer", "open", "blocked"]


def test_every_text_is_a_word_of_the_pages() -> None:
    words = web_words.lessons()
    said = [text for lesson, name in EVERY for text in texts(lesson, name) if text]
    said += [text for lesson in all_lessons() for text in (lesson.title, lesson.summary)]
    assert sorted(words.values()) == sorted(said)
