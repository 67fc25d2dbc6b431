"""Looking ahead: against a slow opinion in Python, and always the same bits."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import product
from math import inf, nan
from random import Random
from threading import Event, Thread

import numpy as np
import pytest

import generate
import search_bits
from fullprime import (
    Game,
    Played,
    Position,
    Roll,
    Rolled,
    SeededDice,
    Variant,
    _kernel,
    legal_plays,
)
from fullprime.engine import (
    BearoffEvaluator,
    Candidate,
    Engine,
    Evaluator,
    Filter,
    NetEvaluator,
    Outcome,
    Ranking,
    Search,
    search,
)
from fullprime.errors import FullprimeError
from nets import net_of, random_arrays

BACKGAMMON = Variant.load("backgammon")
PATHS = _kernel.net_paths()
MONEY = (1.0, 2.0, 3.0, -1.0, -2.0, -3.0)
WINS_ALONE = (1.0, 1.0, 1.0, 0.0, 0.0, 0.0)
EVERY = [Filter(10**6, inf)] * 3
FEW = [Filter(4, inf), Filter(2, inf), Filter(2, inf)]
NET = net_of(random_arrays(1, large=60))
MORE_NET = net_of(random_arrays(1, large=60, features=_kernel.MOST_FEATURES))
"""For games that are not plain hitting."""
PRUNER = net_of(random_arrays(2, large=60))
IN_ORDER = [Roll(a, b) for a in range(1, 7) for b in range(1, a + 1)]
CONTACT = "24:2 13:4 8:3 6:4 5:2 / 24:1 20:1 13:5 8:3 6:5"
RACE = "8:2 7:3 5:4 2:3 1:3 / 10:2 6:5 4:4 3:4"
BEAR_OFF = "6:2 3:1 1:1 / 5:3 2:2"
ON_THE_BAR = "bar:1 13:5 8:3 6:6 / 6:2 5:2 4:2 3:2 2:2 1:2 13:3"


@pytest.fixture(scope="module")
def table() -> _kernel.Bearoff:
    """Small, so that many races at home are left to the net."""
    return _kernel.Bearoff(_kernel.make_bearoff(6, 3, 1))


def some(seed: int, count: int) -> list[tuple[Position, Roll]]:
    """Positions of all kinds, each with a roll."""
    rng = Random(seed)
    pairs = [generate.wild(rng) for _ in range(count)]
    return [(Position.of(board.mover, board.other), Roll(*dice)) for board, dice in pairs]


# A second, slow opinion -------------------------------------------------------------------------


def worth(outcome: Outcome, worths: Sequence[float]) -> float:
    """Added up from the left; Python's own sum may round otherwise."""
    total = 0.0
    for chance, value in zip(outcome, worths, strict=True):
        total += chance * value
    return total


