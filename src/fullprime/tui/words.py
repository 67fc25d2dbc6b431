"""What the terminal says: the sentences, apart from the flow that says them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final, assert_never

import msgspec
from rich.cells import cell_len, set_cell_size

from fullprime.action import (
    Accepted,
    Action,
    Arranged,
    Beavered,
    Coloured,
    Declined,
    Doubled,
    Dropped,
    Named,
    Passed,
    Played,
    Raccooned,
    Resigned,
    Rolled,
    TableAction,
    Took,
)
from fullprime.dice import Roll
from fullprime.errors import FullprimeError, IllegalAction, plain, sentences
from fullprime.game import Game, Phase
from fullprime.match import BestOf, Match, Money, Points, Target
from fullprime.referee import SOURCES, TableRules, ruling
from fullprime.render.layout import fit, larger_first, offered
from fullprime.variant import Variant

Names = tuple[str, str]

MULTIPLES: Final = {1: "a single game", 2: "a gammon", 3: "a backgammon"}

NAME_WIDTH: Final = 20
"""Columns for a name at the table: two of them and the score fit in a line."""

HELP: Final = (
    ("Enter, roll", "throw the dice; confirm a play; go on"),
    ("8/5 6/5", "play; bar/21* enters and hits, 24/18(2) is two, 6/off bears off"),
    ("8/5", "one step; the rest may follow on the next line"),
    ("name 6", "the doublet to take after 2-1, in games that give one"),
    ("color white", "or black: the winner of the opening throw, where that is agreed"),
    ("undo", "take back what was entered last, or real dice typed wrongly"),
    ("moves", "list the legal plays; a number then picks one"),
    ("hint", "the best plays (a number picks one); before a roll, the chances"),
    ("tutor full", "warn before an error is final; also nudge, candidates, off"),
    ("rolls", "before a roll, what each of them would bring"),
    ("double", "offer the cube: take, pass (or drop), beaver or raccoon"),
    ("resign 1", "offer to lose a single game (2 gammon, 3 backgammon)"),
    ("accept, decline", "answer a resignation, or a double"),
    ("board, pips", "show the board again; the pip counts"),
    ("rules", "what is played, and how it differs; rules all has everything"),
    ("glossary anchor", "what a word of the players means"),
    ("history", "what has happened in this game; history 1, history all"),
    ("save FILE", "keep a copy of the match; save! overwrites a file"),
    ("export FILE", "write it for other programs, by the ending; export! overwrites"),
    ("quit", "leave; the match is saved and can be resumed"),
    ("r u m d t b h q", "short for roll, undo, moves, double, take, board, help, quit"),
)


def help_lines(width: int, more: Sequence[tuple[str, str]] = ()) -> list[str]:
    """The commands, and more of them at some tables."""
    return _two_columns((*HELP, *more), width)


def _two_columns(rows: Sequence[tuple[str, str]], width: int) -> list[str]:
    """Side by side or, where the terminal is too narrow for that, below each other."""
    column = max(len(name) for name, _ in rows) + 2
    beside = width >= 60 or all(column + len(meaning) <= width for _, meaning in rows)
    indent = column if beside else 2
    lines = []
    for name, meaning in rows:
        text = wrap(meaning, width - indent)
        lines.append(name.ljust(column) + text.pop(0) if beside else name)
        lines += [" " * indent + part for part in text]
    return lines


def count(number: int, noun: str) -> str:
    """`1 point`, `2 points`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def verbs(game: Game) -> list[str]:
    """What can be done now, in the words of players; a double is passed."""
    return ["pass" if verb == "drop" else verb for verb in game.verbs]


def spoken(roll: Roll | None) -> str:
    """`6-4`: players name the larger number first."""
    return "{}-{}".format(*larger_first(roll)) if roll else ""


def header(match: Match, names: Names) -> str:
    """What is being played, and the score."""
    score = f"{names[0]} {match.shown_score[0]}, {names[1]} {match.shown_score[1]}"
    if isinstance(match.target, Money):
        score = money_score(match, names)
    crawford = " Crawford: no cube." if match.game.stakes.crawford else ""
    name, game = match.variant.name, f"{_target(match.target)}, game {len(match.games)}"
    played = f"{_series(match)}, {game}, {name}" if in_turn(match) else f"{name}, {game}"
    return f"{played}: {score}.{crawford}"


def in_turn(match: Match) -> bool:
    """Are several games played in turn?"""
    return len(match.rotation) > 1


def _series(match: Match) -> str:
    return match.series.name if match.series else "Series"


def _target(target: Target) -> str:
    match target:
        case Points(to):
            return f"match to {to}"
        case BestOf(games):
            return f"best of {games}"
        case Money():
            return f"money at {target.amount(1)} a point"
        case _:
            assert_never(target)


