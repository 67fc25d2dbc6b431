"""Match equity tables in the XML of GNU Backgammon: figures, or the parameters of a formula."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Final

from fullprime.errors import BadMatchEquity, expected_one_of, shorten
from fullprime.formats.match_equity.mec import Mec, after_crawford
from fullprime.formats.match_equity.xml_tree import BadXml, Element, parse
from fullprime.match_equity import MatchEquity, read_figures
from fullprime.match_equity_faults import FEWEST_ROWS, MOST_ROWS
from fullprime.variant.schema import plain

COMPUTED_LENGTH: Final = 25
"""The size of a table that is computed, where its file leaves it open."""
TYPES: Final = ("explicit", "mec")
FREE_DROPS: Final = {"free-drop-2-away": 2, "free-drop-4-away": 4}
"""Parameters that say what the leader's free drop costs, with what the other side needs then."""
LARGEST_FREE_DROP: Final = 0.1


class _Fault(Exception):
    """What is wrong, and in which line."""

    def __init__(self, element: Element, message: str) -> None:
        super().__init__(f"line {element.line}: {message}")


def load(path: Path) -> MatchEquity:
    """The table in a file."""
    return read(str(path), read_figures(path))


def read(label: str, data: bytes) -> MatchEquity:
    """The table that the XML describes; `label` names its place in errors."""
    where = plain(label, 200)
    try:
        return _table(parse(data))
    except (BadXml, _Fault) as error:
        raise BadMatchEquity(where, [str(error)]) from error
    except BadMatchEquity as error:
        raise BadMatchEquity(where, error.faults) from error


def _table(root: Element) -> MatchEquity:
    if root.tag != "met":
        raise _Fault(root, f"element {shorten(root.tag, 40)!r}, expected 'met'")
    info = _only(root, "info")
    early, late = _only(root, "pre-crawford-table"), _only(root, "post-crawford-table")
    read_both = _explicit if _same_type(early, late) == "explicit" else _computed
    before, after = read_both(early, late, _only(info, "length"))
    return MatchEquity(
        name=_only(info, "name").text.strip(),
        before=tuple(map(tuple, before)),
        after=tuple(after),
        sources=tuple(told.text.strip() for told in info.named("description")),
    )


def _same_type(early: Element, late: Element) -> str:
    for table in (early, late):
        kind = table.attributes.get("type", "explicit")
        if kind not in TYPES:
            known = expected_one_of(TYPES, kind)
            raise _Fault(table, f"a {table.tag} of type {shorten(kind, 40)!r}, {known}")
    if kind != early.attributes.get("type", "explicit"):
        raise _Fault(late, f"a {late.tag} of type {kind!r}, expected the type of the other table")
    return kind


# Figures ------------------------------------------------------------------------------------------


def _explicit(
    early: Element, late: Element, length: Element
) -> tuple[list[list[float]], list[float]]:
    before = [_row(row) for row in early.named("row")]
    if len(before) != _number(length):
        raise _Fault(
            early, f"{len(before)} rows, expected {length.text.strip()} by line {length.line}"
        )
    return before, _row(_only(late, "row"))


def _row(row: Element) -> list[float]:
    return [_number(figure) for figure in row.named("me")]


# Parameters ---------------------------------------------------------------------------------------


def _computed(
    early: Element, late: Element, length: Element
) -> tuple[list[list[float]], list[float]]:
    size = int(_within(length, FEWEST_ROWS, MOST_ROWS)) if _number(length) > 0 else COMPUTED_LENGTH
    games = _parameters(early, ("gammon-rate", "win-rate"))
    late_games = _parameters(late, ("gammon-rate", "win-rate", *FREE_DROPS))
    for rate in (games["win-rate"], late_games["win-rate"]):
        _within(rate, 0.5, 0.5)
    free_drops = {
        needed: _within(late_games[name], 0.0, LARGEST_FREE_DROP)
        for name, needed in FREE_DROPS.items()
    }
    after = after_crawford(size, _rate(late_games["gammon-rate"]), free_drops=free_drops)
    before = Mec(size, _rate(games["gammon-rate"]), (after, after)).table()
    return before, after[1:]


def _parameters(table: Element, names: Collection[str]) -> dict[str, Element]:
    parameters = _only(table, "parameters")
    found = {each.attributes.get("name", ""): each for each in parameters.named("parameter")}
    for name in names:
        if name not in found:
            raise _Fault(parameters, f"no parameter {name!r}")
    return found


def _rate(element: Element) -> float:
    return _within(element, 0.0, 1.0)


# Elements -----------------------------------------------------------------------------------------


def _only(parent: Element, tag: str) -> Element:
    found = parent.named(tag)
    if len(found) != 1:
        many = f"{len(found)} elements {tag!r} in {parent.tag!r}, expected 1"
        hint = " for both players" if any("player" in each.attributes for each in found) else ""
        raise _Fault(found[1] if found else parent, many + hint)
    return found[0]


def _number(element: Element) -> float:
    try:
        return float(element.text)
    except ValueError as error:
        told = shorten(element.text.strip(), 40)
        raise _Fault(element, f"{element.tag} {told!r}, expected a number") from error


def _within(element: Element, least: float, most: float) -> float:
    number = _number(element)
    if not least <= number <= most:
        what = element.attributes.get("name", element.tag)
        expected = f"{least} to {most}" if least < most else f"{most}"
        raise _Fault(element, f"{shorten(what, 40)} {number}, expected {expected}")
    return number