class Slow:
    """The same by recursion, one position at a time, out of the public parts."""

    def __init__(
        self,
        table: _kernel.Bearoff,
        variant: Variant = BACKGAMMON,
        net: _kernel.Net = NET,
        worths: tuple[Sequence[float], Sequence[float]] = (MONEY, MONEY),
        pruner: _kernel.Net | None = None,
        kept: Filter = EVERY[0],
    ) -> None:
        self.variant, self.table = variant, table
        self.bare = BearoffEvaluator(NetEvaluator(variant, net), variant, table)
        self.worths = worths
        self.pruner = BearoffEvaluator(NetEvaluator(variant, pruner or net), variant, table)
        self.kept = kept

    def settled(self, roller: Position) -> bool:
        over = self.variant.end(roller.flipped()) is not None
        return over or self.table.judge(self.variant.kernel, roller.raw)[0] is not None

    def value(self, roller: Position, plies: int, side: int = 0) -> Outcome:
        """The chances of the side to roll; `side` 0 has the first of the worths."""
        if plies == 0 or self.settled(roller):
            return self.bare.evaluate([roller])[0]
        total = [0.0] * 6
        for roll in IN_ORDER:
            after = self.variant.turned(self.reply(roller, roll, side), roll)
            found = self.value(after, plies - 1, 1 - side).flipped()
            total = [t + roll.weight * chance for t, chance in zip(total, found, strict=True)]
        return Outcome(*(t / 36 for t in total))

    def reply(self, roller: Position, roll: Roll, side: int) -> Position:
        after = self.promising(roller, roll, side)
        values = self.values(self.bare, after, side)
        return after[values.index(max(values))]

    def promising(self, roller: Position, roll: Roll, side: int) -> list[Position]:
        """What the pruner leaves."""
        after = [play.position for play in legal_plays(self.variant, roller, roll)]
        values = self.values(self.pruner, after, side)
        last = sorted(values, reverse=True)[: self.kept.count][-1]
        least = max(last, max(values) - self.kept.window)
        return [p for p, value in zip(after, values, strict=True) if value >= least]

    def values(self, judge: Evaluator, after: list[Position], side: int) -> list[float]:
        outcomes = judge.evaluate([position.flipped() for position in after])
        return [worth(outcome.flipped(), self.worths[side]) for outcome in outcomes]

    def ranking(self, position: Position, roll: Roll, filters: Sequence[Filter]) -> list[Candidate]:
        """With as many plies as there are filters."""
        after = [play.position for play in legal_plays(self.variant, position, roll)]
        ranked = [self.candidate(i, p, roll, 0) for i, p in enumerate(after)]
        for plies, (count, window) in enumerate(filters, 1):
            ranked.sort(key=lambda c: (-c.plies, -c.worth, c.play))
            best = ranked[0]
            for i, found in enumerate(ranked[:count]):
                if found.plies == best.plies == plies - 1 and found.worth >= best.worth - window:
                    ranked[i] = self.candidate(found.play, found.position, roll, plies)
        return sorted(ranked, key=lambda c: (-c.plies, -c.worth, c.play))

    def candidate(self, play: int, position: Position, roll: Roll, plies: int) -> Candidate:
        found = self.value(self.variant.turned(position, roll), plies, 1).flipped()
        return Candidate(play, position, found, worth(found, self.worths[0]), plies)


def test_bare_net(table: _kernel.Bearoff) -> None:
    asked = Search(BACKGAMMON, NET, table)
    slow = Slow(table)
    for position, roll in some(1, 60):
        assert asked.plays(position, roll) == Ranking(slow.ranking(position, roll, []), True)
    positions = [position for position, _ in some(2, 100)]
    assert asked.evaluate(positions) == slow.bare.evaluate(positions)
    assert asked.evaluate([]) == []


@pytest.mark.parametrize("plies", [1, 2])
@pytest.mark.parametrize("text", [CONTACT, RACE, BEAR_OFF, ON_THE_BAR])
def test_evaluate(table: _kernel.Bearoff, plies: int, text: str) -> None:
    position = Position.parse(text)
    asked = Search(BACKGAMMON, NET, table, plies=plies)
    assert asked.evaluate([position]) == [Slow(table).value(position, plies)]


def test_evaluate_random_positions(table: _kernel.Bearoff) -> None:
    positions = [position for position, _ in some(3, 70)]  # more than are looked at together
    found = Search(BACKGAMMON, NET, table, plies=1).evaluate(positions)
    slow = Slow(table)
    assert [found[i] for i in range(0, 70, 5)] == [slow.value(p, 1) for p in positions[::5]]


def test_three_plies_of_a_short_game(table: _kernel.Bearoff) -> None:
    position = Position.parse("2:1 / 24:1 1:1")
    asked = Search(BACKGAMMON, NET, table, plies=3)
    assert asked.evaluate([position]) == [Slow(table).value(position, 3)]


@pytest.mark.parametrize(
    "filters",
    [
        [Filter(5, inf)],
        [Filter(20, 0.05)],
        [Filter(4, 0.4), Filter(2, inf)],
        [Filter(3, inf), Filter(3, 0.001)],
    ],
)
def test_filters(table: _kernel.Bearoff, filters: list[Filter]) -> None:
    asked = Search(BACKGAMMON, NET, table, plies=len(filters), filters=filters)
    slow = Slow(table)
    for position, roll in [(Position.parse(CONTACT), Roll(4, 2)), *some(4, 3)]:
        found = asked.plays(position, roll)
        assert found == Ranking(slow.ranking(position, roll, filters), True)


