"""What the docs show is what the program does."""

from __future__ import annotations

import doctest
import importlib
import os
import pkgutil
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import fullprime
import rows
from fullprime.cli import cli
from program import environment, run

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(fullprime.__path__, "fullprime.")
    if module.name not in ("fullprime.__main__", "fullprime._kernel")
)
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
PYTHON = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
EXAMPLE = re.compile(r"^- `(?P<position>[^`]+ / [^`]+)`, roll (?P<roll>\d-\d): `(?P<plays>[^`]+)`")
LINK = re.compile(r"\]\((?!https?:)([^)#]+)")
SHELL = frozenset({"|", "||", "<", ">", ">>", ";", "&", "&&"})
"""What only a shell understands."""
PAGE_NAMES = [str(page.relative_to(ROOT)) for page in PAGES]


@pytest.mark.parametrize("name", ["fullprime", *MODULES])
def test_examples_in_the_source(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("page", PAGE_NAMES)
def test_python_in_the_docs(page: str) -> None:
    blocks = "\n".join(PYTHON.findall((ROOT / page).read_text(encoding="utf-8")))
    runner = doctest.DocTestRunner()
    runner.run(doctest.DocTestParser().get_doctest(blocks, {}, page, page, 0))
    assert runner.failures == 0


def commands(block: str) -> list[tuple[str, str]]:
    """The `$ command` lines of a block, each with the output that the page promises."""
    parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    return [(command, output) for command, _, output in (part.partition("\n") for part in parts)]


@pytest.mark.parametrize("page", PAGE_NAMES)
def test_commands_in_the_docs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for block in CONSOLE.findall((ROOT / page).read_text(encoding="utf-8")):
        for command, promised in commands(block):
            if command.startswith("make "):
                continue  # what `make play` and `make test` do is shown by running them
            shown = run_command(command, tmp_path)
            pattern = re.escape(promised.rstrip()).replace(re.escape("..."), "(?s:.*)")
            assert re.fullmatch(pattern, (shown.stdout + shown.stderr).rstrip()), command


def run_command(command: str, home: Path) -> subprocess.CompletedProcess[str]:
    """By a shell, unless it is our program alone or an `echo` to it."""
    words = shlex.shlex(command, posix=True, punctuation_chars=True)
    words.whitespace_split = True
    match list(words):
        case ["fullprime", *arguments] if SHELL.isdisjoint(arguments):
            return run(*arguments, home=home)
        case ["echo", said, "|", "fullprime", *arguments] if SHELL.isdisjoint(arguments):
            return run(*arguments, stdin=f"{said}\n", home=home)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-c", command], capture_output=True, env=environment(home) | {"PATH": path},
        text=True, timeout=60,
    )  # fmt: skip


def test_examples_of_the_rules_page() -> None:
    """The plays that the page for players promises are exactly those that the kernel finds."""
    found = 0
    for line in (ROOT / "docs" / "rules.md").read_text(encoding="utf-8").splitlines():
        example = EXAMPLE.match(line)
        if not example:
            continue
        found += 1
        variant = fullprime.Variant.load()
        position = variant.position(example["position"])
        roll = fullprime.Roll.parse(example["roll"])
        plays = fullprime.legal_plays(variant, position, roll)
        board = rows.parse_board(example["position"])
        replayed = [rows.replay(board, play) for play in example["plays"].split("; ")]
        promised = {fullprime.Position.of(*after) for after in replayed}
        assert {play.position for play in plays} == promised, line
    assert found >= 30


@pytest.mark.parametrize("page", PAGE_NAMES)
def test_links_lead_somewhere(page: str) -> None:
    source = ROOT / page
    for target in LINK.findall(source.read_text(encoding="utf-8")):
        assert (source.parent / target).exists(), target


def test_every_command_has_a_section() -> None:
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    for name, command in cli.commands.items():
        assert f"\n## fullprime {name}\n" in page, name
        for parameter in command.params:
            for flag in parameter.opts:
                if flag.startswith("--"):
                    assert f"`{flag}" in page, f"{name} {flag}"
