"""Files of eXtreme Gammon: what is written comes back, and nothing else than a refusal comes of
what is broken."""

from __future__ import annotations

import struct
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus import endings, plies
from fullprime import Match, Phase, Settings
from fullprime.action import Arranged, Rolled
from fullprime.errors import BadFile
from fullprime.formats.match_file import load, sniff
from fullprime.formats.xg.container import HEADER, contents
from fullprime.formats.xg.records import GAME, GAME_END, MISSING, MOVE, SIZE
from fullprime.match import MONEY, Points
from xg_writer import Record, container, dump, header, random_match

MATCHES = 60
DATA = dump(random_match(3))


def match_of(*actions: str, points: int = 5) -> Match:
    match = Match.start(players=("Ann", "Ben"), target=Points(points))
    for action in actions:
        match = match.apply(match.game.read(action))
    return match


SMALL = dump(match_of("31", "8/5 6/5", "64", "24/14", "double", "take", "52", "13/8 13/11"))


def patched(data: bytes, at: int, layout: str, *values: int, record: int = 0) -> bytes:
    """The same file, one field of a record changed."""
    found = bytearray(contents(data).files["temp.xg"])
    struct.pack_into(f"<{layout}", found, record * SIZE + at, *values)
    return container({"temp.xg": bytes(found)})


def records_of(*records: Record) -> bytes:
    return container({"temp.xg": b"".join(bytes(each.raw) for each in records)})


@pytest.mark.parametrize("seed", range(MATCHES))
def test_a_match_comes_back(seed: int) -> None:
    match = random_match(seed)
    found = load(dump(match))
    assert list(plies(found)) == list(plies(match))
    assert list(endings(found)) == list(endings(match))
    assert found.game.position == match.game.position or match.game.phase is Phase.OPENING
    assert (found.players, found.target, found.score) == (match.players, match.target, match.score)
    assert found.game.variant == match.game.variant
    for name in ("crawford", "jacoby"):
        assert getattr(found.settings, name) == getattr(match.settings, name)


def test_the_random_matches_have_everything() -> None:
    words = {action for seed in range(MATCHES) for action in _words(random_match(seed))}
    kinds = {"rolled", "played", "doubled", "took", "dropped", "beavered", "raccooned", "resigned"}
    assert kinds <= words
    assert {"bearing off", "drop", "resignation", "unfinished", "automatic"} <= words


def _words(match: Match) -> set[str]:
    found = {type(action).__name__.lower() for game in match.games for action in game.log}
    found |= {game.result.by if game.result else "unfinished" for game in match.games}
    ties = [isinstance(action, Rolled) for game in match.games for action in game.log[1:2]]
    return found | ({"automatic"} if any(ties) and match.settings.murphy is None else set())


def test_what_is_known_of_the_match() -> None:
    match = load(DATA)
    assert match.players == ("Ann", "Bené")
    assert match.notes.about == {
        "event": "Open",
        "round": "Final",
        "date": "2025-05-24",
        "time": "12:00",
        "rating_0": "1650.50",
        "rating_1": "1800.25",
        "experience_0": "40",
    }


def test_old_files_have_names_of_their_code_page() -> None:
    old = load(patched(DATA, 552, "i", 8))
    assert old.players == ("Ann", "Bené")


def test_a_match_to_no_points_is_for_money() -> None:
    match = match_of("31", "8/5 6/5")
    assert load(patched(dump(match), 92, "i", 0)).target == MONEY


def test_the_crawford_game_is_one_only_at_its_score() -> None:
    for points, score, crawford in ((1, 0, False), (5, 0, False), (5, 4, True), (5, 3, False)):
        data = dump(match_of("31", "8/5 6/5", points=points))
        data = patched(data, 12, "ii?", score, 0, True, record=1)
        assert load(data).game.stakes.crawford == crawford
    after = patched(data, 12, "ii?", 4, 0, False, record=1)
    assert not load(after).game.stakes.crawford


def test_comments_stand_at_their_moves() -> None:
    match = match_of("31", "8/5 6/5", "64", "24/14", "52", "13/8 13/11")
    found = load(dump(match, ["Fine.", "Zwei\nZeilen: \u00e4\u2013{\\}"]))
    assert found.notes.of(0, 1).text == "Fine."
    assert found.notes.of(0, 3).text == "Zwei\nZeilen: \u00e4\u2013{\\}"
    assert found.notes.of(0, 5).text == ""


