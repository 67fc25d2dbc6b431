"""The nets that benchmarks ask unless they are given others: those of the program."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import fullprime
from fullprime import Variant, _kernel
from fullprime.engine.weights import load_net

_NETS: Final = Path(fullprime.__file__).parent / "data" / "nets"
NET: Final = next(_NETS.glob("backgammon-*.safetensors"))
PRUNER: Final = next(_NETS.glob("pruners/backgammon-*.safetensors"))


def pruner_for(net: Path, variant: Variant) -> _kernel.Net | None:
    """The pruner of the program, for the net of the program; another plays without."""
    return load_net(PRUNER, variant) if net.name == NET.name else None
