"""A match as somebody asks for it, and the rows that it begins with."""

from __future__ import annotations

import secrets
from decimal import Decimal
from typing import Any, Literal

import msgspec
from pydantic import BaseModel, ConfigDict, Field

from fullprime.engine.levels import level, level_for_pr
from fullprime.errors import BadSettings, FullprimeError
from fullprime.formats import saved
from fullprime.match import Match, Settings, Target
from fullprime.referee import TableRules
from fullprime.series import Series
from fullprime.server import bots
from fullprime.server.clock import ClockRules
from fullprime.store import Kept, Person, Seat
from fullprime.variant.file import is_path

LONGEST_NAME = 40


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid")


class OpponentAsked(_Asked):
    """Whom to play: a bot, somebody at the same screen, or whoever follows the invitation."""

    kind: Literal["bot", "here", "invite"] = "bot"
    level: str | None = Field(
        default=None, description="The name of a level; null: as well as it can."
    )
    pr: float | None = Field(default=None, description="Or the error rate, 1 to 25.")
    name: str = Field(default="", max_length=LONGEST_NAME)


class TargetAsked(_Asked):
    """What is played for."""

    type: Literal["points", "best_of", "money"] = "points"
    to: int | None = None
    games: int | None = None
    stake: Decimal | None = None


class SettingsAsked(_Asked):
    """The rules that the players agree on; what is left out follows from the target."""

    cube: bool | None = None
    crawford: bool | None = None
    holland: bool = False
    jacoby: bool = False
    beavers: int = 0
    murphy: int | None = 0
    skip_closed_out: bool = True
    house_rules: bool = False


class RefereeAsked(_Asked):
    """What is agreed where checkers can be moved against the rules."""

    illegal_play: Literal["forbid", "must_correct", "opponent_option", "either_may_correct"] = (
        "opponent_option"
    )


class ClockAsked(_Asked):
    """Minutes for the match, and a delay in seconds in every turn."""

    minutes: float
    delay: float = 0


class NewMatch(_Asked):
    """A match to be played."""

    game: str = Field(max_length=80, description="A variant or a series, by its id.")
    options: dict[str, bool | int | str] = {}
    opponent: OpponentAsked = OpponentAsked()
    seat: Literal[0, 1] = 0
    target: TargetAsked | None = None
    settings: SettingsAsked = SettingsAsked()
    referee: bool | RefereeAsked = False
    clock: ClockAsked | None = None


def kept_match(asked: NewMatch, person: Person) -> tuple[Kept, Match]:
    """The rows of a new match; whatever does not go together is told."""
    series = _series(asked.game)
    match = Match.start(
        target=_target(asked.target, series),
        settings=_settings(asked),
        series=series,
        rotation=series.rotation(asked.options),
    )
    me = Seat(person.name or ("White", "Black")[asked.seat], person.id)
    other = _opponent(asked, me, match)
    return Kept(
        id=new_id(),
        number=0,
        start=saved.dump(match),
        clock=_clock(asked.clock),
        invite=secrets.token_urlsafe(12) if asked.opponent.kind == "invite" else None,
        rematch=None,
        seats=(other, me) if asked.seat else (me, other),
        events=(),
    ), match


def new_id() -> str:
    """An id that nobody guesses."""
    return secrets.token_hex(6)


def _series(game: str) -> Series:
    if is_path(game) or "," in game or "+" in game:
        raise FullprimeError(f"game {game!r}: expected the id of a variant or of a series")
    return Series.parse(game)


def _target(asked: TargetAsked | None, series: Series) -> Target:
    fields: dict[str, Any] = {"type": "points", "to": series.to}
    if asked:
        fields = asked.model_dump(exclude_none=True)
    if fields["type"] == "points":
        fields.setdefault("to", series.to)
    target: Target = _converted(fields, Target)
    return target


def _settings(asked: NewMatch) -> Settings:
    rules = RefereeAsked() if asked.referee is True else asked.referee or None
    table = TableRules(illegal_play=rules.illegal_play) if rules else None
    settings: Settings = _converted(asked.settings.model_dump(), Settings)
    return msgspec.structs.replace(settings, referee=table)


def _clock(asked: ClockAsked | None) -> str | None:
    if asked is None:
        return None
    return msgspec.json.encode(_converted(asked.model_dump(), ClockRules)).decode()


def _converted(fields: dict[str, Any], shape: Any) -> Any:
    try:
        return msgspec.convert(fields, type=shape)
    except msgspec.ValidationError as error:
        raise BadSettings(str(error)) from error


def _opponent(asked: NewMatch, me: Seat, match: Match) -> Seat | None:
    opponent = asked.opponent
    match opponent.kind:
        case "invite":
            return None
        case "here":
            return Seat(opponent.name or ("Black", "White")[asked.seat], me.person)
        case "bot":
            chosen = _level(opponent)
            if chosen:
                bots.check_level(chosen, match.rotation)
            return Seat(bots.NAME, None, chosen, secrets.randbits(32) if chosen else None)


def _level(opponent: OpponentAsked) -> str | None:
    if opponent.level is not None and opponent.pr is not None:
        raise FullprimeError("choose one of level and pr")
    if opponent.pr is not None:
        return level_for_pr(opponent.pr).name
    return level(opponent.level).name if opponent.level is not None else None
