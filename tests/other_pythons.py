"""The other Pythons on this machine, each with what the program depends on.

`make` runs this file while it sets up the tests: it fetches compiled packages for every Python
that is new enough into a folder of the environment. The tests then need no network.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
OLDEST = (3, 11)
PACKAGES = Path(sys.prefix) / "other_pythons"
"""A folder for each Python, by its version."""
_NAME = re.compile(r"python3\.(\d+)")


def interpreters() -> dict[str, Path]:
    """By version, without the one that runs this: on the path, and where pyenv keeps them."""
    folders = [Path(folder) for folder in os.get_exec_path()]
    folders += sorted((Path.home() / ".pyenv" / "versions").glob("*/bin"))
    found: dict[str, Path] = {}
    for folder in folders:
        for file in sorted(folder.glob("python3.*")):
            named = _NAME.fullmatch(file.name)
            version = (3, int(named[1])) if named else (0, 0)
            if OLDEST <= version != sys.version_info[:2] and _runs(file):
                found.setdefault(f"3.{version[1]}", file)
    return found


def _runs(file: Path) -> bool:
    """Whether it is more than a name: version managers put one there for every Python."""
    return subprocess.run([file, "-c", ""], capture_output=True).returncode == 0


def set_up(version: str, python: Path) -> None:
    install = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", str(python)]
    target = ["--target", str(PACKAGES / version), "-r", str(ROOT / "pyproject.toml")]
    if subprocess.run([*install, *target]).returncode:
        print(f"Python {version} is NOT tested: what the program needs is not available for it")


if __name__ == "__main__":
    for version, python in interpreters().items():
        set_up(version, python)
