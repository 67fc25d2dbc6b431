"""A cluster of processes on this machine: the same bits, whoever computes them or is lost."""

from __future__ import annotations

import io
import json
import os
import pickle
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from fullprime import Match
from fullprime.analysis.review import report_json
from fullprime.analysis.review import review as review_here
from fullprime.dice import Roll
from fullprime.engine.rollout import Progress, roller_for
from fullprime.engine.rollout_result import MONEY_TERMS, RolloutSettings
from fullprime.errors import FullprimeError
from fullprime.formats.match_file import open_match
from fullprime.variant import Variant
from program import run, run_process

pytest.importorskip("distributed", reason="Dask is not installed")

from distributed import Client

from cluster_nodes import LIAR, scheduler, worker
from fullprime.cluster.address import Tls, check_address
from fullprime.cluster.crew import Crew
from fullprime.cluster.guard import Refusing
from fullprime.cluster.piece import Refused, do, encode, review_pieces, rollout_piece
from fullprime.cluster.reviewing import review
from fullprime.cluster.rolling import CrewRoller

FILES = Path(__file__).parents[1] / "data" / "matches"
VARIANT = Variant.load()
START = VARIANT.start_position
ROLL = Roll(3, 1)
SETTINGS = RolloutSettings(trials=5 * 216 + 20, truncate=5, seed=3)


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """One scheduler, two workers."""
    with scheduler() as where, worker(where), worker(where):
        yield where


@pytest.fixture(scope="module")
def match() -> Match:
    return open_match(FILES / "sample.mat", strict=False).match


def test_a_review_has_the_same_bits(cluster: str, match: Match) -> None:
    here: dict[str, bytes] = {}
    there: dict[str, bytes] = {}
    expected = review_here(match, plies=0, deepen=False, cached=here)
    with Crew(cluster) as crew:
        assert report_json(review(crew, match, plies=0, cached=there)) == report_json(expected)
    assert there == here, "the workers have answered everything"


def test_a_rollout_has_the_same_bits(cluster: str) -> None:
    expected = roller_for(VARIANT).plays(START, ROLL, SETTINGS)
    with Crew(cluster) as crew:
        found = CrewRoller(crew, VARIANT).plays(START, ROLL, SETTINGS)
        assert found == expected
        longer = replace(SETTINGS, trials=1500)
        extended = CrewRoller(crew, VARIANT).extend(found, longer)
    assert extended == roller_for(VARIANT).extend(expected, longer)


def test_a_lost_worker_costs_time_only(cluster: str) -> None:
    expected = roller_for(VARIANT).plays(START, ROLL, SETTINGS)
    killed: list[int] = []
    with worker(cluster) as (third, its_address), Crew(cluster, checked=0) as crew:

        def watch(progress: Progress) -> None:
            if not killed:
                third.kill()
                killed.append(progress.trials)

        assert its_address in crew.workers
        assert CrewRoller(crew, VARIANT).plays(START, ROLL, SETTINGS, watch=watch) == expected
        assert killed < [SETTINGS.trials]
        assert its_address not in crew.workers


def test_a_lying_worker_is_found(cluster: str, match: Match) -> None:
    """Its figures are not used; the others compute everything."""
    expected = roller_for(VARIANT).position(START, SETTINGS)
    with worker(cluster, program=LIAR) as (_, liar):
        with Crew(cluster) as crew:
            assert CrewRoller(crew, VARIANT).position(START, SETTINGS) == expected
            assert crew.refused <= {liar}
            again = review(crew, match, plies=0)
        with Crew(cluster) as crew:
            crew._refused |= crew.workers - {liar}
            with pytest.raises(FullprimeError, match="every worker of the cluster answers wrongly"):
                CrewRoller(crew, VARIANT).position(START, SETTINGS)
            assert liar in crew.refused
    assert report_json(again) == report_json(review_here(match, plies=0))


# No code ------------------------------------------------------------------------------------------


def test_no_code_is_run_for_strangers(cluster: str, tmp_path: Path) -> None:
    """A stock client of Dask can neither submit a function, nor run one, nor upload a module."""
    module, trace = tmp_path / "evil.py", tmp_path / "trace"
    module.write_text(f"open({str(trace)!r}, 'w')")
    tries: list[Callable[[Client], object]] = [
        lambda client: client.submit(os.mkdir, str(trace)).result(timeout=5),
        lambda client: client.submit(lambda: trace.touch()).result(timeout=5),
        lambda client: client.run(os.mkdir, str(trace)),
        lambda client: client.run_on_scheduler(os.mkdir, str(trace)),
        lambda client: client.upload_file(str(module)),
    ]
    for attempt in tries:
        with (
            Client(cluster, timeout=10, set_as_default=False) as client,
            pytest.raises(Exception),  # noqa: B017 - whatever Dask makes of it
        ):
            attempt(client)
    assert not trace.exists()
    with Crew(cluster) as crew:
        assert len(crew.workers) == 2, "they have lost nothing by it"


