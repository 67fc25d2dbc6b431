"""What the levels lose per decision in every game with a net, for their dials and cards.

    python -m benchmarks.family_levels plakoto fevga [--processes 2] [--docs]
    python -m benchmarks.family_levels --all --processes 16

Players of all strengths play games against their like, and all levels decide the same decisions of
these games, so what they lose differs by how they decide and by nothing else. A search two plies
ahead with wide filters says what is lost against its own choice, and rollouts of some of the
decisions what that choice loses itself, which is added for every level alike. Those who look as
far ahead as that search are judged by the rollouts alone. Games without a cube are played one
by one and for points; the others in matches to 7, as the standard game is by `benchmarks.levels`.
Writes a file for each game into `src/fullprime/data/levels`. A game takes about ten minutes of one
core, and each has a process of its own.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import accumulate, islice
from itertools import count as numbers
from pathlib import Path
from random import Random
from time import process_time
from typing import Final, NamedTuple

from benchmarks.error_rates import SearchJudge, Weighed, rates_of, weigh
from benchmarks.levels import (
    DATA,
    MATCH,
    PAGE,
    SEEDS,
    SLIPS,
    STRANGERS,
    Bot,
    Chosen,
    Findings,
    Losses,
    higher,
    is_decision,
    rounded,
    slip_of,
    write,
)
from benchmarks.rollout_judge import RolloutJudge

from benchmarks import page
from fullprime import Game, Match, Position, Variant, _kernel, variants
from fullprime.dice import SeededDice
from fullprime.engine import Engine, Evaluator, Outcome, Search, evaluator_for, levels
from fullprime.engine.evaluator import Choice, RankedPlay
from fullprime.engine.match_play import played
from fullprime.engine.nets import net_for
from fullprime.engine.result_values import MONEY, Worths
from fullprime.engine.search import is_staged
from fullprime.engine.wager import Cube, Life
from fullprime.game import Phase

STRENGTHS: Final = (0.0, 0.01, 0.03, 0.08)
"""By how much those err who play the games that decisions are drawn from."""
PERSONS: Final = 4
"""So many of each level decide each decision."""
PER_GAME: Final = 12
"""Decisions from one game or match at most."""
MORE: Final = 1.5
MOST_SLIP: Final = 3.0
"""Where the slips of the standard game are not enough for its weakest level, they go on by this
factor, up to the last; who errs by more plays at random."""
JUDGE_PLIES: Final = 2


class Effort(NamedTuple):
    """How much is measured."""

    count: int  # type: ignore[assignment]  # the fields of an effort are never counted
    """Decisions for the dial, and as many others for the cards."""
    rolled: int
    """How many of the latter are rolled out."""
    trials: int
    truncate: int | None = None
    """Plies of a trial at most."""


PLAIN: Final = Effort(1200, 120, 36)
STAGED: Final = Effort(250, 30, 36, 12)
"""Turns of several stages have many times as many plays, and take as many times longer."""


def usual_effort(variant: Variant) -> Effort:
    """About ten minutes of one core."""
    return STAGED if is_staged(variant) else PLAIN


# Deciding ---------------------------------------------------------------------------------------


class Remembering(Evaluator):
    """The bare net, asked once by all who decide the same decision one after the other."""

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self._inner = evaluator_for(variant)
        self._last: tuple[Choice, list[RankedPlay]] | None = None

    def evaluate(self, positions: Sequence[Position]) -> list[Outcome]:
        """The chances of the side to move."""
        return self._inner.evaluate(positions)

    def outlook(
        self, position: Position, cube: Cube, worths: Worths = MONEY
    ) -> tuple[Outcome, _kernel.CubeValues]:
        """The same, and what it has if it does not double now."""
        return self._inner.outlook(position, cube, worths)

    def life(self, position: Position, outcome: Outcome) -> Life:
        """How live the cube is."""
        return self._inner.life(position, outcome)

    def ranked(self, choice: Choice) -> list[RankedPlay]:
        """The plays of a choice, the best first."""
        if self._last is None or self._last[0] != choice:
            self._last = choice, self._inner.ranked(choice)
        return self._last[1]


def erring(variant: Variant, slip: float, number: int, inner: Evaluator | None = None) -> Bot:
    """A person who errs by so much."""
    return Engine(levels.human_error(variant, 0, number, slip, inner))


def exact(variant: Variant, plies: int) -> Bot:
    """One who does not err, and looks ahead."""
    net = net_for(variant)
    assert net is not None  # the judge has one
    pruner = net.pruner.kernel if net.pruner else None
    return Engine(Search(variant, net.kernel, pruner=pruner, plies=plies, threads=1))


def drawn(variant: Variant, seed: int, wanted: int) -> list[Game]:
    """Decisions of games between players of all strengths, some of each game."""
    return list(islice(_decisions(variant, seed), wanted))


def _decisions(variant: Variant, seed: int) -> Iterator[Game]:
    for number in numbers():
        slip = STRENGTHS[number % len(STRENGTHS)]
        pair = [erring(variant, slip, 2 * number + seat) for seat in (0, 1)]
        start = Match.start(variant, target=MATCH) if variant.cube else Match.start(variant)
        found = []
        for match in played(start, pair[0], pair[1], SeededDice(seed, number)):
            if match.game.is_over and not variant.cube:
                break
            if is_decision(match.game):
                found.append(match.game)
        yield from Random(f"{seed} {number}").sample(found, min(PER_GAME, len(found)))


def decided(
    variant: Variant, slips: Sequence[float], weighed: Sequence[Weighed]
) -> list[list[Chosen]]:
    """What persons who err by each of these do about every decision."""
    inner = Remembering(variant)
    persons = [
        [erring(variant, slip, STRANGERS + number, inner) for number in range(PERSONS)]
        for slip in slips
    ]
    found: list[list[Chosen]] = [[] for _ in slips]
    for each in weighed:
        for row, group in zip(found, persons, strict=True):
            row.append([person.choose(each.game) for person in group])
    return found


def seconds_of(bot: Bot, weighed: Sequence[Weighed]) -> tuple[list[Chosen], float]:
    """What a bot does about decisions, and how long it takes for one."""
    start = process_time()
    chosen: list[Chosen] = [[bot.choose(each.game)] for each in weighed]
    return chosen, (process_time() - start) / max(1, len(weighed))


def losses(weighed: Sequence[Weighed], chosen: Sequence[Chosen]) -> Losses:
    """As the search sees them."""
    return [
        (_kind(each), [lost for lost in map(each.loss, actions) if lost is not None])
        for each, actions in zip(weighed, chosen, strict=True)
    ]


def _kind(weighed: Weighed) -> str:
    """Kinds of plays are those of games in which the sides pass each other; there are no others."""
    plays = weighed.game.phase not in (Phase.TO_ROLL, Phase.OFFERED)
    return "play" if plays and weighed.game.variant.geometry != "contrary" else weighed.kind


# The dial and the cards -------------------------------------------------------------------------


def dial_in(variant: Variant, weighed: Sequence[Weighed]) -> levels.Dial:
    """What so much misjudgement loses, from none to what the weakest level needs, or to all that
    misjudgement can do; more never loses less."""
    slips = list(_slips())
    chosen = decided(variant, slips, weighed)
    found = [rounded(rates_of(losses(weighed, choices))["all"]) for choices in chosen]
    rates = list(accumulate(found, higher))
    enough = [i for i, rate in enumerate(rates) if rate.pr >= levels.WEAKEST_PR]
    count = 1 + max(len(SLIPS) - 1, enough[0]) if enough else len(slips)
    return levels.Dial(tuple(slips[:count]), tuple(rates[:count]))


def _slips() -> Iterator[float]:
    yield from SLIPS
    slip = SLIPS[-1]
    while (slip := round(slip * MORE, 3)) < MOST_SLIP:
        yield slip
    yield MOST_SLIP


def cards_in(
    variant: Variant,
    dial: levels.Dial,
    weighed: Sequence[Weighed],
    rolled: Sequence[int],
    judge: RolloutJudge,
) -> list[Findings]:
    """Of all levels. Those that look as far ahead as the search decide only what is rolled out."""
    some = [weighed[number] for number in rolled]
    weak = [level for level in levels.all_levels() if level.aim is not None]
    strong = [level for level in levels.all_levels() if level.aim is None]
    slips = [slip_of(level, dial) for level in weak]
    chosen = decided(variant, slips, weighed)
    _, seconds = seconds_of(erring(variant, slips[0], STRANGERS), some)
    best: list[Chosen] = [[max(w.equities, key=w.equities.__getitem__)] for w in some]
    answers = [seconds_of(exact(variant, level.plies), some) for level in strong]
    own, *others = _rolled_out(judge, some, [best, *(choices for choices, _ in answers)])
    found = [
        Findings(level.name, losses(weighed, choices), own, seconds)
        for level, choices in zip(weak, chosen, strict=True)
    ]
    for level, lost, (_, time) in zip(strong, others, answers, strict=True):
        found.append(Findings(level.name, lost, [], time))
    return found


def _rolled_out(
    judge: RolloutJudge, weighed: Sequence[Weighed], choices: Sequence[Sequence[Chosen]]
) -> list[Losses]:
    """What everybody's choices lose by the same rollouts; those that do not count are left out."""
    found: list[Losses] = [[] for _ in choices]
    for number, each in enumerate(weighed):
        asked = dict.fromkeys(action for chosen in choices for action in chosen[number])
        counted = [action for action in asked if each.loss(action) is not None]
        lost = dict(zip(counted, judge.losses(each, counted), strict=True))
        for row, chosen in zip(found, choices, strict=True):
            row.append((_kind(each), [lost[a] for a in chosen[number] if a in lost]))
    return found


