"""Builds what a training run needs, on a machine that has the compilers and the package.

python training/build.py           for the host
python training/build.py --gpu     for a Hopper GPU as well; carry build/training along
"""

from __future__ import annotations

import argparse

from library import bearoff_table, build, variant_row


def main() -> None:
    """Compiles the libraries, writes the rows of the variants and the bear-off table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gpu", action="store_true", help="compile for the GPU as well")
    parser.add_argument("variants", nargs="*", default=["backgammon"])
    arguments = parser.parse_args()
    for kind in ("host", "gpu") if arguments.gpu else ("host",):
        print(build(kind))
    for name in arguments.variants:
        print(name, len(variant_row(name)), "bytes")
    print("bear-off table", len(bearoff_table()), "bytes")


if __name__ == "__main__":
    main()
