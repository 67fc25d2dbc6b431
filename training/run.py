"""Runs one experiment, a TOML file, from self-play to a trained net.

    python training/run.py training/experiments/bootstrap.toml --out DIR [--start NET] [--scale S]
    python training/run.py training/experiments/own.toml --variant five.toml --out DIR

A variant of your own is given by its file. The net then carries its rules (docs/own-nets.md).
In DIR: log.csv, the last two checkpoints (one a minute, in turn), the one after a tenth of the time
(tenth.safetensors), and net.safetensors. A checkpoint holds the averaged weights and a sample of
positions of self-play. NET may come from another game that has the same features, and it may be
one that plays: integers are as good a start as real numbers, but have no sample. Students are
other nets that learn from the same positions and targets; each has files of its own, its sizes in
their names. A student that continues begins with the file of its name beside NET, or grows from NET
itself. One with buckets, or with another loss, grows from the file of its sizes without, if it has
none of its own.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

import tensors
from export import BUCKETED, reals
from library import ROOT, Library, bearoff_table, source_hash, variant_row
from net import FUSED_WIDTH, Net, Teacher, Torch
from revive import grown, revive
from selfplay import STATISTICS, SelfPlay, Settings, buckets_of
from train import Batch, Optimiser, Trainer

SAMPLE = 4096
MAY_DIFFER = {"variant", "sizes", "buckets"}
"""In what a net may differ from the one that begins with it: it may come from another game, and
have less of the rest."""
GPU_MEMORY = {
    "workers": 132 * 192,
    "spread": 2,
    "slab": 2048,
    "large_workers": 256,
    "chunk": 1 << 20,
}
"""Measured on an H200 in four games: lists take 37 to 67 of 100 of the time that they take with
three times as many workers of 512 plays."""
COLUMNS = (
    "time", "phase", "updates", "evals", "samples", "games", "kl", "gammon", "backgammon",
    "drawn", "home", "plies", "long", "dropped", "rate", "evals_per_second", "students",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Phase:
    """A stretch of the run; what it does not say is as in `Settings`."""

    seconds: float
    updates: int
    """After every round of self-play."""
    live: bool = False
    """Plays with the latest weights and not with their average."""
    exact: bool = True
    """False: trains with the rounding of the exported net."""
    revive: bool = False
    """Draws dead units again before it begins."""


class Run:
    """An experiment under way."""

    def __init__(self, experiment: dict[str, Any], out: Path, start: Path | None) -> None:
        self.experiment, self.out = experiment, out
        out.mkdir(parents=True, exist_ok=True)
        gpu = torch.cuda.is_available()
        self.arrays = Torch("cuda" if gpu else "cpu")
        if not gpu:
            torch.set_num_threads(1)  # small steps: threads would only wait for each other
        self.compiled = Library("gpu" if gpu else "host")
        self.row = variant_row(experiment["variant"], experiment.get("rules", ""))
        torch.manual_seed(experiment["seed"])
        torch.backends.cuda.matmul.allow_tf32 = True
        self.bearoff = bearoff_table()
        size = Optimiser(**experiment["optimiser"]).batch
        self.features, self.feature_version = self.compiled.features(self.row)
        self.batch = Batch(self.arrays, size, self.features)
        self.trainer = self._trainer(experiment["sizes"])
        self.teacher = Teacher(self.trainer.net, self.arrays)
        if start:
            self._load(self.trainer, start)
        self.students = [
            self._student(start, **student) for student in experiment.get("students", [])
        ]
        self.phases = experiment["phases"]
        self.total = sum(phase["seconds"] for phase in self.phases)
        self.play: SelfPlay | None = None
        self.rounds = self.evals = self.samples = self.saved = 0
        self.tenth_saved = False
        self.rows: list[dict[str, Any]] = []
        self.began = time.monotonic()
        self._logged = (self.began, 0)

    def _trainer(self, sizes: list[int], buckets: int = 1, **changes: float) -> Trainer:
        if buckets not in (1, self.compiled.most_buckets):
            raise ValueError(f"expected 1 bucket or {self.compiled.most_buckets}, got {buckets}")
        net = Net(self.compiled.units(self.row), (sizes[0], sizes[1]), buckets).to(
            self.arrays.device
        )
        optimiser = Optimiser(**self.experiment["optimiser"] | changes)
        return Trainer(net, self.arrays, optimiser, self.batch)

    def _student(self, start: Path | None, continues: bool = False, **values: Any) -> Trainer:
        trainer = self._trainer(**values)
        if start and continues:
            net = trainer.net.name
            names = (trainer.name, net, net.partition("x")[0])
            own = [start.with_stem(f"{start.stem}-{name}") for name in names]
            self._load(trainer, next((path for path in own if path.exists()), start))
        return trainer

    def _load(self, trainer: Trainer, path: Path) -> None:
        weights, made = start_of(path, self.compiled.units(self.row))
        mine = self._description(trainer)
        if any(made[name] != mine[name] for name in made.keys() & mine.keys() - MAY_DIFFER):
            raise ValueError(f"{path} holds {made}, the experiment wants {mine}")
        found = {name: torch.from_numpy(weights[name].copy()) for name in trainer.names}
        ours = grown(found, trainer.averaged())
        if self.experiment.get("revive"):
            self._revive(trainer, ours, weights["sample.features"])
        trainer.load(ours)

    def _revive(
        self, trainer: Trainer, weights: dict[str, torch.Tensor], features: np.ndarray[Any, Any]
    ) -> None:
        """Changes the weights in place: units that are dead on a sample are drawn again."""
        units = torch.tensor(self.compiled.units(self.row))
        sample = torch.from_numpy(features.copy()).float() * units
        there = sample.to(self.arrays.device, self.arrays.real)
        buckets = buckets_of(self.compiled, self.arrays, there).cpu()
        revived = revive(weights, sample, buckets)
        print(trainer.name, "dead units, drawn again:", revived, flush=True)

    def _description(self, trainer: Trainer) -> dict[str, Any]:
        description = {
            "variant": self.experiment["variant"],
            "feature_version": self.feature_version,
            "sizes": list(trainer.net.sizes),
        }
        if trainer.net.buckets > 1:
            description["buckets"] = trainer.net.buckets
            description["bucket_version"] = self.compiled.bucket_version
        return description

    def elapsed(self) -> float:
        """Seconds since the beginning; they decide over phases and rates.

        An experiment with a `pace` counts so many for a round on every machine.
        """
        pace: float | None = self.experiment.get("pace")
        return time.monotonic() - self.began if pace is None else pace * self.rounds

    def run(self) -> None:
        """All phases, then the last checkpoint."""
        end = 0.0
        for number, values in enumerate(self.phases):
            own = {name: values[name] for name in values if name in Phase.__annotations__}
            rest = {name: values[name] for name in values if name not in own}
            phase = Phase(**own)
            self._begin(phase, rest, number)
            end += phase.seconds
            self._work(phase, number, end)
        self.log(number)
        self.save("net")

    def _begin(self, phase: Phase, values: dict[str, Any], number: int) -> None:
        """New tables; the games go on where they stood."""
        if phase.revive:
            sample = self._sample()["sample.features"]
            for trainer in (self.trainer, *self.students):
                weights = {name: weight.cpu() for name, weight in trainer.averaged().items()}
                self._revive(trainer, weights, sample)
                trainer.load(weights)
        before = self.play.memory["game"].clone() if self.play else None
        self.play = None
        memory = GPU_MEMORY if self.arrays.device == "cuda" else {}
        seed = self.experiment["seed"] * 1000 + number
        settings = Settings(**memory | values | {"seed": seed})
        self.play = SelfPlay(self.compiled, self.row, self.arrays, settings, self.bearoff)
        if before is not None:
            self.play.memory["game"].copy_(
                before[torch.arange(settings.games, device=self.arrays.device) % len(before)]
            )
        for trainer in (self.trainer, *self.students):
            trainer.net.exact = phase.exact
        self._teach(phase)
        if self.arrays.device == "cuda" and self.trainer.net.sizes[1] == FUSED_WIDTH:
            difference = self.teacher.fuse(self.play)
            print(f"fused: {self.teacher.fused}, largest difference {difference:.1e}", flush=True)

    def _teach(self, phase: Phase) -> None:
        self.teacher.learn(self.trainer.live() if phase.live else self.trainer.averaged())

    def _work(self, phase: Phase, number: int, end: float) -> None:
        assert self.play is not None
        every = self.experiment.get("log_seconds", 10)
        while True:  # once at least, however short the phase is
            evaluated = self.play.evaluated
            self.play.round(self.teacher)
            self.rounds += 1
            self.evals += self.play.evaluated - evaluated
            self.samples += self.play.settings.games
            if self.play.sampled()[1]:
                self._fit(phase.updates)
                self._teach(phase)
            if time.monotonic() - self._logged[0] >= every:
                self.log(number)
            if self.elapsed() >= 60 * (self.saved + 1):
                self.saved += 1
                self.save(f"checkpoint-{self.saved % 2}")
            if self.elapsed() >= self.total / 10 and not self.tenth_saved:
                self.tenth_saved = True
                self._save("tenth", self.trainer)
            if self.elapsed() >= end:
                return

    def _fit(self, updates: int) -> None:
        assert self.play is not None
        trainers = (self.trainer, *self.students)
        for trainer in trainers:
            trainer.set_rate(self.elapsed(), self.total)
        for _ in range(updates):
            self.batch.draw(self.play)
            for trainer in trainers:
                trainer.fit()

    def log(self, phase: int) -> None:
        """A row of the log."""
        assert self.play is not None
        counts = self.play.statistics()
        games = max(1, sum(counts[name] for name in STATISTICS[:-1]))
        now = time.monotonic()
        speed = (self.evals - self._logged[1]) / (now - self._logged[0])
        self._logged = (now, self.evals)
        numbers = (
            round(self.elapsed(), 1), phase, self.trainer.updates, self.evals, self.samples, games,
            f"{self.trainer.kl.item():.3e}", round(counts["gammon"] / games, 4),
            round(counts["backgammon"] / games, 4), round(counts["drawn"] / games, 4),
            round(counts["home"] / games, 4),
            round(counts["plies"] / games, 1), counts["long"], self.play.dropped,
            f"{self.trainer.rate.item():.2e}", round(speed),
            " ".join(f"{student.kl.item():.3e}" for student in self.students),
        )  # fmt: skip
        self.rows.append(dict(zip(COLUMNS, numbers, strict=True)))
        print(*(f"{name} {value}" for name, value in self.rows[-1].items()), flush=True)
        with (self.out / "log.csv").open("w", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS)
            writer.writeheader()
            writer.writerows(self.rows)

    def save(self, name: str) -> None:
        """A checkpoint, and one of each student."""
        self._save(name, self.trainer)
        for student in self.students:
            self._save(f"{name}-{student.name}", student)

    def _save(self, name: str, trainer: Trainer) -> None:
        arrays = {key: weight.cpu().numpy() for key, weight in trainer.averaged().items()}
        arrays |= self._sample()
        metadata = {
            "net": json.dumps(self._description(trainer)),
            "experiment": json.dumps(self.experiment, sort_keys=True),
            "recipe": recipe_hash(self.experiment),
            "log": json.dumps(self.rows[-1] if self.rows else {}),
        }
        (self.out / f"{name}.safetensors").write_bytes(tensors.to_bytes(arrays, metadata))

    def _sample(self) -> dict[str, np.ndarray[Any, Any]]:
        """Positions of self-play with their features, for the check of an exported net."""
        assert self.play is not None
        rows = min(self.play.rows, self.play.settings.replay)
        index = torch.randint(0, rows, (SAMPLE,), device=self.arrays.device)
        features = self.arrays.zeros((SAMPLE, self.features), "real")
        self.play.encode(self.play.memory["replay"], SAMPLE, features, index)
        values = features.float().cpu().numpy() / np.array(
            self.compiled.units(self.row), np.float32
        )
        return {
            "sample.features": values.astype(np.uint8),
            "sample.positions": self.play.memory["replay"][index].cpu().numpy(),
        }


def start_of(path: Path, units: list[float]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Weights of a checkpoint or of a net that plays, and what is said of it."""
    weights, metadata = tensors.read(path)
    if "net" in metadata:
        return weights, json.loads(metadata["net"])
    _, *sizes, _ = json.loads(metadata["sizes"])
    made = {
        "variant": metadata["variant"],
        "feature_version": int(metadata["feature_version"]),
        "sizes": sizes,
    } | {name: int(metadata[name]) for name in BUCKETED if name in metadata}
    return reals(weights, np.array(units)), made