def can_be_rolled_out(game: Game) -> bool:
    """Does every play end the turn? Rollouts begin with a roll."""
    if not is_staged(game.variant) or game.phase in (Phase.TO_ROLL, Phase.OFFERED):
        return True
    roll = game.roll
    plain = roll is not None and not roll.double and not game.variant.names_doublet(roll)
    return game.phase is Phase.TO_PLAY and plain


def measure(variant_id: str, effort: Effort | None = None, folder: Path = DATA) -> str:
    """Measures a game and writes its file; what is said about it."""
    variant = Variant.load(variant_id)
    count, some, trials, truncate = effort or usual_effort(variant)
    start = process_time()
    search = SearchJudge(variant, JUDGE_PLIES)
    rollouts = RolloutJudge(variant, trials, threads=1, truncate=truncate)
    dial = dial_in(variant, weigh(search, drawn(variant, SEEDS[0], count)))
    weighed = weigh(search, drawn(variant, SEEDS[1], count))
    possible = [i for i, each in enumerate(weighed) if can_be_rolled_out(each.game)]
    rolled = possible[:: max(1, len(possible) // some)][:some]
    found = cards_in(variant, dial, weighed, rolled, rollouts)
    write(variant, f"{search.name}, put right by {rollouts.name}", dial, found, folder)
    lines = [f"  {each.name:10} {rate_text(each.rates['all'])}" for each in found]
    return "\n".join([f"{variant.id}: {process_time() - start:.0f} s", *lines])


def rate_text(rate: levels.Rate) -> str:
    """A rate with its interval."""
    return f"{rate.pr:.1f} ± {rate.interval:.1f}"


# The page ---------------------------------------------------------------------------------------


def rows() -> list[list[str]]:
    """A row for every game with a net; empty where it was not measured with the one it has."""
    found = []
    for variant in filter(net_for, variants()):
        cards = [level.card_in(variant) for level in levels.all_levels()]
        found.append([variant.name, *(rate_text(card.rate) if card else "" for card in cards)])
    return found


def put_table() -> None:
    """Into docs/levels.md."""
    levels.measured.cache_clear()
    titles = ["game", *(level.name for level in levels.all_levels())]
    page.put("games", page.table(titles, rows()), PAGE)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variant", nargs="*", help="games by their ids")
    parser.add_argument("--all", action="store_true", help="every game but the standard one")
    parser.add_argument("--processes", type=int, default=2, help="games at a time (%(default)s)")
    parser.add_argument("--count", type=int, help="decisions, instead of the usual number")
    parser.add_argument("--rolled", type=int, help="of them rolled out")
    parser.add_argument("--trials", type=int, help="of each rollout")
    parser.add_argument("--truncate", type=int, help="plies of a trial at most")
    parser.add_argument("--docs", action="store_true", help="put the table into docs/levels.md")
    asked = parser.parse_args()
    standard = Variant.load()
    names = [each.id for each in variants() if each != standard] if asked.all else asked.variant
    games = [variant for variant in map(Variant.load, names) if net_for(variant)]
    with ProcessPoolExecutor(asked.processes) as workers:
        jobs = [workers.submit(measure, each.id, _effort(each, asked)) for each in games]
        for job in as_completed(jobs):
            print(job.result(), flush=True)
    if asked.docs:
        put_table()


def _effort(variant: Variant, asked: argparse.Namespace) -> Effort:
    chosen = {name: getattr(asked, name) for name in ("count", "rolled", "trials", "truncate")}
    return usual_effort(variant)._replace(**{k: n for k, n in chosen.items() if n})


if __name__ == "__main__":
    main()
