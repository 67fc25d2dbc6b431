"""A small match as a file, and a visitor who brings it to a server."""

from __future__ import annotations

import json
from typing import Any

from fullprime.formats import match_file
from fullprime.match import Match
from server_client import Visitor

ACTIONS = ("31", "8/5 6/5", "64", "24/14", "double", "take", "52", "13/8 6/4")


def _played() -> Match:
    match = Match.start(players=("Ann", "Ben"), target=3)
    for action in ACTIONS:
        match = match.apply(action)
    return match


MATCH = _played()
MAT = match_file.dump(MATCH, "mat").data


def bring(visitor: Visitor, data: bytes, query: str = "name=a.mat") -> tuple[int, Any]:
    """Uploads a file."""
    status, _, content = visitor.ask("POST", f"/api/imports?{query}", data)
    return status, json.loads(content)
