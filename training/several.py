"""Runs several experiments, so many at a time: short ones do not keep a GPU busy by themselves.

    python training/several.py --out DIR [options] EXPERIMENT[=START] ...

EXPERIMENT is a file without its suffix, below `experiments`; START is the checkpoint that it begins
with. Each has a folder in DIR, named after it, with what `run.py` writes there and has printed. One
that fails stops no other. With `--pack TO` each leaves its net, the one after a tenth of the time
and its log in TO as one archive, as soon as it has ended.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tarfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent


KEPT = ("net.safetensors", "tenth.safetensors", "log.csv", "printed.txt")


def pack(folder: Path, to: Path) -> None:
    """What is kept of an experiment, in one file."""
    with tarfile.open(to / f"{folder.name}.tar.gz", "w:gz") as archive:
        for file in (folder / name for name in KEPT):
            if file.exists():
                archive.add(file, f"{folder.name}/{file.name}")


def run(asked: str, out: Path, scale: float, to: Path | None) -> bool:
    """One experiment; did it end well?"""
    name, _, start = asked.partition("=")
    folder = out / Path(name).name
    folder.mkdir(parents=True, exist_ok=True)
    experiment = HERE / "experiments" / f"{name}.toml"
    command = [sys.executable, str(HERE / "run.py"), str(experiment)]
    command += ["--out", str(folder), "--scale", str(scale), *(["--start", start] if start else [])]
    began = time.monotonic()
    with (folder / "printed.txt").open("w") as printed:
        code = subprocess.run(command, stdout=printed, stderr=subprocess.STDOUT).returncode
    *_, last = ["", *(folder / "printed.txt").read_text().splitlines()]
    if to:
        pack(folder, to)
    print(f"{name}: exit {code} after {time.monotonic() - began:.0f} s: {last}", flush=True)
    return code == 0


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("experiments", nargs="+", metavar="EXPERIMENT[=START]")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--at-once", type=int, default=4)
    parser.add_argument("--scale", type=float, default=1.0, help="of all times")
    parser.add_argument("--pack", type=Path, metavar="TO", help="where archives go")
    asked = parser.parse_args(arguments)
    with ThreadPoolExecutor(asked.at_once) as pool:
        ended = pool.map(
            lambda name: run(name, asked.out, asked.scale, asked.pack), asked.experiments
        )
        fine = list(ended)
    sys.exit(not all(fine))


if __name__ == "__main__":
    main()
