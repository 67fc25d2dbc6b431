"""Hints at the table: what the engine would do now."""

from __future__ import annotations

from collections.abc import Sequence

from fullprime.action import Doubled
from fullprime.analysis import answers, tables
from fullprime.analysis.answers import Depth
from fullprime.analysis.map_tables import roll_lines
from fullprime.analysis.maps import roll_map
from fullprime.analysis.question import Question
from fullprime.engine.chooser import actor
from fullprime.engine.engine import Engine
from fullprime.game import Game, Phase
from fullprime.play import Play


def hint_lines(
    engine: Engine, game: Game, among: Sequence[Play], width: int
) -> tuple[tuple[Play, ...], list[str]]:
    """The best of these plays of the roll on the table, and their table."""
    question = Question.in_game(game)._replace(at_hand=among)
    depth = Depth.of(question, engine=engine)
    found = answers.plays(question, depth)[: tables.MOST_SHOWN]
    lines = [*tables.plays_lines(question, found, width), _depth_line(depth)]
    return tuple(each.play for each in found), lines


def outlook_lines(engine: Engine, game: Game) -> list[str]:
    """What the position, before the roll, is worth to the seat that must act, and what to do with
    the cube if that is the question."""
    question = Question.in_game(game)
    depth = Depth.of(question, engine=engine)
    found, verdict = answers.outlook(question, depth)
    if actor(game) == game.turn:
        lines = tables.evaluation_lines(question, found)
        if verdict and Doubled() in game.legal():
            lines += ["", *tables.cube_lines(question, verdict)]
    elif verdict and game.phase is Phase.OFFERED:
        lines = [*tables.outcome_lines(question, found.outcome.flipped()), ""]
        lines += tables.answer_lines(verdict)
    else:
        theirs = found._replace(equity=-found.equity, outcome=found.outcome.flipped())
        lines = tables.evaluation_lines(_of_the_other(question), theirs)
    return [*lines, _depth_line(depth)]


def rolls_lines(engine: Engine, game: Game, width: int) -> list[str]:
    """The rolls of the seat on turn, with their best plays."""
    question = Question.in_game(game)
    depth = Depth.of(question, engine=engine)
    return [*roll_lines(roll_map(question, depth), width=width), _depth_line(depth)]


def _of_the_other(question: Question) -> Question:
    return question._replace(stakes=question.stakes.seen_by(1))


def _depth_line(depth: Depth) -> str:
    return f"({tables.depth_words(depth)})"
