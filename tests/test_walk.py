"""The walk of legal steps leads to all legal plays of every game, and to nothing else."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from fullprime import Variant, variants
from fullprime.action import Named, Played, Rolled
from fullprime.game import Game, Phase
from fullprime.walk import Node, StepWalk

NAMES = [variant.id for variant in variants()]


def ends(game: Game) -> set[bytes]:
    """Every position at which a walk may end, found by applying its steps as plays."""
    found = set()
    nodes = StepWalk(game).nodes()
    todo: list[tuple[int, tuple[tuple[int | str, int | str], ...]]] = [(0, ())]
    seen = {0}
    while todo:
        number, steps = todo.pop()
        if nodes[number].done:
            found.add(after(game, steps))
        else:
            assert nodes[number].next, "a way that leads nowhere"
        for step, following in nodes[number].next:
            if following not in seen:
                seen.add(following)
                todo.append((following, (*steps, step.wire)))
    assert len(seen) == len(nodes), "a node that no way leads to"
    return found


def after(game: Game, steps: tuple[tuple[int | str, int | str], ...]) -> bytes:
    """Where the library says that these steps lead."""
    meant = Played(game.apply(Played(steps)).log[-1].steps)  # type: ignore[union-attr]
    [position] = [play.position.raw for play in game.plays if Played.of(play) == meant]
    return position


@pytest.mark.parametrize("name", NAMES)
def test_walks_lead_to_the_legal_plays(name: str) -> None:
    chance = random.Random(name)
    game = Game.start(Variant.load(name), starter=0)
    looked_at = 0
    while looked_at < 25 and not game.result:
        if game.phase is Phase.TO_NAME:
            game = game.apply(Named(chance.randint(1, 6)))
        elif game.phase is Phase.TO_PLAY:
            if len(game.plays) < 60:
                assert ends(game) == {play.position.raw for play in game.plays}
                looked_at += 1
            game = game.apply(Played.of(chance.choice(game.plays)))
        else:
            passing = "pass" in game.verbs
            roll = Rolled((chance.randint(1, 6), chance.randint(1, 6)))
            game = game.apply(game.legal()[0] if passing else roll)
    assert looked_at > 5


def with_roll(position: str, dice: tuple[int, int]) -> Game:
    variant = Variant.load()
    start = Game.start(variant, starter=0, skip_closed_out=False)
    return replace(start, position=variant.position(position)).apply(Rolled(dice))


def test_nothing_to_play_is_a_node_without_edges() -> None:
    closed = with_roll("bar:1 13:14 / 6:2 5:2 4:2 3:2 2:2 1:2 13:3", (6, 5))
    assert StepWalk(closed).nodes() == [Node(done=True, next=())]


def test_only_the_larger_number_where_not_both_can_be_played() -> None:
    game = with_roll("8:1 / 24:2 13:2", (4, 3))  # 8/1 is closed at the end
    first, *others = StepWalk(game).nodes()
    assert [edge.step.die for edge in first.next] == [4]
    assert [node.done for node in others] == [True]