def rules_lines(match: Match, width: int) -> list[str]:
    """What is played, and every rule that the players have agreed on."""
    settings, target, variant = match.settings, match.target, match.variant
    cube = match.game.stakes.cube
    animals = {0: "off", 1: "on", 2: "on, and raccoons"}
    ties = "every tie" if settings.murphy is None else f"{settings.murphy} in a game"
    rows = (
        *([("Series", f"{_series(match)}: {_rotation(match)}")] if in_turn(match) else []),
        ("Game", ", ".join((variant.name, *_options(variant)))),
        ("Played", _target(target)),
        ("Cube", _on(cube)),
        ("Crawford", _on(cube and settings.plays_crawford(target))),
        ("Holland", _on(settings.holland)),
        ("Jacoby", _on(settings.jacoby)),
        ("Beavers", animals.get(settings.beavers, f"up to {settings.beavers} in a row")),
        ("Automatic doubles", "off" if settings.murphy == 0 else ties),
        *([("Cube limit", str(settings.cube_limit))] if settings.cube_limit else []),
        ("Closed out", "passes" if settings.skip_closed_out else "rolls anyway"),
        *(
            [("Winner picks color", "on")]
            if settings.winner_picks_color and not settings.referee
            else []
        ),
        ("House rules", _on(settings.house_rules)),
        *_referee_rows(settings.table_rules),
    )
    return _two_columns(rows, width)


def _referee_rows(rules: TableRules | None) -> list[tuple[str, str]]:
    if rules is None:
        return []
    return [
        ("Illegal plays", rules.illegal_play.replace("_", " ")),
        ("Called-for play", rules.correction.replace("_", " ")),
        ("Premature throws", rules.premature_roll),
        ("Die on a checker", rules.die_on_checker),
        ("Dice are mixed", "at any time" if rules.mix_dice_anytime else "before a game"),
        ("Winner picks color", _on(rules.opening_winner_picks_colour)),
        ("Wrong set-up", f"corrected after {count(rules.setup_error_window, 'play')} at most"),
    ]


def _rotation(match: Match) -> str:
    return ", ".join(variant.name for variant in match.rotation)


def _options(variant: Variant) -> list[str]:
    """The named rules that were chosen, with their values."""
    return [
        name if choice is True else f"{name}={choice}" for name, choice in variant.chosen.items()
    ]


def _on(rule: bool) -> str:
    return "on" if rule else "off"


def money_score(match: Match, names: Names) -> str:
    """Who is ahead, and by what."""
    first, second = match.score
    if first == second:
        return "even"
    ahead = 0 if first > second else 1
    points = abs(first - second)
    if not isinstance(match.target, Money) or not match.target.unit:
        return f"{names[ahead]} is {_points(points)} ahead ({abs(match.balance):f})"
    return f"{names[ahead]} is {match.target.amount(points)} ahead ({_points(points)})"


# What has happened -----------------------------------------------------------------------------


def told(game: Game, action: Action, names: Names, play: str = "") -> str:
    """The action in words; `game` is the game before it, `play` how a play is to be written."""
    who = "" if game.actor is None else names[game.actor]
    if isinstance(action, TableAction) or (isinstance(action, Coloured) and game.table):
        return str(ruling(game, action, names))
    match action:
        case Rolled():
            roll = Roll.of(action.dice)
            return _thrown(game, roll, names) if not who else f"{who} rolls {spoken(roll)}."
        case Played():
            done = f"plays {play or play_text(game, action)}" if action.steps else "cannot move"
            return f"{who} {_given(game)} and {done}."
        case Named(number):
            return f"{who} takes {number}-{number}."
        case Passed():
            return f"{who} is closed out and does not roll."
        case Doubled():
            again = "redoubles" if game.stakes.owner is not None else "doubles"
            return f"{who} {again} to {game.stakes.value * 2}."
        case Took():
            return f"{who} takes; the cube is at {game.offer}."
        case Dropped():
            return f"{who} passes."
        case Beavered() | Raccooned():
            return f"{who} {action.name}s to {game.offer * 2}."
        case Resigned(_, by):
            who = who if by is msgspec.UNSET else names[by]
            return f"{who} offers to resign {resignation(game, action.multiple)}."
        case Accepted():
            return f"{who} accepts."
        case Coloured(colour):
            return f"{who} takes {colour}."
        case Declined():
            return f"{who} declines; play goes on."
        case Arranged(_, turn):
            return f"The board is as the transcript has it; {names[turn]} is on roll."
        case _:
            assert_never(action)


