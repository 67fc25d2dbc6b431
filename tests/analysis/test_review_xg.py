"""eXtreme Gammon's own errors, counted by our rules, give the PR that it reports."""

from __future__ import annotations

import json
from collections import defaultdict

import pytest

from corpus import CORPUS
from fullprime import Match, load
from fullprime.analysis.review import Decision, decisions
from fullprime.analysis.review.rating import performance
from fullprime.analysis.review.verdict import FELT, cube_decision_verdict
from fullprime.engine import CubeVerdict, Outcome
from fullprime.engine.cube import action_for
from fullprime.notes import Analysis

REPORTED = CORPUS / "stats" / "kevung_blunderDB__marseille-round4-7pt.json"
FILE = (
    CORPUS
    / "xg"
    / "kevung_blunderDB__HsbtMarseille_main_ronde4_LamourDeCaslouGildas_UngerKevin_7p.xg"
)


@pytest.mark.skipif(not REPORTED.exists(), reason="the collection of match files is not here")
def test_pr_as_reported() -> None:
    told = json.loads(REPORTED.read_text())["xg"]
    match = load(FILE, strict=False)
    errors: dict[int, list[float]] = defaultdict(list)
    for made in decisions(match):
        lost = checker(match, made) if made.kind == "checker" else cube(match, made)
        if lost is not None:
            errors[made.player].append(lost)
    found = [performance(errors[seat])[0] for seat in (0, 1)]
    assert found == [pytest.approx(told[f"player{n}"]["pr"], abs=0.01) for n in (1, 2)]
    assert [len(errors[seat]) for seat in (0, 1)] == [89, 79]


def checker(match: Match, made: Decision) -> float | None:
    """None: it does not count."""
    said = match.notes.of(made.game, made.action).analysis
    assert said is not None
    worths = [each.equity for each in said.candidates]
    if max(worths) - min(worths) < FELT:
        return None
    if said.played is None:
        return 0.0
    return said.candidates[0].equity - said.candidates[said.played].equity


def cube(match: Match, made: Decision) -> float | None:
    """None: it does not count. Where the player rolled on, the cube stands beside the play."""
    log = range(len(match.games[made.game].log))
    here = made.action - 1 if made.kind == "take" else made.action
    notes = (match.notes.of(made.game, action).analysis for action in log[here : here + 2])
    said = next((each.cube for each in notes if isinstance(each, Analysis) and each.cube), None)
    if said is None:
        return None  # obvious, so it was not analyzed
    action = action_for(said.no_double, said.double_take)
    asked = CubeVerdict(Outcome.of(win=0.5), said.no_double, said.double_take, 1.0, action, None)
    verdict = cube_decision_verdict(made, asked, 2)
    return verdict.error if verdict.counts else None
