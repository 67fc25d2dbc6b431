"""The table of formats is that of the program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fullprime.formats.match_file import FORMATS, Format

PAGE = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_every_format_has_a_row(form: Format) -> None:
    row = re.search(rf"^\| `{form.name}`, (.*?) \| (yes|no) \| (yes|no) \| (.*?) \| ", PAGE, re.M)
    assert row, f"docs/formats.md has no row for {form.name}"
    said = {True: "yes", False: "no"}
    endings = ", ".join(f"`{ending}`" for ending in form.endings)
    assert row.groups() == (form.title, said[form.reads], said[form.writes], endings)