def recipe_hash(experiment: dict[str, Any]) -> str:
    """A short hash of everything that decides over a run."""
    digest = hashlib.sha256(json.dumps(experiment, sort_keys=True).encode())
    digest.update(source_hash().encode())
    for path in sorted((ROOT / "training").glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def read_experiment(path: Path, scale: float = 1.0, variant: str | None = None) -> dict[str, Any]:
    """The file, its phases shortened or lengthened by a factor; for a game, if it is for any."""
    experiment: dict[str, Any] = tomllib.loads(path.read_text())
    experiment["name"] = path.stem
    if variant:
        experiment |= own_rules(variant) if variant.endswith(".toml") else {"variant": variant}
    if "variant" not in experiment:
        raise SystemExit(f"{path} is for any game: give yours with --variant")
    for phase in experiment["phases"]:
        phase["seconds"] *= scale
    return experiment


def own_rules(file: str) -> dict[str, str]:
    """A variant of your own: its id, and the text of its file for the net to carry."""
    from fullprime import Variant
    from fullprime.engine.search import refusal
    from fullprime.errors import FullprimeError

    try:
        game = Variant.load(file)
    except FullprimeError as error:
        raise SystemExit(str(error)) from error
    if reason := refusal(game):
        raise SystemExit(f"{game.name} cannot be trained: no net can play it where {reason}")
    return {"variant": game.id, "rules": Path(file).read_text(encoding="utf-8")}


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("experiment", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="a checkpoint to begin with")
    parser.add_argument("--scale", type=float, default=1.0, help="of all times")
    parser.add_argument("--variant", help="the game, or a file with one of your own")
    arguments = parser.parse_args()
    experiment = read_experiment(arguments.experiment, arguments.scale, arguments.variant)
    if experiment.get("continues") and not arguments.start:
        parser.error("this experiment continues from a checkpoint: give it with --start")
    Run(experiment, arguments.out, arguments.start).run()


if __name__ == "__main__":
    main()
