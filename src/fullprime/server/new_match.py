"""A new match as a request describes it, and the rows that it begins with."""

from __future__ import annotations

import secrets
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from fullprime.action import Rolled
from fullprime.analysis.tutor import Tutor
from fullprime.dice import Roll
from fullprime.engine.levels import level, level_for_pr
from fullprime.errors import BadSettings, BadVariant, Fault, field_fault, shorten
from fullprime.fair_dice.ledger import Ledger
from fullprime.formats.ids import read_position
from fullprime.match import BestOf, Match, Money, Points, Settings, SetUp, Target
from fullprime.referee import TableRules
from fullprime.series import Series
from fullprime.server import bots
from fullprime.server.clock import ClockRules
from fullprime.server.names import clean_name
from fullprime.server.problems import InvalidRequest, Problem
from fullprime.server.record import Record
from fullprime.shapes import converted
from fullprime.store import Kept, Person, Seat
from fullprime.variant import Variant
from fullprime.variant.file import is_path

LONGEST_NAME: Final = 40
TARGETS: Final = {"points": Points, "best_of": BestOf, "money": Money}


class OpponentBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whom to play: a bot, a second player at the same screen, or whoever opens the invitation."""

    kind: Literal["bot", "here", "invite"] = "bot"
    level: Annotated[
        str | None, Meta(description="The name of a level; null: as well as it can.")
    ] = None
    pr: Annotated[float | None, Meta(description="Or the error rate, 1 to 25.")] = None
    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""


class RefereeBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is agreed where checkers can be moved against the rules."""

    illegal_play: Literal["forbid", "must_correct", "opponent_option", "either_may_correct"] = (
        "opponent_option"
    )
    correction: Literal["whole_roll", "remaining_numbers"] = "whole_roll"
    premature_roll: Literal["void", "stands"] = "void"
    die_on_checker: Literal["reroll", "valid"] = "reroll"
    mix_dice_anytime: bool = True
    opening_winner_picks_colour: bool = False
    setup_error_window: Annotated[int, Meta(ge=0, le=99)] = 1
    dice: Annotated[
        Literal["rolled", "typed"],
        Meta(description="By the server, or at a real table and typed in."),
    ] = "rolled"

    def rules(self) -> TableRules:
        """What the library knows of it."""
        return converted(
            {name: getattr(self, name) for name in TableRules.__struct_fields__}, TableRules
        )


class NewMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match to be played."""

    game: Annotated[
        str, Meta(max_length=80, description="The id of a variant or of a series of them.")
    ]
    options: dict[str, bool | int | str] = {}
    opponent: OpponentBody = OpponentBody()
    seat: Literal[0, 1] = 0
    target: Annotated[
        dict[str, str | int | float] | None,
        Meta(description="points (to), best_of (games) or money (stake: 5 beans) by its type."),
    ] = None
    settings: Settings = Settings()
    referee: bool | RefereeBody = False
    clock: ClockRules | None = None
    tutor: Annotated[
        Tutor, Meta(description="Warns before an error is final; only against a bot.")
    ] = Tutor()
    position: Annotated[
        SetUp | None, Meta(description="Where the first game begins, if not at its beginning.")
    ] = None
    fair_dice: Annotated[
        bool, Meta(description="Dice that both players can check; only by invitation.")
    ] = False
    dice: Annotated[
        tuple[int, int] | None, Meta(description="With a position: the roll that is to be played.")
    ] = None


def kept_match(body: NewMatch, person: Person) -> tuple[Kept, Match]:
    """The rows of a new match; rules that contradict each other are refused."""
    series = known_series(body.game)
    rotation = series.rotation(body.options)
    target = _target(body.target, series)
    if isinstance(target, Money) and body.position and any(body.position.score or ()):
        raise BadSettings(Fault("rules.contradict", faults=[Fault("rules.score_money")]))
    match = Match.start(
        target=target,
        settings=_settings(body),
        series=series,
        rotation=rotation,
        begins=_begins(body.position, rotation[0]),
    )
    if body.dice:
        match = _with_dice(match, Roll.of(body.dice))
    me = Seat(person.name, person.id)
    other = _opponent(body, me, match)
    return Kept(
        id=new_id(),
        number=0,
        start=Record(match, typed=_typed(body), tutor=_tutor(body), fair=_fair(body)).file,
        clock=msgspec.json.encode(body.clock).decode() if body.clock else None,
        invite=secrets.token_urlsafe(12) if body.opponent.kind == "invite" else None,
        rematch=None,
        seats=(other, me) if body.seat else (me, other),
        events=(),
    ), match


def _begins(given: SetUp | None, variant: Variant) -> SetUp | None:
    """A board that is given by any id is kept as position text."""
    if given is None or given.position is None:
        return given
    text = variant.text(read_position(variant, given.position))
    return msgspec.structs.replace(given, position=text)


def _with_dice(match: Match, dice: Roll) -> Match:
    if match.begins is None or match.begins.position is None:
        raise Problem(422, "request.dice")
    return match.apply(Rolled(dice))


def new_id() -> str:
    """An id that cannot be guessed."""
    return secrets.token_hex(6)


def known_series(game: str) -> Series:
    """The series or single game of that name; people cannot name files or make up series."""
    if is_path(game) or "," in game or "+" in game:
        raise Problem(422, "request.unknown_game", name=repr(shorten(game, 40)))
    try:
        return Series.parse(game)
    except BadVariant as error:
        raise Problem(422, "request.unknown_game", name=repr(shorten(game, 40))) from error


def _target(body: dict[str, Any] | None, series: Series) -> Target:
    """A match to as many points as the series usually has, unless the request names a target."""
    fields = {"type": "points", **(body or {})}
    if fields["type"] == "points":
        fields.setdefault("to", series.to)
    shape = TARGETS.get(fields.pop("type"))
    if shape is None:
        raise InvalidRequest(f"target.type: expected one of {', '.join(TARGETS)}")
    if unknown := fields.keys() - set(shape.__struct_fields__):
        raise InvalidRequest(f"target.{min(unknown)}: unknown field")
    if shape is Money and isinstance(fields.get("stake"), str) and "unit" not in fields:
        return Money.of(fields["stake"])
    try:
        target: Target = converted(fields, shape)
    except msgspec.ValidationError as error:
        raise InvalidRequest(field_fault(error, "target")) from error
    return target


def _settings(body: NewMatch) -> Settings:
    if body.settings.referee:
        raise Problem(422, "request.referee")
    referee = _referee(body)
    return msgspec.structs.replace(body.settings, referee=referee.rules() if referee else None)


def _referee(body: NewMatch) -> RefereeBody | None:
    return RefereeBody() if body.referee is True else body.referee or None


def _typed(body: NewMatch) -> bool:
    """Are the dice those of a real table, with both players at it?"""
    referee = _referee(body)
    typed = referee is not None and referee.dice == "typed"
    if typed and body.opponent.kind != "here":
        raise Problem(422, "request.typed")
    return typed


def _tutor(body: NewMatch) -> Tutor:
    if body.tutor.is_on and (body.opponent.kind != "bot" or body.referee):
        raise Problem(422, "tutor.people")
    return body.tutor


def _fair(body: NewMatch) -> Ledger | None:
    """Begins when the match has its id."""
    if body.fair_dice and (body.opponent.kind != "invite" or body.dice):
        raise Problem(422, "fair.people")
    return Ledger("", b"") if body.fair_dice else None


def _opponent(body: NewMatch, me: Seat, match: Match) -> Seat | None:
    opponent = body.opponent
    match opponent.kind:
        case "invite":
            return None
        case "here":
            return Seat(clean_name(opponent.name), me.person)
        case "bot":
            chosen = _level(opponent)
            if chosen:
                bots.check_level(chosen, match.rotation)
            return Seat(bots.NAME, None, chosen, secrets.randbits(32) if chosen else None)


def _level(opponent: OpponentBody) -> str | None:
    if opponent.level is not None and opponent.pr is not None:
        raise Problem(422, "request.level")
    if opponent.pr is not None:
        return level_for_pr(opponent.pr).name
    return level(opponent.level).name if opponent.level is not None else None
