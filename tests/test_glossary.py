"""The glossary: every term is explained, leads on, and is found by its forms."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from fullprime.errors import FullprimeError
from fullprime.glossary import find_term, terms
from program import run


@pytest.mark.parametrize("name", terms())
def test_a_term_is_explained_and_leads_on(name: str) -> None:
    term = terms()[name]
    assert term.name[0].isupper()
    assert term.text[0].isupper() and term.text.endswith(".") and len(term.text) <= 200
    assert term.see and set(term.see) <= terms().keys() - {name}
    assert all(find_term(form) is term for form in (name, term.name, *term.spellings))


def test_no_form_means_two_terms() -> None:
    forms = Counter(form for term in terms().values() for form in term.spellings)
    assert [form for form, count in forms.items() if count > 1] == []


def test_what_every_glossary_has() -> None:
    wanted = "anchor bar beaver blot blitz backgame cube crawford doublet duplication gammon head"
    wanted += " midpoint mother pin pip prime raccoon shot"
    assert len(terms()) >= 80
    assert set(wanted.split()) <= terms().keys()


def test_a_term_is_found_however_it_is_written() -> None:
    assert find_term("GOLDEN-point").id == "golden_point"
    with pytest.raises(FullprimeError, match=r"unknown term 'golden pint'.*golden_point"):
        find_term("golden pint")


def test_the_command() -> None:
    shown = run("glossary", "golden", "point").stdout
    assert shown.startswith("Golden point\n  ") and "See also: anchor" in shown
    everything = run("glossary").stdout
    assert all(f"\n{term.name}\n" in f"\n{everything}" for term in terms().values())
    [told] = json.loads(run("glossary", "blots", "--json").stdout)["terms"]
    assert told["id"] == "blot" and told["see"][0] == "hit"
