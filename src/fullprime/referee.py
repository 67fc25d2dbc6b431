"""The referee: what can go wrong at a real table, and what the rules say about it.

A game that was started with `TableRules` takes the irregularities as actions like all others, so
that the record keeps them. A match at a screen needs none of this.

>>> game = Game.start(Variant.load(), table=TableRules(illegal_play="opponent_option"))
>>> game = game.apply(Rolled((5, 3))).apply(Seen(((13, 8),)))
>>> game.irregular.fault.detail
'the 3 has not been played'
>>> ruling(game, Rolled((6, 1))).clause
'IRR-5'
>>> game.apply(Rolled((6, 1))).turn  # and the play stands
1
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Final, Literal, NamedTuple, assert_never

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from fullprime.action import (
    Action,
    Coloured,
    Condoned,
    Demanded,
    GameAction,
    Misplaced,
    Mixed,
    Played,
    Premature,
    Reset,
    Rolled,
    RolledOff,
    Seen,
    TableAction,
    Voided,
)
from fullprime.dice import Roll
from fullprime.errors import Fault, IllegalAction, shorten
from fullprime.game import Game, Phase
from fullprime.numbers_to_play import Batch, Numbers, without
from fullprime.play import Place, place_name, place_number
from fullprime.position import BAR, HAND, LOST, OFF, PLACES, START, Position
from fullprime.variant import Variant
from fullprime.why import Objection

AGREED: Final = "agreed at this table"

SOURCES: Final = {
    "STD-SETUP-3": "Backgammon365, Set-up 3",
    "STD-SETUP-4": "Backgammon played on four tables, the paragraph on beginning",
    "STD-SETUP-5": "Backgammon365, Player's Error 1",
    "STD-SETUP-6": "Backgammon365, Rolling the Dice 1",
    "IRR-1": "Rules of Backgammon (bkgm.com), Irregularities 1",
    "IRR-2": "Backgammon365, Rolling the Dice 4",
    "IRR-3": "Backgammon365, Rolling the Dice 5",
    "IRR-4": "Rules of Backgammon (bkgm.com), Irregularities 2",
    "IRR-5": "Rules of Backgammon (bkgm.com), Irregularities 2",
    "IRR-6": "Rules of Backgammon (bkgm.com), Irregularities 3",
    "IRR-7": "Backgammon365, Player's Error 2",
    "IRR-8": "Backgammon365, Player's Error 1",
}
"""Where each clause is written down; `docs/referee.md` names all places."""


class TableRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the players of a real table agree on; where the texts differ, they choose."""

    illegal_play: Literal["forbid", "must_correct", "opponent_option", "either_may_correct"] = (
        "forbid"
    )
    """Forbidden as at a screen, always to be corrected, or left to the opponent or to both."""
    correction: Literal["whole_roll", "remaining_numbers"] = "whole_roll"
    """What is played when a legal play is called for: the whole roll again, or what is left of it
    where the play was right as far as it went."""
    premature_roll: Literal["void", "stands"] = "void"
    die_on_checker: Literal["reroll", "valid"] = "reroll"
    mix_dice_anytime: bool = True
    """Or only before a game begins."""
    opening_winner_picks_colour: bool = False
    setup_error_window: Annotated[int, Meta(ge=0, le=99)] = 1
    """Plays after which a wrong set-up can still be corrected."""


class Irregular(msgspec.Struct, frozen=True):
    """An illegal play and the two ways on from it."""

    before: Game
    """Where a demand leads back to."""
    accepted: Game
    """Where it goes on if the play stands."""
    fault: Objection

    @property
    def must_correct(self) -> bool:
        """Is it never allowed to stand?"""
        return self.before.table is not None and self.before.table.illegal_play == "must_correct"

    @property
    def answers(self) -> tuple[Action, ...]:
        """What can follow; going on with the game accepts the play."""
        if self.must_correct:
            return (Demanded(),)
        return Demanded(), Condoned(), *self.accepted.legal()


class Ruling(NamedTuple):
    """What the rules say about something that has happened, and where."""

    clause: str
    source: str
    text: Fault

    def __str__(self) -> str:
        return f"{self.text} ({self.clause}; {self.source})"


# What happens next -------------------------------------------------------------------------------


