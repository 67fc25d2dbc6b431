"""The one door for match files: sees which format it is, reads it, and writes by the ending.

Nothing in a file is run or trusted: sizes have limits, no path in it is opened, and every action is
played again by the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, cast

from fullprime.errors import BadFile, FullprimeError, expected_one_of, shorten
from fullprime.files import read_start, write_atomically
from fullprime.formats.positions.placed import Placed
from fullprime.formats.positions.placed_match import match_of
from fullprime.formats.replay import replay
from fullprime.formats.transcript import Transcript
from fullprime.formats.written import Written
from fullprime.match import Match

if TYPE_CHECKING:
    from fullprime.formats.repair.proposals import Proposal

LARGEST: Final = 64 * 2**20
"""Bytes of a file."""
Source = Path | str | bytes
"""A file by its path, or what is in it."""


class _Module(Protocol):
    """What every format offers."""

    looks_like: Callable[[bytes], bool]
    """Is this a file of this format? Never raises."""
    read: Callable[[bytes], Transcript | Placed | Match]
    dump: Callable[[Match], Written]
    """Only of those that can be written."""


class Format(NamedTuple):
    """A format of match files."""

    name: str
    title: str
    endings: tuple[str, ...]
    module: str
    writes: bool = False
    reads: bool = True

    @property
    def _code(self) -> _Module:
        # A format is loaded when a file may be of it.
        return cast(_Module, import_module(f"fullprime.formats.{self.module}"))

    def looks_like(self, data: bytes) -> bool:
        """Is this a file of this format?"""
        return self._code.looks_like(data)

    def read(self, data: bytes, *, strict: bool = True) -> Match:
        """The match in such a file."""
        found = self._code.read(data)
        if isinstance(found, Placed):
            return match_of(found)
        return replay(found, strict=strict) if isinstance(found, Transcript) else found

    def proposals(self, data: bytes) -> list[Proposal]:
        """How a file that cannot be right may have been meant; see `repair`."""
        # Only those who ask for it need it.
        from fullprime.formats.repair.proposals import proposals

        found = self._code.read(data)
        return proposals(found) if isinstance(found, Transcript) else []

    def repaired(self, data: bytes, *proposals: Proposal) -> Match:
        """The match with the changes that are proposed, of each game one."""
        from fullprime.formats.repair.proposals import repaired

        found = self._code.read(data)
        if not isinstance(found, Transcript):
            raise BadFile(f"{self.title} cannot be repaired")
        for proposal in proposals:
            found = repaired(found, proposal)
        return replay(found, strict=False)

    def dump(self, match: Match) -> Written:
        """The match as such a file."""
        if not self.writes:
            raise BadFile(f"Fullprime reads {self.title}, but does not write it")
        return self._code.dump(match)


FORMATS: Final = (
    Format("xg", "eXtreme Gammon's file", (".xg", ".xgp"), "xg.reader"),
    Format("bgf", "BGBlitz's file", (".bgf",), "bgf.reader"),
    Format("json", "Fullprime's own file", (".json",), "json_file", True),
    Format("sgf", "GNU Backgammon's match file", (".sgf",), "sgf.reader", True),
    Format("text", "plain text", (".text",), "plain_text", True, False),
    Format("bgroom", "BGRoom's file", (".bgf",), "sites.bgroom"),
    Format("partygammon", "PartyGammon's file", (".gam",), "sites.partygammon"),
    Format("bgammon", "a replay of bgammon.org", (".match",), "sites.bgammon"),
    Format("javafibs", "JavaFIBS's file", (".match",), "sites.javafibs"),
    Format("oldmoves", "oldmoves of FIBS", (".oldmoves", ".fibs"), "sites.oldmoves"),
    Format("sgg", "GamesGrid's file", (".sgg",), "sites.gamesgrid"),
    Format("tmg", "TrueMoneyGames's file", (".tmg",), "sites.truemoneygames"),
    Format("bkg", "a session of BKG", (".bkg",), "sites.bkg"),
    Format("pos", "a position of Jellyfish", (".pos",), "positions.jellyfish"),
    Format("snowie", "a position of Snowie", (".txt",), "positions.snowie"),
    Format("xg_text", "XG match text", (".txt",), "mat.xg_text", True),
    Format("mat", "match text", (".mat",), "mat.reader", True),
    Format("gam", "a game of Jellyfish or GammonEmpire", (".gam",), "mat.gam"),
    Format("bgblitz_text", "a position of BGBlitz", (".txt",), "positions.bgblitz_text"),
    Format("xg_position", "a position of XG as text", (".txt",), "positions.xg_text"),
    Format("gnubg_position", "a position of GNU Backgammon", (".txt",), "positions.gnubg_text"),
    Format("id", "an id of a position", (".txt",), "positions.id_text"),
)
"""In the order in which a file is tried: the sure signs first."""


class Loaded(NamedTuple):
    """A match, and what kind of file it was in."""

    match: Match
    format: Format


def load(source: Source, *, strict: bool = True) -> Match:
    """The match in a file of any format, or in its bytes.

    Reading strictly stops at the first fault; otherwise everything that was understood is kept and
    `match.notes.faults` lists the rest.
    """
    return open_match(source, strict=strict).match


def open_match(source: Source, *, strict: bool = True) -> Loaded:
    """As `load`, with the format."""
    if isinstance(source, bytes):
        return _opened(source, strict)
    path = Path(source)
    try:
        return _opened(read_start(path, LARGEST + 1), strict)
    except FullprimeError as error:
        raise BadFile(f"{path}: {error}") from error


def _opened(data: bytes, strict: bool) -> Loaded:
    if len(data) > LARGEST:
        raise BadFile(f"larger than {LARGEST // 2**20} MB, expected a match file")
    found = sniff(data)
    if found is None:
        known = ", ".join(dict.fromkeys(ending for each in readers() for ending in each.endings))
        raise BadFile(f"not a match file of a known format; known are {known}")
    try:
        return Loaded(found.read(data, strict=strict), found)
    except BadFile:
        raise
    except FullprimeError as error:  # a position file that describes no position
        raise BadFile(str(error)) from error


def sniff(data: bytes) -> Format | None:
    """The format of a file, by what is in it; its name does not count."""
    return next((each for each in readers() if each.looks_like(data)), None)


def dump(match: Match, name: str) -> Written:
    """The match in the format of that name, and what is lost in it."""
    return named(name).dump(match)


def save(match: Match, path: Path | str) -> tuple[str, ...]:
    """Writes the match in the format of the ending; what the format cannot hold is returned."""
    path = Path(path)
    written = by_ending(path).dump(match)
    write_atomically(path, written.data)
    return written.losses


def readers() -> tuple[Format, ...]:
    """The formats that are read."""
    return tuple(each for each in FORMATS if each.reads)


def writers() -> tuple[Format, ...]:
    """The formats that are written."""
    return tuple(each for each in FORMATS if each.writes)


def named(name: str) -> Format:
    """A format that is written."""
    known = {each.name: each for each in writers()}
    if name not in known:
        raise BadFile(f"format {shorten(name, 40)!r}: {expected_one_of(sorted(known), name)}")
    return known[name]


def by_ending(path: Path) -> Format:
    """The format in which a file of this name is written."""
    for each in writers():
        if path.suffix.lower() in each.endings:
            return each
    known = [ending for each in writers() for ending in each.endings]
    raise BadFile(f"cannot write {path}: the ending {expected_one_of(known, path.suffix)}")
