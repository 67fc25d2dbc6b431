"""The reviews in a data file, to be read beside the server that writes it."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator
from pathlib import Path

from fullprime.errors import BadFile, plain

_QUERY = """
SELECT reviewed.match, reviews.report
FROM reviewed
JOIN reviews ON reviews.key = reviewed.review
JOIN matches ON matches.id = reviewed.match
ORDER BY matches.changed DESC
"""


def kept_reports(path: Path) -> Iterator[tuple[str, bytes]]:
    """The id of every match that is reviewed, the newest first, and its report as JSON."""
    if not path.is_file():
        raise BadFile(f"{plain(str(path))}: no matches are kept there yet")
    try:
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
    except sqlite3.Error as error:
        raise BadFile(f"{plain(str(path))}: {error}") from error
    try:
        for match, report in connection.execute(_QUERY):
            yield match, zlib.decompress(report)
    except (sqlite3.Error, zlib.error) as error:
        raise BadFile(f"{plain(str(path))}: not a data file of Fullprime: {error}") from error
    finally:
        connection.close()
