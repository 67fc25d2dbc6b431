"""Nets that users train for variants of their own: the commands of the page, and refusals."""

from __future__ import annotations

import os
import pickle
import re
import shlex
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner

import tensors
from fullprime import Variant
from fullprime.cli import cli
from fullprime.engine import net_for
from fullprime.engine.evaluators import new_evaluator
from fullprime.engine.nets import OwnNet, ShippedNet, own_folder
from fullprime.errors import BadNet
from fullprime.protocols.info import info_as_json
from nets import random_arrays

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "own-nets.md").read_text(encoding="utf-8")
[FIVE] = re.findall(r"^```toml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
TINY = """
seed = 1
sizes = [64, 16]
pace = 0.1
optimiser = { batch = 32, rate = 2e-3, warm_up = 0.2 }
phases = [{ seconds = 0.5, games = 8, rolls = 1, replay = 64, planned = 0.0, updates = 1 }]
"""

needs_compiler = pytest.mark.skipif(shutil.which("g++") is None, reason="g++ is not installed")


@needs_compiler
def test_the_commands_of_the_page(tmp_path: Path) -> None:
    """As they stand there, but with a schedule of seconds and few games."""
    pytest.importorskip("torch", reason="torch is not installed: no training here")
    (tmp_path / "five.toml").write_text(FIVE, encoding="utf-8")
    (tmp_path / "own.toml").write_text(TINY, encoding="utf-8")
    (tmp_path / "training").symlink_to(ROOT / "training")
    (tmp_path / "benchmarks").symlink_to(ROOT / "benchmarks")
    blocks = re.findall(r"^```sh\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    shown = ""
    for line in "".join(blocks).splitlines():
        short = line.replace("training/experiments/own.toml", "own.toml")
        shown += ran(short.replace("--pairs 1000", "--pairs 2"), tmp_path)
    assert re.search(r"net +five-\w{12}, your own, trained on five", shown)
    assert re.search(r"3-1 to play; net five-\w{12}; 2-ply", shown)
    assert re.search(r"five five-\w{12} against handmade: .*, 4 games", shown)
    assert "trained by own: 40 positions" in shown


def ran(line: str, folder: Path) -> str:
    """What a command says; it must succeed."""
    program, *arguments = shlex.split(line)
    start = {"python": [sys.executable], "fullprime": [sys.executable, "-m", "fullprime"]}[program]
    environment = os.environ | {"FULLPRIME_HOME": str(folder / "home"), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [*start, *arguments], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (FIVE.replace("cap = 3", 'rest = "opponent"'), "cannot be trained: no net can play it"),
        (FIVE.replace("checkers = 5", "checkers = 6"), "the side has 5 checkers, expected 6"),
    ],
)
def test_games_that_cannot_be_trained(text: str, told: str, tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="torch is not installed: no training here")
    import run

    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit, match=told):
        run.own_rules(str(file))
    with pytest.raises(SystemExit, match="give yours with --variant"):
        run.read_experiment(ROOT / "training" / "experiments" / "own.toml")


# Which net is used --------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """That of the user's nets, which is empty."""
    monkeypatch.setenv("FULLPRIME_HOME", str(tmp_path))
    own_folder().mkdir()
    return own_folder()


def put_net(folder: Path, game: Variant, rules: str, seed: int = 1, **changes: str) -> Path:
    """A net with random weights, as `export.py --own` would write it."""
    arrays = random_arrays(seed, 64, 16)
    metadata = {
        "variant": game.id,
        "feature_version": "2",
        "sizes": "[256, 64, 16, 6]",
        "recipe": "none",
        "experiment": '{"name": "own"}',
        "log": '{"samples": 7}',
        "rules": rules,
    }
    content = tensors.to_bytes(arrays, metadata | changes)
    file = folder / f"{game.id}-{sha256(content).hexdigest()[:12]}.safetensors"
    file.write_bytes(content)
    return file


def game_of(folder: Path, name: str, text: str = FIVE) -> Variant:
    file = folder.parent / f"{name}.toml"
    file.write_text(text, encoding="utf-8")
    return Variant.load(file)


def test_a_net_is_found_by_the_rules_of_its_game(folder: Path) -> None:
    five = game_of(folder, "five")
    file = put_net(folder, five, FIVE)
    net = net_for(five)
    assert isinstance(net, OwnNet) and net.name == file.stem
    assert new_evaluator(five).evaluate([five.start_position])[0].win > 0
    other_name = game_of(folder, "quick", FIVE.replace("Five", "Quick"))
    assert net_for(other_name) is net
    assert net_for(game_of(folder, "five", FIVE.replace("cap = 3", "cap = 2"))) is None
    assert not isinstance(net_for(Variant.load()), OwnNet)
    told = info_as_json()["nets"]
    assert [each["name"] for each in told if each["own"]] == [file.stem]
    assert (net.card.experiments, net.card.positions) == (("own",), 7)


def test_the_newest_net_is_used_and_yours_before_ours(folder: Path) -> None:
    five, standard = game_of(folder, "five"), Variant.load("hypergammon")
    old, new = (put_net(folder, five, FIVE, seed) for seed in (1, 2))
    os.utime(old, (1, 1))
    mine = put_net(folder, standard, "")
    found = [net_for(variant) for variant in (five, standard)]
    assert [net.name for net in found if net] == [new.stem, mine.stem]
    assert isinstance(net_for(Variant.load("tavla")), ShippedNet)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"feature_version": "1"}, "made for version 1 of the features, expected 2"),
        ({"variant": "six"}, "made for 'six', asked for 'five'"),
        ({"sizes": "[256, 128, 16, 6]"}, "w1 is I16 .256, 64., expected I16 .256, 128."),
    ],
)
def test_a_foreign_net_is_refused_with_its_file(
    changes: dict[str, str], told: str, folder: Path
) -> None:
    five = game_of(folder, "five")
    file = put_net(folder, five, FIVE, 3, **changes)
    net = net_for(five)
    assert net is not None
    with pytest.raises(BadNet, match=rf"net {file}: {told}"):
        _ = net.kernel


def test_a_damaged_net_is_a_fault_of_its_own_game_alone(folder: Path) -> None:
    five = game_of(folder, "five")
    file = put_net(folder, five, FIVE, 4)
    file.write_bytes(file.read_bytes()[:-1])
    (folder / "notes.safetensors").write_bytes(b"no net")
    with pytest.raises(BadNet, match=rf"net {file}: its content has the hash \w+; is it damaged"):
        net_for(five)
    assert net_for(Variant.load()) is not None
    shown = CliRunner().invoke(cli, ["info"]).stdout
    assert f"net {file}: its content has the hash" in shown
    assert f"net {folder / 'notes.safetensors'}: its content has the hash" in shown
    assert not any(each["own"] for each in info_as_json()["nets"])


def test_rules_that_are_none_are_told(folder: Path) -> None:
    file = put_net(folder, game_of(folder, "five"), "name = 3", 5)
    with pytest.raises(BadNet, match=rf"net {file}: the rules of its game: .*field name"):
        net_for(Variant.load(folder.parent / "five.toml"))


def test_a_net_of_yours_travels_to_other_processes(folder: Path) -> None:
    five = game_of(folder, "five")
    put_net(folder, five, FIVE, 6)
    evaluator = pickle.loads(pickle.dumps(new_evaluator(five)))
    assert evaluator.evaluate([five.start_position])[0].win > 0
