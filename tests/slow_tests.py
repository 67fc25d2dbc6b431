"""Tests that `make quick` leaves out, measured once; all of them run in `make test`.

Of those with many cases the first one stays: a game, a seed, a position.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

FOLDER: Final = Path(__file__).parent
SLOW: Final = {
    "benchmarks/test_family_levels.py": {"test_more_misjudgement_loses_more_in_any_game"},
    "benchmarks/test_match_decisions.py": {"test_people_judged_by_rollouts"},
    "benchmarks/test_strength.py": {"test_equal_players_with_exchanged_sides_win_nothing"},
    "cli/test_cli.py": {
        "test_closed_streams",
        "test_illegal_plays_and_garbage_at_the_table",
        "test_play_leaves_and_resumes",
        "test_play_two_bots_to_the_end",
    },
    "cli/test_rollout.py": {
        "test_ctrl_c_ends_a_rollout_with_what_it_has",
        "test_rollout_of_chosen_plays_in_phases",
    },
    "docs/test_docs.py": {"test_commands_in_the_docs"},
    "engine/test_bearoff.py": {
        "test_opened_when_first_needed",
        "test_rolls_of_ten_thousand_positions",
        "test_wins_of_ten_thousand_positions",
        "test_wins_of_up_to_three_checkers",
    },
    "engine/test_bearoff_cube.py": {"test_all_positions"},
    "engine/test_effective_pips.py": {"test_against_brute_force"},
    "engine/test_engine.py": {"test_beats_random_play", "test_beats_the_handmade_judge"},
    "engine/test_levels.py": {
        "test_a_damaged_note_is_told_with_its_file",
        "test_matches_between_levels_are_legal_and_scores_add_up",
        "test_playing_a_level",
    },
    "engine/test_rollout.py": {"test_extended_is_as_run_at_once", "test_same_bits_everywhere"},
    "engine/test_rollout_result.py": {"test_verify"},
    "engine/test_search.py": {"test_threads_and_cache_do_not_matter"},
    "kernel/test_family_oracle.py": {"test_named_doublets", "test_two_turns_of_backgammon"},
    "kernel/test_kernel.py": {"test_a_turn_of_very_many_plays", "test_many_plays_fit"},
    "kernel/test_memory.py": {"test_an_allocation_that_fails_is_a_memory_error"},
    "kernel/test_perft.py": {"test_perft_through_the_program"},
    "server/test_bad_lines.py": {
        "test_a_line_that_breaks_at_any_byte",
        "test_slow_lines_and_double_words_change_nothing",
    },
    "server/test_disk.py": {
        "test_a_clock_on_the_wall_that_jumps_is_not_the_clock_of_a_match",
        "test_a_disk_that_is_really_full",
        "test_after_a_failed_sync_nothing_is_acknowledged",
        "test_nothing_is_acknowledged_before_it_is_on_the_disk",
    },
    "server/test_fair_dice.py": {
        "test_a_killed_server_deals_the_same_roll",
        "test_a_server_without_its_key_ends_no_match_as_lost",
        "test_all_throws_are_counted",
        "test_in_a_session_three_times_the_cube_is_lost",
        "test_what_goes_on_from_there_has_usual_dice",
        "test_who_withholds_a_link_loses_the_match",
    },
    "server/test_docs.py": {"test_every_route_is_described", "test_the_state_is_described"},
    "server/test_endings.py": {
        "test_an_abandoned_match_is_the_same_when_it_is_loaded_again",
        "test_lists_of_an_older_version_are_completed",
    },
    "server/test_games.py": {"test_random_matches"},
    "server/test_heartbeat.py": {"test_who_does_not_answer_is_away"},
    "server/test_hostile.py": {"test_no_secret_comes_into_the_log"},
    "server/test_http.py": {"test_a_second_server_on_the_same_file_is_refused"},
    "server/test_imported.py": {"test_the_server_shows_it_and_plays_nothing_in_it"},
    "server/test_kill.py": {"test_nothing_is_lost"},
    "server/test_reading.py": {
        "test_a_damaged_match_says_so_and_the_others_are_played_on",
        "test_a_process_that_ends_is_replaced_and_no_queue_grows_without_end",
        "test_what_is_known_is_not_read_again",
        "test_who_goes_away_leaves_no_answer_for_the_next",
    },
    "server/test_restore.py": {
        "test_a_backup_of_a_running_server_brings_everything_of_its_moment_back",
    },
    "server/test_server.py": {"test_a_session_lasts_until_it_is_ended"},
    "server/test_site.py": {
        "test_a_file_that_changes_has_another_name",
        "test_developers_get_the_files_as_they_are",
    },
    "store/test_migrations.py": {
        "test_a_start_without_migration_does_without_alembic",
        "test_every_match_is_there_as_before",
        "test_who_is_killed_while_migrating_finds_everything",
    },
    "store/test_power.py": {
        "test_a_database_that_waits_less_would_lose_something",
        "test_every_verb_is_done_or_not",
        "test_nothing_acknowledged_is_lost_when_the_power_is_cut",
    },
    "test_notation.py": {"test_every_play_reads_back"},
    "test_sdist.py": {"test_what_it_carries"},
    "test_series.py": {"test_two_bots_play_a_series_to_the_end"},
    "training/test_own_nets.py": {"test_the_commands_of_the_page"},
    "tui/test_tui.py": {
        "test_a_forced_play_needs_enter_only",
        "test_a_match_against_a_bot_over_several_games",
    },
    "variant/test_own_variants.py": {"test_the_examples_of_the_page"},
}
MANY_CASES: Final = {
    "cli/test_cli.py": {"test_closed_pipe", "test_play_every_game_to_the_end"},
    "engine/test_cube_values.py": {
        "test_live_cube_in_a_match",
        "test_looking_ahead_with_the_cube",
    },
    "engine/test_rollout.py": {"test_trials"},
    "engine/test_search.py": {"test_bits_of_a_real_net"},
    "kernel/test_family.py": {"test_agrees_with_the_oracle"},
    "kernel/test_family_oracle.py": {
        "test_batches_one_by_one",
        "test_every_position_stays_sound",
        "test_every_rule_is_noticed",
    },
    "kernel/test_kernel.py": {
        "test_agrees_where_a_compulsion_binds",
        "test_agrees_with_the_oracle",
    },
    "kernel/test_oracle.py": {"test_binding_positions"},
    "kernel/test_perft.py": {
        "test_first_turns_agree_with_the_oracle",
        "test_legal_through_the_program",
        "test_the_files_hold",
    },
    "render/test_render_family.py": {"test_every_start_fits_every_width"},
    "test_random_games.py": {"test_random_games", "test_saved_and_loaded_in_the_middle"},
    "tui/test_tui.py": {"test_two_people_play_a_game_to_the_end"},
    "tui/test_tui_family.py": {
        "test_every_line_fits_in_every_game",
        "test_two_people_play_every_game_to_the_end",
    },
    "variant/test_every_field_matters.py": {"test_every_field_matters"},
}


def mark(items: list[pytest.Item]) -> None:
    """Puts the marker `slow` on them."""
    sampled: set[tuple[str, str]] = set()
    for item in items:
        if not isinstance(item, pytest.Function) or not item.path.is_relative_to(FOLDER):
            continue
        file, name = item.path.relative_to(FOLDER).as_posix(), item.originalname
        further = (file, name) in sampled and name in MANY_CASES.get(file, ())
        if further or name in SLOW.get(file, ()):
            item.add_marker(pytest.mark.slow)
        sampled.add((file, name))
