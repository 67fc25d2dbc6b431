"""The nets that come with the program: their files, their cards, and the games they serve."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from fullprime import Roll, Variant, _kernel, legal_plays, variants
from fullprime.data import shipped
from fullprime.engine import net_for, nets
from fullprime.engine.nets import HASH_LENGTH, PRUNERS, ShippedNet, nets_in
from fullprime.engine.weights import read_net
from fullprime.errors import BadNet

FOLDER = shipped("nets")
STANDARD = Variant.load()
CARD = 'experiments = ["tiny"]\ngpu_seconds = 1\npositions = 2\n'


def standard_net() -> ShippedNet:
    net = net_for(STANDARD)
    assert net
    return net


def copied(net: ShippedNet, folder: Path) -> Path:
    """Its file in another folder, with its card and its pruner."""
    (folder / PRUNERS).mkdir()
    files = [f"{net.name}.toml", f"{net.name}.safetensors"]
    if net.pruner:
        files.append(f"{PRUNERS}/{net.pruner.name}.safetensors")
    for file in files:
        (folder / file).write_bytes((FOLDER / file).read_bytes())
    return folder / f"{net.name}.safetensors"


def test_every_net_is_named_after_its_content_and_has_a_card() -> None:
    assert nets()
    for net in nets():
        content = (FOLDER / f"{net.name}.safetensors").read_bytes()
        assert net.hash == sha256(content).hexdigest()[:HASH_LENGTH]
        assert net.metadata.variant == net.variant_id
        assert net.card.experiments
        assert net.card.gpu_seconds > 0 and net.card.positions > 0
        assert net.kernel.path


def test_one_net_for_a_game() -> None:
    trained_on = [net.variant_id for net in nets()]
    assert len(trained_on) == len(set(trained_on))


def test_the_folder_holds_nets_and_cards_and_pruners_only() -> None:
    names = {net.name for net in nets()}
    expected = {f"{name}{suffix}" for name in names for suffix in (".toml", ".safetensors")}
    assert {file.name for file in FOLDER.iterdir()} == expected | {PRUNERS}
    pruners = {f"{net.pruner.name}.safetensors" for net in nets() if net.pruner}
    assert {file.name for file in (FOLDER / PRUNERS).iterdir()} == pruners


def test_a_pruner_is_smaller_and_for_the_same_game() -> None:
    for net in nets():
        if net.pruner:
            assert net.pruner.metadata.variant == net.variant_id
            assert net.pruner.metadata.widths < net.metadata.widths
            assert net.pruner.kernel.path


def test_a_net_need_not_have_a_pruner(tmp_path: Path) -> None:
    copied(standard_net(), tmp_path).with_suffix(".toml").write_text(CARD)
    [net] = nets_in(tmp_path)
    assert net.pruner is None


@pytest.mark.parametrize(
    ("pruner", "words"),
    [
        ("backgammon-000000000000", "net backgammon-000000000000: it cannot be read: .*No such"),
        ("plakoto-000000000000", "its pruner plakoto-000000000000 was trained on another game"),
    ],
)
def test_a_pruner_that_does_not_fit_is_refused(tmp_path: Path, pruner: str, words: str) -> None:
    file = copied(standard_net(), tmp_path)
    file.with_suffix(".toml").write_text(f'{CARD}pruner = "{pruner}"')
    [net] = nets_in(tmp_path)
    with pytest.raises(BadNet, match=words):
        assert net.pruner and net.pruner.kernel


def test_a_damaged_pruner_is_refused(tmp_path: Path) -> None:
    copied(standard_net(), tmp_path)
    [net] = nets_in(tmp_path)
    assert net.pruner
    (tmp_path / PRUNERS / f"{net.pruner.name}.safetensors").write_bytes(b"damaged")
    with pytest.raises(BadNet, match=rf"net {net.pruner.name}: its content has the hash \w+"):
        _ = net.pruner.kernel


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("backgammon", {}),
        ("backgammon", {"opening": "reroll"}),
        ("backgammon", {"bulgarian": True}),
        ("portes", {}),
        ("shesh_besh", {}),
        ("nackgammon", {}),
        ("backgammon", {"cap5": True}),
        ("portes", {"cap5": True}),
    ],
)
def test_games_that_the_standard_net_serves(name: str, options: dict[str, str | bool]) -> None:
    """They are played alike on the board; opening, cube and count are looked at elsewhere."""
    assert net_for(Variant.load(name, options)) is net_for(STANDARD) is not None


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("backgammon", {"cap5": True, "no_hit_and_run": True}),
        ("backgammon", {"no_hit_and_run": True}),
        ("tavla", {}),
        ("hypergammon", {}),
        ("misere", {}),
        ("longgammon", {}),
        ("acey_deucey", {}),
        ("plakoto", {}),
    ],
)
def test_games_that_it_does_not_serve(name: str, options: dict[str, str | bool]) -> None:
    """A rule of the board is another, or the start is one that it has never seen."""
    assert net_for(Variant.load(name, options)) is not net_for(STANDARD)


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.id)
def test_every_game_is_served_with_the_same_bits_on_every_path(variant: Variant) -> None:
    net = net_for(variant)
    assert net, "it has no net"
    content = (FOLDER / f"{net.name}.safetensors").read_bytes()
    trained_on = Variant.load(net.variant_id)
    roll = Roll(6, 4)
    after = [play.position.raw for play in legal_plays(variant, variant.start_position, roll)]
    rows = memoryview(b"".join(after)).cast("B", [len(after), 64])
    paths = [read_net(content, trained_on, path) for path in _kernel.net_paths()]
    found = [bytes(each.evaluate(variant.kernel, rows)) for each in paths]
    assert len(set(found)) == 1
    assert all(each.features == _kernel.features_of(variant.kernel) for each in paths)


def test_experiments_that_cards_name_can_be_run_again() -> None:
    folder = Path(__file__).parents[2] / "training" / "experiments"
    named = {name for net in nets() for name in net.card.experiments}
    assert all((folder / f"{name}.toml").exists() for name in named)


def test_a_game_of_ones_own_with_the_same_rules_is_served() -> None:
    own = msgspec.structs.replace(STANDARD, id="mine", name="Mine", cube=False)
    assert net_for(own) is net_for(STANDARD)


def test_a_damaged_net_is_refused(tmp_path: Path) -> None:
    file = copied(standard_net(), tmp_path)
    content = bytearray(file.read_bytes())
    content[-1] ^= 1
    file.write_bytes(content)
    [net] = nets_in(tmp_path)
    with pytest.raises(BadNet, match=rf"net {net.name}: its content has the hash \w+; is it dama"):
        _ = net.kernel


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (None, "its card cannot be read: .*No such file"),
        ("experiments = 3", "its card cannot be read"),
        (f"{CARD}strong = true", "unknown field `strong`"),
        ("= 1", "its card cannot be read"),
    ],
)
def test_a_bad_card_is_refused(tmp_path: Path, text: str | None, words: str) -> None:
    file = copied(standard_net(), tmp_path)
    card = file.with_suffix(".toml")
    card.unlink() if text is None else card.write_text(text)
    [net] = nets_in(tmp_path)
    with pytest.raises(BadNet, match=rf"net {net.name}: .*{words}"):
        _ = net.card


def test_a_card_without_strength(tmp_path: Path) -> None:
    file = copied(standard_net(), tmp_path)
    file.with_suffix(".toml").write_text(CARD)
    [net] = nets_in(tmp_path)
    assert net.card.strength == net.card.starts == ()
    assert net.serves(STANDARD)
    assert not net.serves(Variant.load("nackgammon"))  # nobody has tried it


def test_nothing_is_read_before_it_is_asked_for() -> None:
    """The command starts without a look at the weights."""
    program = (
        "import sys, fullprime.cli\n"
        "from fullprime.engine.nets import nets\n"
        "sys.exit(any('_content' in vars(net) or 'card' in vars(net) for net in nets()))"
    )
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0


def test_every_game_has_a_net_or_none() -> None:
    for variant in variants():
        net = net_for(variant)
        assert net is None or net.serves(variant)


def test_the_wheel_takes_the_folder_along() -> None:
    """It is made of the whole package folder, less what git ignores."""
    root = Path(__file__).parents[2]
    project = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["scikit-build"]
    assert project["wheel"]["packages"] == ["src/fullprime"]
    assert "exclude" not in project["wheel"]
    ignored = (root / ".gitignore").read_text().split()
    assert not any("nets" in pattern or "safetensors" in pattern for pattern in ignored)
