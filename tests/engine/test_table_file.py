"""Files of tables that are made when they are needed: made once, and again if damaged."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from fullprime.engine import bearoff
from fullprime.engine.table_file import open_or_make

BODY = bytes(range(256)) * 40
TITLE = "squares 1 40"


class Maker:
    """Makes a table of no use, and counts how often."""

    def __init__(self) -> None:
        self.made = 0

    def __call__(self, threads: int) -> bytes:
        assert threads >= 1
        self.made += 1
        return BODY


def damaged(good: bytes) -> list[bytes]:
    """In the title, its padding, the checksum, the table; cut short, empty, something else."""
    files = []
    for place in (0, 19, 31, 40, 64, 70, len(good) // 2, -1):
        bad = bytearray(good)
        bad[place] ^= 1
        files.append(bytes(bad))
    return [*files, good[: len(good) // 2], good[:10], good + b"\0", b"", b"something else\n"]


def test_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FULLPRIME_HOME", str(tmp_path))
    path, make = tmp_path / "deep" / "some.table", Maker()
    assert open_or_make(path, TITLE, make) == BODY
    assert open_or_make(path, TITLE, make) == BODY
    assert make.made == 1
    assert [file.name for file in path.parent.iterdir()] == ["some.table"]


def test_damaged_files_are_made_again(tmp_path: Path) -> None:
    path, make = tmp_path / "some.table", Maker()
    open_or_make(path, TITLE, make)
    good = path.read_bytes()
    for times, bad in enumerate(damaged(good), 2):
        path.write_bytes(bad)
        assert open_or_make(path, TITLE, make) == BODY
        assert path.read_bytes() == good
        assert make.made == times


def test_another_title_is_another_table(tmp_path: Path) -> None:
    path, make = tmp_path / "some.table", Maker()
    open_or_make(path, TITLE, make)
    open_or_make(path, "squares 2 40", make)
    assert make.made == 2


def test_a_disk_that_refuses(tmp_path: Path) -> None:
    """A file stands where the folder should be."""
    (tmp_path / "cache").write_text("in the way")
    assert open_or_make(tmp_path / "cache" / "some.table", TITLE, Maker()) == BODY


def test_a_table_in_use_may_be_replaced(tmp_path: Path) -> None:
    path = tmp_path / "some.table"
    first = open_or_make(path, TITLE, Maker())
    path.unlink()
    open_or_make(path, TITLE, Maker())
    assert first == BODY


# The tables that there are -----------------------------------------------------------------------


def wins(path: Path, *size: int) -> float:
    """The equity of a checker on the 6 point against one on the ace point."""
    table = bearoff.open_table(path, *size)
    return 2 * table.wins((0, 0, 0, 0, 0, 1), (1, 0, 0, 0, 0, 0)) / 36**5 - 1


def with_cube(path: Path, *size: int) -> float:
    table = bearoff.open_cube_table(path, *size)
    return table.equities((0, 0, 0, 0, 0, 1), (1, 0, 0, 0, 0, 0)).against


@pytest.mark.parametrize(
    ("ask", "size", "other_size", "version"),
    [(wins, (4, 3), (5, 2), "VERSION"), (with_cube, (3,), (2,), "CUBE_VERSION")],
)
def test_tables_that_do_not_fit_are_made_again(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    ask: Callable[..., float],
    size: Sequence[int],
    other_size: Sequence[int],
    version: str,
) -> None:
    """Damaged ones, those of another version, and those of another size."""
    path = tmp_path / "some.table"
    assert ask(path, *size) == 0.5
    good = path.read_bytes()
    for bad in damaged(good):
        path.write_bytes(bad)
        assert ask(path, *size) == 0.5
        assert path.read_bytes() == good
    monkeypatch.setattr(bearoff, version, getattr(bearoff, version) + 1)
    ask(path, *size)
    assert path.read_bytes() != good
    ask(path, *other_size)
    assert len(path.read_bytes()) != len(good)


@pytest.mark.parametrize("ask", ["open_table(path, 6, 4)", "open_cube_table(path, 4)"])
def test_several_programs_at_once(tmp_path: Path, ask: str) -> None:
    code = (
        "import sys; from pathlib import Path; from fullprime.engine import bearoff; "
        f"path = Path(sys.argv[1]); table = bearoff.{ask}; print(type(table).__name__)"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "some.table")]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(4)]
    answers = [process.communicate(timeout=120)[0].strip() for process in running]
    assert set(answers) <= {b"Bearoff", b"CubeBearoff"}
    assert len(set(answers)) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["some.table"]
