"""Files of weights and tables from anyone: used or refused, and nothing of them runs."""

from __future__ import annotations

import ast
import math
import random
from pathlib import Path

import fullprime
import tensors
from fullprime import Variant, _kernel
from fullprime.engine.table_file import read_table, write_table
from fullprime.engine.weights import read_net
from fullprime.errors import BadNet
from nets import listed, random_arrays, random_positions, rows_of

GAME = Variant.load()
POSITIONS = rows_of(random_positions(1, 20))
SAID = {
    "variant": "backgammon",
    "feature_version": str(_kernel.FEATURE_VERSION),
    "sizes": f"[{_kernel.FEATURES}, 64, 16, 6]",
    "recipe": "none, this is a test",
}
PACKAGE = Path(fullprime.__file__).parent
CODE_AS_DATA = {"pickle", "cPickle", "dill", "marshal", "shelve", "cloudpickle", "joblib"}


def mutated(content: bytes, chance: random.Random) -> bytes:
    """A few changes: most in the header, since weights may be anything."""
    data = bytearray(content)
    head = 8 + int.from_bytes(content[:8], "little")
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(head if chance.random() < 0.7 else len(data))
        match chance.randrange(5):
            case 0:
                data[at] = chance.randrange(256)
            case 1:
                data[at] ^= 1 << chance.randrange(8)
            case 2:
                del data[at : at + chance.randint(1, 20)]
            case 3:
                data[at:at] = chance.randbytes(chance.randint(1, 20))
            case 4:
                data[:8] = chance.choice([0, 7, head, 2**31, 2**63, 2**64 - 1]).to_bytes(
                    8, "little"
                )
    return bytes(data)


def load_mutated(count: int, seed: int) -> dict[str, int]:
    """So many files of weights."""
    chance, content = random.Random(seed), tensors.to_bytes(random_arrays(7), SAID)
    read_net(content, GAME)
    found = {"refused": 0, "usable": 0}
    for _ in range(count):
        try:
            net = read_net(mutated(content, chance), GAME)
        except BadNet:
            found["refused"] += 1
            continue
        for row in listed(net.evaluate(GAME.kernel, POSITIONS)):
            assert all(math.isfinite(each) for each in row)
            assert all(each >= 0 for each in row)
        found["usable"] += 1
    return found


def test_changed_weights_are_refused_or_give_chances() -> None:
    found = load_mutated(10_000, seed=1)
    assert min(found.values()) > 300, found


def test_a_changed_table_is_not_used(tmp_path: Path) -> None:
    """A kept table of the bear-off, changed in any place."""
    path, body, chance = tmp_path / "a.table", _kernel.make_bearoff(2, 2, 1), random.Random(3)
    assert write_table(path, "bearoff 1 2", body)
    good = path.read_bytes()
    assert bytes(read_table(path, "bearoff 1 2") or b"") == body
    for _ in range(300):
        bad = bytearray(good)
        bad[chance.randrange(len(bad))] ^= 1 << chance.randrange(8)
        path.write_bytes(bad)
        assert read_table(path, "bearoff 1 2") is None


def test_no_module_reads_code_as_data() -> None:
    """But the guard of the cluster, which reads pickles that name nothing."""
    found = []
    for file in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            allows = isinstance(node, ast.keyword) and node.arg == "allow_pickle"
            if allows or CODE_AS_DATA & {name.partition(".")[0] for name in names}:
                found.append(file.relative_to(PACKAGE).as_posix())
    assert found == ["cluster/guard.py"]
