"""What a table accepts: every command once, in its turn, by its player, as the rules have it."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import msgspec
import pytest

import oracle
from fullprime.action import Played
from fullprime.errors import FullprimeError
from fullprime.game import Game, Phase
from fullprime.server.client import Client
from fullprime.stakes import Stakes
from fullprime.store.records import Event
from tables_here import ANN, BEN, EVE, MONEY, Json, Seated, at_tables

# Every command again and again -------------------------------------------------------------------


async def a_game(seed: int) -> tuple[Seated, list[tuple[int, Json]]]:
    """A game at random, and who has sent what."""
    chance = random.Random(seed)
    sent: list[tuple[int, Json]] = []
    at = Seated(seed, target={"type": "points", "to": 1})
    await at.begin()
    while not at.table.record.is_over:
        seat = at.table.game.actor
        if seat is None or at.table._driver.is_busy:
            await asyncio.sleep(0)
            continue
        message = at.wish(chance) | {"version": at.table.version, "ack": f"k{len(sent)}"}
        person = (ANN, BEN)[seat]
        answer = await at.send(person, message)
        assert answer["type"] == "ack", answer
        sent.append((person, message))
    return at, sent


async def sent_again(seed: int) -> tuple[int, int]:
    """The same game with every command one to five times, early ones, late ones and the right one
    in any order; commands and how many times one was sent."""
    first, sent = await a_game(seed)
    chance, tries = random.Random(seed + 1), 0
    at = Seated(seed, target={"type": "points", "to": 1})
    await at.begin()
    acked: dict[str, int] = {}
    for number, (person, message) in enumerate(sent):
        near = sent[max(0, number - 3) : number + 3] * 2
        queue = [
            *chance.sample(near, min(len(near), 4)),
            *[(person, message)] * chance.randint(1, 5),
        ]
        chance.shuffle(queue)
        for who, what in queue:
            while at.table._driver.is_busy:
                await asyncio.sleep(0)
            answer = await at.send(who, what)
            tries += 1
            if answer["type"] == "ack":
                assert acked.setdefault(what["ack"], answer["version"]) == answer["version"]
            else:
                assert answer["stale"], answer
                assert what["ack"] not in acked
    assert at.log == first.log
    assert at.table.record.file == first.table.record.file
    return len(sent), tries


def test_a_command_that_is_sent_again_does_nothing_more() -> None:
    async def work() -> None:
        for seed in range(5):
            await sent_again(seed)

    at_tables(work)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_a_thousand_games_with_every_command_up_to_five_times() -> None:
    async def work() -> None:
        found = [await sent_again(seed) for seed in range(1000)]
        commands, tries = map(sum, zip(*found, strict=True))
        print(f"1,000 games, {commands} commands, sent {tries} times: the same logs")

    at_tables(work)


# One of eight tabs -------------------------------------------------------------------------------


async def rounds_of_tabs(rounds: int) -> None:
    chance = random.Random(3)
    at = Seated(3, target=MONEY)
    await at.begin()
    for number in range(rounds):
        while at.table.game.actor is None and at.table.game.phase is Phase.OPENING:
            await asyncio.sleep(0)
        over, version = at.table.game.phase is Phase.OVER, at.table.version
        person = ANN if over else (ANN, BEN)[at.table.game.actor or 0]
        same = at.wish(chance)
        wishes = [same if chance.random() < 0.5 else at.wish(chance) for _ in range(8)]
        answers = await asyncio.gather(
            *(
                at.send(
                    person,
                    each | {"version": version, "ack": f"{number}-{tab}"},
                    Client(person, most=10**9),
                )
                for tab, each in enumerate(wishes)
            )
        )
        assert sorted(answer["type"] for answer in answers) == ["ack"] + ["error"] * 7
        assert all(answer["stale"] for answer in answers if answer["type"] == "error")
        mine = [event for event in at.notebook.events if event.ack and event.version > version]
        assert len(mine) == 1
    assert at.is_whole()


def test_of_eight_tabs_the_first_is_heard() -> None:
    at_tables(lambda: rounds_of_tabs(150))


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_of_eight_tabs_the_first_is_heard_ten_thousand_times() -> None:
    at_tables(lambda: rounds_of_tabs(10_000))


# The model ---------------------------------------------------------------------------------------


class Model:
    """The same game by the oracle alone: who may do what now."""

    def __init__(self) -> None:
        self.version, self.board = 0, oracle.start()
        self.turn, self.phase = 0, "opening"
        self.dice: tuple[int, int] | None = None
        self.owner: int | None = None
        self.first = True
        """The opening throw is being played."""
        self.resigned_from = ""

    @property
    def actor(self) -> int | None:
        match self.phase:
            case "opening" | "over":
                return None
            case "offered" | "resigning":
                return 1 - self.turn
            case _:
                return self.turn

    def accepts(self, person: int, message: Json) -> bool:
        """May this happen now?"""
        if person == EVE or message["version"] != self.version:
            return False
        kind, seat = message["type"], (ANN, BEN).index(person)
        if message.get("seat", seat) != seat:
            return False
        if kind == "next_game":
            return self.phase == "over"
        if seat != self.actor:
            return False
        match kind:
            case "roll":
                return self.phase == "roll" and not self._closed_out
            case "passed":  # with dice that cannot be played it is the play of nothing
                if self.phase == "play":
                    return self._after([]) is not None
                return self.phase == "roll" and self._closed_out
            case "doubled":
                return self.phase == "roll" and self.owner in (None, seat)
            case "took" | "dropped":
                return self.phase == "offered"
            case "accepted" | "declined":
                return self.phase == "resigning"
            case "resigned":
                return self.phase in ("roll", "play") and message["multiple"] in (1, 2, 3)
            case "played":
                return self.phase == "play" and self._after(message["steps"]) is not None
            case _:
                return False

    @property
    def _closed_out(self) -> bool:
        waits = self.board.mover[oracle.BAR] > 0
        return waits and not any(oracle.steps(self.board, die) for die in range(1, 7))

    def _after(self, steps: list[list[Any]]) -> oracle.Board | None:
        """The board after a play that the rules allow; steps may come in any order."""
        assert self.dice is not None
        wanted = sorted((_point(source), _point(target)) for source, target in steps)
        legal = oracle.plays(self.board, self.dice)
        for sequence, final in oracle.sequences(self.board, oracle.numbers_of(self.dice)):
            taken = sorted((step.source, step.target) for step in sequence)
            if final in legal and taken == wanted:
                return final
        return None

    def happens(self, event: Event, action: Json) -> None:
        """What the table says has happened."""
        self.version = event.version
        match action["type"]:
            case "rolled" if self.phase == "opening":
                first, second = action["dice"]
                if first != second:
                    self.turn, self.dice, self.phase = int(second > first), (first, second), "play"
            case "rolled":
                self.dice, self.phase = tuple(action["dice"]), "play"
            case "played":
                after = self._after(action["steps"])
                assert after is not None, "the table has accepted it"
                ended = oracle.result(after) != 0
                self.board, self.turn = oracle.swap(after), 1 - self.turn
                self.phase = "over" if ended else "roll"
            case "doubled":
                self.phase = "offered"
            case "took":
                self.owner, self.phase = 1 - self.turn, "roll"
            case "resigned":
                self.resigned_from, self.phase = self.phase, "resigning"
            case "declined":
                self.phase = self.resigned_from
            case "dropped" | "accepted":
                self.phase = "over"
            case "passed":
                self.board, self.turn = oracle.swap(self.board), 1 - self.turn
            case "next_game":
                self.board, self.phase, self.owner = oracle.start(), "opening", None
                self.resigned_from = ""


def _point(place: int | str) -> int:
    return {"bar": oracle.BAR, "off": oracle.OFF}.get(str(place)) or int(
        0 if place == "off" else place
    )


KINDS = ("roll", "doubled", "took", "dropped", "accepted", "declined", "resigned", "played")


def any_command(at: Seated, model: Model, chance: random.Random) -> tuple[int, Json]:
    """Sometimes what is right, mostly something near it."""
    person = chance.choice([ANN, ANN, BEN, BEN, EVE])
    message: Json = {"type": chance.choice((*KINDS, "next_game", "beavered", "passed", "rolled"))}
    if model.phase == "play" and chance.random() < 0.5:
        message = {"type": "played"}
    if chance.random() < 0.3 and model.actor is not None:
        person, message = (ANN, BEN)[model.actor], at.wish(chance)
    elif message["type"] == "played":
        message["steps"] = any_steps(model, chance)
    if message["type"] == "resigned":
        message.setdefault("multiple", chance.randint(0, 4))
    if message["type"] == "rolled":
        message["dice"] = [6, 6]
    if chance.random() < 0.2:
        message["seat"] = chance.randint(0, 1)
    late = chance.choice([0, 0, 0, 0, -1, 1, 7])
    return person, message | {"version": max(0, model.version + late)}


def any_steps(model: Model, chance: random.Random) -> list[list[Any]]:
    """Steps with the numbers that were thrown, as somebody makes them who does not know the rules:
    from points without a checker, onto points that are held, the other number left out."""
    dice = oracle.numbers_of(model.dice or (6, 5))
    own = [point for point in range(1, 26) if model.board.mover[point]]
    steps = []
    for _ in range(chance.choice([len(dice), len(dice), chance.randint(0, 4)])):
        source = chance.choice(own) if chance.random() < 0.9 else chance.randint(1, 25)
        target = max(0, source - (chance.choice(dice)))
        steps.append([source if source < 25 else "bar", target or "off"])
    return steps


async def against_the_model(seed: int, commands: int) -> dict[str, int]:
    chance = random.Random(seed)
    at, model = Seated(seed, game="backgammon", target=MONEY), Model()
    await at.begin()
    found = {"accepted": 0, "refused": 0}
    seen = 0
    for number in range(commands):
        while at.table._driver.is_busy:
            await asyncio.sleep(0)
        for event in at.notebook.events[seen:]:
            model.happens(event, msgspec.json.decode(event.action))
        seen = len(at.notebook.events)
        person, message = any_command(at, model, chance)
        right = model.accepts(person, message)
        answer = await at.send(person, message | {"ack": f"k{number}"})
        assert (answer["type"] == "ack") is right, (message, answer, model.__dict__)
        found["accepted" if right else "refused"] += 1
    assert at.is_whole()
    return found


def test_a_table_accepts_what_a_model_accepts_and_nothing_else() -> None:
    async def work() -> None:
        found = await against_the_model(1, 1500)
        assert min(found.values()) > 100

    at_tables(work)


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_a_table_accepts_what_a_model_accepts_at_length() -> None:
    async def work() -> None:
        found = [await against_the_model(seed, 10_000) for seed in range(40)]
        accepted, refused = (sum(each[name] for each in found) for name in ("accepted", "refused"))
        print(f"{accepted} commands accepted, {refused} refused, all as the model has it")

    at_tables(work)


# Dice and boards of a client ---------------------------------------------------------------------


def test_dice_and_boards_that_a_client_sends_are_not_taken() -> None:
    async def work() -> None:
        at = Seated(1, game="backgammon", target=MONEY)
        await at.begin()
        table = at.table
        person, other = (ANN, BEN) if table.game.actor == 0 else (BEN, ANN)
        play, dice = at.wish(random.Random(1)), table.game.roll
        after = table.game.apply(msgspec.convert(play, Played))
        lies = {"dice": [6, 6], "position": "1:1 / 24:15", "roll": [6, 6], "cube": 64}
        answer = await at.send(person, play | lies | {"version": table.version, "ack": "a"})
        assert answer["type"] == "ack"
        assert (table.game, after.roll, dice is not None) == (after, None, True)
        thrown = {"type": "rolled", "dice": [6, 6], "version": table.version, "ack": "b"}
        assert (await at.send(other, thrown))["code"] == "table.screen"
        assert table.game == after

    at_tables(work)


# The cube: every command in every state ----------------------------------------------------------


def second(**stakes: Any) -> Game:
    """The first player has played; the second one is to roll."""
    game = Game.start(stakes=Stakes(**stakes)).apply((3, 1))
    return game.apply("8/5 6/5")


def third(owner: int) -> Game:
    """The first player is to roll, and the cube is on 2."""
    return second(value=2, owner=owner).apply((2, 1)).apply("13/11 6/5")


BEAVERS = second(animals=2).apply("double").apply("beaver")
STATES: dict[str, tuple[Game, str]] = {
    "opening": (Game.start(), ""),
    "first play": (Game.start().apply((3, 1)), "play resign"),
    "to roll": (second(), "double roll resign"),
    "to play": (second().apply((2, 1)), "play resign"),
    "own cube": (third(0), "double roll resign"),
    "their cube": (third(1), "roll resign"),
    "Crawford": (second(crawford=True), "roll resign"),
    "no cube": (second(cube=False), "roll resign"),
    "cube at its limit": (second(value=2, cube_limit=2), "roll resign"),
    "offered": (second().apply("double"), "take drop"),
    "offered, with beavers": (second(animals=2).apply("double"), "take drop beaver"),
    "beavered": (BEAVERS, "take drop raccoon"),
    "raccooned": (BEAVERS.apply("raccoon"), "take drop"),
    "taken": (second().apply("double").apply("take"), "roll resign"),
    "beaver taken": (BEAVERS.apply("take"), "roll resign"),
    "resigning": (second().apply("resign"), "accept decline"),
    "declined": (second().apply("resign").apply("decline"), "double roll resign"),
    "dropped": (second().apply("double").apply("drop"), ""),
    "resigned": (second().apply("resign").apply("accept"), ""),
}
"""Each with what is allowed there."""
COMMANDS: dict[str, tuple[Json, str]] = {
    "double": ({"type": "doubled"}, "STD-CUBE-3"),
    "take": ({"type": "took"}, "STD-CUBE-5"),
    "drop": ({"type": "dropped"}, "STD-CUBE-5"),
    "beaver": ({"type": "beavered"}, "OPT-BEAVER"),
    "raccoon": ({"type": "raccooned"}, "OPT-RACCOON"),
    "roll": ({"type": "roll"}, "STD-TURN-1"),
    "play": ({"type": "played", "steps": []}, "STD-TURN-1"),
    "pass": ({"type": "passed"}, "STD-TURN-1"),
    "name": ({"type": "named", "number": 6}, "VAR-NAMED"),
    "color": ({"type": "coloured", "colour": "white"}, "STD-SETUP-4"),
    "resign": ({"type": "resigned", "multiple": 1}, "STD-WIN-6"),
    "resign nothing": ({"type": "resigned", "multiple": 0}, "STD-WIN-6"),
    "resign too much": ({"type": "resigned", "multiple": 4}, "STD-WIN-6"),
    "accept": ({"type": "accepted"}, "STD-WIN-6"),
    "decline": ({"type": "declined"}, "STD-WIN-6"),
}
"""Each with the rule against it where it is not its time."""
OTHER_RULES = {
    ("opening", "double"): "STD-OPEN-3",
    ("first play", "double"): "STD-OPEN-3",
    ("opening", "roll"): "table.opening",
    ("their cube", "double"): "STD-CUBE-7",
    ("Crawford", "double"): "OPT-CRAWFORD",
    ("no cube", "double"): "STD-CUBE-2",
    ("cube at its limit", "double"): "OPT-LIMIT",
    ("taken", "double"): "STD-CUBE-9",
    ("beaver taken", "double"): "STD-CUBE-9",
    **{
        (state, "pass"): "STD-TURN-2"
        for state, (game, _) in STATES.items()
        if game.phase in (Phase.TO_ROLL, Phase.TO_PLAY)
    },
}
OVER = {"dropped": "STD-CUBE-5", "resigned": "STD-WIN-6"}


@pytest.mark.parametrize("state", STATES)
def test_every_command_in_every_state_of_the_cube(state: str) -> None:
    async def work() -> None:
        game, allowed = STATES[state]
        for name, (message, rule) in COMMANDS.items():
            if name == "play" and name in allowed.split():
                message = {"type": "played", "steps": list(Played.of(game.plays[0]).steps)}
            found = {person: await outcome(game, person, message) for person in (ANN, BEN)}
            right = "ack" if name in allowed.split() else OTHER_RULES.get((state, name), rule)
            expected = dict.fromkeys(found, OVER.get(state, right))
            if game.actor is not None:
                expected[(BEN, ANN)[game.actor]] = "table.turn"
            assert found == expected, name

    at_tables(work)


async def outcome(game: Game, person: int, message: Json) -> str:
    """What a table says to it: an ack, or the rule against it."""
    at = Seated(game="backgammon", target=MONEY)
    record = at.table.record
    at.table.record = record._replace(match=msgspec.structs.replace(record.match, games=(game,)))
    answer = await at.send(person, message | {"version": 0, "ack": "a"})
    while at.table.is_busy:
        await asyncio.sleep(0)
    return str(answer.get("code", answer["type"]))


# Plays that are not legal ------------------------------------------------------------------------


def plays_of_all_kinds(positions: int, seed: int) -> dict[str, int]:
    """Plays that the rules allow, and others of up to four single moves, at random positions; a
    table takes exactly those that the oracle takes."""
    chance, found = random.Random(seed), {"legal": 0, "illegal": 0}
    for board in boards_of_games(chance, positions):
        for dice in oracle.ROLLS:
            position = f"{written(board.mover)} / {written(board.other)}"
            game = Game.start(position=position).apply(dice)
            legal = oracle.plays(board, dice)
            ways = {
                tuple(sorted((step.source, step.target) for step in sequence))
                for sequence, final in oracle.sequences(board, oracle.numbers_of(dice))
                if final in legal
            }
            tried = {any_moves(board, dice, chance) for _ in range(40)} | set(
                chance.sample(sorted(ways), min(10, len(ways)))
            )
            for moves in tried:
                taken = is_taken(game, moves, chance)
                assert taken is (moves in ways), (position, dice, moves)
                found["legal" if taken else "illegal"] += 1
    return found


def boards_of_games(chance: random.Random, count: int) -> list[oracle.Board]:
    """Of games at random, in which a game is still open."""
    found: list[oracle.Board] = []
    while len(found) < count:
        board = oracle.start()
        while oracle.result(board) == 0 and len(found) < count:
            if chance.random() < 0.2:
                found.append(board)
            board = oracle.swap(
                chance.choice(list(oracle.plays(board, chance.choice(oracle.ROLLS))))
            )
    return found


def any_moves(
    board: oracle.Board, dice: tuple[int, int], chance: random.Random
) -> tuple[tuple[int, int], ...]:
    """Up to four single moves with those numbers, by somebody who knows no other rule."""
    row, numbers = list(board.mover), oracle.numbers_of(dice)
    if chance.random() < 0.1:
        numbers = [*numbers, *numbers][:4]
    moves = []
    for number in numbers[: chance.choice([len(numbers), len(numbers), chance.randint(0, 4)])]:
        sources = [point for point in range(1, 26) if row[point]]
        if not sources:
            break
        source = chance.choice(sources)
        target = max(0, source - number)
        row[source] -= 1
        row[target] += 1
        moves.append((source, target))
    return tuple(sorted(moves))


def is_taken(game: Game, moves: tuple[tuple[int, int], ...], chance: random.Random) -> bool:
    steps = [
        ("bar" if source == oracle.BAR else source, target or "off") for source, target in moves
    ]
    chance.shuffle(steps)
    try:
        game.apply(Played(tuple(steps)))
    except FullprimeError:
        return False
    return True


def written(row: oracle.Row) -> str:
    points = [f"{point}:{row[point]}" for point in range(1, 25) if row[point]]
    bar = [f"bar:{row[oracle.BAR]}"] if row[oracle.BAR] else []
    off = [f"off:{row[oracle.OFF]}"] if row[oracle.OFF] else []
    return " ".join([*bar, *points, *off])


def test_no_play_against_the_rules_is_taken() -> None:
    found = plays_of_all_kinds(6, seed=1)
    assert found["illegal"] > 2000
    assert found["legal"] > 500


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_no_play_against_the_rules_is_taken_at_length() -> None:
    found = plays_of_all_kinds(1000, seed=2)
    print(f"{found['illegal']} plays against the rules refused, {found['legal']} legal ones taken")
