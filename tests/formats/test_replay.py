"""From what a file says to a match: gaps are filled in, what breaks a rule is listed."""

from pathlib import Path

import msgspec
import pytest

from fullprime import Match, Money, Phase, load
from fullprime.action import Arranged, Beavered, Resigned
from fullprime.errors import BadFile, BadVariant
from fullprime.formats.replay import replay
from fullprime.formats.transcript import Entry, GameTranscript, Kind, Transcript
from fullprime.match import Points
from fullprime.notes import Note
from fullprime.position import Position


def roll(player: int, dice: tuple[int, int], play: str | None = "") -> Entry:
    return Entry(kind="roll", player=1 if player else 0, dice=dice, play=play, line=1)


def said(player: int, kind: Kind, value: int = 0) -> Entry:
    return Entry(kind=kind, player=1 if player else 0, value=value, line=2)


def game(*entries: Entry, score: tuple[int, int] | None = None) -> GameTranscript:
    return GameTranscript(score=score, entries=list(entries))


def match(*games: GameTranscript, length: int = 0, strict: bool = True) -> Match:
    transcript = Transcript(format="test", players=("Ann", "Ben"), length=length, games=list(games))
    return replay(transcript, strict=strict)


OPENING = roll(1, (3, 1), "8/5 6/5")


def test_the_first_cell_opens() -> None:
    found = match(game(OPENING, roll(0, (5, 2), "13/11 13/8")), length=5).game
    assert found.turn == 1
    assert found.phase is Phase.TO_ROLL
    assert found.log[0].dice == (1, 3)  # type: ignore[union-attr]


def test_a_doublet_cannot_open_so_the_board_was_set_up() -> None:
    found = match(game(roll(1, (6, 6), "24/18(2) 13/7(2)")))
    assert found.begins is not None
    assert found.begins.starter == 1
    assert found.game.turn == 0


def test_hits_need_no_star_and_may_have_one_too_many() -> None:
    hits = match(game(roll(0, (6, 2), "24/18 13/11"), roll(1, (5, 2), "13/8 6/4")))
    more = match(game(roll(0, (6, 2), "24/18* 13/11"), roll(1, (5, 2), "13/8 6/4")))
    assert hits.game.log == more.game.log


def test_a_beaver_is_accepted_by_rolling() -> None:
    found = match(
        game(OPENING, said(0, "double", 2), said(1, "beaver", 4), roll(0, (6, 1), "13/7 8/7"))
    )
    assert Beavered() in found.game.log
    assert found.game.stakes.value == 4
    assert found.game.stakes.owner == 1
    assert found.settings.beavers == 1


def test_a_second_double_by_the_other_side_is_a_beaver() -> None:
    found = match(game(OPENING, said(0, "double", 2), said(1, "double", 4), said(0, "drop")))
    assert found.score == (0, 2)


def test_points_say_for_how_much_a_player_resigned() -> None:
    found = match(game(OPENING, said(0, "win", 2)), length=5)
    assert found.game.result is not None
    assert found.game.result.by == "resignation"
    assert found.score == (2, 0)
    assert found.game.log[-2] == Resigned(2, 1)  # out of turn


def test_a_roll_may_be_the_last_thing_before_resigning() -> None:
    found = match(game(OPENING, roll(0, (6, 5), None), said(1, "win", 1)), length=5)
    assert found.score == (0, 1)


def test_the_next_score_line_ends_a_game() -> None:
    found = match(game(OPENING, score=(0, 0)), game(OPENING, score=(0, 2)), length=5)
    assert found.scores[0] == (0, 2)
    assert found.games[1].result is None


def test_a_game_that_was_broken_off_stays_so() -> None:
    found = match(game(OPENING, score=(0, 0)), game(OPENING, score=(0, 0)), length=5)
    assert [each.result for each in found.games] == [None, None]
    assert found.score == (0, 0)


def test_the_score_line_is_right() -> None:
    games = (game(OPENING, said(0, "win", 1), score=(0, 0)), game(OPENING, score=(2, 0)))
    found = match(*games, length=5, strict=False)
    assert found.score == (2, 0)
    assert "says 2-0" in found.notes.faults[0].text
    with pytest.raises(BadFile, match="game 2: the score line says 2-0"):
        match(*games, length=5)


def test_what_is_capped_is_no_fault() -> None:
    entries = (
        OPENING,
        *(said(0, "double", 2), said(1, "take"), roll(0, (6, 1), "13/7 8/7")),
        *(said(1, "double", 4), said(0, "take"), said(0, "win", 2)),
    )
    assert match(game(*entries, score=(3, 2)), length=5).score == (7, 2)
    with pytest.raises(BadFile, match="2 points cannot be won with the cube at 4"):
        match(game(*entries, score=(2, 2)), length=5)


def test_points_tell_whether_gammons_counted() -> None:
    found = match(game(OPENING, said(0, "win", 1)), game(OPENING, said(0, "win", 2)))
    assert isinstance(found.target, Money)
    assert not found.settings.jacoby