def test_analysis_is_kept() -> None:
    data = dump(match_of("31", "8/5 6/5", "64", "24/14"))
    chances = (0.01, 0.1, 0.4, 0.6, 0.2, 0.02, 0.25)
    found = bytearray(contents(data).files["temp.xg"])
    move = 3 * SIZE
    struct.pack_into("<i", found, move + 124 + 64, 2)
    struct.pack_into("<8b", found, move + 124 + 900, 23, 22, 12, 9, -1, 0, 0, 0)
    after = found[move + 35 : move + 61]
    found[move + 124 + 68 + 26 : move + 124 + 68 + 52] = after
    struct.pack_into("<8b", found, move + 124 + 908, 7, 4, 5, 4, -1, 0, 0, 0)
    struct.pack_into("<hhhh", found, move + 124 + 1156, 1002, 0, 100, 0)
    struct.pack_into("<7f7f", found, move + 124 + 1284, *chances, *chances)
    struct.pack_into("<ii", found, move + 2344, -1, 1)
    struct.pack_into("<dd", found, move + 2312, -0.05, 0.125)
    cube = 2 * SIZE
    struct.pack_into("<i", found, cube + 64 + 28, 3)
    struct.pack_into("<7f3f", found, cube + 64 + 60, *chances, 0.5, 0.75, 1.0)
    struct.pack_into("<i", found, cube + 232, 3)
    rollouts = bytearray(2 * 2184)
    struct.pack_into("<i", rollouts, 2184 + 84, 1296)
    files = {"temp.xg": bytes(found), "temp.xgr": bytes(rollouts)}
    analysis = load(container(files)).notes.of(0, 1).analysis
    assert analysis is not None
    first, second = analysis.candidates
    assert (first.play, first.by, first.equity) == ("24/23 13/10", "XG Roller++", 0.25)
    assert (second.play, second.by) == ("8/5 6/5", "rollout, 1296 trials")
    assert first.outcome == pytest.approx((0.4, 0.18, 0.02, 0.3, 0.09, 0.01), abs=1e-6)
    assert (analysis.played, analysis.luck) == (1, 0.125)
    assert analysis.raw["ErrMove"] == ("-0.050000",)
    assert analysis.cube is not None
    assert (analysis.cube.no_double, analysis.cube.double_take) == (0.5, 0.75)
    assert analysis.cube.by == "4-ply"


def test_an_illegal_play_is_kept() -> None:
    data = dump(match_of("31", "8/5 6/5", "64", "24/14", "52", "13/8 13/11"))
    wrong = patched(data, 100, "2i", 5, 1, record=7)
    with pytest.raises(BadFile, match=r"line 8, game 1: Ann, 51: 13/8 13/11"):
        load(wrong)
    found = load(wrong, strict=False)
    kept = found.game.log[-1]
    assert isinstance(kept, Arranged)
    assert kept.steps == ((13, 8), (13, 11))
    assert len(found.notes.faults) == 1


def test_the_board_of_a_play_is_right_where_its_steps_are_wrong() -> None:
    match = match_of("31", "8/5 6/5", "64", "24/14", "52", "13/8 13/11")
    wrong = patched(dump(match), 68, "2i", 23, 20, record=7)
    found = load(wrong, strict=False)
    assert found.game.position == match.game.position
    assert [fault.line for fault in found.notes.faults] == [8]


def test_a_board_that_was_edited_is_taken_as_it_is() -> None:
    match = match_of("31", "8/5 6/5", "64", "24/14", "52", "13/8 13/11")
    records = bytearray(contents(dump(match)).files["temp.xg"])
    for at in (6 * SIZE + 36, 7 * SIZE + 9):  # a checker goes from the midpoint to the bar point
        records[at + 13] -= 1
        records[at + 7] += 1
    records[7 * SIZE + 35 + 13] -= 1
    records[7 * SIZE + 35 + 7] += 1
    edited = container({"temp.xg": bytes(records)})
    assert "does not follow" in load(edited, strict=False).notes.faults[0].text
    records[6 * SIZE + 296] = 1
    found = load(container({"temp.xg": bytes(records)}))
    assert found.game.position.other[7] == 1


