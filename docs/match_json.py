"""Writes `docs/match-json.md` and `docs/match-schema.json`: every field of a saved match.

Run by `make match-json`. All that the tables say comes from the structs of the source.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, get_args

import msgspec

from fullprime.action import Action
from fullprime.formats.saved import FORMAT, Saved, SavedGame, SavedVariant
from fullprime.match import BestOf, Money, Points, Settings, SetUp
from fullprime.notes import (
    Analysis,
    Candidate,
    CubeVerdict,
    GameNotes,
    Note,
    Notes,
    ReadingFault,
)
from fullprime.referee import TableRules

DOCS: Final = Path(__file__).parent
PAGE: Final = DOCS / "match-json.md"
SCHEMA: Final = DOCS / "match-schema.json"
STRUCTS: Final[tuple[type[msgspec.Struct], ...]] = (
    Saved, SavedVariant, SavedGame, Points, BestOf, Money, Settings, TableRules, SetUp,
    *get_args(Action),
    Notes, GameNotes, Note, Analysis, Candidate, CubeVerdict, ReadingFault,
)  # fmt: skip
CHAPTERS: Final = {
    "Saved": "## The file",
    "Points": "## What is played for",
    "Settings": "## What the players agree on",
    "SetUp": "## Games that are set up",
    "Rolled": "## Actions",
    "Notes": "## Notes",
}
TOP: Final = f"""# Saved matches: the JSON of Fullprime

Everything that Fullprime knows of a match is in this file, and nothing is lost when it is written
and read: every game of the family and series of them, games of your own, boards that were set up,
irregularities at a real table, illegal plays that were left to stand, comments, marks, clocks,
what is needed to check the dice, and the analysis of other programs. It holds the settings and
the actions; scores, boards and results are not in it, because they follow. Reading it plays every
action again.

`fullprime play` saves its matches so, `match.save("match.json")` and `fullprime convert match.mat
match.json` write it, and `fullprime.load("match.json")` reads it. The format is `"{FORMAT}"`;
files of older ones load, too. Fields of the match that this page does not name are refused, those
of its notes are skipped. [A JSON Schema](match-schema.json) says the same to programs. `make
match-json` writes both from the source.

```python
>>> import json
>>> from fullprime import Match
>>> from fullprime.formats import saved
>>> match = Match.start(players=("Ann", "Ben"), target=5).apply("31").apply("8/5 6/5")
>>> file = json.loads(saved.dump(match))
>>> file["format"], file["players"], file["target"]
('{FORMAT}', ['Ann', 'Ben'], {{'type': 'points', 'to': 5}})
>>> for action in file["games"][0]["actions"]:
...     print(action)
{{'type': 'rolled', 'dice': [3, 1]}}
{{'type': 'played', 'steps': [[8, 5], [6, 5]]}}
>>> saved.load(saved.dump(match))[0] == match
True

```

Seats are 0 and 1. Places are a player's own points, 1 to 24, or `"bar"`, `"off"`, `"hand"`,
`"lost"`. Positions are [position text](jsonl.md#words-used). Games and actions of the notes are
counted from 0.
"""
_KINDS: Final = {
    "integer": "whole number",
    "number": "number",
    "string": "text",
    "boolean": "true or false",
    "null": "null",
}


def page() -> str:
    parts = [TOP]
    for struct in STRUCTS:
        if chapter := CHAPTERS.get(struct.__name__):
            parts.append(f"{chapter}\n")
        parts.append("\n".join(section(struct)) + "\n")
    return "\n".join(parts)


def section(struct: type[msgspec.Struct]) -> Iterator[str]:
    """A heading, what it is, and a row for each field."""
    yield f"### {heading(struct)}"
    yield ""
    yield " ".join((inspect.getdoc(struct) or "").split("\n\n")[0].split()).replace("None", "null")
    fields = msgspec.structs.fields(struct)
    if not fields:
        return
    yield from ("", "| field | value | |", "|---|---|---|")
    properties = definitions()[struct.__name__]["properties"]
    docs = attribute_docs(struct)
    for field in fields:
        name = field.encode_name
        value = f"{told(properties[name])}{optional(field)}"
        yield f"| `{name}` | {value} | {docs.get(field.name, '')} |"


def heading(struct: type[msgspec.Struct]) -> str:
    tag = struct.__struct_config__.tag
    return f"`{tag}`" if isinstance(tag, str) else struct.__name__


def optional(field: msgspec.structs.FieldInfo) -> str:
    if field.required:
        return ""
    default = field.default
    if default in (msgspec.NODEFAULT, msgspec.UNSET) or isinstance(default, msgspec.Struct):
        return ", or left out"
    return f", default `{json.dumps(msgspec.to_builtins(default))}`"


def attribute_docs(struct: type[msgspec.Struct]) -> dict[str, str]:
    """The texts below the fields of a class."""
    (tree,) = ast.parse(textwrap.dedent(inspect.getsource(struct))).body
    assert isinstance(tree, ast.ClassDef)
    found = {}
    for node, following in zip(tree.body, tree.body[1:], strict=False):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            match following:
                case ast.Expr(ast.Constant(str(text))):
                    found[node.target.id] = " ".join(text.split()).replace("None", "null")
    return found


def definitions() -> dict[str, Any]:
    return schema()["$defs"]  # type: ignore[no-any-return]


def schema() -> dict[str, Any]:
    return msgspec.json.schema(Saved)


def told(kind: dict[str, Any]) -> str:
    """A type of the schema, in words."""
    if reference := kind.get("$ref"):
        return _link(reference)
    if choices := kind.get("anyOf"):
        return _any_of(choices)
    if values := kind.get("enum"):
        return " or ".join(f"`{json.dumps(value)}`" for value in values)
    match kind.get("type"):
        case "array" if parts := kind.get("prefixItems"):
            return f"a list of {len(parts)}, each {told(parts[0])}"
        case "array":
            return f"a list: {told(kind['items'])}"
        case "object" if isinstance(inner := kind.get("additionalProperties"), dict):
            return f"an object, by name: {told(inner)}" if inner else "an object"
        case str(name):
            return _KINDS.get(name, "an object") + _limits(kind)
    return "anything"


def _any_of(choices: list[dict[str, Any]]) -> str:
    names = {each.get("$ref", "").rpartition("/")[2] for each in choices}
    if names >= {"Rolled", "Played"}:
        return "an [action](#actions)"
    return " or ".join(map(told, choices))


def _link(reference: str) -> str:
    name = reference.rpartition("/")[2]
    if name == "Variant":
        return "[the rules of a game](own-variants.md)"
    struct = next(each for each in STRUCTS if each.__name__ == name)
    text = heading(struct)
    return f"[{text}](#{re.sub('[^a-z0-9_]', '', text.lower())})"


def _limits(kind: dict[str, Any]) -> str:
    low, high = kind.get("minimum"), kind.get("maximum")
    if low is not None and high is not None:
        return f", {low} to {high}"
    return "" if low is None else f", {low} or more"


def main() -> None:
    PAGE.write_text(page(), encoding="utf-8")
    SCHEMA.write_text(json.dumps(schema(), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
