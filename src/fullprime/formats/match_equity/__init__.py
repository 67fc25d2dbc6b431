"""Match equity tables by name or from a file of any kind that is read here."""

from __future__ import annotations

from pathlib import Path

from fullprime.formats.match_equity import xml as match_equity_xml
from fullprime.match_equity import MatchEquity


def load(name: str | None = None) -> MatchEquity:
    """The table of that name, TOML file or XML file of GNU Backgammon; the default if left out."""
    if name is not None and name.lower().endswith(".xml"):
        return match_equity_xml.load(Path(name))
    return MatchEquity.load(name)
