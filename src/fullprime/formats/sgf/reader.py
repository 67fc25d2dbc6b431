"""GNU Backgammon's own match files: the Smart Game Format with one tree for each game.

`sgf_lexer` reads trees and properties of any game; here it is found out what they say of a match.
White is seat 0.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from fullprime.errors import BadFile, expected_one_of, shorten
from fullprime.formats.file_games import file_games
from fullprime.formats.sgf.game import (
    AUTOMATIC_DOUBLES,
    BEAVERS,
    CLOSED_OUT_PASS,
    CUBE_LIMIT,
    ROOT,
    GameReader,
    match_info,
)
from fullprime.formats.sgf.lexer import Node, read_collection
from fullprime.formats.sgf.writer import dump
from fullprime.formats.transcript import ANOTHER, Transcript, head_of, text_of, variant_of
from fullprime.match import MOST
from fullprime.notes import Note, ReadingFault
from fullprime.stakes import is_cube_limit

__all__ = ["dump", "looks_like", "read"]

GAME: Final = "6"
"""The number of ours in the format."""
GAMES: Final = {"1": "Go", "2": "Othello", "3": "chess", "4": "Gomoku", "8": "Lines of Action"}
"""Other games of the format that are often met."""
MOST_BEAVERS: Final = 99
_OF_A_MATCH: Final = frozenset(("MI", "PW", "PB", "RU", "RE"))
_BEGINS = re.compile(r"\s*\(\s*;")
_BEGINS_LATER = re.compile(r"\(\s*;[^();]*GM\s*\[\s*6\s*\]")
_CHARSET = re.compile(rb"CA\[([\w-]{1,20})\]")
_OTHER_CHARSETS = re.compile(
    r"(iso|latin|cp|windows|koi8|mac|shift|sjis|euc|gb|big5)[\w-]*", re.IGNORECASE
)
_MOVE = re.compile(r"[1-6]{2}[a-z]{0,8}|double|take|drop", re.IGNORECASE)
_EXPLICIT = ("GNU Backgammon", "Fullprime")
"""Programs that leave the rules out where none is in force."""


def looks_like(data: bytes) -> bool:
    """A game tree, of whatever game; one of ours may follow a text, which the format ignores."""
    head = head_of(data)
    return bool(_BEGINS.match(head) or _BEGINS_LATER.search(head))


def read(data: bytes) -> Transcript:
    """What the file says."""
    found = read_collection(_from_first_tree(_text(data)))
    trees = [tree for tree in found.trees if tree and _is_ours(tree)]
    if not trees:
        raise BadFile(_other_game([tree[0] for tree in found.trees if tree]))
    faults = list(found.faults)
    if len(trees) < len(found.trees):
        faults.append(ReadingFault(line=1, text="some of its trees are of other games"))
    transcript = _match(trees[0][0], faults)
    variant = variant_of(transcript.variant)
    says_something = any(not _OF_A_MATCH.isdisjoint(tree[0].properties) for tree in trees)
    for tree in trees:
        if transcript.games and _is_first(tree[0]):
            faults.append(ReadingFault(line=tree[0].line, text=ANOTHER))
            break
        reader = GameReader(tree[0], variant, transcript.length > 0)
        for node in tree[1:]:
            reader.take(node)
        game = reader.game()
        transcript.games.append(game)
        faults += reader.faults
        says_something |= bool(game.entries or game.position or reader.faults)
    if not says_something:
        raise BadFile("an SGF file without a move or a position: expected a match")
    transcript.murphy |= any(_number(tree[0].first("CV")) > 1 for tree in trees)
    return transcript


def _text(data: bytes) -> str:
    """UTF-8 where it can be, as the bytes say; else the character set that the file names."""
    try:
        data.decode("utf-8-sig")
    except UnicodeDecodeError:
        named = _CHARSET.search(data)
        charset = named[1].decode("ascii") if named else ""
        if _OTHER_CHARSETS.fullmatch(charset):
            with suppress(LookupError):  # no one knows it
                data = data.decode(charset, "replace").encode()
    return text_of(data)


def _from_first_tree(text: str) -> str:
    """Without what precedes the first game, whose lines still count."""
    later = None if _BEGINS.match(text) else _BEGINS_LATER.search(text)
    if not later:
        return text
    return "\n" * text.count("\n", 0, later.start()) + text[later.start() :]


def _is_first(root: Node) -> bool:
    """Is it called the first game of a match?"""
    told = match_info(root)
    return [told.get(name) for name in ("game", "ws", "bs")] == ["0", "0", "0"]


def _is_ours(tree: Sequence[Node]) -> bool:
    """Some programs do not name the game, but their moves do."""
    game = tree[0].first("GM")
    if game is not None:
        return game.strip() == GAME
    moves = (node.first("W") or node.first("B") for node in tree)
    first = next(filter(None, moves), None)
    return "MI" in tree[0].properties if first is None else _MOVE.fullmatch(first) is not None


def _other_game(roots: Sequence[Node]) -> str:
    named = next((root.first("GM") for root in roots if root.first("GM")), None)
    if named is None:
        return "an SGF file that names no game: expected GM[6]"
    game = GAMES.get(named.strip(), "another game")
    return f"an SGF file of {game} (GM[{shorten(named, 20)}]): expected GM[6]"


def _match(root: Node, faults: list[ReadingFault]) -> Transcript:
    """What the root of the first game says of all of them."""
    rules = {rule.strip().lower() for rule in root.words("RU").split(":")}
    program = root.words("AP").startswith(_EXPLICIT)
    known = program or "RU" in root.properties
    length = _number(match_info(root).get("length"))
    if length > MOST:
        raise BadFile(f"line {root.line}: a match to {length} points, expected {MOST} at most")
    return Transcript(
        format="sgf",
        players=(root.words("PW") or "White", root.words("PB") or "Black"),
        length=length,
        variant=_variant(rules, root.line),
        crawford="crawford" in rules if known else None,
        jacoby="jacoby" in rules if known else None,
        beavers=_beavers(rules),
        murphy=AUTOMATIC_DOUBLES.lower() in rules,
        cube="nocube" not in rules,
        cube_limit=_cube_limit(rules),
        skip_closed_out=CLOSED_OUT_PASS.lower() in rules,
        about={key: root.words(name) for name, key in ROOT.items() if root.words(name)},
        note=Note(text=root.text("GC")),
        games=[],
        faults=faults,
    )


def _variant(rules: set[str], line: int) -> str | None:
    known = {name.lower(): game for name, game in file_games("sgf").items() if name}
    found = next((known[rule] for rule in sorted(rules) if rule in known), None)
    # Games with fewer checkers are numbered by them, and one of these is ours.
    numbered = {name.rstrip("123") for name in known if name[-1].isdigit()}
    other = next((rule for rule in sorted(rules) if rule.rstrip("123") in numbered), None)
    if found is None and other is not None:
        raise BadFile(f"line {line}: {other} is not known, {expected_one_of(list(known), other)}")
    return found


def _beavers(rules: set[str]) -> int | None:
    found = _numbers(rules, BEAVERS)
    return min(max(found), MOST_BEAVERS) if found else None


def _cube_limit(rules: set[str]) -> int | None:
    """The lowest that makes sense."""
    return min(filter(is_cube_limit, _numbers(rules, CUBE_LIMIT)), default=None)


def _numbers(rules: set[str], name: str) -> list[int]:
    """What stands behind the name of a rule."""
    name = name.lower()
    return [_number(rule.removeprefix(name)) for rule in rules if rule.startswith(name)]


def _number(text: str | None) -> int:
    text = (text or "").strip()
    return int(text) if text.isdecimal() and len(text) < 9 else 0
