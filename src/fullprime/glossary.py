"""The words of tables games, one or two sentences each.

>>> find_term("Anchors").id
'anchor'
"""

from __future__ import annotations

from functools import cache

import msgspec

from fullprime.data import shipped
from fullprime.errors import FullprimeError, unknown


class Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A word of the players."""

    name: str
    forms: str
    """The spellings by which it is found in other texts, with commas between them."""
    text: str
    see: tuple[str, ...]
    """Terms to read next, by their ids."""
    common: bool = False
    """Is it so common that texts do not link it?"""
    id: str = ""

    @property
    def spellings(self) -> tuple[str, ...]:
        """The forms one by one."""
        return tuple(form.strip() for form in self.forms.split(","))


@cache
def terms() -> dict[str, Term]:
    """All of them by id, in the order of their names."""
    read = msgspec.toml.decode(shipped("glossary.toml").read_bytes(), type=dict[str, Term])
    found = [msgspec.structs.replace(term, id=name) for name, term in read.items()]
    return {term.id: term for term in sorted(found, key=lambda term: term.name.lower())}


def find_term(text: str) -> Term:
    """The term that is meant by its id, its name or one of its forms."""
    wanted = _key(text)
    for term in terms().values():
        if wanted in map(_key, (term.id, term.name, *term.spellings)):
            return term
    raise FullprimeError(unknown("term", text, sorted(terms())))


def _key(text: str) -> str:
    return " ".join(text.lower().replace("_", " ").replace("-", " ").split())
