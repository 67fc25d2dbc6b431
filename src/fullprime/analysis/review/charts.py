"""The curve of a match and the luck of its rolls, turn by turn, as one SVG."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final, NamedTuple

from fullprime.analysis.review.report import GameReport, Report
from fullprime.analysis.review.verdict import Size
from fullprime.errors import plain
from fullprime.render.layout import fit

WIDTH: Final = 1000
LEFT: Final = 52
TOP: Final = 8
CURVE: Final = 170
"""How high the curve is."""
LUCK: Final = 34
"""How high a bar of luck is at most, on either side."""
BETWEEN: Final = 16
LUCK_MIDDLE: Final = TOP + CURVE + BETWEEN + LUCK
HEIGHT: Final = LUCK_MIDDLE + LUCK + 6
MOST_LUCK: Final = 0.6
"""Luck from which on a bar is as high as it gets."""
LIGHT, DARK, LINE = "#f0e4cd", "#33302e", "#17805f"
FOR, AGAINST = "#2f9e77", "#c2683c"
MARKS: Final[dict[Size, str]] = {"doubtful": "#c8952f", "error": "#e8590c", "blunder": "#b3261e"}


def curve_svg(report: Report, chances: bool) -> str | None:
    """How the match stood before every turn, errors on it, and the luck below.

    chances: it is a chance to win the match, else points. None where there is nothing to draw.
    """
    spans = list(_spans(report))
    if not spans:
        return None
    most = 1.0 if chances else _most(report)
    parts = [
        f'<rect x="{LEFT}" y="{TOP}" width="{WIDTH - LEFT}" height="{CURVE}" fill="{DARK}"/>',
        *(part for span in spans for part in _area(span, chances, most)),
        *_axis(chances, most),
        *(part for span in spans for part in _game(span)),
        *(part for span in spans for part in _bars(span)),
        *(part for span in spans for part in _marks(span, chances, most)),
        *_names(report),
    ]
    first = escape(plain(report.players[0].name))
    what = "chance to win the match" if chances else "points to expect"
    label = f"The {what} of {first}, turn by turn, and the luck of the rolls"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'width="{WIDTH}" height="{HEIGHT}" role="img" aria-label="{label}" '
            'font-family="DejaVu Sans, Verdana, Arial, sans-serif" font-size="13">',
            f"<title>{label}</title>",
            *parts,
            "</svg>",
        ]
    )


class _Span(NamedTuple):
    """A game and where it lies."""

    number: int
    game: GameReport
    left: float
    per_turn: float
    turns: int

    def x(self, turn: float) -> float:
        """Where a turn lies, counted from 1."""
        return self.left + (turn - 1) * self.per_turn

    @property
    def right(self) -> float:
        return self.x(self.turns)


def _spans(report: Report) -> Iterator[_Span]:
    """The games that have anything to show, side by side."""
    shown = [(number, game) for number, game in enumerate(report.games, 1) if game.curve]
    lengths = [max(2, game.curve[-1].turn) for _, game in shown]
    per_turn = (WIDTH - LEFT) / max(1, sum(length - 1 for length in lengths))
    left = float(LEFT)
    for (number, game), turns in zip(shown, lengths, strict=True):
        span = _Span(number, game, left, per_turn, turns)
        yield span
        left = span.right


def _most(report: Report) -> float:
    """The largest number of points that the curve reaches, at least one."""
    return max(1.0, *(abs(point.value) for game in report.games for point in game.curve))


def _y(value: float, chances: bool, most: float) -> float:
    share = value if chances else (value / most + 1.0) / 2.0
    return TOP + CURVE * (1.0 - min(1.0, max(0.0, share)))


def _area(span: _Span, chances: bool, most: float) -> Iterator[str]:
    spots = [(span.x(p.turn), _y(p.value, chances, most)) for p in span.game.curve]
    spots = [(span.left, spots[0][1]), *spots, (span.right, spots[-1][1])]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
    floor = TOP + CURVE
    around = f"{span.left:.1f},{floor} {line} {span.right:.1f},{floor}"
    yield f'<polygon points="{around}" fill="{LIGHT}"/>'
    yield f'<polyline points="{line}" fill="none" stroke="{LINE}" stroke-width="2"/>'


def _axis(chances: bool, most: float) -> Iterator[str]:
    middle = TOP + CURVE / 2
    yield (
        f'<line x1="{LEFT}" x2="{WIDTH}" y1="{middle}" y2="{middle}" stroke="{AGAINST}" '
        'stroke-dasharray="3 4"/>'
    )
    labels = ("100 %", "50 %", "0 %") if chances else (f"+{most:.3g}", "0", f"-{most:.3g}")
    for label, y in zip(labels, (TOP + 10, middle + 4, TOP + CURVE), strict=True):
        yield _text(LEFT - 6, y, label, "end")
    yield f'<line x1="{LEFT}" x2="{WIDTH}" y1="{LUCK_MIDDLE}" y2="{LUCK_MIDDLE}" stroke="#8888"/>'


def _game(span: _Span) -> Iterator[str]:
    yield (
        f'<line class="game" x1="{span.left:.1f}" x2="{span.left:.1f}" y1="{TOP}" '
        f'y2="{HEIGHT - 4}" stroke="#888" stroke-dasharray="2 3"/>'
    )
    if span.right - span.left > 30:
        words = f"Game {span.number}" if span.right - span.left > 75 else str(span.number)
        width = 8 * len(words) + 8
        yield (
            f'<rect x="{span.left + 3:.1f}" y="{TOP + 3}" width="{width}" height="18" rx="3" '
            f'fill="{DARK}" opacity="0.8"/>'
        )
        yield _text(span.left + 7, TOP + 16, words, "start", "#fffdf6")


def _bars(span: _Span) -> Iterator[str]:
    """Above the line what was lucky for the first player, below what was for the second."""
    wide = max(1.0, span.per_turn * 0.6)
    for roll in span.game.rolls:
        luck = (roll.luck or 0.0) * (1 if roll.player == 0 else -1)
        high = LUCK * min(1.0, abs(luck) / MOST_LUCK)
        if high < 0.3:
            continue
        y, color = (LUCK_MIDDLE - high, FOR) if luck > 0 else (LUCK_MIDDLE, AGAINST)
        yield (
            f'<rect class="luck" x="{span.x(roll.thrown.turn) - wide / 2:.1f}" y="{y:.1f}" '
            f'width="{wide:.1f}" height="{high:.1f}" fill="{color}"/>'
        )


def _marks(span: _Span, chances: bool, most: float) -> Iterator[str]:
    """A mark for each error, where the curve is at that turn."""
    values = {point.turn: point.value for point in span.game.curve}
    for verdict in span.game.decisions:
        turn = verdict.decision.turn
        if verdict.size and turn in values:
            x, y = span.x(turn), _y(values[turn], chances, most)
            yield _mark(x, y, verdict.size)


def _mark(x: float, y: float, size: Size) -> str:
    """A disc, a diamond or a triangle, so that color alone says nothing."""
    look = f'class="{size}" fill="{MARKS[size]}" stroke="#fffdf6" stroke-width="1.5"'
    match size:
        case "doubtful":
            return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" {look}/>'
        case "error":
            spots = [(x, y - 7), (x + 7, y), (x, y + 7), (x - 7, y)]
        case "blunder":
            spots = [(x, y - 8), (x + 8, y + 6), (x - 8, y + 6)]
    corners = " ".join(f"{a:.1f},{b:.1f}" for a, b in spots)
    return f'<polygon points="{corners}" {look}/>'


def _names(report: Report) -> Iterator[str]:
    """Whose side is which, in the colors of the area: at the left, where the match is even."""
    first, second = (fit(plain(player.name), 24) for player in report.players)
    sides = ((first, TOP + CURVE - 8, DARK, LIGHT), (second, TOP + 38, LIGHT, DARK))
    for name, y, ink, ground in sides:
        wide = 8.2 * len(name) + 10
        yield (
            f'<rect x="{LEFT + 3}" y="{y - 14}" width="{wide:.1f}" height="19" rx="3" '
            f'fill="{ground}" opacity="0.85"/>'
        )
        yield _text(LEFT + 7, y, name, "start", ink)
    yield _text(LEFT - 6, LUCK_MIDDLE + 4, "luck", "end")


def _text(x: float, y: float, words: str, anchor: str, fill: str = "currentColor") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{fill}">{escape(words)}</text>'
    )
