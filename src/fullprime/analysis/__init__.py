"""What is a position worth, which play is best, should you double, and what does a rollout say?

One `Question` (read once: position, dice, stakes, variant) and its answers; the command line, JSON
lines, the pages, the terminal and Python are doors to this room. Positions are given as `Position`,
`Game`, `Match` (its game) or text: position text, a GNU id, an XGID. Depth and cube are the same
everywhere if left out: 2-ply (or the deepest that the game has), and cubeful where the stakes have
a cube.

>>> evaluate("6:1 / 1:2", cubeful=False).equity
0.5
>>> print(plays("4HPwATDgc/ABMA", "31")[0].play)
8/5 6/5
>>> print(cube("6:1 / 1:1").action)
double, take
>>> found = rollout("6:1 2:1 / 1:2", settings=RolloutSettings(trials=36))
>>> round(found.best.outcome.win, 3)
0.361
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Unpack

from fullprime.analysis import answers, maps
from fullprime.analysis.answers import ENGINE, Depth, Evaluation
from fullprime.analysis.maps import USUAL_SIZE, RollMap, ScoreMap
from fullprime.analysis.opening_book import Opened, opened
from fullprime.analysis.question import Details, Dice, Question
from fullprime.engine.cube import CubeVerdict
from fullprime.engine.engine import By, Engine
from fullprime.engine.evaluator import RankedPlay
from fullprime.engine.rollout import Watch
from fullprime.engine.rollout_result import RolledOut, RolloutSettings, phases_of
from fullprime.errors import FullprimeError, unknown
from fullprime.game import Game
from fullprime.match import Match
from fullprime.play import Play
from fullprime.position import Position
from fullprime.variant import Choice, Variant

__all__ = [
    "Evaluation",
    "Opened",
    "Question",
    "RankedPlay",
    "RollMap",
    "ScoreMap",
    "book",
    "cube",
    "eval",
    "evaluate",
    "hint",
    "plays",
    "roll_map",
    "rollout",
    "score_map",
]

DEFAULT_SETTINGS: Final = RolloutSettings()
About = Position | Game | Match | str | Question | None


def evaluate(
    about: About = None,
    *,
    plies: int | None = None,
    cubeful: bool | None = None,
    by: By = None,
    **details: Unpack[Details],
) -> Evaluation:
    """The chances of the side on roll, and what they are worth before rolling.

    cubeful: the equity of the best cube action.

    details: of the position and what is played for, by name; see `Details`.

    >>> evaluate("6:1 / 1:1").equity
    1.0
    """
    question = _question(about, None, details)
    return answers.evaluate(question, _depth(question, plies, cubeful, by))


def plays(
    about: About = None,
    dice: Dice | None = None,
    *,
    plies: int | None = None,
    cubeful: bool | None = None,
    every: bool = False,
    by: By = None,
    **details: Unpack[Details],
) -> list[RankedPlay]:
    """The legal plays of a roll, the best first; `every`: all of them at full depth.

    >>> [str(candidate.play) for candidate in plays("6:1 3:1 / 1:2", "5-2")]
    ['6/1 3/1', '6/off']
    """
    question = _question(about, dice, details)
    return answers.plays(question, _depth(question, plies, cubeful, by, every))


def cube(
    about: About = None, *, plies: int | None = None, by: By = None, **details: Unpack[Details]
) -> CubeVerdict:
    """Should the side on roll double, and the other take?

    >>> print(cube("6:1 / 1:1", stakes={"away": (1, 4)}).action)
    no double
    """
    question = _question(about, None, details)
    return answers.cube(question, _depth(question, plies, None, by))


def roll_map(
    about: About = None,
    *,
    plies: int | None = None,
    cubeful: bool | None = None,
    by: By = None,
    **details: Unpack[Details],
) -> RollMap:
    """What every roll is worth, with its best play, and their mean.

    >>> rolls = roll_map("6:1 2:1 / 1:2", plies=0, cubeful=False)
    >>> rolls.at(6, 5).play, rolls.at(2, 1).equity, round(rolls.mean, 3)
    ('6/off 2/off', -1.0, -0.278)
    """
    question = _question(about, None, details)
    return maps.roll_map(question, _depth(question, plies, cubeful, by))


def book(
    first: str = "",
    reply: str = "",
    *,
    play: str = "",
    variant: Variant | str | None = None,
    options: Mapping[str, Choice] | None = None,
) -> Opened:
    """The opening book: all first rolls; with `first` its candidates and the replies after the
    best, or after `play`; with `reply` the candidates of that reply.

    >>> [str(line.roll) for line in book().rolls][:3]
    ['2-1', '3-1', '3-2']
    >>> book("31").play, book("31", "66").decision.best.play
    ('8/5 6/5', '24/18(2) 13/7(2)')
    """
    return opened(Variant.load(variant, options), first, reply, play)


def score_map(
    about: About = None,
    dice: Dice | None = None,
    *,
    size: int = USUAL_SIZE,
    plies: int | None = None,
    by: By = None,
    **details: Unpack[Details],
) -> ScoreMap:
    """The best play of the dice, or without dice the cube action, at every score of a match.

    >>> cubes = score_map("6:1 2:1 / 1:2", size=2, plies=0)
    >>> cubes.money.best, cubes.at(2, 2).best
    ('no double', 'no double')
    """
    question = _question(about, dice, details)
    return maps.score_map(question, _depth(question, plies, None, by), size)


def rollout(
    about: About = None,
    dice: Dice | None = None,
    *,
    double: bool = False,
    plays: Sequence[Play | str] = (),
    settings: RolloutSettings = DEFAULT_SETTINGS,
    plies: int = 0,
    cubeful: bool | None = None,
    watch: Watch | None = None,
    by: By = None,
    **details: Unpack[Details],
) -> RolledOut:
    """A position, the plays of a roll, or a cube action (`double`), played to the end.

    plays: of that roll, such as "8/5 6/5"; the most promising if left out.
    plies: how far ahead plays are chosen; for more than one depth, the settings have `phases`.

    >>> found = rollout("6:1 / 1:1", double=True, settings=RolloutSettings(trials=36))
    >>> [(line.subject.name, round(line.equity.mean, 3)) for line in found.lines]
    [('no double', 0.5), ('double, take', 1.0)]
    """
    if double and dice is not None:
        raise FullprimeError("a rollout of a double and of dice: expected one of them")
    question = _question(about, dice, details)
    settings = answers.rollout_settings(question, settings, phases_of(plies), cubeful)
    roller = _engine(by).roller(question.variant)
    return answers.rollout(
        question, settings, double=double, chosen=plays, roller=roller, watch=watch
    )


eval = evaluate  # noqa: A001 - the name of the command
hint = plays


def _question(about: About, dice: Dice | None, details: Details) -> Question:
    if isinstance(about, Question):
        if dice is not None or details:
            raise FullprimeError("a Question has its dice and details already; ask a new one")
        return about
    if isinstance(about, Match):
        about = about.game
    _check_names(details)
    return Question.about(about, dice, **details)


def _check_names(details: Details) -> None:
    for name in details:
        if name in RolloutSettings.__struct_fields__:
            raise FullprimeError(
                f"{name}: rollouts take it as settings=RolloutSettings({name}=...)"
            )
        if name not in Details.__annotations__:
            raise FullprimeError(unknown("argument", name, sorted(Details.__annotations__)))


def _engine(by: By) -> Engine:
    return ENGINE if by is None else Engine.of(by)


def _depth(
    question: Question, plies: int | None, cubeful: bool | None, by: By, every: bool = False
) -> Depth:
    return Depth.of(question, plies, cubeful, every, _engine(by))