def test_nothing_left_to_choose(table: _kernel.Bearoff) -> None:
    alone = [Filter(3, inf), Filter(1, inf), Filter(1, inf)]
    position, roll = Position.parse(CONTACT), Roll(4, 2)
    for only_choose, plies in ((False, 2), (True, 1)):
        asked = Search(BACKGAMMON, NET, table, plies=2, filters=alone, only_choose=only_choose)
        found = asked.plays(position, roll)
        assert (found.candidates[0].plies, found.finished) == (plies, True)
        assert found.candidates == Slow(table).ranking(position, roll, alone[:plies])


def test_worths(table: _kernel.Bearoff) -> None:
    """Losing a gammon may cost nothing more."""
    mirrored = (-0.0, -0.0, -0.0, -1.0, -1.0, -1.0)
    slow = Slow(table, worths=(WINS_ALONE, mirrored))
    asked = Search(BACKGAMMON, NET, table, plies=1, filters=FEW)
    for position, roll in some(5, 8):
        found = asked.plays(position, roll, WINS_ALONE)
        assert found.candidates == slow.ranking(position, roll, FEW[:1])


def test_equals_keep_their_order(table: _kernel.Bearoff) -> None:
    net = net_of({name: np.zeros_like(array) for name, array in random_arrays(1).items()})
    asked = Search(BACKGAMMON, net, table, plies=1, filters=[Filter(3, 0.0)])
    found = asked.plays(BACKGAMMON.start_position, Roll(3, 1)).candidates
    assert [c.play for c in found] == list(range(16))
    assert [c.plies for c in found] == [1] * 3 + [0] * 13


@pytest.mark.parametrize("name", ["nackgammon", "plakoto", "fevga", "narde", "tapa", "misere"])
def test_games_of_the_family(table: _kernel.Bearoff, name: str) -> None:
    variant = Variant.load(name)
    net = NET if _kernel.features_of(variant.kernel) == _kernel.FEATURES else MORE_NET
    slow = Slow(table, variant, net)
    asked = Search(variant, net, table, plies=1, filters=FEW)
    start = variant.remembering(variant.start_position)
    roll = Roll(6, 4)
    later = variant.turned(legal_plays(variant, start, roll)[0].position, roll)
    for position in (start, later):
        assert asked.plays(position, Roll(5, 3)).candidates == slow.ranking(
            position, Roll(5, 3), FEW[:1]
        )


# A pruner ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "kept", [Filter(1, inf), Filter(3, inf), Filter(20, 0.05), Filter(5, 0.1), Filter(4, 0.0)]
)
def test_pruner(table: _kernel.Bearoff, kept: Filter) -> None:
    asked = Search(BACKGAMMON, NET, table, pruner=PRUNER, plies=1, filters=FEW, kept=kept)
    slow = Slow(table, pruner=PRUNER, kept=kept)
    texts = (CONTACT, RACE, BEAR_OFF, ON_THE_BAR)
    for position in (*map(Position.parse, texts), *(p for p, _ in some(8, 4))):
        assert asked.evaluate([position]) == [slow.value(position, 1)]
        found = asked.plays(position, Roll(6, 2)).candidates
        assert found == slow.ranking(position, Roll(6, 2), FEW[:1])


def test_pruner_two_plies_ahead(table: _kernel.Bearoff) -> None:
    kept = Filter(2, inf)
    asked = Search(BACKGAMMON, NET, table, pruner=PRUNER, plies=2, kept=kept)
    slow = Slow(table, pruner=PRUNER, kept=kept)
    for text in (CONTACT, BEAR_OFF):
        position = Position.parse(text)
        assert asked.evaluate([position]) == [slow.value(position, 2)]


def test_pruner_that_keeps_all_changes_nothing(table: _kernel.Bearoff) -> None:
    bare = Search(BACKGAMMON, NET, table, plies=2, filters=FEW)
    for kept in (Filter(10**6, inf), Filter(10**6, 1000.0)):
        asked = Search(BACKGAMMON, NET, table, pruner=PRUNER, plies=2, filters=FEW, kept=kept)
        for question in [(Position.parse(CONTACT), Roll(6, 1)), *some(9, 3)]:
            assert asked.plays(*question) == bare.plays(*question)


