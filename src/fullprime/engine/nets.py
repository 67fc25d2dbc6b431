"""The nets that come with the program or are the user's own, and the games that each can evaluate.

A net lies in `fullprime/nets` as `<variant>-<hash>.safetensors`, named after the game that it was
trained on and the content of the file; a card of the same name beside it records how it was made.
The card may name a pruner, a smaller net that saves the search time; those lie in `nets/pruners`
and serve no game by themselves. Nothing is read before it is asked for.

Nets of the user lie in `nets` in the folder of their data, named in the same way. They carry the
rules of their game and need no card.

>>> net = net_for(Variant.load())
>>> net.serves(Variant.load(options={"no_hit_and_run": True}))
False
"""

from __future__ import annotations

from functools import cache, cached_property
from hashlib import sha256
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

import msgspec

from fullprime import _kernel
from fullprime.data import shipped
from fullprime.engine.weights import Metadata, read_metadata, read_net
from fullprime.errors import BadNet, BadVariant
from fullprime.files import data_folder
from fullprime.shapes import decoded
from fullprime.variant import Variant
from fullprime.variant.file import NO_RULES
from fullprime.variant.variant import read_variant

SUFFIX: Final = ".safetensors"
PRUNERS: Final = "pruners"
HASH_LENGTH: Final = 12

