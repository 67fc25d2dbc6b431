"""What was chosen as sentences: a key of messages.toml, and the values for its gaps.

`n` is the number of the best play and `m` that of the other one; what is conceded has them the
other way round, since it speaks for the other play.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final, Literal
from zlib import crc32

import msgspec

from fullprime.analysis.reasons import kinds as k
from fullprime.analysis.reasons.choosing import Choice
from fullprime.analysis.reasons.rolls import THROWS, Square
from fullprime.analysis.reasons.tested import Entry
from fullprime.errors import messages

MANY_PIPS: Final = 8
MANY_ROLLS: Final = 9
"""From here on a hit is worth naming its pips, and the rolls that do not enter."""

SAID: Final = ("reason.", "concede.")
"""How the keys of sentences begin."""

Sign = Literal["+", "-"]
Wording = tuple[str, dict[str, Any]]


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """A sentence, and what stands behind it."""

    sign: Sign
    """Is it said about the best play, or about the one that was played?"""
    kind: str
    family: str
    key: str
    args: dict[str, Any]
    rolls: tuple[tuple[Square, ...], tuple[Square, ...]] = ((), ())
    """The throws behind the numbers, after the best play and after the other one."""
    points: tuple[int, ...] = ()
    """To be shown on the board, in the numbers of the player."""
    worth: float = 0.0
    """What it is worth here, in points of equity; not to be added up."""
    conceded: bool = False
    """It speaks for the other play."""

    @property
    def text(self) -> str:
        """In English; a value may have words of its own."""
        values = {
            name: value["message"] if isinstance(value, dict) else value
            for name, value in self.args.items()
        }
        return messages()[self.key].format(**values)


@cache
def edition() -> int:
    """Of the kinds and their sentences: what an earlier one has said is not to be said again."""
    texts = {key: text for key, text in messages().items() if key.startswith(SAID)}
    return crc32(repr((k.KINDS, sorted(texts.items()))).encode())


def sentences(choice: Choice, *, hint: bool = False) -> tuple[Reason, ...]:
    """What is said, in order. `hint`: no play was made, so it is one sentence about the best."""
    if hint:
        return tuple(_reason(entry, choice, hint) for entry in choice.said[:1])
    found = [_reason(entry, choice, hint) for entry in choice.said]
    if choice.conceded:
        found.insert(0, _concession(choice.conceded))
    if choice.close:
        found.append(Reason(sign="+", kind="close", family="close", key="reason.close", args={}))
    return tuple(found[:3])


def _reason(entry: Entry, choice: Choice, hint: bool) -> Reason:
    sign: Sign = "+"
    if entry.kind is k.ANCHOR:
        key, args = _anchor(entry, choice)
    elif entry.kind in (k.DEAD, k.STACK) and not hint:
        sign = "-"
        key, args = _YOURS[entry.kind](entry)
    else:
        key, args = _WORDS[entry.kind](entry)
    return Reason(
        sign=sign,
        kind=entry.kind.name,
        family=entry.kind.family,
        key=key,
        args=args,
        rolls=entry.squares,
        points=entry.points,
        worth=entry.worth,
    )


def _concession(entry: Entry) -> Reason:
    key, args = _CONCEDED[entry.kind](entry)
    return Reason(
        sign="-",
        kind=entry.kind.name,
        family=entry.kind.family,
        key=key,
        args=args,
        rolls=(entry.squares[1], entry.squares[0]),
        points=entry.points,
        worth=entry.worth,
        conceded=True,
    )


# One kind after the other -------------------------------------------------------------------------


def _counted(key: str, one: str = "") -> Callable[[Entry], Wording]:
    """`one`: the key for a single roll, where its words are others."""

    def words(entry: Entry) -> Wording:
        chosen = one if one and entry.mine == 1 else key
        return chosen, {"n": entry.mine, "m": entry.other}

    return words


def _shots(entry: Entry) -> Wording:
    pin = entry.about.get("pin")
    if not entry.mine:
        return "reason.no_pins" if pin else "reason.no_shot", {"m": entry.other}
    if pin:
        return _counted("reason.pins_left", "reason.pins_left_one")(entry)
    return _counted("reason.shots", "reason.shots_one")(entry)


def _double_hit(entry: Entry) -> Wording:
    if not entry.mine:
        return "reason.no_two_shots", {"m": entry.other}
    return _counted("reason.two_shots", "reason.two_shots_one")(entry)


def _duplicate(entry: Entry) -> Wording:
    twice = entry.about["twice"]
    return _counted("reason.duplicate_twice" if twice else "reason.duplicate")(entry)


def _prime(entry: Entry) -> Wording:
    key = "reason.prime_keeps" if entry.about["kept"] else "reason.prime_makes"
    return key, {"point": entry.points[0], "n": entry.mine}


def _point(entry: Entry) -> Wording:
    about, [point] = entry.about, entry.points
    if about["on_blot"]:
        if about["stay"] >= MANY_ROLLS:
            return "reason.point_on_blot_stay", {"point": point, "n": about["stay"]}
        return "reason.point_on_blot", {"point": point}
    if about["covered"]:
        return "reason.point_covers", {"point": point}
    if point <= 6 and entry.mine > entry.other:
        key = "reason.point_keeps_home" if about["kept"] else "reason.point_makes_home"
        return key, {"point": point, "n": entry.mine, "m": entry.other}
    return "reason.point_keeps" if about["kept"] else "reason.point_makes", {"point": point}


def _cover(entry: Entry) -> Wording:
    """Where there is one blot to cover after this play alone, it is a slot."""
    if entry.about["slot"]:
        return "reason.slot", {"point": entry.points[0], "n": entry.mine}
    return _counted("reason.cover")(entry)


def _outpost(entry: Entry) -> Wording:
    """With the checkers that can land on it."""
    kept, point = entry.about["kept"], {"point": entry.points[0]}
    match entry.about["behind"]:
        case 0:
            return "reason.point_keeps" if kept else "reason.point_makes", point
        case 1:
            return "reason.outpost_keeps_one" if kept else "reason.outpost_makes_one", point
        case behind:
            key = "reason.outpost_keeps" if kept else "reason.outpost_makes"
            return key, {**point, "n": behind}


def _hit(entry: Entry) -> Wording:
    about = entry.about
    if "pin" in about:
        return "reason.pins", {}
    pips, stay = about["pips"], about["stay"]
    if entry.mine > 1:
        if stay >= MANY_ROLLS:
            return "reason.hits_two_stay", {"n": stay}
        return "reason.hits_two", {"pips": pips}
    if pips >= MANY_PIPS:
        if stay >= MANY_ROLLS:
            return "reason.hits_both", {"pips": pips, "n": stay}
        return "reason.hits_pips", {"pips": pips}
    return ("reason.hits_stay", {"n": stay}) if stay >= MANY_ROLLS else ("reason.hits", {})


def _closed(entry: Entry) -> Wording:
    return "reason.closes", {"m": THROWS - entry.other}


def _anchor(entry: Entry, choice: Choice) -> Wording:
    """Shots that it saves prove it, where no sentence of their own says them."""
    point, kept = {"point": entry.points[0]}, entry.about["kept"]
    passed = [each.entry for each in choice.untold if each.why in ("enough", "family")]
    shots = next((each for each in passed if each.kind is k.SHOTS), None)
    if shots:
        key = "reason.anchor_keeps_safe" if kept else "reason.anchor_makes_safe"
        return key, {**point, "n": shots.mine, "m": shots.other}
    return "reason.anchor_keeps" if kept else "reason.anchor_makes", point


def _dead(entry: Entry) -> Wording:
    if not entry.mine:
        return "reason.dead_none", {"m": entry.other}
    return _counted("reason.dead")(entry)


def _your_dead(entry: Entry) -> Wording:
    if entry.mine:
        return _counted("reason.your_dead")(entry)
    if entry.other == 1:
        return "reason.your_dead_one", {}
    return "reason.your_dead_none", {"m": entry.other}


def _stack(entry: Entry) -> Wording:
    return "reason.stack", {"n": entry.mine, "m": entry.other, "point": entry.points[0]}


def _gammons_won(entry: Entry) -> Wording:
    double = entry.about["double"]
    return _counted("reason.wins_double" if double else "reason.gammons_won")(entry)


def _gammons_lost(entry: Entry) -> Wording:
    double = entry.about["double"]
    return _counted("reason.loses_double" if double else "reason.gammons_lost")(entry)


def _off(entry: Entry) -> Wording:
    more = {"n": entry.mine, "m": entry.other}
    if "gammons" in entry.about:
        more |= {"won": entry.about["gammons"], "instead": entry.about["instead"]}
        return "reason.off_gammons", more
    return "reason.off", more


def _rolls(entry: Entry) -> Wording:
    return "reason.rolls", {"n": entry.mine / 100, "m": entry.other / 100}


_WORDS: Final[dict[k.Kind, Callable[[Entry], Wording]]] = {
    k.SHOTS: _shots,
    k.DOUBLE_HIT: _double_hit,
    k.RETURN: _counted("reason.return"),
    k.DUPLICATE: _duplicate,
    k.CONTAIN: _counted("reason.contain", "reason.contain_one"),
    k.PASSING: _counted("reason.passing", "reason.passing_one"),
    k.PRIME: _prime,
    k.POINT: _point,
    k.OUTPOST: _outpost,
    k.BUILD: _counted("reason.build"),
    k.COVER: _cover,
    k.HIT: _hit,
    k.CLOSED: _closed,
    k.ATTACK: _counted("reason.attack"),
    k.DIVERSE: _counted("reason.diverse"),
    k.ESCAPE: _counted("reason.escape"),
    k.ANCHOR_NEXT: _counted("reason.anchor_next"),
    k.THEIR_POINT: _counted("reason.their_point", "reason.their_point_one"),
    k.SAFE_NEXT: _counted("reason.safe_next"),
    k.TIMING: _counted("reason.timing"),
    k.DEAD: _dead,
    k.STACK: _stack,
    k.GAMMONS_WON: _gammons_won,
    k.GAMMONS_LOST: _gammons_lost,
    k.CUBE: _counted("reason.cube"),
    k.OFF: _off,
    k.CROSS: _counted("reason.cross"),
    k.OFF_NEXT: _counted("reason.off_next"),
    k.ROLLS: _rolls,
}


# What speaks for the other play -------------------------------------------------------------------


def _your_stack(entry: Entry) -> Wording:
    return "reason.your_stack", {"n": entry.mine, "m": entry.other, "point": entry.points[0]}


_YOURS: Final = {k.DEAD: _your_dead, k.STACK: _your_stack}


def _conceded_point(entry: Entry) -> Wording:
    kept = entry.about["kept"]
    return "concede.keeps" if kept else "concede.makes", {"point": entry.points[0]}


def _conceded_hit(entry: Entry) -> Wording:
    if "pin" in entry.about:
        return "concede.pins", {}
    if entry.about["pips"] >= MANY_PIPS:
        return "concede.hits_pips", {"pips": entry.about["pips"]}
    return "concede.hits", {}


def _conceded_anchor(entry: Entry) -> Wording:
    kept = entry.about["kept"]
    key = "concede.keeps_anchor" if kept else "concede.makes_anchor"
    return key, {"point": entry.points[0]}


def _conceded_shots(entry: Entry) -> Wording:
    if not entry.mine:
        return "concede.no_shot", {"m": entry.other}
    return _counted("concede.shots")(entry)


def _conceded_rolls(entry: Entry) -> Wording:
    return "concede.rolls", {"n": entry.mine / 100, "m": entry.other / 100}


_CONCEDED: Final[dict[k.Kind, Callable[[Entry], Wording]]] = {
    k.SHOTS: _conceded_shots,
    k.DOUBLE_HIT: _counted("concede.two_shots"),
    k.CONTAIN: _counted("concede.contain"),
    k.PASSING: _counted("concede.passing"),
    k.PRIME: _conceded_point,
    k.POINT: _conceded_point,
    k.OUTPOST: _conceded_point,
    k.HIT: _conceded_hit,
    k.CLOSED: lambda _: ("concede.closes", {}),
    k.ANCHOR: _conceded_anchor,
    k.DEAD: _counted("concede.dead"),
    k.OFF: _counted("concede.off"),
    k.CROSS: _counted("concede.cross"),
    k.OFF_NEXT: _counted("concede.off_next"),
    k.ROLLS: _conceded_rolls,
}