def to_play(game: Game) -> str:
    """The numbers to play: a roll, or what has come after it."""
    numbers = game.numbers
    if numbers is None or (numbers.start == game.position and not game.inherited):
        return spoken(game.roll)
    batch = " ".join(map(str, numbers.batch[0]))
    return f"{batch}, left over from {spoken(game.roll)}," if game.inherited else batch


def _given(game: Game) -> str:
    """`rolls 6-4`, or how a player has come by the numbers otherwise."""
    if game.numbers is None or game.numbers.start == game.position:
        return f"has {to_play(game)}" if game.inherited else f"rolls {to_play(game)}"
    return f"goes on with {to_play(game)}"


def _thrown(game: Game, roll: Roll, names: Names) -> str:
    throw = f"{names[0]} throws {roll.first}, {names[1]} throws {roll.second}"
    after = game.apply(Rolled(roll))
    if after.actor is not None:
        return f"{throw}: {names[after.actor]} begins."
    if after.stakes.value != game.stakes.value:
        return f"{throw}: a tie, and the cube goes to {after.stakes.value}."
    return f"{throw}: a tie, again."


def play_text(game: Game, action: Played) -> str:
    """The play in its usual form."""
    play = next((play for play in game.plays if Played.of(play) == action), None)
    return str(play) if play else " ".join(f"{a}/{b}" for a, b in action.steps)


def resignation(game: Game, multiple: int) -> str:
    """`a gammon (4 points)`; a gammon that does not count is called what it counts as."""
    return f"{_kind(game.stakes.counted(multiple))} ({_points(game.stakes.points(multiple))})"


def _kind(multiple: int) -> str:
    return MULTIPLES.get(multiple, f"{multiple} games")


def _points(number: int) -> str:
    return count(number, "point")


def result(match: Match, names: Names) -> str:
    """How the last game ended, and the score."""
    end = match.game.result
    assert end is not None  # noqa: S101 - asked only of finished games
    if end.winner is None:
        return f"{_DRAWS[end.by]}: the game is drawn."
    points = "" if isinstance(match.target, BestOf) else f", {_points(end.points)}"
    what, why = _kind(end.multiple), ""
    if end.by == "drop":
        what, why = "the game", f": the {_offer(match.game)} was passed"
    elif end.by == "resignation":
        what += " by resignation"
    elif end.by == "mother":
        what += " by pinning the mother"
    return f"{names[end.winner]} wins {what}{points}{why}."


def _offer(game: Game) -> str:
    """The last word about the cube that was not an answer."""
    offers = (a for a in reversed(game.log) if isinstance(a, Doubled | Beavered | Raccooned))
    return next(offers).name


_DRAWS: Final = {
    "lock": "Neither side can ever move again",
    "mothers": "Both mothers are pinned",
}


def standing(match: Match, names: Names) -> str:
    """The score, and who has won the match."""
    first, second = match.shown_score
    if isinstance(match.target, Money):
        return f"Session: {money_score(match, names)}."
    if match.winner is None:
        return f"Score: {names[0]} {first}, {names[1]} {second}."
    best, other = (first, second) if match.winner == 0 else (second, first)
    return f"{names[match.winner]} wins the match {best}-{other}."


def coming(match: Match, names: Names) -> str:
    """The next game of a series, and who starts it."""
    starter = match.next_starter
    who = "the opening throw decides who starts" if starter is None else f"{names[starter]} starts"
    return f"Next: {match.next_variant.name}; {who}."


