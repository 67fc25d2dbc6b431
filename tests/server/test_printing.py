"""Sheets to print over HTTP."""

from __future__ import annotations

import pytest

from pdf_shapes import pages
from server_client import Server, Visitor


def test_what_there_is_to_print(server: Server) -> None:
    status, answer = Visitor(server).get("/api/print/backgammon")
    assert status == 200
    found = {sheet["id"]: (sheet["pages"], sheet["things"]) for sheet in answer["sheets"]}
    assert found["board"] == (1, None) and found["counters"] == (1, 15)
    assert found["rules"][0] >= 1
    names = [sheet["id"] for sheet in Visitor(server).get("/api/print/plakoto")[1]["sheets"]]
    assert "cube" not in names
    large = Visitor(server).get("/api/print/plakoto?large=true")[1]["sheets"]
    assert large[0]["pages"] == 2


def test_sheets_as_pdf_and_as_pictures(server: Server) -> None:
    visitor = Visitor(server)
    asked = "/api/print/tavli/kit.pdf?paper=letter&sheets=counters,score-sheet"
    status, headers, body = visitor.ask("GET", asked)
    assert status == 200 and headers["Content-Type"] == "application/pdf"
    assert [round(page.width, 1) for page in pages(body)] == [215.9, 215.9]
    status, headers, body = visitor.ask("GET", "/api/print/coan_ki/board.svg?look=color")
    assert status == 200 and headers["Content-Type"] == "image/svg+xml"
    assert body.startswith(b"<svg")


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("checkers/board.pdf", 422, "request.unknown_game"),
        ("%2Fetc%2Fpasswd.toml", 404, "request.missing"),
        ("a.toml/board.pdf", 422, "request.unknown_game"),
        ("backgammon/board.png", 422, "request.invalid"),
        ("backgammon/board", 422, "request.invalid"),
        ("backgammon/board.svg?page=2", 404, "request.missing"),
        ("backgammon/board.svg?paper=a5", 422, "request.invalid"),
        ("plakoto/cube.pdf", 422, "refused.other"),
        ("plakoto/kit.pdf?sheets=board,nonsense", 422, "refused.other"),
    ],
)
def test_what_cannot_be_printed(server: Server, path: str, status: int, code: str) -> None:
    answered, problem = Visitor(server).get(f"/api/print/{path}")
    assert (answered, problem["code"]) == (status, code)