def after(game: Game, action: Action) -> tuple[Action, Game]:
    """The action as the log keeps it, and the game after it, at a table with a referee."""
    rules = game.table
    if rules is None:
        raise IllegalAction(_attempt(action), _clause(action), Fault("irregular.none"))
    match action:
        case Voided():
            return action, _voided(game, rules, action)
        case Premature():
            return action, _premature(game, rules, action)
        case Seen():
            return _seen(game, rules, action)
        case Demanded():
            return action, _demanded(game, rules, action)
        case Condoned():
            return action, _accepted(_illegal(game, rules, action), action)
        case Misplaced():
            return action, _misplaced(game, rules, action)
        case Reset():
            return action, _reset(game, rules, action)
        case Mixed():
            return action, _mixed(game, rules, action)
        case RolledOff():
            return action, _rolled_off(game, action)
        case Coloured():
            return action, _coloured(game, rules, action)
        case _:
            return _went_on(game, action)


def _went_on(game: Game, action: GameAction) -> tuple[Action, Game]:
    """Something regular; after an illegal play it means that the play stands."""
    if game.irregular:
        game = _accepted(game.irregular, action)
    action, following = game.after(action)
    if isinstance(action, Played):
        following = replace(following, before_first_play=_before_first_play(game))
    return action, _with_early_dice(following)


def _refusal(action: Action, why: str, clause: str = "") -> IllegalAction:
    return IllegalAction(_attempt(action), clause or _clause(action), why)


# Throws ------------------------------------------------------------------------------------------


def _voided(game: Game, rules: TableRules, action: Voided) -> Game:
    if action.dice:
        Roll.of(action.dice)
    if game.irregular:
        game = _accepted(game.irregular, action)  # who throws has let the play stand
    if "roll" not in game.verbs:
        raise _refusal(action, Fault("irregular.no_throw"), "STD-TURN-1")
    if action.reason == "on_checker" and rules.die_on_checker == "valid":
        raise _refusal(action, Fault("irregular.on_checker"))
    return game


def _premature(game: Game, rules: TableRules, action: Premature) -> Game:
    roll = Roll.of(action.dice)
    if game.phase not in (Phase.TO_PLAY, Phase.TO_NAME):
        raise _refusal(action, Fault("irregular.no_play"), "STD-TURN-1")
    if game.early:
        raise _refusal(action, Fault("irregular.early", dice=str(game.early[1])))
    return replace(game, early=(1 - game.turn, roll)) if _waiver(game, rules) else game


def _waiver(game: Game, rules: TableRules) -> Fault | None:
    """Why a throw counts that was made before this play is over; None if it does not."""
    if rules.premature_roll == "stands":
        return Fault("waiver.agreed")
    if len(game.plays) == 1 and game.after(Played.of(game.plays[0]))[1].actor != game.turn:
        return Fault("waiver.forced")
    return None if has_contact(game.variant, game.position) else Fault("waiver.no_contact")


def has_contact(variant: Variant, position: Position) -> bool:
    """Is there a point that both sides may still stand on?"""
    mine, theirs = (_ahead(row) for row in _rows(position))
    return not mine.isdisjoint(variant.across(point) for point in theirs)


def _ahead(row: tuple[int, ...]) -> set[int]:
    """The points from a side's last checker on."""
    last = max(place for place in range(PLACES) if row[place] or not place)
    return set(range(1, min(last, START) + 1))


