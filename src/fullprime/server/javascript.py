"""JavaScript taken apart into words and signs, as far as joining modules needs it."""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple

Kind = Literal["space", "word", "text", "sign", "load", "meta"]
"""A `text` is a string, a piece of a template, or a regular expression. Those who take modules
apart also know a `load`, the path in an `import(...)`, and a `meta`, which is `import.meta`."""


class Token(NamedTuple):
    """A piece of the source; comments are gone, and spaces are one line end or one blank."""

    kind: Kind
    text: str


_SPACE: Final = re.compile(r"(?:\s|//[^\n]*|/\*.*?\*/)+", re.DOTALL)
_WORD: Final = re.compile(r"[#\w$]+")
_STRING: Final = re.compile(r'"(?:[^"\\\n]|\\.)*"|' + r"'(?:[^'\\\n]|\\.)*'")
_REGEX: Final = re.compile(r"/(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
_TEMPLATE: Final = re.compile(r"[`}](?:[^`\\$]|\\.|\$(?!\{))*(?:`|\$\{)", re.DOTALL)
_SIGN: Final = re.compile(r"\.\.\.|\?\.|=>|.")
_BEFORE_VALUE: Final = frozenset(
    (
        *("return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do"),
        *("await", "yield", "instanceof"),
    )
)


class BadScript(Exception):
    """A script that cannot be taken apart, or that uses what joining does not know."""


def tokens(source: str) -> list[Token]:
    """All of them, in order."""
    found: list[Token] = []
    braces: list[bool] = []
    """The open ones; True: it is the `${` of a template."""
    last, at = "", 0
    while at < len(source):
        token = _next(source, at, _wants_value(last), bool(braces) and braces[-1])
        at += _length(source, at, token)
        if token.kind == "space":
            if found:
                found.append(token)
            continue
        _count(token, braces)
        last = token.text
        found.append(token)
    if braces:
        raise BadScript("the braces do not close")
    return found


def _next(source: str, at: int, wants_value: bool, in_template: bool) -> Token:
    if space := _SPACE.match(source, at):
        return Token("space", "\n" if "\n" in space[0] else " ")
    sign = source[at]
    if sign in "\"'" and (string := _STRING.match(source, at)):
        return Token("text", string[0])
    if sign == "`" or (sign == "}" and in_template):
        if template := _TEMPLATE.match(source, at):
            return Token("text", template[0])
        raise BadScript(f"a template does not end: {source[at : at + 40]!r}")
    if sign == "/" and wants_value and (regex := _REGEX.match(source, at)):
        return Token("text", regex[0])
    if word := _WORD.match(source, at):
        return Token("word", word[0])
    found = _SIGN.match(source, at)
    return Token("sign", found[0] if found else sign)


def _length(source: str, at: int, token: Token) -> int:
    if token.kind != "space":
        return len(token.text)
    space = _SPACE.match(source, at)
    return len(space[0]) if space else 1


def _wants_value(last: str) -> bool:
    """May a value begin after this token? Then a slash begins a regular expression."""
    if not last or last in _BEFORE_VALUE:
        return True
    return last[-1] not in ")]}\"'`" and not re.match(r"[#\w$]", last[-1])


def _count(token: Token, braces: list[bool]) -> None:
    """Keeps the open braces."""
    if token.kind == "text" and token.text[0] in "`}":
        if token.text[0] == "}":
            braces.pop()
        if token.text.endswith("${"):
            braces.append(True)
    elif token.text == "{":
        braces.append(False)
    elif token.text == "}":
        if not braces:
            raise BadScript("a brace closes that was not open")
        braces.pop()


def string_value(token: Token) -> str:
    """What a string holds; those of imports have no escapes."""
    if token.kind != "text" or token.text[0] not in "\"'" or "\\" in token.text:
        raise BadScript(f"expected a plain string, not {token.text}")
    return token.text[1:-1]