def test_a_position_file_is_a_game_that_was_set_up() -> None:
    match = match_of("31", "8/5 6/5", "double", "take", "64", "24/14", "52", "13/8 13/11")
    records = contents(dump(match)).files["temp.xg"]
    parts = [records[at * SIZE : (at + 1) * SIZE] for at in (0, 1, 6, 7)]
    data = container({"temp.xg": b"".join(parts)})
    assert (known := sniff(data)) is not None
    assert known.endings == (".xg", ".xgp")
    found = load(data)
    assert found.game.position == match.game.position
    assert (found.game.stakes.value, found.game.stakes.owner) == (2, 0)
    assert [type(action).__name__ for action in found.game.log] == ["Rolled", "Played"]


def test_a_position_may_be_a_question_about_the_cube() -> None:
    match = match_of("31", "8/5 6/5", "64", "24/14", "52", "13/8 13/11")
    records = contents(dump(match, ["When?"])).files["temp.xg"]
    cube = bytearray(records[6 * SIZE : 7 * SIZE])
    struct.pack_into("<i", cube, 232, 3)
    struct.pack_into("<i", cube, 292, 0)
    files = {"temp.xg": records[: 2 * SIZE] + bytes(cube), "temp.xgc": b"When?\r\n"}
    found = load(container(files))
    assert found.game.log == ()
    assert found.game.position == match.game.undo(2).position
    assert found.notes.of(0).text == "When?"
    assert found.notes.of(0).analysis is not None


def test_a_roll_that_was_not_played() -> None:
    match = match_of("31", "8/5 6/5", "64", "resign", "accept")
    found = load(dump(match))
    assert found.game.result == match.game.result
    assert list(plies(found)) == list(plies(match))


def test_a_comment_before_the_roll_belongs_to_the_resignation() -> None:
    match = match_of("31", "8/5 6/5", "resign", "accept")
    records = bytearray(contents(dump(match)).files["temp.xg"])
    struct.pack_into("<i", records, 3 * SIZE + 2524, 0)
    struct.pack_into("<i", records, 4 * SIZE + 292, 1)
    found = load(container({"temp.xg": bytes(records), "temp.xgc": b"Fine.\r\nToo soon.\r\n"}))
    assert [found.notes.of(0, at).text for at in range(4)] == ["", "Fine.", "", "Too soon."]


def test_a_match_that_was_conceded() -> None:
    data = dump(match_of("31", "8/5 6/5", "resign", "accept", points=2))
    conceded = patched(data, 12, "i3xi", 2, 0, record=5)
    conceded = patched(conceded, 24, "iii", 1, 7, 104, record=5)
    assert load(conceded).score == (2, 0)


def test_a_settlement() -> None:
    data = dump(match_of("31", "8/5 6/5", "resign gammon", "accept"))
    assert load(patched(data, 32, "i", 1002, record=5)).score == (2, 0)


def test_a_missing_game() -> None:
    match = Match.start(players=("Ann", "Ben"), target=Points(5))
    first = Record(GAME).put(48, "i", 1)
    ended = Record(GAME_END).put(12, "ii", 0, 2).put(24, "iii", -1, 2, 1)
    second = Record(GAME).put(12, "ii", 0, 2).put(48, "i", 2)
    missing = Record(MISSING).put(24, "ii", -1, 2)
    for records in ((first, missing, ended), (missing,), (missing, ended)):
        found = load(records_of(header(match), *records, second))
        assert found.scores_before == ((0, 0), (0, 2))
        assert "missing" in found.notes.of(0).text
    again = Record(MISSING).put(24, "ii", 1, 1)
    assert load(records_of(header(match), missing, again)).scores == ((0, 2), (1, 2))


def test_files_may_be_stored_as_they_are() -> None:
    files = contents(DATA).files
    assert load(container(files, stored=True)) == load(DATA)
    assert load(container(files, thumbnail=b"")) == load(DATA)


def test_a_wrong_checksum_is_a_fault() -> None:
    for at in (-36, -33):
        wrong = bytearray(DATA)
        wrong[at] ^= 1
        with pytest.raises(BadFile, match="checksum"):
            load(bytes(wrong))
        found = load(bytes(wrong), strict=False)
        assert list(plies(found)) == list(plies(load(DATA)))
        assert "checksum" in found.notes.faults[0].text


