"""How many whole turns every game has: against the files, the rule book and the oracle."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from typing import Any

import pytest

import family_oracle
import perft_files
from family_oracle import Rules
from fullprime import Variant, variants
from fullprime.dice import ROLLS
from fullprime.position import HAND, parse_row

NAMES = [variant.id for variant in variants()]
DOUBLETS = ("11", "22", "33", "44", "55", "66")
MIXED = tuple(f"{a}{b}" for a, b in ROLLS if a != b)

FINGERPRINTS = {
    "backgammon": (447, 202_782),
    "nackgammon": (547, 324_161),
    "hypergammon": (195, 38_017),
    "longgammon": (59, 3_484),
    "dutch": (21, 441),
    "russian": (660, 320_845),
    "acey_deucey": (235, 55_215),
    "acey_european": (1_982, 4_481_629),
    "portes": (447, 202_782),
    "tavla": (447, 200_516),
    "takhteh": (447, 200_516),
    "shesh_besh": (447, 202_782),
    "tapa": (59, 3_474),
    "plakoto": (59, 3_474),
    "mahbusa": (59, 3_474),
    "pin_game": (280, 72_674),
    "nard": (59, 3_405),
    "gioul": (59, 3_405),
    "narde": (22, 484),
    "fevga": (22, 479),
    "moultezim": (22, 479),
    "gul_bara": (53, 2_768),
    "misere": (447, 202_782),
    "coan_ki": (123, 15_129),
}
"""Turns at depth 1 and 2, from the rule book and from the oracle; never copied from the files."""


def by_roll(rolls: tuple[str, ...], count: int) -> dict[str, int]:
    return dict.fromkeys(rolls, count)


HEAP_OF_PINS = by_roll(MIXED, 2) | by_roll(DOUBLETS, 5) | {"66": 4}
OF_THE_RULE_BOOK = {
    "backgammon": {"44": 52},
    "nackgammon": {
        "11": 70, "21": 23, "22": 103, "31": 22, "32": 27, "33": 101, "41": 15, "42": 17,
        "43": 17, "44": 25, "51": 12, "52": 16, "53": 17, "54": 11, "55": 17, "61": 10, "62": 13,
        "63": 13, "64": 8, "65": 7, "66": 3,
    },
    "hypergammon": {
        "11": 7, "21": 6, "22": 11, "31": 7, "32": 8, "33": 15, "41": 7, "42": 8, "43": 9,
        "44": 15, "51": 7, "52": 8, "53": 9, "54": 9, "55": 15, "61": 7, "62": 8, "63": 9,
        "64": 9, "65": 9, "66": 12,
    },
    "dutch": by_roll(MIXED + DOUBLETS, 1),
    "acey_deucey": by_roll(MIXED, 2) | by_roll(DOUBLETS, 5) | {"21": 177},
    "russian": by_roll(MIXED, 2)
    | {"11": 102, "22": 107, "33": 106, "44": 106, "55": 107, "66": 102},
    "gul_bara": by_roll(MIXED, 2) | {"11": 5, "22": 5, "33": 4, "44": 3, "55": 5, "66": 1},
    "narde": by_roll(MIXED + DOUBLETS, 1) | {"33": 2},
    "fevga": by_roll(MIXED + DOUBLETS, 1) | {"55": 2},
    "plakoto": HEAP_OF_PINS,
    "tapa": HEAP_OF_PINS,
}  # fmt: skip
"""Turns of the first roll where the rule book gives them."""
CAPPED = {
    "11": 37, "21": 13, "22": 55, "32": 14, "42": 15, "43": 16, "52": 6, "55": 3, "61": 9,
    "62": 11, "65": 6,
}  # fmt: skip
"""What a cap of five changes in the opening of backgammon."""


def counts(variant: Variant) -> dict[str, int]:
    found = variant.perft(variant.start_position, 1)
    return {f"{a}{b}": count for (a, b), count in found.items()}


def rules_of(variant: Variant) -> Rules:
    """The same game in the parameters of the oracle."""
    row = parse_row(variant.start, variant.checkers)
    start = tuple((place, row[place]) for place in (HAND, *range(24, 0, -1)) if row[place])
    ring = variant.geometry == "ring16"
    unlike: dict[str, Any] = {
        "start": start,
        "n": variant.checkers,
        "end": variant.goal,
        "cap": variant.cap or None,
        "head_limit": variant.head_limit or None,
        "head_exception": None if variant.head_exception == "none" else variant.head_exception,
        "score": "123"[: variant.score],
        "exact_home": ring and variant.bear_off == "exact",
    }
    alike = {
        name: getattr(variant, name) for name in family_oracle.OPTIONS if hasattr(variant, name)
    }
    return Rules(**alike | unlike | {"id": variant.id, "geometry": variant.geometry})


@pytest.mark.parametrize("name", NAMES)
def test_the_files_hold(name: str) -> None:
    expected = (perft_files.FOLDER / f"{name}.tsv").read_text(encoding="utf-8")
    found = perft_files.table(Variant.load(name))
    assert found == expected, "read the difference of `make perft-files`"


def test_no_file_is_left_over() -> None:
    assert {file.stem for file in perft_files.FOLDER.iterdir()} == set(NAMES)


@pytest.mark.parametrize("name", FINGERPRINTS)
def test_fingerprints(name: str) -> None:
    variant = Variant.load(name)
    found = (sum(variant.perft(variant.start_position, depth).values()) for depth in (1, 2))
    assert tuple(found) == FINGERPRINTS[name]


@pytest.mark.parametrize("name", OF_THE_RULE_BOOK)
def test_first_rolls_of_the_rule_book(name: str) -> None:
    found, stated = counts(Variant.load(name)), OF_THE_RULE_BOOK[name]
    assert {roll: found[roll] for roll in stated} == stated


@pytest.mark.parametrize("name", ["backgammon", "portes", "tavla", "misere", "shesh_besh"])
def test_capped_openings(name: str) -> None:
    found = counts(Variant.load(name, {"cap5": True}))
    assert sum(found.values()) == 405
    assert found == counts(Variant.load(name)) | CAPPED


@pytest.mark.parametrize("name", NAMES)
def test_both_sides_have_the_same_first_turn(name: str) -> None:
    variant = Variant.load(name)
    assert variant.perft(variant.start_position.flipped(), 1) == variant.perft(
        variant.start_position, 1
    )


@pytest.mark.parametrize("name", NAMES)
def test_first_turns_agree_with_the_oracle(name: str) -> None:
    """With every value of every option, also those that a file leaves out as the usual game."""
    rows = perft_files.read(name)
    for text, variant in perft_files.settings(Variant.load(name)):
        rules = rules_of(variant)
        turns = (
            family_oracle.turns(rules, family_oracle.start(rules), dice, (0, 0), None, None, 0)
            for dice in ROLLS
        )
        expected = rows.get((text, 1), rows["-", 1])
        assert tuple(map(len, turns)) == expected, text


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", FINGERPRINTS)
def test_second_turns_agree_with_the_oracle(name: str) -> None:
    """Seconds each; acey_european takes the oracle five minutes."""
    rules = rules_of(Variant.load(name))
    assert family_oracle.perft(rules, 2) == sum(perft_files.read(name)["-", 2])


# Through the program ---------------------------------------------------------------------------


def asked(requests: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The answers of a `fullprime jsonl` process."""
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    command = [sys.executable, "-m", "fullprime", "jsonl"]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    assert not done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@cache
def answers() -> dict[tuple[Any, ...], dict[str, Any]]:
    """One process for all games: the plays of each opening roll, and the counts."""
    requests: list[dict[str, Any]] = []
    for variant in variants():
        start = variant.text(variant.start_position)
        for dice in ROLLS:
            asks = {"op": "legal", "position": start, "dice": list(dice)}
            requests.append(asks | {"id": [variant.id, f"{dice[0]}{dice[1]}"]})
        requests += [{"op": "perft", "depth": n, "id": [variant.id, n]} for n in (1, 2)]
    replies = asked([request | {"variant": request["id"][0]} for request in requests])
    return {tuple(reply.pop("id")): reply for reply in replies}


@pytest.mark.parametrize("name", NAMES)
def test_perft_through_the_program(name: str) -> None:
    rows = perft_files.read(name)
    first = dict(zip((f"{a}{b}" for a, b in ROLLS), rows["-", 1], strict=True))
    assert answers()[name, 1] == {"nodes": sum(first.values()), "by_roll": first}
    assert answers()[name, 2] == {"nodes": sum(rows["-", 2])}


@pytest.mark.parametrize("name", NAMES)
def test_legal_through_the_program(name: str) -> None:
    """As many plays as perft counts, each to another position, and the oracle knows them all."""
    rules = family_oracle.RULES[name]
    for (a, b), count in zip(ROLLS, perft_files.read(name)["-", 1], strict=True):
        plays = answers()[name, f"{a}{b}"]["plays"]
        found = {mover_of(play["position"], rules.n) for play in plays}
        assert len(found) == len(plays) == count, (a, b)
        finals = family_oracle.turns(rules, family_oracle.start(rules), (a, b), (0, 0))
        assert found == {final.mover for final in finals}, (a, b)


def mover_of(text: str, checkers: int) -> tuple[int, ...]:
    """The row of the side that has played."""
    return parse_row(text.split("/")[0], checkers)