def test_net_as_its_own_pruner_changes_nothing(table: _kernel.Bearoff) -> None:
    bare = Search(BACKGAMMON, NET, table, plies=2, filters=FEW)
    asked = Search(BACKGAMMON, NET, table, pruner=NET, plies=2, filters=FEW, kept=Filter(1, 0.0))
    for question in [(Position.parse(CONTACT), Roll(6, 1)), *some(10, 3)]:
        assert asked.plays(*question) == bare.plays(*question)


def test_pruner_leaves_the_candidates_to_the_net(table: _kernel.Bearoff) -> None:
    asked = Search(BACKGAMMON, NET, table, pruner=PRUNER, kept=Filter(1, 0.0))
    bare = Search(BACKGAMMON, NET, table)
    for question in some(11, 20):
        assert asked.plays(*question) == bare.plays(*question)


# The same bits ----------------------------------------------------------------------------------


@pytest.mark.parametrize("pruned", [False, True])
def test_threads_and_cache_do_not_matter(table: _kernel.Bearoff, pruned: bool) -> None:
    questions = [(Position.parse(CONTACT), Roll(6, 1)), *some(6, 1)]
    answers = set()
    for path, threads, cache in product(PATHS, (1, 2, 3), (0, 7, 4096)):
        asked = Search(
            BACKGAMMON,
            net_of(random_arrays(1, large=60), path),
            table,
            pruner=net_of(random_arrays(2, large=60), path) if pruned else None,
            plies=2,
            filters=FEW,
            threads=threads,
            cache=cache,
        )
        found = [asked.plays(*question) for question in questions * 2]  # then the cache is filled
        assert found[: len(questions)] == found[len(questions) :]
        answers.add(repr(found))
    assert len(answers) == 1


def test_cache_knows_what_was_asked(table: _kernel.Bearoff) -> None:
    """Other plies, other worths: other answers, though the position is the same."""
    one = Search(BACKGAMMON, NET, table, plies=2, filters=FEW)
    position, roll = Position.parse(CONTACT), Roll(5, 5)
    for worths in (MONEY, WINS_ALONE, MONEY):
        fresh = Search(BACKGAMMON, NET, table, plies=2, filters=FEW)
        assert one.plays(position, roll, worths) == fresh.plays(position, roll, worths)
        assert one.evaluate([position]) == fresh.evaluate([position])


