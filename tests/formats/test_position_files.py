"""Position files of other programs: samples of our own, a real collection, and anything at all."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullprime.errors import BadFile, BadPosition
from fullprime.formats.ids import gnubg_id, known_id
from fullprime.formats.ids.match_id import match_id
from fullprime.formats.ids.xgid import from_xgid
from fullprime.formats.match_file import load, sniff
from fullprime.formats.positions import bgblitz_text as bgblitz_position_text
from fullprime.formats.positions import gnubg_text as gnubg_position_text
from fullprime.formats.positions import jellyfish as jellyfish_pos
from fullprime.formats.positions import snowie as snowie_position
from fullprime.formats.positions import xg_text as xg_position_text
from id_values import corpus, table

SAMPLES = Path(__file__).parents[1] / "data" / "positions"
HEAD = 2048
BGBLITZ, GNU, POS, SNOWIE, XG = READERS = (
    bgblitz_position_text,
    gnubg_position_text,
    jellyfish_pos,
    snowie_position,
    xg_position_text,
)
OF_SAMPLE = {
    "bgblitz.txt": BGBLITZ,
    "gnubg.txt": GNU,
    "jellyfish.pos": POS,
    "snowie.txt": SNOWIE,
    "xg.txt": XG,
    "xg_de.txt": XG,
}
MEANT = from_xgid("XGID=-a--BBB-D---dB---c-dAb--B-:1:-1:-1:52:2:3:0:5:10")


def reader(data: bytes) -> ModuleType:
    """The one that says the file is its own."""
    (found,) = (each for each in READERS if each.looks_like(data[:HEAD]))
    return found


@pytest.mark.parametrize("name", OF_SAMPLE)
def test_every_sample_is_read_by_its_own_reader(name: str) -> None:
    data = (SAMPLES / name).read_bytes()
    assert reader(data) is OF_SAMPLE[name]
    placed = OF_SAMPLE[name].read(data)
    assert (placed.position, placed.situation) == MEANT
    assert placed.players == ("Ben", "Ann")


def test_the_samples_are_all_known() -> None:
    assert {file.name for file in SAMPLES.iterdir()} == OF_SAMPLE.keys()


def test_what_follows_the_board_is_a_comment() -> None:
    comments = {
        name: OF_SAMPLE[name].read((SAMPLES / name).read_bytes()).comment for name in OF_SAMPLE
    }
    assert comments["xg.txt"].endswith("O to play 52")
    assert comments["gnubg.txt"].endswith("* Ben moves 13/8 6/4")
    assert comments["bgblitz.txt"].endswith("Ben à jouer.")
    assert comments["jellyfish.pos"] == comments["snowie.txt"] == ""
    line = (SAMPLES / "snowie.txt").read_bytes()
    assert SNOWIE.read(line + b"a remark\n").comment == "a remark"


def test_a_bare_xgid_is_a_file_too() -> None:
    placed = XG.read(b"XGID=-a--BBB-D---dB---c-dAb--B-:1:-1:-1:52:2:3:0:5:10\r\n")
    assert (placed.position, placed.situation) == MEANT
    assert (placed.players, placed.comment) == (None, "")


def test_a_position_of_jellyfish_for_money_has_its_rules() -> None:
    data = bytearray((SAMPLES / "jellyfish.pos").read_bytes())
    data[8], data[10], data[24] = 1, 1, 3  # Jacoby, beavers, a single game
    stakes = POS.read(bytes(data)).situation.stakes
    assert (stakes.jacoby, stakes.animals, stakes.away) == (True, 1, None)
    data[16] = 3  # before the roll
    assert POS.read(bytes(data)).situation.dice is None
    old = bytes((124, 0)) + bytes(data[12:])
    assert POS.looks_like(old)
    assert POS.read(old).position == MEANT[0]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"\x7b\0", "version 123, expected 124, 125 or 126"),
        (b"\x7e\0\0\0", "a Jellyfish position has at least 12 bytes, not 4"),
        (b"", "at least 2 bytes, not 0"),
    ],
)
def test_bad_positions_of_jellyfish(data: bytes, why: str) -> None:
    with pytest.raises(BadFile, match=why):
        POS.read(data)


def test_a_text_without_an_id() -> None:
    for each in (XG, GNU, BGBLITZ):
        with pytest.raises(BadFile, match="id in the text"):
            each.read(b"GNU Backgammon\n")


@pytest.mark.parametrize("each", READERS)
@given(data=st.data())
def test_no_file_surprises_a_reader(each: ModuleType, data: st.DataObject) -> None:
    """Neither bytes at random nor a sample with some of its bytes changed, or cut off."""
    sample = next(SAMPLES / name for name, owner in OF_SAMPLE.items() if owner is each)
    whole = bytearray(sample.read_bytes())
    at = st.integers(0, len(whole) - 1)
    for place, byte in data.draw(st.dictionaries(at, st.integers(0, 255), max_size=4)).items():
        whole[place] = byte
    changed = bytes(whole[: data.draw(st.just(len(whole)) | at)])
    for tried in (changed, data.draw(st.binary())):
        each.looks_like(tried[:HEAD])
        try:
            placed = each.read(tried)
        except (BadPosition, BadFile):
            continue
        assert sum(placed.position.mover) == sum(placed.position.other) == 15


def test_positions_that_gnu_backgammon_has_exported() -> None:
    truth = {row["base"]: row for row in table("gnubg_positions/positions.tsv")}
    read = 0
    for file in sorted(corpus("gnubg_positions").iterdir()):
        if file.suffix in (".sgf", ".tsv"):
            continue
        data = file.read_bytes()
        placed = reader(data).read(data)
        row = truth[file.name.split(".")[0]]
        assert gnubg_id(placed.position) == row["position_id"]
        written = match_id(placed.situation)
        if file.suffix == ".pos" and not placed.situation.length:
            written = written[:5] + row["match_id"][5:]  # scores of money sessions are not in it
        assert written == row["match_id"]
        assert sorted(placed.players or ()) == ["gnubg", "root"]
        read += 1
    assert read > 30


@pytest.mark.parametrize(("folder", "each", "least"), [("xg_text", XG, 10), ("bgf", BGBLITZ, 4)])
def test_texts_of_other_programs(folder: str, each: ModuleType, least: int) -> None:
    files = sorted(corpus(folder).glob("*.txt"))
    assert len(files) >= least
    for file in files:
        data = file.read_bytes()
        assert reader(data) is each
        placed = each.read(data)
        assert placed.players is not None
        assert "%" in placed.comment or "EMG" in placed.comment
        text = data.decode("utf-8", errors="replace")
        if each is BGBLITZ:
            assert f"Position-ID: {gnubg_id(placed.position)} " in text
            assert f"Match-ID: {match_id(placed.situation)}" in text


def test_game_texts_of_gnu_backgammon_give_their_first_position() -> None:
    for file in sorted(corpus("gnubg_text").iterdir()):
        data = file.read_bytes()
        assert reader(data) is GNU
        assert gnubg_id(GNU.read(data).position) == "4HPwATDgc/ABMA"


@pytest.mark.parametrize(
    ("text", "players"),
    [
        (
            "xgid=-a--BBB-D---dB---c-dAb--B-:1:-1:-1:52:2:3:0:5:10\n\nX:Ann   O:Ben\n",
            ("Ben", "Ann"),
        ),
        (
            "> XGID=-a--BBB-D---dB---c-dAb--B-:1:-1:-1:52:2:3:0:5:10\n> X:Ann   O:Ben",
            ("Ben", "Ann"),
        ),
        (
            "XGID=-a--BBB-D---dB---c-dAb--B-:1:-1:-1:52:2:3:0:5:10\nX\uff1aAnn\u3000\u3000O\uff1aBen",
            ("Ben", "Ann"),
        ),
    ],
)
def test_exports_of_xg_that_were_sent_on(text: str, players: tuple[str, str]) -> None:
    assert XG.looks_like(text.encode())
    placed = XG.read(text.encode())
    assert (placed.position, placed.situation, placed.players) == (*MEANT, players)


@pytest.mark.parametrize(
    "text",
    [
        "-a--BBB-D---dB---c-dAb--B-:1:-1:-1:52:2:3:0:5:10",
        "2ObBgDCY5+ABEA:UYmqACAAGAAE\n",
        "Position ID: 2ObBgDCY5+ABEA Match ID: UYmqACAAGAAE\n\nWhat now?",
        "\ufeffOGID=1kkqqqqqqqqqqqq:p:N0N:13:W\r\n",
    ],
)
def test_a_file_may_be_an_id(text: str) -> None:
    found = sniff(text.encode())
    assert found is not None
    assert found.name == "id"
    told = known_id(text.strip("\ufeff\r\n"))
    assert told is not None
    match = load(text.encode())
    assert match.position == told.position
    assert ("What now?" in text) == (match.notes.of(0).text == "What now?")


@pytest.mark.parametrize(
    "text", ["Position and Match\n", "4HPwATDgc/ABMA\nis an id\n", "id,board\n1,XGID=-b", "XGID"]
)
def test_what_is_no_file_of_an_id(text: str) -> None:
    assert sniff(text.encode()) is None


def test_a_file_of_a_wrong_id_names_what_is_wrong() -> None:
    with pytest.raises(BadFile, match="the dice of an XGID is '57'"):
        load(b"-a--BBB-D---dB---c-dAb--B-:1:-1:-1:57:2:3:0:5:10\n")