def test_an_illegal_play_is_kept_as_it_was_made() -> None:
    wrong = roll(0, (5, 2), "13/11 13/7")
    with pytest.raises(BadFile, match=r"line 1, game 1: Ann, 52: 13/11 13/7: .*position"):
        match(game(OPENING, wrong))
    found = match(game(OPENING, wrong, roll(1, (6, 1), "13/7 8/7")), strict=False)
    [fault] = found.notes.faults
    assert (fault.game, fault.action) == (1, 3)
    assert "position" not in fault.text
    assert fault.described.endswith(f"position {fault.position}")
    kept = found.game.log[3]
    assert isinstance(kept, Arranged)
    assert kept.steps == ((13, 11), (13, 7))
    assert found.game.position.mover[7] == 1


def test_a_play_that_cannot_stand_is_left_out() -> None:
    found = match(game(OPENING, roll(0, (5, 2), "3/1 13/8")), strict=False)
    assert len(found.notes.faults) == 2
    assert found.game.turn == 1


def test_a_missing_turn_is_a_fault_and_play_goes_on() -> None:
    found = match(game(OPENING, roll(1, (6, 4), "24/14")), strict=False)
    assert "other player's turn" in found.notes.faults[0].text
    assert found.game.turn == 0


def test_a_double_against_the_rules_is_left_out_with_its_answer() -> None:
    found = match(
        game(OPENING, said(0, "double", 2), said(1, "take"), roll(0, (6, 1), "13/7 8/7"),
             said(1, "double", 4), said(0, "take"), roll(1, (2, 1), "13/10"),
             said(0, "double", 8), said(1, "take"), said(1, "double", 16), said(0, "drop")),
        strict=False,
    )  # fmt: skip
    assert found.game.result is not None
    assert found.notes.faults


def test_the_crawford_game_is_found_by_its_score() -> None:
    found = match(game(OPENING, score=(4, 2)), length=5)
    assert found.game.stakes.crawford
    doubled = match(game(OPENING, said(0, "double", 2), said(1, "take"), score=(4, 2)), length=5)
    assert not doubled.game.stakes.crawford


def test_what_follows_the_end_of_the_match_is_ignored() -> None:
    won = game(OPENING, said(0, "win", 1), score=(0, 0))
    found = match(won, game(OPENING, score=(1, 0)), length=1)
    assert len(found.games) == 1
    assert found.target == Points(1)


def test_a_transcript_without_a_game_is_none() -> None:
    with pytest.raises(BadFile, match="no game"):
        match()


def test_no_path_in_a_file_is_opened(tmp_path: Path) -> None:
    own = tmp_path / "secret.toml"
    own.write_text("name = 'Secret'", encoding="utf-8")
    heading = f'; [Variation "{own}"]\n 5 point match\n\n Game 1\n Ann : 0     Ben : 0\n'
    (fault,) = load(f"{heading}  1) 31: 8/5 6/5\n".encode(), strict=False).notes.faults
    assert "unknown variant" in fault.text
    with pytest.raises(BadVariant, match="unknown variant"):
        replay(
            Transcript(
                format="test", players=("Ann", "Ben"), length=5, variant=str(own), games=[game()]
            )
        )


def test_a_game_that_cannot_begin_ends_the_match() -> None:
    over = Position.parse("off:15 / 24:2 13:5 8:3 6:5")
    first = game(OPENING, said(0, "win", 3), score=(0, 0))
    second = GameTranscript(score=(0, 0), position=over, starter=0, line=7)
    found = match(first, second, length=3, strict=False)
    assert found.score == (3, 0)
    assert [(fault.line, fault.game) for fault in found.notes.faults][-1] == (7, 1)
    with pytest.raises(BadFile, match="line 7"):
        match(first, second, length=3)
    with pytest.raises(BadFile, match="already over"):
        match(second, length=3, strict=False)


def test_the_crawford_game_is_one_where_a_side_needs_one_point() -> None:
    board = Position.parse("24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5")
    set_up = GameTranscript(crawford=True, position=board, starter=0)
    begins = match(set_up, length=5).begins
    assert begins is not None
    assert not begins.crawford


def test_a_note_of_a_resignation_stands_beside_it() -> None:
    told = Entry(kind="resign", player=0, note=Note(text="Too bad."))
    noted = msgspec.structs.replace(OPENING, note=Note(text="As usual."))
    found = match(game(noted, told, said(1, "win", 1)), length=5)
    assert found.notes.of(0, 1).text == "As usual."
    assert found.notes.of(0, len(found.game.log) - 1).text == "Too bad."
    found = match(game(noted, Entry(kind="accept", player=0, note=Note(text="What?"))), length=5)
    assert found.notes.of(0, 1).text == "As usual.\nWhat?"


def test_a_game_without_end_is_no_game() -> None:
    with pytest.raises(BadFile, match="a game of 5001 actions"):
        match(game(*[OPENING] * 5001))


def test_a_match_that_was_conceded_is_not_passed_over() -> None:
    entries = (OPENING, said(0, "win", 5))
    with pytest.raises(BadFile, match="the match was conceded; this game counts 3 at most"):
        match(game(*entries), length=5)
    found = match(game(*entries), length=5, strict=False)
    assert found.score == (3, 0)
    assert len(found.notes.faults) == 1