def test_many_may_ask_at_once(table: _kernel.Bearoff) -> None:
    asked = Search(BACKGAMMON, NET, table, plies=1, filters=FEW, threads=2)
    questions = some(7, 20)
    expected = [asked.plays(*question) for question in questions]
    found: list[list[Ranking]] = []
    threads = [
        Thread(target=lambda: found.append([asked.plays(*question) for question in questions]))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4


@pytest.fixture(scope="module")
def wide_table() -> _kernel.Bearoff:
    return search_bits.table()


@pytest.mark.parametrize("plies", search_bits.PLIES)
@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("threads", [1, 2])
def test_bits_of_a_real_net(
    wide_table: _kernel.Bearoff, plies: int, path: str, threads: int
) -> None:
    """A change that is meant: `make search-bits`."""
    known = json.loads(search_bits.FILE.read_text())[search_bits.NET.stem]
    assert search_bits.digest(wide_table, plies, path, threads) == known[str(plies)]


def test_a_thousand_positions() -> None:
    asked = search_bits.asked()
    assert len(asked) == 1000
    assert all(not BACKGAMMON.faults(position) for position, _ in asked)


# The end of the game ----------------------------------------------------------------------------


@pytest.mark.parametrize("plies", [0, 1, 2])
def test_finished_games_are_exact(table: _kernel.Bearoff, plies: int) -> None:
    asked = Search(BACKGAMMON, NET, table, plies=plies)
    over = Position.parse("6:15 / off:15")
    assert asked.evaluate([over]) == [Outcome.finished(-2)]
    with pytest.raises(FullprimeError, match=r"3-1 in 6:15 / off:15: the game is over"):
        asked.plays(over, Roll(3, 1))


def test_the_last_play_wins(table: _kernel.Bearoff) -> None:
    asked = Search(BACKGAMMON, NET, table, plies=2, filters=EVERY)
    best = asked.plays(Position.parse("6:1 1:1 / 6:5 5:5"), Roll(6, 1)).candidates[0]
    assert (best.outcome, best.plies) == (Outcome.finished(1), 2)


def test_no_legal_play(table: _kernel.Bearoff) -> None:
    position = Position.parse(ON_THE_BAR)
    asked = Search(BACKGAMMON, NET, table, plies=1)
    [only] = asked.plays(position, Roll(6, 5)).candidates
    assert (only.play, only.position, only.plies) == (0, position, 1)
    assert only.outcome == asked.evaluate([position.flipped()])[0].flipped()


# The bear-off table -----------------------------------------------------------------------------


def test_table_is_opened_when_it_is_needed(
    table: _kernel.Bearoff, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = []

    def open_table() -> _kernel.Bearoff:
        opened.append(table)
        return table

    monkeypatch.setattr(search, "shared_table", open_table)
    asked = Search(BACKGAMMON, NET, plies=1, threads=3)
    asked.plays(Position.parse(CONTACT), Roll(6, 1))
    assert not opened
    race = Position.parse(BEAR_OFF)
    for _ in range(2):
        found = asked.plays(race, Roll(2, 1))
        assert found.candidates == Slow(table).ranking(race, Roll(2, 1), search.FILTERS[:1])
    assert opened == [table]


def test_table_that_cannot_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> _kernel.Bearoff:
        raise OSError("the disk is gone")

    monkeypatch.setattr(search, "shared_table", fail)
    asked = Search(BACKGAMMON, NET, plies=1, threads=2)
    for _ in range(2):
        with pytest.raises(OSError, match="the disk is gone"):
            asked.plays(Position.parse(BEAR_OFF), Roll(2, 1))


def test_games_without_a_table() -> None:
    """The end of misère is not that of the table, so nobody asks for one."""
    kernel = _kernel.Search(
        Variant.load("misere").kernel,
        NET,
        None,
        lambda: pytest.fail("asked"),
        lambda: None,
        1,
        EVERY,
        EVERY[0],
        1,
        0,
    )
    kernel.evaluate(Position.parse(BEAR_OFF).raw, MONEY, MONEY)


# Limits -----------------------------------------------------------------------------------------


def test_nodes_stop_between_plies(table: _kernel.Bearoff) -> None:
    """The same for any number of threads, and for any cache."""
    position, roll = Position.parse(CONTACT), Roll(6, 1)
    slow = [Slow(table).ranking(position, roll, FEW[:plies]) for plies in range(3)]
    reached = set()
    for nodes in (1, 100, 2000, 3000, 10_000, 20_000, 30_000, 100_000):
        found = []
        for threads, cache in ((1, 0), (2, 0), (3, 4096)):
            asked = Search(
                BACKGAMMON,
                NET,
                table,
                plies=2,
                filters=FEW,
                threads=threads,
                cache=cache,
                nodes=nodes,
            )
            found += [asked.plays(position, roll), asked.plays(position, roll)]
        assert all(ranking == found[0] for ranking in found)
        plies = found[0].candidates[0].plies
        reached.add(plies)
        assert found[0].finished == (plies == 2)
        assert found[0].candidates == slow[plies]
    assert reached == {0, 1, 2}


def test_no_time(table: _kernel.Bearoff) -> None:
    position = Position.parse(CONTACT)
    asked = Search(BACKGAMMON, NET, table, plies=3, seconds=1e-9)
    bare = Search(BACKGAMMON, NET, table)
    found = asked.plays(position, Roll(6, 1))
    assert found == bare.plays(position, Roll(6, 1))._replace(finished=False)
    assert asked.evaluate([position]) == bare.evaluate([position])


def test_cancel(table: _kernel.Bearoff) -> None:
    """All plays of a doublet three plies ahead would take longer than anybody waits."""
    asked = Search(BACKGAMMON, NET, table, plies=3, filters=EVERY, threads=2)
    found = []
    done = Event()

    def ask() -> None:
        found.append(asked.plays(Position.parse(CONTACT), Roll(1, 1)))
        done.set()

    thread = Thread(target=ask)
    thread.start()
    while not done.wait(0.01):
        asked.cancel()
    thread.join()
    assert not found[0].finished
    assert {candidate.plies for candidate in found[0].candidates} < {0, 1, 2}
    one = Search(BACKGAMMON, NET, table, plies=1)
    one.cancel()  # nothing is going on: nothing is stopped
    assert one.plays(Position.parse(CONTACT), Roll(6, 1)).finished


# Refusals ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "option", "reason"),
    [
        ("acey_deucey", "bonus_always", "turns that were not played out earn another one"),
        ("russian", "double_before_bonus", "one may double before a bonus turn"),
    ],
)
def test_special_turns_are_refused(name: str, option: str, reason: str) -> None:
    with pytest.raises(FullprimeError, match=f"looking ahead is not possible where {reason}"):
        Search(Variant.load(name, {option: True}), NET)


def test_numbers_left_to_the_opponent_are_refused() -> None:
    variant = Variant.load("gioul", {"rest": "opponent"})
    with pytest.raises(FullprimeError, match="left to the opponent"):
        Search(variant, NET)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"plies": -1}, "Backgammon: -1 plies, expected 0 to 3"),
        ({"plies": 4}, "4 plies, expected 0 to 3"),
        ({"plies": 2, "filters": [Filter(1, 0.0)]}, "1 filters, expected one for each of 2 plies"),
        ({"filters": [Filter(0, 1.0)]}, "a filter keeps one candidate or more"),
        ({"filters": [Filter(1, -1.0)]}, "its window is 0 or more"),
        ({"filters": [Filter(1, nan)]}, "its window is 0 or more"),
        ({"kept": Filter(0, 1.0)}, "a filter keeps one candidate or more"),
        ({"kept": Filter(1, nan)}, "its window is 0 or more"),
        ({"threads": 0}, "0 threads, expected 1 to 256"),
        ({"threads": 257}, "257 threads"),
        ({"cache": -1}, "a cache of -1 entries, expected 0 to"),
        ({"cache": 1 << 40}, "entries, expected 0 to 4194304"),
        ({"nodes": 0}, "0 nodes, expected one or more"),
        ({"seconds": 0.0}, "seconds, expected more than none"),
        ({"seconds": nan}, "seconds, expected more than none"),
    ],
)
def test_settings_that_cannot_be(wrong: dict[str, object], words: str) -> None:
    with pytest.raises(FullprimeError, match=words):
        Search(BACKGAMMON, NET, **wrong)  # type: ignore[arg-type]


