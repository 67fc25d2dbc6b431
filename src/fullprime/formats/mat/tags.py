"""The tags of match text, `; [Event "Open 2026"]`: what they say about a match, and back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from fullprime.formats.file_games import names_in_files
from fullprime.formats.transcript import Transcript
from fullprime.match import Match, Money
from fullprime.stakes import is_cube_limit

TAG: Final = re.compile(r'\[\s*([^\["]{1,60}?)\s*"(.*)"\s*\]')
_ABOUT: Final = {
    "site": "Site",
    "match_id": "Match ID",
    "event": "Event",
    "round": "Round",
    "place": "Place",
    "date": "EventDate",
    "time": "EventTime",
    "transcriber": "Transcriber",
    "annotator": "Annotator",
    "source": "Source",
}
"""What a match says about itself, by the tag that has it."""
_KEYS: Final = {tag.casefold(): key for key, tag in _ABOUT.items()} | {
    "date": "date",
    "time": "time",
    "location": "place",
}
"""By the names of tags in lower case, also those of a few programs only."""
_RULES: Final = ("variation", "crawford", "jacoby", "beaver", "cubelimit", "closedout")
"""Tags that say how it is played. They are written again from the match itself."""
NO_LIMIT: Final = "1024"
"""What programs write as the highest cube where players have agreed on none."""
_ELO: Final = re.compile(r"player ([12]) elo")
_PLAYER: Final = re.compile(r"player ([12])")
_YES: Final = ("on", "yes", "true", "1")
_DATE: Final = re.compile(r"(\d{4})[./-](\d{1,2})[./-](\d{1,2})")
_TIME: Final = re.compile(r"(\d{1,2})[.:](\d{2})")
_RATED: Final = re.compile(r"(.+?)\s*(?:,\s*|\()(\d{3,4}(?:[.,]\d+)?)\)?")
"""GridGammon writes names with ratings: `Kaneko,1811`."""


def apply_tags(transcript: Transcript, tags: Mapping[str, str], spelled: Mapping[str, str]) -> None:
    """What the tags say, by their names in lower case; players are known by now."""
    about = transcript.about
    # XG's Player 1 stands in the right column: only the names tell.
    swapped = tags.get("player 1", "") == transcript.players[1] != transcript.players[0]
    for tag, value in tags.items():
        if elo := _ELO.fullmatch(tag):
            seat = int(elo[1]) - 1
            _rating(about, 1 - seat if swapped else seat, value)
        elif tag not in _RULES and not _PLAYER.fullmatch(tag) and value:
            about[_KEYS.get(tag) or spelled.get(tag, tag)] = value
    if found := _DATE.fullmatch(about.get("date", "")):
        about["date"] = f"{found[1]}-{int(found[2]):02}-{int(found[3]):02}"
    if found := _TIME.fullmatch(about.get("time", "")):
        about["time"] = f"{int(found[1]):02}:{found[2]}"
    _rules(transcript, tags)


def _rules(transcript: Transcript, tags: Mapping[str, str]) -> None:
    if "crawford" in tags:
        transcript.crawford = _is_on(tags["crawford"])
    if "jacoby" in tags and not transcript.length:
        transcript.jacoby = _is_on(tags["jacoby"])
    beaver = tags.get("beaver", "")
    if not transcript.length and (_is_on(beaver) or beaver.isdecimal()):
        transcript.beavers = min(int(beaver), 99) if beaver.isdecimal() else 1
    limit = tags.get("cubelimit", "").strip()
    transcript.cube = limit != "1"
    transcript.cube_limit = _cube_limit(limit)
    transcript.skip_closed_out = tags.get("closedout", "").casefold() == "pass"
    variation = tags.get("variation", "").partition("(")[0].strip()
    transcript.variant = variation or None


def _cube_limit(text: str) -> int | None:
    """The highest cube that players have agreed on; programs write a very high one for none."""
    limit = int(text) if text.isdecimal() and len(text) <= len(NO_LIMIT) else 0
    return limit if is_cube_limit(limit) and limit < int(NO_LIMIT) else None


def _rating(about: dict[str, str], seat: int, value: str) -> None:
    """`1600.00/0`: the rating and the experience; the comma of `9,00/0` is a decimal point."""
    rating, _, experience = value.partition("/")
    about[f"rating_{seat}"] = rating.strip().replace(",", ".")
    if experience.strip():
        about[f"experience_{seat}"] = experience.strip()


def rated_names(players: tuple[str, str], about: dict[str, str]) -> tuple[str, str]:
    """The names without the ratings that both may carry."""
    found = [_RATED.fullmatch(name) for name in players]
    first, second = found
    if not first or not second:
        return players
    for seat, each in enumerate((first, second)):
        about.setdefault(f"rating_{seat}", each[2].replace(",", "."))
    return first[1], second[1]


def _is_on(value: str) -> bool:
    return value.strip().casefold() in _YES


# Writing -----------------------------------------------------------------------------------------


def tag_lines(match: Match, *, reversed_players: bool) -> Iterator[str]:
    """The tags of a match, one a line; XG names the player of the right column first."""
    about = match.notes.about
    named = {tag: about[key] for key, tag in _ABOUT.items() if about.get(key)}
    if "EventDate" in named:
        named["EventDate"] = named["EventDate"].replace("-", ".")
    if "EventTime" in named:
        named["EventTime"] = named["EventTime"].replace(":", ".")
    seats = (1, 0) if reversed_players else (0, 1)
    players = {f"Player {n}": match.players[seat] for n, seat in enumerate(seats, 1)}
    ratings = {
        f"Player {n} Elo": _elo(about, seat)
        for n, seat in enumerate(seats, 1)
        if f"rating_{seat}" in about
    }
    others = {
        key: value
        for key, value in about.items()
        if key not in _ABOUT and not key.startswith(("rating_", "experience_"))
    }
    for tag, value in (named | players | ratings | others | _rule_tags(match)).items():
        yield f'; [{tag} "{_one_line(value)}"]'


def _elo(about: Mapping[str, str], seat: int) -> str:
    experience = about.get(f"experience_{seat}")
    rating = about[f"rating_{seat}"]
    return f"{rating}/{experience}" if experience else rating


def _rule_tags(match: Match) -> dict[str, str]:
    settings = match.settings
    tags = {"Variation": names_in_files("mat").get(match.variant.id, match.variant.name)}
    if isinstance(match.target, Money):
        tags["Jacoby"] = "On" if settings.jacoby else "Off"
        beavers = settings.beavers
        tags["Beaver"] = str(beavers) if beavers > 1 else "On" if beavers else "Off"
    else:
        tags["Crawford"] = "On" if settings.plays_crawford(match.target) else "Off"
    doubles = settings.doubles(match.target, match.variant)
    tags["CubeLimit"] = str(settings.cube_limit or NO_LIMIT) if doubles else "1"
    if settings.skip_closed_out:
        tags["ClosedOut"] = "Pass"
    return tags


def _one_line(value: str) -> str:
    return " ".join(value.split())
