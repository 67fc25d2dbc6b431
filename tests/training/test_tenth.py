"""Training again for a tenth of the time."""

from __future__ import annotations

import pytest

from tenth import begins_with_standard, chain_of, scale_of


@pytest.mark.parametrize(
    ("game", "chain", "standard"),
    [
        ("plakoto", ["games/plakoto", "games/plakoto_cycle"], False),
        ("pin_game", ["games/tapa", "games/pin_game", "games/pin_game_cycle"], False),
        ("tavla", ["games/tavla"], True),
    ],
)
def test_the_experiments_are_those_of_the_card(game: str, chain: list[str], standard: bool) -> None:
    assert chain_of(game) == chain
    assert begins_with_standard(game) == standard


def test_times_are_shortened_to_a_part_of_what_the_log_shows() -> None:
    """Plakoto's first run was planned for 270 seconds, and its log ends after 248.5."""
    assert scale_of("games/plakoto", 0.1) == pytest.approx(0.1 * 248.5 / 270)