_NOT_ON_THE_BOARD: Final = frozenset(
    (
        *NO_RULES,
        *("start", "opening", "starter", "cube", "score"),
    )
)
"""Fields in which a game may differ from the one that a net was trained on: plays and ways to win
are the same. Starts are looked at apart, and what a game counts is left to `ScoreLimit`."""


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is known about a net beyond its own header."""

    experiments: tuple[str, ...]
    """The files that it was trained by, one after the other."""
    gpu_seconds: int
    positions: int
    """How many it has met in games against itself."""
    starts: tuple[str, ...] = ()
    """Other starts from which it was tried and plays well."""
    also: tuple[dict[str, Any], ...] = ()
    """Fields of other rules under which it was tried and plays well."""
    strength: tuple[str, ...] = ()
    """What was measured, in sentences; empty until something is."""
    pruner: str | None = None
    """The name of the smaller net that was trained beside it."""


class NetFile:
    """A net in a file that is named after its game and its content."""

    def __init__(self, folder: Traversable, name: str) -> None:
        self.name = name
        self.variant_id, _, self.hash = name.rpartition("-")
        self._folder = folder

    def __repr__(self) -> str:
        return f"<net {self.name}>"

    def __reduce__(self) -> tuple[type[NetFile], tuple[Traversable, str]]:
        return type(self), (self._folder, self.name)

    @property
    def label(self) -> str:
        """What it is called in errors."""
        return f"net {self.name}"

    @cached_property
    def kernel(self) -> _kernel.Net:
        """The net itself, ready to be asked."""
        return read_net(self._content, self.trained_on)

    @cached_property
    def metadata(self) -> Metadata:
        """What the file says about itself."""
        return read_metadata(self._content)

    @property
    def trained_on(self) -> Variant:
        """Its game."""
        return Variant.load(self.variant_id)

    @cached_property
    def _content(self) -> bytes:
        try:
            content = (self._folder / f"{self.name}{SUFFIX}").read_bytes()
        except OSError as error:
            raise BadNet(f"{self.label}: it cannot be read: {error}") from error
        found = sha256(content).hexdigest()[:HASH_LENGTH]
        if found != self.hash:
            raise BadNet(f"{self.label}: its content has the hash {found}; is it damaged?")
        return content


class ShippedNet(NetFile):
    """A net that came with the program, with its card."""

    def serves(self, variant: Variant) -> bool:
        """Is this game played on the board as the one that the net was trained on, or by rules that
        it was tried with, and from a start that it knows?"""
        own = self.trained_on
        rules = _board_rules(own)
        if _board_rules(variant) not in (rules, *(rules | other for other in self.card.also)):
            return False
        others = (own.position(f"{start} / {start}") for start in self.card.starts)
        return variant.start_position in (own.start_position, *others)

    @cached_property
    def pruner(self) -> NetFile | None:
        """The smaller net that looks at replies first, if there is one."""
        name = self.card.pruner
        if name is None:
            return None
        pruner = NetFile(self._folder / PRUNERS, name)
        if pruner.variant_id != self.variant_id:
            raise BadNet(f"net {self.name}: its pruner {name} was trained on another game")
        return pruner

    @cached_property
    def card(self) -> Card:
        """What is known about it."""
        try:
            content = (self._folder / f"{self.name}.toml").read_bytes()
            return msgspec.toml.decode(content, type=Card)
        except (OSError, msgspec.DecodeError) as error:
            raise BadNet(f"net {self.name}: its card cannot be read: {error}") from error


class OwnNet(ShippedNet):
    """A net of the user. What it knows about itself stands in its file, and faults name that."""

    @property
    def label(self) -> str:
        """The file."""
        return f"net {self._folder / (self.name + SUFFIX)}"

    @cached_property
    def kernel(self) -> _kernel.Net:
        """The net itself, ready to be asked."""
        try:
            return read_net(self._content, self.trained_on)
        except BadNet as error:
            raise self._blamed(error) from error

    @cached_property
    def metadata(self) -> Metadata:
        """What the file says about itself."""
        try:
            return read_metadata(self._content)
        except BadNet as error:
            raise self._blamed(error) from error

    @cached_property
    def card(self) -> Card:
        """What the file says of its training."""
        try:
            run = decoded(self.metadata.experiment, _Experiment)
            row = decoded(self.metadata.log, _LastRow)
        except msgspec.DecodeError as error:
            raise BadNet(f"{self.label}: what it says of its training: {error}") from error
        return Card(experiments=(run.name,), gpu_seconds=0, positions=row.samples)

    @cached_property
    def trained_on(self) -> Variant:
        """Its game, by the rules in the file or by name."""
        rules = self.metadata.rules
        try:
            if not rules:
                return Variant.load(self.variant_id)
            return read_variant(f"{self.variant_id}.toml", rules.encode())
        except BadVariant as error:
            raise BadNet(f"{self.label}: the rules of its game: {error}") from error

    def _blamed(self, error: BadNet) -> BadNet:
        known = str(error).startswith(self.label)
        return error if known else BadNet(f"{self.label}: {error}")


class _Experiment(msgspec.Struct):
    name: str = "an unknown experiment"


class _LastRow(msgspec.Struct):
    samples: int = 0


def _board_rules(variant: Variant) -> dict[str, Any]:
    fields = msgspec.structs.asdict(variant)
    return {name: value for name, value in fields.items() if name not in _NOT_ON_THE_BOARD}


@cache
def nets() -> tuple[ShippedNet, ...]:
    """All of them, by name."""
    return nets_in(shipped("nets"))


def nets_in(folder: Traversable) -> tuple[ShippedNet, ...]:
    """The nets in a folder, each with its card beside it."""
    files = sorted(file.name for file in folder.iterdir() if file.name.endswith(SUFFIX))
    return tuple(ShippedNet(folder, file.removesuffix(SUFFIX)) for file in files)


def own_folder() -> Path:
    """Where nets of the user lie."""
    return data_folder() / "nets"


def own_nets() -> tuple[OwnNet, ...]:
    """Those of the user, the newest first."""
    return _own_nets_in(own_folder())


@cache
def _own_nets_in(folder: Path) -> tuple[OwnNet, ...]:
    files = [file for file in folder.glob(f"*{SUFFIX}") if file.is_file()]
    newest = sorted(files, key=lambda file: (-file.stat().st_mtime, file.name))
    return tuple(OwnNet(folder, file.stem) for file in newest)


def net_for(variant: Variant) -> ShippedNet | None:
    """The net for this game: the user's newest, or of those that came with the program its own;
    None where there is none yet."""
    own = next((net for net in own_nets() if _serves(net, variant)), None)
    if own:
        return own
    serving = [net for net in nets() if net.serves(variant)]
    return min(serving, key=lambda net: net.variant_id != variant.id, default=None)


def _serves(net: OwnNet, variant: Variant) -> bool:
    """A file that cannot be used is a fault in the game that it is named after, and no other."""
    try:
        return net.serves(variant)
    except BadNet:
        if net.variant_id == variant.id:
            raise
        return False