def test_impossible_questions_are_refused() -> None:
    asked = Search(BACKGAMMON, NET)
    start = BACKGAMMON.start_position
    with pytest.raises(FullprimeError, match="six worths that are finite"):
        asked.plays(start, Roll(3, 1), (inf, *MONEY[1:]))
    no_tables = (lambda: None, lambda: None)
    kernel = _kernel.Search(BACKGAMMON.kernel, NET, None, *no_tables, 0, EVERY, EVERY[0], 1, 0)
    for raw, words in ((b"", "64 bytes"), (b"\xff" * 64, "0 to 30 checkers")):
        with pytest.raises(ValueError, match=words):
            kernel.plays(raw, 3, 1, MONEY, MONEY)
    with pytest.raises(ValueError, match="64 bytes"):
        kernel.evaluate(start.raw[:-1], MONEY, MONEY)


# The player -------------------------------------------------------------------------------------


def test_engine_plays_with_a_search(table: _kernel.Bearoff) -> None:
    asked = Search(BACKGAMMON, NET, table, plies=1, filters=FEW)
    engine, dice = Engine(asked), SeededDice(3)
    game = Game.start(BACKGAMMON).apply(Rolled((3, 1)))
    for _ in range(12):
        action = engine.choose(game)
        if game.roll and isinstance(action, Played):
            best = asked.plays(game.position, game.roll).candidates[0]
            assert action == Played.of(game.plays[best.play])
        game = game.apply(action or Rolled(dice.roll()))
