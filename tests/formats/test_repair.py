"""What cannot be right is found again: one fault put into legal games, the original proposed."""

import random
from collections.abc import Callable

import msgspec
import pytest

from fullprime import Game, Phase
from fullprime.action import Seat
from fullprime.formats.repair.proposals import Proposal, proposals, repaired
from fullprime.formats.repair.text_distance import text_distance
from fullprime.formats.replay import replay
from fullprime.formats.transcript import Entry, GameTranscript, Transcript

Fault = Callable[[random.Random, list[Entry], int], list[Entry] | None]


def turns(rng: random.Random) -> list[Entry]:
    """Both sides play at random until the race is long over, or for fifty turns."""
    game = Game.start(skip_closed_out=False).apply("31")
    found: list[Entry] = []
    while not game.is_over and len(found) < 50:
        if game.phase is Phase.TO_ROLL:
            game = game.apply((rng.randint(1, 6), rng.randint(1, 6)))
        play = rng.choice(list(game.plays))
        assert game.roll is not None
        dice = (max(game.roll), min(game.roll))
        text = str(play) if play.steps else ""
        seat: Seat = 1 if game.turn else 0
        found.append(Entry(kind="roll", player=seat, dice=dice, play=text, line=len(found) + 1))
        game = game.apply(play)
    return found


def transcript(entries: list[Entry]) -> Transcript:
    game = GameTranscript(score=(0, 0), entries=entries)
    return Transcript(format="test", players=("Ann", "Ben"), length=5, games=[game])


def wrong_die(rng: random.Random, entries: list[Entry], at: int) -> list[Entry]:
    first, second = entries[at].dice or (0, 0)
    die = rng.choice([die for die in range(1, 7) if die != first])
    return changed(entries, at, msgspec.structs.replace(entries[at], dice=(die, second)))


def wrong_digit(rng: random.Random, entries: list[Entry], at: int) -> list[Entry] | None:
    play = entries[at].play or ""
    digits = [n for n, letter in enumerate(play) if letter.isdigit()]
    if not digits:
        return None
    place = rng.choice(digits)
    digit = rng.choice([each for each in "123456789" if each != play[place]])
    text = play[:place] + digit + play[place + 1 :]
    return changed(entries, at, msgspec.structs.replace(entries[at], play=text))


def impossible(rng: random.Random, entries: list[Entry], at: int) -> list[Entry]:
    text = f"{rng.randint(13, 24)}/1 {rng.randint(13, 24)}/2"
    return changed(entries, at, msgspec.structs.replace(entries[at], play=text))


def exchanged(_: random.Random, entries: list[Entry], at: int) -> list[Entry]:
    found = list(entries)
    found[at], found[at + 2] = entries[at + 2], entries[at]
    return found


def missing(_: random.Random, entries: list[Entry], at: int) -> list[Entry]:
    return [*entries[:at], *entries[at + 1 :]]


def changed(entries: list[Entry], at: int, entry: Entry) -> list[Entry]:
    return [*entries[:at], entry, *entries[at + 1 :]]


def boards(entries: list[Entry]) -> list[object]:
    game = replay(transcript(entries), strict=False).game
    return list(game.log)


def is_original(proposal: Proposal, entries: list[Entry], at: int) -> bool:
    if proposal.change == "missing":
        return proposal.line == entries[at + 1].line
    return boards(list(proposal.entries)) == boards(entries)


@pytest.mark.parametrize("fault", [wrong_die, wrong_digit, impossible, exchanged, missing])
def test_the_original_is_proposed(fault: Fault) -> None:
    rng = random.Random(fault.__name__)
    asked = right = 0
    while asked < 5:
        entries = turns(rng)
        at = rng.randrange(2, min(len(entries), 40) - 3)
        faulty = fault(rng, entries, at)
        if faulty is None or not replay(transcript(faulty), strict=False).notes.faults:
            continue
        asked += 1
        found = proposals(transcript(faulty))
        assert len(found) <= 3
        assert [each.cost for each in found] == sorted(each.cost for each in found)
        right += any(is_original(each, entries, at) for each in found)
    assert right >= 4


def test_a_proposal_makes_the_game_legal_and_changes_nothing_by_itself() -> None:
    rng = random.Random(3)
    entries = turns(rng)
    faulty = transcript(impossible(rng, entries, 10))
    before = msgspec.to_builtins(faulty.games[0].entries)
    first = proposals(faulty)[0]
    assert msgspec.to_builtins(faulty.games[0].entries) == before
    assert first.text.startswith("line 11: read the play as ")
    assert not replay(repaired(faulty, first), strict=False).notes.faults


def test_a_legal_game_needs_nothing() -> None:
    assert proposals(transcript(turns(random.Random(4)))) == []


def test_a_gap_in_the_numbers_of_the_rows_tells_where_a_line_is_missing() -> None:
    rng = random.Random(8)
    entries = [
        msgspec.structs.replace(entry, row=1 + (n + 1) // 2) for n, entry in enumerate(turns(rng))
    ]
    for at in (5, 9, 13):
        found = proposals(transcript([*entries[:at], *entries[at + 2 :]]))
        assert found[0].change == "missing"
        assert found[0].line == entries[at + 2].line


def test_nothing_fits_where_everything_is_wrong() -> None:
    wrong = [
        Entry(kind="roll", player=1 if n % 2 else 0, dice=(6, 5), play="1/2 3/4", line=n)
        for n in range(6)
    ]
    assert proposals(transcript(wrong)) == []


@pytest.mark.parametrize(
    ("one", "two", "far"),
    [("", "", 0), ("13/8", "31/8", 1), ("24/18", "24/8", 1), ("6/5", "", 3), ("ab", "cd", 2)],
)
def test_distances(one: str, two: str, far: int) -> None:
    assert text_distance(one, two) == text_distance(two, one) == far
