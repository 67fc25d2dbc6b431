"""The nets that come with the program, and the games that each of them can evaluate.

A net lies in `fullprime/nets` as `<variant>-<hash>.safetensors`, named after the game that it was
trained on and the content of the file; a card of the same name beside it records how it was made.
The card may name a pruner, a smaller net that saves the search time; those lie in `nets/pruners`
and serve no game by themselves. Nothing is read before it is asked for.

>>> net = net_for(Variant.load())
>>> net.serves(Variant.load(options={"cap5": True}))
False
"""

from __future__ import annotations

from functools import cache, cached_property
from hashlib import sha256
from importlib.resources.abc import Traversable
from typing import Any, Final

import msgspec

from fullprime import _kernel
from fullprime.data import shipped
from fullprime.engine.weights import Metadata, read_metadata, read_net
from fullprime.errors import BadNet
from fullprime.variant import Variant
from fullprime.variant.file import NO_RULES

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

    @cached_property
    def kernel(self) -> _kernel.Net:
        """The net itself, ready to be asked."""
        return read_net(self._content, self._trained_on)

    @cached_property
    def metadata(self) -> Metadata:
        """What the file says about itself."""
        return read_metadata(self._content)

    @property
    def _trained_on(self) -> Variant:
        return Variant.load(self.variant_id)

    @cached_property
    def _content(self) -> bytes:
        try:
            content = (self._folder / f"{self.name}{SUFFIX}").read_bytes()
        except OSError as error:
            raise BadNet(f"net {self.name}: it cannot be read: {error}") from error
        found = sha256(content).hexdigest()[:HASH_LENGTH]
        if found != self.hash:
            raise BadNet(f"net {self.name}: its content has the hash {found}; is it damaged?")
        return content


class ShippedNet(NetFile):
    """A net that came with the program, with its card."""

    def serves(self, variant: Variant) -> bool:
        """Is this game played on the board as the one that the net was trained on, and from a start
        that it knows?"""
        own = self._trained_on
        if _board_rules(variant) != _board_rules(own):
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


def net_for(variant: Variant) -> ShippedNet | None:
    """The net for this game, of several its own; None where there is none yet."""
    serving = [net for net in nets() if net.serves(variant)]
    return min(serving, key=lambda net: net.variant_id != variant.id, default=None)
