"""One ES module: what it imports, what it exports, and the rest of it."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from fullprime.server.javascript import BadScript, Token, string_value, tokens

ROOT: Final = "/static/js/"
"""Where modules are that are named by their whole address."""


@dataclass
class Import:
    """From where, and which names here; the names there are the values."""

    source: str
    names: dict[str, str] = field(default_factory=dict)
    whole: str | None = None
    """The name of the module itself, of `import * as`."""


@dataclass
class Module:
    """A module as it was taken apart."""

    name: str
    """Its path below the folder of the scripts."""
    imports: list[Import] = field(default_factory=list)
    exports: dict[str, str] = field(default_factory=dict)
    """The names inside by those outside."""
    passed_on: list[Import] = field(default_factory=list)
    """Of `export ... from`."""
    changing: set[str] = field(default_factory=set)
    """Exports that may get another value: whoever imports them must look again each time."""
    body: list[Token] = field(default_factory=list)
    later: list[str] = field(default_factory=list)
    """What it imports while it runs."""

    @property
    def needs(self) -> list[str]:
        """The modules that must have run before it."""
        return list(dict.fromkeys(each.source for each in (*self.imports, *self.passed_on)))


def read_module(name: str, source: str) -> Module:
    """Takes a module apart."""
    try:
        return _Reader(name, tokens(source)).read()
    except BadScript as error:
        raise BadScript(f"{name}: {error}") from error


class _Reader:
    def __init__(self, name: str, found: Sequence[Token]) -> None:
        self._module = Module(name)
        self._tokens = found
        self._at = 0
        self._depth = 0

    def read(self) -> Module:
        while self._at < len(self._tokens):
            self._read_next(self._tokens[self._at])
        return self._module

    def _read_next(self, token: Token) -> None:
        word = token.text if token.kind == "word" else ""
        if word == "import" and self._following() in ("(", "."):
            self._import_later()
        elif word == "import" and self._depth == 0:
            self._import()
        elif word == "export" and self._depth == 0:
            self._export()
        else:
            self._count(token)
            self._module.body.append(token)
            self._at += 1

    def _count(self, token: Token) -> None:
        """Statements stand where no bracket is open."""
        if token.kind == "text":
            self._depth += token.text.endswith("${") - (token.text[0] == "}")
        elif token.kind == "sign":
            self._depth += (token.text in "({[") - (token.text in ")}]")

    # Tokens ----------------------------------------------------------------------------------

    def _take(self) -> Token:
        """The next one that is no space."""
        while self._tokens[self._at].kind == "space":
            self._at += 1
        self._at += 1
        return self._tokens[self._at - 1]

    def _following(self, skipped: int = 1) -> str:
        """The text of the next one, seen from here."""
        found = (each.text for each in self._tokens[self._at + skipped :] if each.kind != "space")
        return next(found, "")

    def _expect(self, text: str) -> None:
        if (found := self._take()).text != text:
            raise BadScript(f"expected {text}, not {found.text}")

    def _end(self) -> None:
        if self._following(0) == ";":
            self._take()

    def _source(self) -> str:
        return resolved(self._module.name, string_value(self._take()))

    def _names(self) -> dict[str, str]:
        """`{ a, b as c }`, the names before `as` by those after it."""
        names = {}
        while (found := self._take()).text != "}":
            there = here = found.text
            if self._following(0) == "as":
                self._take()
                here = self._take().text
            names[here] = there
            if self._following(0) == ",":
                self._take()
        return names

    # Statements ------------------------------------------------------------------------------

    def _import_later(self) -> None:
        """`import("./x.js")` and `import.meta` stay in the body; what is loaded is noted."""
        word, sign = self._take(), self._take()
        if sign.text == ".":
            self._expect("meta")
            self._module.body.append(Token("meta", "import.meta"))
            return
        self._depth += 1
        target = self._source()
        self._module.later.append(target)
        self._module.body += [word, sign, Token("load", target)]

    def _import(self) -> None:
        self._take()
        first = self._following(0)
        if first[0] in "\"'":
            self._module.imports.append(Import(self._source()))
        elif first == "*":
            self._take()
            self._expect("as")
            whole = self._take().text
            self._expect("from")
            self._module.imports.append(Import(self._source(), whole=whole))
        else:
            self._expect("{")
            names = self._names()
            self._expect("from")
            self._module.imports.append(Import(self._source(), names))
        self._end()

    def _export(self) -> None:
        self._take()
        match self._following(0):
            case "*":
                self._take()
                self._expect("from")
                self._module.passed_on.append(Import(self._source(), whole="*"))
                self._end()
            case "{":
                self._take()
                self._export_names(self._names())
            case "const" | "let" | "class" | "function" | "async":
                self._export_declared()
            case other:
                raise BadScript(f"export {other} is not known here")

    def _export_names(self, names: dict[str, str]) -> None:
        if self._following(0) == "from":
            self._take()
            self._module.passed_on.append(Import(self._source(), names))
        else:
            self._module.exports |= names
        self._end()

    def _export_declared(self) -> None:
        """The declaration stays in the body; its name is that of the export."""
        words = [each for each in self._tokens[self._at :][:12] if each.kind != "space"]
        kinds = ("const", "let", "class", "async", "function", "*")
        name = next(each for each in words if each.text not in kinds)
        if name.kind != "word":
            raise BadScript(f"export of {name.text}: expected one name")
        self._module.exports[name.text] = name.text
        if words[0].text == "let":
            self._module.changing.add(name.text)
        while self._tokens[self._at].kind == "space":
            self._at += 1


def resolved(importer: str, path: str) -> str:
    """The module at a path that another one names."""
    if path.startswith(ROOT):
        return path.removeprefix(ROOT)
    if not path.startswith("."):
        raise BadScript(f"{path} is no module of ours")
    return posixpath.normpath(posixpath.join(posixpath.dirname(importer), path))
