"""Processes of a cluster on this machine, for tests."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

Node = subprocess.Popen[str]
MODULE = [sys.executable, "-m", "fullprime"]
LIAR = [sys.executable, str(Path(__file__).with_name("lying_worker.py"))]


def address_of(node: Node) -> str:
    """Where it listens, which is the first thing that it says."""
    assert node.stdout is not None
    said = node.stdout.readline()
    assert ": " in said, said
    return said.partition(": ")[2].strip()


@contextmanager
def started(*arguments: str, program: Sequence[str] = MODULE) -> Iterator[Node]:
    node = subprocess.Popen([*program, *arguments], stdout=subprocess.PIPE, text=True)
    try:
        yield node
    finally:
        node.kill()
        node.wait()
        assert node.stdout is not None
        node.stdout.close()


@contextmanager
def scheduler(address: str = "tcp://127.0.0.1:0", *options: str) -> Iterator[str]:
    with started("cluster", "scheduler", address, *options) as node:
        yield address_of(node)


@contextmanager
def worker(
    address: str, *options: str, program: Sequence[str] = MODULE
) -> Iterator[tuple[Node, str]]:
    """The process, and its own address."""
    with started(
        "cluster", "worker", address, "--processes", "1", *options, program=program
    ) as node:
        yield node, address_of(node)