@pytest.mark.parametrize("what", [os.system, eval, print, Path("x"), subprocess.Popen, Variant])
def test_pickles_that_name_anything_else_are_refused(what: object) -> None:
    with pytest.raises(pickle.UnpicklingError, match="may not be sent"):
        Refusing(io.BytesIO(pickle.dumps(what))).load()


def test_pickles_of_errors_and_data_are_read() -> None:
    for what in (b"data", {"a": [1.5, None]}, do):
        assert Refusing(io.BytesIO(pickle.dumps(what))).load() == what
    assert isinstance(Refusing(io.BytesIO(pickle.dumps(KeyError("x")))).load(), KeyError)


def test_pieces_are_checked(match: Match) -> None:
    [whole] = review_pieces(match, 0, [0], 10)
    roller = roller_for(VARIANT)
    subject = roller.position(START, RolloutSettings(trials=1)).lines[0].subject
    trials = rollout_piece(roller, SETTINGS, MONEY_TERMS, subject, 0, 10)
    bad = {
        "not a piece of work": b"{}",
        "expected at most": b" " * (64 * 2**20 + 1),
        "this worker has Fullprime": encode(replace(whole, version="0.0.1")),
        "this worker evaluates by": encode(replace(whole, evaluators={})),
        "moment 100000, expected less": encode(replace(whole, moments=(100_000,))),
        "not a saved match": encode(replace(whole, match=msgspec.Raw(b"{}"))),
        "this worker evaluates by (": encode(replace(trials, names=("another net", None))),
        "trials in one piece": encode(replace(trials, last=1000)),
        "expected 0 to": encode(replace(trials, settings=RolloutSettings(seed=-1))),
    }
    for why, data in bad.items():
        answer = msgspec.json.decode(do(data), type=Refused)
        assert why in answer.why


# Addresses and certificates -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "why"),
    [
        ("127.0.0.1:8786", "expected an address such as"),
        ("tcp://127.0.0.1", "expected an address such as"),
        ("tcp://127.0.0.1:x", "expected an address such as"),
        ("tcp://0.0.0.0:8786", "use tls://"),
        ("tcp://10.1.2.3:8786", "use tls://"),
        ("tls://10.1.2.3:8786", "needs --tls-ca"),
    ],
)
def test_addresses_that_are_refused(where: str, why: str) -> None:
    with pytest.raises(FullprimeError, match=why):
        check_address(where, None)


def test_a_public_scheduler_without_certificates_does_not_start() -> None:
    refused = run_process("cluster", "scheduler", "tcp://0.0.0.0:0")
    assert refused.returncode == 3
    assert "use tls:// with certificates" in refused.stderr


@pytest.mark.skipif(not shutil.which("openssl"), reason="makes certificates with openssl")
def test_tls(tmp_path: Path) -> None:
    ours, theirs = _certificates(tmp_path / "ours"), _certificates(tmp_path / "theirs")
    files = [f"--tls-{name}={getattr(ours, name)}" for name in ours._fields]
    settings = replace(SETTINGS, trials=40)
    with scheduler("tls://127.0.0.1:0", *files) as where, worker(where, *files):
        assert where.startswith("tls://")
        with Crew(where, ours) as crew:
            found = CrewRoller(crew, VARIANT).position(START, settings)
        assert found == roller_for(VARIANT).position(START, settings)
        with pytest.raises(FullprimeError, match="no cluster answers"):
            Crew(where, theirs, patience=2)


def _certificates(folder: Path) -> Tls:
    """An authority, and one certificate for all."""
    folder.mkdir()
    tls = Tls(*(folder / f"{name}.pem" for name in ("ca", "cert", "key")))
    new = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    made = ["-subj", "/CN=fullprime", "-keyout", str(tls.key), "-out", str(tls.cert)]
    subprocess.run([*new, *made], check=True, capture_output=True)
    shutil.copy(tls.cert, tls.ca)
    return tls


# The commands -------------------------------------------------------------------------------------


def test_commands(cluster: str) -> None:
    rolled = ["rollout", "31", "--trials", "72", "--truncate", "5", "--json"]
    there = run_process(*rolled, "--cluster", cluster)
    assert json.loads(there.stdout)["trials"] == 72
    assert there.stdout == run(*rolled).stdout
    reviewed = ["analyze", str(FILES / "sample.mat"), "--plies", "0", "--json"]
    assert run_process(*reviewed, "--cluster", cluster).stdout == run(*reviewed).stdout


def test_no_cluster_there() -> None:
    with pytest.raises(FullprimeError, match="no cluster answers at"):
        Crew("tcp://127.0.0.1:1", patience=1)
