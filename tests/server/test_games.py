"""Complete games through the socket: every state equals the library's replay of the log."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from fullprime import variants
from fullprime.action import Action, Played
from fullprime.formats import saved
from fullprime.game import Phase
from fullprime.match import Match
from fullprime.position import BAR, HAND, OFF
from fullprime.series import all_series
from server_client import Server, Sitting, Visitor, at_random

GAMES = [variant.id for variant in variants()] + [series.id for series in all_series()]
QUICK = ["backgammon", "plakoto", "acey_deucey", "coan_ki", "tavli"]
SETTINGS: list[dict[str, Any]] = [
    {"target": {"type": "points", "to": 1}},
    {"target": {"type": "points", "to": 3}},
    {"target": {"type": "best_of", "games": 3}},
    {"target": {"type": "points", "to": 1}, "settings": {"skip_closed_out": False}},
]
PHASES = {
    "opening": Phase.OPENING,
    "to_roll": Phase.TO_ROLL,
    "to_play": Phase.TO_PLAY,
    "to_name": Phase.TO_NAME,
    "offered": Phase.OFFERED,
    "resigning": Phase.RESIGNING,
    "over": Phase.OVER,
}


class Replay:
    """The same match, played by the library alone from what the socket tells."""

    def __init__(self, export: bytes) -> None:
        start = msgspec.json.decode(export)
        start["games"] = start["games"][:1]
        start["games"][0]["actions"] = []
        self.match, _ = saved.load(msgspec.json.encode(start))
        self.version = 0

    def follow(self, event: dict[str, Any]) -> None:
        self.version += 1
        assert event["version"] == self.version
        if event["action"] == {"type": "next_game"}:
            self.match = self.match.next_game()
            return
        assert event["seat"] == self.match.game.actor
        action: Action = msgspec.convert(event["action"], type=Action)
        self.match = self.match.apply(action)
        assert self.match.game.log[-1] == action, "the log keeps what the game would keep"

    def compare(self, state: dict[str, Any]) -> None:
        match, game = self.match, self.match.game
        assert state["version"] == self.version
        assert (PHASES[state["phase"]], state["turn"], state["actor"]) == (
            (game.phase, game.turn, game.actor)
        )
        assert state["dice"] == (list(game.roll) if game.roll else None)
        assert state["variant"]["id"] == game.variant.id
        assert (state["score"], state["winner"]) == (list(match.shown_score), match.winner)
        sides = (game.position.mover, game.position.other)
        for row, counts in zip(state["rows"], sides[:: -1 if game.turn else 1], strict=True):
            points = len(row["points"])
            assert row["points"] == list(counts[1 : points + 1])
            assert (row["bar"], row["hand"], row["off"]) == (counts[BAR], counts[HAND], counts[OFF])
        pinned = [sorted(points) for points in game.position.pinned]
        assert [row["pinned"] for row in state["rows"]] == pinned[:: -1 if game.turn else 1]
        assert state["pips"] == list(game.position.pips[:: -1 if game.turn else 1])
        assert (state["cube"]["value"], state["cube"]["owner"]) == (
            (game.stakes.value, game.stakes.owner)
        )
        assert state["result"] == (game.result._asdict() if game.result else None)
        if game.actor in state["you"] and not self.passes:
            assert state["can"] == list(game.verbs)
            assert (state["walk"] is not None) == (game.phase is Phase.TO_PLAY)
        else:
            assert (state["can"], state["walk"]) == ([], None)
        self._compare_last(state["last"])

    @property
    def passes(self) -> bool:
        """Does the table pass by itself, because a double is not possible either?"""
        return {"pass", "double"} & {*self.match.game.verbs} == {"pass"}

    def _compare_last(self, last: dict[str, Any] | None) -> None:
        plays = [action for action in self.match.game.log if isinstance(action, Played)]
        steps = [list(step) for step in plays[-1].steps] if plays else None
        assert (last["steps"] if last else None) == steps


def play_through(sittings: list[Sitting], export: bytes, chance: random.Random) -> int:
    """To the end of the match; the sittings are those of the two seats, or one for both."""
    replay = Replay(export)
    main = sittings[0]
    for event in main.events:
        replay.follow(event)
    while main.state["winner"] is None:
        replay.compare(main.state)
        state = main.state
        if state["phase"] == "opening" or replay.passes:
            told = len(main.events)
            main.until(lambda: len(main.events) > told)  # noqa: B023
        else:
            acting = _acting(sittings, state)
            before = len(main.events)
            asked = at_random(acting.state, chance)
            answer = acting.do(asked.pop("kind"), **asked)
            assert answer["type"] == "ack", (asked, answer)
            main.until(lambda: main.state["version"] >= answer["version"])  # noqa: B023
            told = before
        for event in main.events[told:]:
            replay.follow(event)
        for other in sittings[1:]:
            other.until(lambda it=other: it.state["version"] >= main.state["version"])
    replay.compare(main.state)
    return replay.version


def _acting(sittings: list[Sitting], state: dict[str, Any]) -> Sitting:
    actor = state["actor"] or 0
    acting = next(table for table in sittings if actor in table.state["you"])
    acting.until(lambda: acting.state["version"] >= state["version"])
    return acting


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """No one wants to know how well players at random play."""
    with Server(tmp_path_factory.mktemp("games") / "a.db", "--seed", "7", "--no-reviews") as own:
        yield own


def random_match(server: Server, name: str, seed: int) -> int:
    """A whole match; every third is between two people on two devices."""
    chance = random.Random(f"{name} {seed}")
    ann, ben = Visitor(server, "Ann"), Visitor(server, "Ben")
    settings = SETTINGS[seed % len(SETTINGS)]
    two = seed % 3 == 2
    asked = {**settings, "opponent": {"kind": "invite"} if two else {"kind": "here"}}
    match = ann.new_match(name, **asked)
    export = ann.ask("GET", f"/api/matches/{match['id']}/export")[2]
    if not two:
        with ann.sit(match["id"], 0) as table:
            played = play_through([table], export, chance)
    else:
        with ann.sit(match["id"], 0) as table:
            ben.post("/api" + match["invite"])
            with ben.sit(match["id"], 0) as other:
                played = play_through([table, other], export, chance)
    check_export(ann, match["id"], played)
    return played


def check_export(visitor: Visitor, match_id: str, played: int) -> Match:
    content = visitor.ask("GET", f"/api/matches/{match_id}/export")[2]
    match, _ = saved.load(content)
    assert sum(len(game.log) for game in match.games) + len(match.games) - 1 == played
    return match


@pytest.mark.parametrize("name", QUICK)
def test_random_matches(server: Server, name: str) -> None:
    assert random_match(server, name, len(name)) > 20


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_one_hundred_random_matches(server: Server) -> None:
    """Every game and series at least three times, and each kind of match with each of them."""
    played = [random_match(server, GAMES[n % len(GAMES)], n // len(GAMES)) for n in range(104)]
    print(f"{len(played)} matches of {len(GAMES)} games and series, {sum(played)} actions")
    assert len(played) >= 100


def test_the_phases_are_all_there() -> None:
    assert {*PHASES.values(), Phase.SEEN, Phase.TO_COLOR} == set(Phase)