def games_lines(match: Match, names: Names, width: int) -> list[str]:
    """The finished games of a series: who started, who won, and the score afterwards."""
    rows = [("No", "Game", "Starts", "Wins", "Points", "Score"), *_game_rows(match, names)]
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    missing = sum(widths) + 2 * (len(widths) - 1) - width
    for name in (2, 3):  # nothing but the players' names can be cut without a loss
        widths[name] = max(3, widths[name] - max(0, missing + 1) // 2)
    padded = ([set_cell_size(fit(*cell), cell[1]) for cell in zip(row, widths, strict=True)]
              for row in rows)  # fmt: skip
    return ["  ".join(cells).rstrip() for cells in padded]


def _game_rows(match: Match, names: Names) -> Iterator[tuple[str, ...]]:
    played = zip(match.games, match.starters, match.shown_scores, strict=True)
    for number, (game, starter, score) in enumerate(played, 1):
        end = game.result
        assert end is not None  # noqa: S101 - asked only of finished games
        started = "" if starter is None else names[starter]
        won = "drawn" if end.winner is None else names[end.winner]
        total = "{}-{}".format(*score)
        yield str(number), game.variant.name, started, won, str(end.points), total


# What is expected ------------------------------------------------------------------------------


def expected(game: Game, names: Names, real_dice: bool = False) -> str:
    """What the game waits for; the entering of plays has its own words."""
    who = "" if game.actor is None else names[game.actor]
    match game.phase:
        case Phase.OPENING:
            typing = f"type both, {names[0]}'s first, such as 5-3 (or help)."
            how = typing if real_dice else "Enter. (help lists what you can type)"
            return f"Opening throw, one die each: {how}"
        case Phase.TO_COLOR:
            return f"{who}: choose your color: white or black?"
        case Phase.TO_ROLL:
            return f"{who}: {_before_roll(game, real_dice)}."
        case Phase.TO_NAME:
            return f"{who}: name the doublet to take, 1 to 6."
        case Phase.OFFERED:
            return f"{who}: {offered(game.animals)} to {game.offer}: {_answers(game)}?"
        case Phase.RESIGNING:
            offer = resignation(game, game.resigning)
            return f"{who}: {names[game.turn]} resigns {offer}: accept or decline?"
        case Phase.SEEN:
            return f"{who}: {_illegal(game, names)}"
        case Phase.TO_PLAY | Phase.OVER:
            return f"{who}: your play."
        case _:
            assert_never(game.phase)


def _illegal(game: Game, names: Names) -> str:
    """What can be said to an illegal play."""
    call = f"demand a legal play from {names[game.turn]}"
    if "condone" not in game.verbs:
        return f"{call}."
    going_on = "; rolling accepts it too" if "roll" in game.verbs else ""
    return f"{call}, or condone this one{going_on}."


def _answers(game: Game) -> str:
    """What can be said to an offer, and what that means."""
    passing = f"pass (costs {_points(game.stakes.drop_points(game.offer))})"
    animal = next((verb for verb in game.verbs if verb not in ("take", "drop")), None)
    return f"take, {passing} or {animal} to {game.offer * 2}" if animal else f"take or {passing}"


def _before_roll(game: Game, real_dice: bool) -> str:
    verbs = game.verbs
    rolling = "roll and type the dice, such as 5-3" if real_dice else "Enter rolls"
    first = "closed out; Enter passes" if "pass" in verbs else rolling
    if game.bonus:
        first = f"another turn; {first}"
    if "double" not in verbs:
        return first
    word = "redouble" if game.stakes.owner is not None else "double"
    dead = " (pointless: the cube is dead)" if game.stakes.is_dead(game.turn) else ""
    return f"{first}, or {word} to {game.stakes.value * 2}{dead}"


def refusal(error: FullprimeError, untimely: str = "") -> str:
    """Why something is not allowed, for a player who sees the board.

    `untimely` says it better than the error where the game waits for something else.
    """
    if not isinstance(error, IllegalAction):
        return f"{str(error)[0].upper()}{str(error)[1:]}."
    why = untimely if error.detail.startswith("the game waits for") else error.detail
    source = f"; {SOURCES[error.rule]}" if error.rule in SOURCES else ""
    return f"Not allowed{': ' * bool(why)}{why}. {error.sentence} ({error.rule}{source})"


def untimely(game: Game, verb: str) -> str:
    """Why this is not the time for it; '' where the rule says all there is to say."""
    phase = game.phase
    if verb in ("take", "drop", "beaver", "raccoon") and phase is not Phase.OFFERED:
        return "there is no double to answer"
    if verb in ("accept", "decline") and phase is not Phase.RESIGNING:
        return "there is no resignation to answer"
    if phase is Phase.OPENING:
        return "the game has not begun"
    if phase is Phase.RESIGNING:
        return "answer the resignation first"
    if phase is Phase.SEEN:
        return "answer the illegal play first"
    if phase is Phase.OFFERED:
        return _wrong_animal(game, verb) or f"answer the {offered(game.animals)} first"
    if phase is Phase.TO_COLOR:
        return "choose white or black first"
    if verb == "color":
        return "the colors are settled"
    if phase is Phase.TO_NAME:
        return "name a doublet first"
    if phase is Phase.TO_PLAY:
        return "the dice are already on the table"
    return "the dice are not thrown yet" if verb == "play" else ""


def _wrong_animal(game: Game, verb: str) -> str:
    if verb not in ("beaver", "raccoon"):
        return ""
    if game.stakes.animals < (1 if verb == "beaver" else 2):
        return f"this game has no {verb}s"
    if game.animals >= game.stakes.animals:
        return "it cannot be raised any more"
    return f"you can only {verb} a {'double' if verb == 'beaver' else 'beaver'}"


def dead_cube() -> str:
    """Said to a player who doubles although nothing can be gained by it."""
    return f"{sentences()['STD-CUBE-11']} (STD-CUBE-11)"


def table_names(match: Match) -> Names:
    """The players' names as they can safely be shown."""
    first, second = (fit(plain(name), NAME_WIDTH) for name in match.players)
    return first, second
