"""Rich text comes out plain, and anything comes out as something."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullprime.formats.xg.rtf import plain_text

HEAD = (
    rb"{\rtf1\ansi\ansicpg1252\uc1\deff0{\fonttbl{\f0\fcharset0 Arial;}}{\colortbl;}"
    b"\r\n{\\*\\generator Riched20;}\r\n\\pard\\fs20\\f0 "
)


@pytest.mark.parametrize(
    ("rich", "text"),
    [
        (rb"plain\par}", "plain"),
        (rb"one\par two\line three\tab four}", "one\ntwo\nthree\tfour"),
        (rb"caf\'e9 \'e0 trouver}", "café à trouver"),
        (rb"\u233?t\u233?}", "été"),
        (rb"\uc2\u233\'3f?x\uc0\u233y}", "éxéy"),
        (rb"\u-10179?\u-8704?}", "\U0001f600"),
        (rb"\{a\\b\}\~c}", "{a\\b}\u00a0c"),
        (rb"{\b bold} and {\i {nested}}}", "bold and nested"),
        (rb"{\pict 89504e47}{\*\unknown secret}seen}", "seen"),
        (b"a\r\nb}", "ab"),
        (rb"\ldblquote x\rdblquote\emdash y}", "\u201cx\u201d\u2014y"),
    ],
)
def test_rich_text(rich: bytes, text: str) -> None:
    assert plain_text(HEAD + rich) == text


def test_other_code_pages() -> None:
    assert plain_text(rb"{\rtf1\ansi\ansicpg1251 \'ef\'f0}") == "пр"
    assert plain_text(rb"{\rtf1\ansi\ansicpg932 \'82\'a0}") == "あ"
    assert plain_text(rb"{\rtf1\ansi\ansicpg99999 \'e9}") == "é"


def test_what_is_no_rich_text_is_text() -> None:
    assert plain_text(b" caf\xe9 {x} ") == "café {x}"


@given(st.binary(max_size=300), st.booleans())
def test_anything_is_read(data: bytes, rich: bool) -> None:
    assert isinstance(plain_text(b"{\\rtf1" + data if rich else data).encode(), bytes)


@given(
    st.lists(st.sampled_from([b"{", b"}", b"\\", b"\\'", b"\\u", b"-1", b"\\par", b"\\*", b"x"]))
)
def test_any_tokens_are_read(tokens: list[bytes]) -> None:
    assert isinstance(plain_text(b"{\\rtf1" + b"".join(tokens)).encode(), bytes)


def test_deep_groups_do_no_harm() -> None:
    assert plain_text(b"{\\rtf1 " + b"{" * 100_000 + b"x" + b"}" * 200_000) == "x"
