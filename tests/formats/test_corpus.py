"""Files of other programs, played again: every ply as GNU Backgammon has read it.

A format joins by being in `match_file.FORMATS`: its files are found by what is in them.
"""

from __future__ import annotations

import pytest

from corpus import CORPUS, Ply, endings, indexed, known_files, plies, true_endings, true_plies
from fullprime import Match, Variant
from fullprime.dice import Roll
from fullprime.formats.match_file import load, sniff
from fullprime.notation import read_play
from fullprime.position import Position

pytestmark = pytest.mark.skipif(not CORPUS.exists(), reason="the collection of files is not here")

READ_AS = {
    "mat": ("mat", "xg_text"),
    "gnubg sgf": ("sgf",),
    "gnubg sgf (analysed)": ("sgf",),
    "gnubg sgf (analysed 1-ply)": ("sgf",),
    "sgf position": ("sgf",),
    "xg": ("xg",),
    "xgp": ("xg",),
    "bgf": ("bgf",),
    "fibs oldmoves": ("oldmoves",),
    "gamesgrid sgg": ("sgg",),
    "truemoneygames tmg": ("tmg",),
    "bgammon .match": ("bgammon",),
}
"""The formats that files of a kind are recognized as; the kind is that of the index."""
EXCEPTIONS = {
    ("gnubg_matches/gnubg_scripted_money_beaver_raccoon_resign.mat", 4): (
        "GNU Backgammon itself still sees a beaver after the one that was passed in game 3, and "
        "gives the turns of game 4 to the wrong players; its .sgf of the same match agrees with us"
    ),
}
"""Games in which GNU Backgammon is known to be wrong, and why; all others must agree."""
_JACOBY = "GNU Backgammon lets a player resign a gammon that does not count by the Jacoby rule"
_ONE_POINT = "GNU Backgammon takes every resignation in oldmoves as one of a single game"
ENDINGS = {
    ("gnubg_matches/gnubg_scripted_money_beaver_raccoon_resign.sgf", 5): _JACOBY,
    ("gnubg_matches/gnubg_scripted_money_beaver_raccoon_resign.sgf", 6): _JACOBY,
    ("handmade_spec_checks/gnubg0ply_match3pt_b.oldmoves", 2): _ONE_POINT,
    ("handmade_spec_checks/gnubg0ply_match5pt_c_noise.oldmoves", 1): _ONE_POINT,
    ("handmade_spec_checks/gnubg0ply_match5pt_c_noise.oldmoves", 2): _ONE_POINT,
    ("handmade_spec_checks/gnubg0ply_match5pt_c_noise.oldmoves", 4): _ONE_POINT,
    ("handmade_spec_checks/gnubg0ply_match3pt_b.sgg", 2): (
        "GNU Backgammon takes a last game that was won by resigning as unfinished"
    ),
}
"""Games that agree but for their end, and why."""
FAULTS = {
    # Two such gammons, each with the next score, and a score that forgets an automatic double.
    "gnubg_matches/gnubg_scripted_money_beaver_raccoon_resign.sgf": 5,
    "gnubg_matches/gnubg_scripted_money_beaver_raccoon_resign.analysed.sgf": 5,
    "mat/pipandlove_bg-db__choue-net_7pt_unfinished.txt": 1,  # it wins 4 points with the cube at 1
    # Illegal plays, which the program itself has marked as such.
    "xg/kevung_blunderDB__HsbtMarseille_main_ronde4_LamourDeCaslouGildas_UngerKevin_7p.xg": 1,
    "xg/kevung_blunderDB__Squire-J_rgensen-Harmand-Unger_7_point_match_18-08-2024.xg": 1,
}
"""Faults that a file really has; all others have none."""

NO_MATCH = {
    "xg/Insti_xgdatatools__example.xg": "made by another program's tests; its records are filling",
}
"""Files that are no match at all, and why."""


def wanted() -> list[str]:
    """The files of formats that are read."""
    return [file for file, kind in indexed().items() if kind in READ_AS and file not in NO_MATCH]


def compared() -> list[str]:
    return [file for file in wanted() if file in known_files()]


@pytest.mark.parametrize("file", wanted())
def test_every_file_loads(file: str) -> None:
    data = (CORPUS / file).read_bytes()
    found = sniff(data)
    assert found is not None
    assert found.name in READ_AS[indexed()[file]]
    match = load(data, strict=False)
    faults = match.notes.faults
    assert len(faults) == FAULTS.get(file, 0), "\n".join(f"{f.line}: {f.text}" for f in faults)


@pytest.mark.parametrize("file", compared())
def test_every_ply_agrees(file: str) -> None:
    match = load(CORPUS / file, strict=False)
    excepted = {game for name, game in EXCEPTIONS if name == file}
    ours = [ply for ply in plies(match) if ply.game not in excepted and not _ends(file, ply)]
    theirs = [ply for ply in true_plies(file) if ply.game not in excepted and not _ends(file, ply)]
    for our, their in zip(ours, theirs, strict=False):
        assert our._replace(play="") == their._replace(play="")
        if our.action == "move":
            assert _after(match, our) == _after(match, their)
    assert len(ours) == len(theirs)


@pytest.mark.parametrize("file", compared())
def test_every_game_ends_so(file: str) -> None:
    match = load(CORPUS / file, strict=False)
    excepted = {game for name, game in (*EXCEPTIONS, *ENDINGS) if name == file}
    ours = [ending for ending in endings(match) if ending.game not in excepted]
    theirs = [ending for ending in true_endings(file) if ending.game not in excepted]
    assert ours == theirs


def _ends(file: str, ply: Ply) -> bool:
    """Is it a resignation about which we disagree?"""
    return ply.action == "resign" and (file, ply.game) in ENDINGS


def _after(match: Match, ply: Ply) -> Position:
    """The board after a move, as either of us writes it."""
    variant: Variant = match.games[ply.game - 1].variant
    position = Position.parse(ply.position, variant.checkers)
    return read_play(variant, position, Roll.of(ply.dice), ply.play or "-").position