def test_a_file_that_is_cut_off_gives_what_is_there() -> None:
    whole = list(plies(load(DATA)))
    found = load(DATA[: len(DATA) // 2 + 4000], strict=False)
    there = list(plies(found))
    assert 10 < len(there) < len(whole)
    assert there == whole[: len(there)]
    assert "what stands before is kept" in found.notes.faults[0].text


def test_cut_off_anywhere() -> None:
    data = dump(match_of("31", "8/5 6/5"))
    for size in (*range(0, HEADER, 97), *range(HEADER, len(data))):
        assert refused(data[:size])
        lenient(data[:size])


def refused(data: bytes) -> bool:
    """Read strictly."""
    try:
        load(data)
    except BadFile:
        return True
    return False


def lenient(data: bytes) -> None:
    """A match or a refusal."""
    try:
        load(data, strict=False)
    except BadFile:
        return


@pytest.mark.parametrize(
    ("at", "layout", "value", "reason"),
    [
        (556, "i", 1, "the header of a match"),
        (552, "i", 0, "version 0"),
        (552, "i", -7, "version -7"),
        (92, "i", -1, "a match to -1 points"),
        (92, "i", 2**31 - 1, "a match to 2147483647 points"),
        (96, "i", 4, "variation 4"),
    ],
)
def test_a_header_that_cannot_be(at: int, layout: str, value: int, reason: str) -> None:
    with pytest.raises(BadFile, match=reason):
        load(patched(DATA, at, layout, value))


@pytest.mark.parametrize(
    ("at", "values"),
    [
        (-32, (2**31 - 1,)),
        (-32, (0,)),
        (-28, (9,)),
        (-24, (-5,)),
        (-20, (2**31 - 1,)),
        (-20, (-1,)),
    ],
)
def test_absurd_counts(at: int, values: tuple[int, ...]) -> None:
    wrong = bytearray(DATA)
    struct.pack_into("<i", wrong, len(wrong) + at, *values)
    with pytest.raises(BadFile):
        load(bytes(wrong))
    lenient(bytes(wrong))


def test_a_container_without_records() -> None:
    with pytest.raises(BadFile, match=r"temp.xg in it has 0 bytes"):
        load(container({"temp.xgi": b"x"}))
    with pytest.raises(BadFile, match="has 578 bytes"):
        load(container({"temp.xg": bytes(578)}))


def test_a_second_file_of_the_same_name_is_ignored() -> None:
    records = contents(DATA).files["temp.xg"]
    both = container({"temp.xg": records, "TEMP.XG": b"other"})
    assert load(both) == load(DATA)


PLAIN = contents(SMALL).files["temp.xg"]


@settings(max_examples=150)
@given(
    st.lists(
        st.tuples(
            st.integers(0, 8), st.integers(0, 320), st.sampled_from((0, 1, 7, 127, 128, 255))
        ),
        min_size=1,
        max_size=12,
    )
)
def test_mutated_records_are_read_or_refused(changes: list[tuple[int, int, int]]) -> None:
    records = bytearray(PLAIN)
    for record, at, value in changes:
        records[(record * SIZE + at) % len(records)] = value
    data = container({"temp.xg": bytes(records)})
    lenient(data)
    try:
        load(data)
    except BadFile:
        return


@settings(max_examples=60)
@given(st.binary(max_size=400), st.integers(0, 2**32 - 1))
def test_noise_is_refused(noise: bytes, seed: int) -> None:
    random = Random(seed)
    for data in (
        b"RGMH" + noise,
        container({"temp.xg": random.randbytes(SIZE * 3)}),
        container({"temp.xg": PLAIN[: 2 * SIZE] + random.randbytes(SIZE * 3)}),
        container({"temp.xg": PLAIN, "temp.xgc": noise, "temp.xgr": noise}),
    ):
        lenient(data)


def test_moves_of_no_game_are_faults() -> None:
    match = Match.start(players=("Ann", "Ben"), target=MONEY, settings=Settings(jacoby=True))
    data = records_of(header(match), Record(MOVE).put(64, "i", 1), Record(GAME), Record(9))
    found = load(data, strict=False)
    assert [fault.text for fault in found.notes.faults] == [
        "it stands in no game",
        "a record of kind 9, expected 1 to 6",
    ]
    assert found.settings.jacoby


def test_numbers_that_are_none_do_no_harm() -> None:
    nan = int.from_bytes(struct.pack("<d", float("nan")), "little", signed=True)
    for at in (104, 128):
        match = load(patched(DATA, at, "q", nan))
        assert msgspec.json.decode(msgspec.json.encode(match.notes))


def test_the_sample() -> None:
    sample = Path(__file__).parents[1] / "data" / "matches" / "ann-ben.xg"
    match = load(sample)
    assert (match.score, match.notes.of(0, 1).text) == ((1, 2), "The usual play.")
