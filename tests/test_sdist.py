"""The source distribution has what is needed to build and to test, and no more."""

from __future__ import annotations

import tarfile
from pathlib import Path

import pytest
from scikit_build_core.build import build_sdist

ROOT = Path(__file__).parents[1]


def test_what_it_carries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    with tarfile.open(tmp_path / build_sdist(str(tmp_path))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert not any(name.startswith(("training/runs", "build/", ".venv")) for name in names)
    needed = ["CMakeLists.txt", "kernel/rules.h", "src/fullprime/data/rules.toml", "README.md"]
    assert names.issuperset([*needed, "training/train.py", "tests/test_sdist.py"])
