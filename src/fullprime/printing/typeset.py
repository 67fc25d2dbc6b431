"""Sources become PDF or SVG: the only place that calls typst, which is an extra."""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import Any

from fullprime.errors import Fault, FullprimeError


class PrintingMissing(FullprimeError):
    """The library that makes PDF is not installed."""


def pdf(source: str) -> bytes:
    """All pages as one file; the same source always gives the same bytes."""
    made: bytes = _compile(source, format="pdf", timestamp=0)
    return made


def check() -> None:
    """Raises at once, rather than after long work, where the library is not installed."""
    _typst()


def svg(source: str) -> list[bytes]:
    """Each page as a picture."""
    made = _compile(source, format="svg")
    return [made] if isinstance(made, bytes) else list(made)


def _compile(source: str, **options: Any) -> Any:
    typst = _typst()
    return typst.compile(source.encode(), font_paths=_fonts(typst), **options)


@cache
def _fonts(typst: ModuleType) -> Any:
    """The fonts of this machine, looked for once."""
    return typst.Fonts()


def _typst() -> ModuleType:
    try:
        import typst
    except ImportError as error:
        raise PrintingMissing(Fault("print.missing")) from error
    return typst
