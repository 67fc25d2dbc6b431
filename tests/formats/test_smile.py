"""Smile documents come back as they were written; what is broken is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bgf_writer import smile
from fullprime.errors import BadFile
from fullprime.formats.bgf.smile import DEEPEST, parse

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False)
    | st.text(max_size=90)
)
DOCUMENTS = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=80), inner),
    max_leaves=40,
)


@given(DOCUMENTS, st.booleans(), st.booleans())
def test_a_document_comes_back(document: object, names: bool, texts: bool) -> None:
    assert parse(smile(document, names=names, texts=texts)) == document


def test_references_begin_anew_when_there_are_too_many() -> None:
    document = [{f"name {n % 1500}": f"text {n % 1300}"} for n in range(4000)]
    assert parse(smile(document, texts=True)) == document


def test_short_floats() -> None:
    assert parse(b":)\n\x00\x28\x03\x7c\x00\x00\x00") == 1.0


def test_too_deep_is_refused() -> None:
    document: object = 1
    for _ in range(DEEPEST):
        document = [document]
    assert parse(smile(document)) == document
    with pytest.raises(BadFile, match="nested deeper"):
        parse(smile([document]))
    with pytest.raises(BadFile, match="nested deeper"):
        parse(b":)\n\x00" + b"\xf8" * 10**6)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"{}", "does not begin"),
        (b":)\n", "does not begin"),
        (b":)\n\x10", "version 1"),
        (b":)\n\x00", "ends too early"),
        (b":)\n\x00\x45abc", "ends too early"),
        (b":)\n\x00\xe0abc", "has no end"),
        (b":)\n\x00\x24" + b"\x01" * 20, "too long"),
        (b":)\n\x01\xfa\x40", "refers to text 0 of 0"),
        (b":)\n\x02\xec\xff", "refers to text 255 of 0"),
        (b":)\n\x00\xfe", "0xfe: expected the beginning of a value"),
        (b":)\n\x00\xfa\x35", "0x35: expected the beginning of a name"),
    ],
)
def test_what_is_wrong(data: bytes, reason: str) -> None:
    with pytest.raises(BadFile, match=reason):
        parse(data)


@given(st.binary(max_size=200), st.integers(0, 3))
def test_noise_is_read_or_refused(noise: bytes, flags: int) -> None:
    try:
        parse(b":)\n" + bytes([flags]) + noise)
    except BadFile:
        return


def test_cut_off_anywhere() -> None:
    data = smile({"games": [{"moves": [1, 2.5, "text", "ä" * 50]}], "name": None})
    for size in range(len(data)):
        with pytest.raises(BadFile):
            parse(data[:size])