def _rows(position: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return position.mover, position.other


def _with_early_dice(game: Game) -> Game:
    """Dice that were thrown too early and stand are on the table as soon as it is their turn."""
    if not game.early or game.phase is not Phase.TO_ROLL or game.turn != game.early[0]:
        return game
    ready = replace(game, early=None)
    if ready.skip_closed_out and ready.closed_out:
        return ready
    return ready.after(Rolled(game.early[1]))[1]


# Illegal plays -----------------------------------------------------------------------------------


def _seen(game: Game, rules: TableRules, action: Seen) -> tuple[Action, Game]:
    """A legal play is an ordinary one; any other waits for an answer."""
    try:
        return _went_on(game, Played(action.steps))
    except IllegalAction as error:
        if rules.illegal_play == "forbid" or game.phase is not Phase.TO_PLAY:
            raise
        fault = Objection(error.rule, error.detail)
    position = game.position
    for source, target in action.steps:
        position = _moved(game, action, position, place_number(source), place_number(target))
    if faults := game.variant.faults(position):
        raise _refusal(action, faults[0], "STD-MOVE-1")
    assert game.numbers is not None  # noqa: S101 - there is a play under way
    legal = game.numbers.plays(game.position).to(position)
    if legal:  # by steps that make no play, but it is the position that counts
        return _went_on(game, Played.of(legal))
    left = replace(game, position=position, before_first_play=_before_first_play(game))
    before = (rules.correction == "remaining_numbers" and _with_the_rest(game, action)) or game
    irregular = Irregular(before, _with_early_dice(left.ended_turn()), fault)
    return action, replace(left, phase=Phase.SEEN, irregular=irregular)


def _with_the_rest(game: Game, action: Seen) -> Game | None:
    """The play as it was seen, to be finished; None where no legal play begins so."""
    steps = [(place_number(source), place_number(target)) for source, target in action.steps]
    legal = {play.position for play in game.plays}
    if game.numbers is None or game.variant.geometry == "ring16":  # a pattern is all or nothing
        return None
    for position, left in _ways(game.numbers, game.position, steps, game.numbers.batch[0]):
        rest = replace(game.numbers, batch=(left,))
        if left and legal.issuperset(play.position for play in rest.plays(position)):
            first = _before_first_play(game)
            return replace(game, position=position, numbers=rest, before_first_play=first)
    return None


def _ways(
    numbers: Numbers, position: Position, steps: Sequence[tuple[int, int]], left: Batch
) -> Iterator[tuple[Position, Batch]]:
    """Where these steps lead by single numbers, and the numbers that are then left.

    A step may stand for several of one checker, as in 13/5 with 5-3.
    """
    if not steps:
        yield position, left
        return
    source, target = steps[0]
    for number in dict.fromkeys(left):
        for play in numbers.steps(position, number):
            first = play.steps[0]
            if first.source != source or first.target < target:
                continue
            on = [] if first.target == target else [(first.target, target)]
            (after,) = without((left,), number)
            yield from _ways(numbers, play.position, [*on, *steps[1:]], after)


def _moved(game: Game, action: Seen, position: Position, source: int, target: int) -> Position:
    """One checker goes from here to there: as a step if the game knows it, or else by hand."""
    assert game.numbers is not None  # noqa: S101 - there is a play under way
    ways = {number for batch in game.numbers.batch for number in batch}
    for number in ways | set(range(1, 7)):  # a wrong number is an irregularity, too
        for play in game.numbers.steps(position, number):
            if play.steps[0][:2] == (source, target):
                return play.position
    return _lifted(game.variant, action, position, source, target)


def _lifted(
    variant: Variant, action: Seen, position: Position, source: int, target: int
) -> Position:
    """One checker taken up and put down where no step leads."""
    mine, theirs = (list(row) for row in _rows(position))
    my_pins, their_pins = position.pinned
    if source in (OFF, LOST) or target in (BAR, HAND, LOST) or not mine[source]:
        raise _refusal(action, _no_such_step(source, target), "STD-MOVE-1")
    if source in my_pins:
        raise _refusal(action, Fault("play.pinned_other", point=source), "VAR-PIN")
    mine[source] -= 1
    if not mine[source] and 1 <= source <= 24:
        their_pins -= {variant.across(source)}
    shared = target == OFF or variant.landing == "share"
    if not shared and theirs[there := variant.across(target)]:
        if variant.landing not in ("hit", "pin") or theirs[there] > 1 or target in my_pins:
            raise _refusal(action, Fault("play.held", points=target), "STD-MOVE-6")
        if variant.landing == "pin":
            their_pins |= {there}
        else:
            theirs[there] -= 1
            theirs[BAR] += 1
    mine[target] += 1
    return position.with_checkers(mine, theirs, (my_pins, their_pins))


def _no_such_step(source: int, target: int) -> Fault:
    return Fault("irregular.no_step", step=f"{place_name(source)}/{place_name(target)}")


def _illegal(game: Game, rules: TableRules, action: Demanded | Condoned) -> Irregular:
    """The illegal play that waits for an answer."""
    if game.irregular:
        return game.irregular
    plays = (a for a in reversed(game.log) if isinstance(a, Played | Seen | Demanded))
    if isinstance(next(plays, None), Seen):
        raise _refusal(action, Fault("play.accepted"), _final(rules))
    raise _refusal(action, Fault("play.no_illegal"), "IRR-4")


def _final(rules: TableRules) -> str:
    """The clause by which an illegal play stands once the game has gone on."""
    return "IRR-7" if rules.illegal_play == "either_may_correct" else "IRR-5"


def _demanded(game: Game, rules: TableRules, action: Demanded) -> Game:
    irregular = _illegal(game, rules, action)
    if rules.illegal_play == "opponent_option" and action.caller == game.turn:
        raise _refusal(action, Fault("play.call"), "IRR-3")
    return irregular.before


def _accepted(irregular: Irregular, action: Action) -> Game:
    """The game if the play stands, as this action would have it."""
    if irregular.must_correct:
        rule, detail = irregular.fault
        why = Fault("irregular.correct_first", detail=detail, rule=rule)
        raise IllegalAction(_attempt(action), "IRR-4", why)
    return irregular.accepted


# Before the first play ---------------------------------------------------------------------------


def _made(game: Game) -> int:
    """Plays made so far; one that is still under way, or waits for an answer, is none."""
    return sum(game.rolls) - (game.roll is not None)


def _has_played(game: Game) -> bool:
    begun = game.numbers is not None and game.numbers.start != game.position
    return begun or _made(game) > 0


def _has_thrown(game: Game) -> bool:
    return any(isinstance(action, Rolled) for action in game.log)


def _before_first_play(game: Game) -> Game:
    """The game to go back to, once this play is made."""
    return game.before_first_play or game


def _misplaced(game: Game, rules: TableRules, action: Misplaced) -> Game:
    """The board was wrong from the start; plays made since then were made from that board."""
    _check_misplaced(game, rules, action)
    if game.before_first_play is None:
        return _set_up_so(game, action)
    wrong = _set_up_so(game.before_first_play, action)
    try:
        for earlier in game.log[len(game.before_first_play.log) :]:
            wrong = wrong if isinstance(earlier, Misplaced) else wrong.apply(earlier)
    except IllegalAction as error:
        why = Fault("irregular.first_play", detail=error.detail)
        raise _refusal(action, why) from error
    return wrong


def _check_misplaced(game: Game, rules: TableRules, action: Misplaced) -> None:
    """Refuses to hear of a wrong set-up once it is too late for that."""
    if game.phase not in (Phase.OPENING, Phase.TO_ROLL, Phase.TO_PLAY):
        raise _refusal(action, Fault("irregular.under_way"))
    if game.before_first_play is not None:
        _check_window(game, rules, action)


def _check_window(game: Game, rules: TableRules, action: Misplaced | Reset) -> None:
    if game.result or _made(game) > rules.setup_error_window:
        one = _made(game) == 1
        why = Fault("irregular.played") if one else Fault("irregular.played_more", n=_made(game))
        raise _refusal(action, why, "STD-SETUP-5")


def _set_up_so(game: Game, action: Misplaced) -> Game:
    """The game with another board, before its first play."""
    position = game.variant.remembering(game.variant.position(action.position), (0, 0))
    if game.turn == 1:
        position = position.flipped()
    if position == game.position:
        raise _refusal(action, Fault("irregular.same_board"))
    if game.variant.end(position) is not None:
        raise _refusal(action, Fault("irregular.nothing_left"))
    numbers = Numbers.of(game.variant, position, game.roll) if game.roll else None
    return replace(game, position=position, numbers=numbers, setup=game.setup or game)


def _reset(game: Game, rules: TableRules, action: Reset) -> Game:
    """Back to the first play, with the board as it should have been and the dice as they were."""
    if game.setup is None:
        raise _refusal(action, Fault("irregular.right_board"))
    _check_window(game, rules, action)
    right = game.setup
    for earlier in game.log[len(right.log) :]:
        if isinstance(earlier, Played | Seen):
            break
        if not isinstance(earlier, Misplaced):
            right = right.apply(earlier)
    return right


def _mixed(game: Game, rules: TableRules, action: Mixed) -> Game:
    if game.result:
        raise _refusal(action, Fault("irregular.over"))
    if _has_thrown(game) and not rules.mix_dice_anytime:
        raise _refusal(action, Fault("irregular.mix_before"))
    return game


def _rolled_off(game: Game, action: RolledOff) -> Game:
    Roll.of(action.dice)
    if game.phase not in (Phase.OPENING, Phase.TO_ROLL) or _has_thrown(game):
        raise _refusal(action, Fault("irregular.begun"))
    earlier = (a for a in game.log if isinstance(a, RolledOff) and a.what == action.what)
    if any(first != second for first, second in (a.dice for a in earlier)):
        raise _refusal(action, Fault("irregular.decided", what=Fault(_CHOICES[action.what])))
    return game


def _coloured(game: Game, rules: TableRules, action: Coloured) -> Game:
    if not rules.opening_winner_picks_colour:
        raise _refusal(action, Fault("irregular.colors"))
    if game.actor is None or not _has_thrown(game) or _has_played(game):
        raise _refusal(action, Fault("irregular.color_when"))
    if game.white is not None:
        raise _refusal(action, Fault("irregular.color_chosen"))
    return replace(game, white=game.turn if action.colour == "white" else 1 - game.turn)


# What can be recorded now ------------------------------------------------------------------------


def calls(game: Game) -> tuple[str, ...]:
    """What a referee can record now, by the words of the terminal; `Game.legal` lists the rest.

    A throw is `roll`, a call for a legal play has the seat of the caller, a throw for a choice says
    what is chosen.

    >>> calls(Game.start(table=TableRules()))[:3]
    ('roll', 'void', 'setup')
    """
    if game.table is None:
        return ()
    return tuple(name for name, action in _CALLABLE.items() if _is_open(game, game.table, action))


def _is_open(game: Game, rules: TableRules, action: Action) -> bool:
    """Would the referee take this now? Of a wrong set-up only the time is looked at."""
    try:
        if isinstance(action, Misplaced):
            _check_misplaced(game, rules, action)
        else:
            after(game, action)
    except IllegalAction:
        return False
    return True


_CALLABLE: Final[dict[str, Action]] = {
    "roll": Rolled((2, 1)),
    "void": Voided(None, "cocked"),
    "premature": Premature((2, 1)),
    "demand 0": Demanded(0),
    "demand 1": Demanded(1),
    "setup": Misplaced(""),
    "reset": Reset(),
    "mix": Mixed(0),
    "rolloff seats": RolledOff("seats", (2, 1)),
    "rolloff checkers": RolledOff("checkers", (2, 1)),
    "rolloff dice": RolledOff("dice", (2, 1)),
    "colour": Coloured("white"),
}


# Rulings -----------------------------------------------------------------------------------------


def ruling(
    game: Game, action: Action, names: tuple[str, str] = ("seat 0", "seat 1")
) -> Ruling | None:
    """What the rules say about this action in this game; None where there is nothing to rule."""
    rules = game.table
    if rules is None:
        return None
    if not isinstance(action, TableAction | Coloured):
        return _consent(game, rules, action, names) if game.irregular else None
    clause, source = _clause(action), ""
    if rules.illegal_play == "either_may_correct" and isinstance(action, Seen | Demanded):
        clause = "IRR-7"
    if isinstance(action, Demanded) and action.caller != game.turn and _unfinished(game):
        clause, source = "IRR-4", SOURCES["IRR-3"]
    if isinstance(action, Seen):
        irregular = game.apply(action).irregular
        if irregular is None:
            return None
        source = AGREED if irregular.must_correct else ""
        text = _illegal_text(game, rules, action, names, irregular.fault)
    else:
        text = _told(game, rules, action, names)
    if isinstance(action, Premature) and rules.premature_roll == "stands":
        source = AGREED
    return Ruling(clause, source or SOURCES[clause], text)


def _consent(game: Game, rules: TableRules, action: GameAction, names: tuple[str, str]) -> Ruling:
    """Going on is an answer to an illegal play too."""
    clause = _final(rules)
    name, other = names[1 - game.turn], names[game.turn]
    text = Fault("ruling.consent", name=name, action=action.name, other=other)
    return Ruling(clause, SOURCES[clause], text)


def _told(
    game: Game, rules: TableRules, action: TableAction | Coloured, names: tuple[str, str]
) -> Fault:
    """What has happened, and what follows from it."""
    who = "" if game.actor is None else names[game.actor]
    match action:
        case Voided():
            return _void_text(action, who)
        case Premature(dice):
            thrown = {"name": names[1 - game.turn], "dice": _spoken(Roll.of(dice))}
            why = _waiver(game, rules)
            if why is None:
                return Fault("ruling.early_void", **thrown)
            return Fault("ruling.early_stands", why=why, **thrown)
        case Demanded(caller):
            by = names[1 - game.turn if caller is None else caller]
            if left := _unfinished(game):
                numbers = " ".join(map(str, left))
                return Fault("ruling.rest", name=by, other=names[game.turn], numbers=numbers)
            again = {"name": by, "other": names[game.turn], "dice": _spoken(game.roll)}
            return Fault("ruling.demanded", **again)
        case Condoned():
            return Fault("ruling.condoned", name=who, other=names[game.turn])
        case Misplaced(position):
            return Fault("ruling.misplaced", position=shorten(position))
        case Reset():
            return Fault("ruling.reset")
        case Mixed(caller):
            return Fault("ruling.mixed", name=names[caller], other=names[1 - caller])
        case RolledOff(what, dice):
            return _rolled_off_text(what, Roll.of(dice), names)
        case Coloured(colour):
            code = "ruling.white" if colour == "white" else "ruling.black"
            return Fault(code, name=who, other=names[1 - game.turn])
        case Seen():
            raise AssertionError("an illegal play has a text of its own")
        case _:
            assert_never(action)


def _void_text(action: Voided, who: str) -> Fault:
    about = {"reason": Fault(_REASONS[action.reason])}
    if action.dice:
        shown = {"dice": str(Roll.of(action.dice)), **about}
        if who:
            return Fault("ruling.void_dice", name=who, **shown)
        return Fault("ruling.void_opening_dice", **shown)
    return Fault("ruling.void", name=who, **about) if who else Fault("ruling.void_opening", **about)


def _illegal_text(
    game: Game, rules: TableRules, action: Seen, names: tuple[str, str], fault: Objection
) -> Fault:
    """The play that was seen, why it is not legal, and who may call for another."""
    return Fault(
        _CALLS[rules.illegal_play],
        name=names[game.turn],
        dice=_spoken(game.roll),
        play=_steps(action.steps) if action.steps else Fault("ruling.nothing"),
        detail=fault.detail,
        rule=fault.rule,
    )


_REASONS: Final = {
    "cocked": "throw.cocked",
    "off_board": "throw.off_board",
    "on_checker": "throw.on_checker",
    "touched": "throw.touched",
}


_CALLS: Final = {
    "must_correct": "ruling.seen_must",
    "opponent_option": "ruling.seen_opponent",
    "either_may_correct": "ruling.seen_either",
}


_CHOICES: Final = {
    "seats": "choice.seats",
    "checkers": "choice.checkers",
    "dice": "choice.dice",
}


def _unfinished(game: Game) -> Batch:
    """The numbers that a call brings back, where the play was right as far as it went."""
    before = game.irregular.before.numbers if game.irregular else None
    return before.batch[0] if before and before != game.numbers else ()


def _spoken(roll: Roll | None) -> str:
    """The larger number first, as players say it."""
    return "{}-{}".format(*sorted(roll, reverse=True)) if roll else ""


def _steps(steps: Sequence[tuple[Place, Place]]) -> str:
    return " ".join(f"{source}/{target}" for source, target in steps) or "nothing"


def _rolled_off_text(what: str, roll: Roll, names: tuple[str, str]) -> Fault:
    thrown = {"what": Fault(_CHOICES[what]), "name": names[0], "other": names[1]}
    shown = {"a": roll.first, "b": roll.second}
    if roll.double:
        return Fault("ruling.rolloff_tie", **thrown, **shown)
    winner = names[0 if roll.first > roll.second else 1]
    return Fault("ruling.rolloff", **thrown, **shown, winner=winner)


def _clause(action: Action) -> str:
    """The clause that this is a case of."""
    if isinstance(action, Voided):
        return "IRR-2" if action.reason == "touched" else "IRR-1"
    return _CLAUSES[type(action).__name__]


_CLAUSES: Final = {
    "Premature": "IRR-6",
    "Seen": "IRR-4",
    "Demanded": "IRR-4",
    "Condoned": "IRR-5",
    "Misplaced": "IRR-8",
    "Reset": "STD-SETUP-5",
    "Mixed": "STD-SETUP-6",
    "RolledOff": "STD-SETUP-3",
    "Coloured": "STD-SETUP-4",
}


def _attempt(action: Action) -> str:
    """What the action was, in an error."""
    match action:
        case Voided(_, reason):
            return f"a void throw ({reason})"
        case Rolled(dice) | Premature(dice):
            return f"the throw {Roll.of(dice)}"
        case Seen(steps):
            return f"the play {shorten(_steps(steps), 80)}"
        case _:
            return f"to {action.name}"
