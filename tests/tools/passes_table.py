#!/usr/bin/env python3
"""Prints what the passes earn on the model cases: figures at -O0 and at another level.

    tests/tools/passes_table.py [--weft PROGRAM] [--level 3] [--disable-pass PASS ...] [NAME ...]

Every case of tests/cases (or those named) is compiled with `--stats`. Columns: calls in the core
graph, kernels of a call, kernels that work on weights alone and run once, bytes that the kernels of
a call read and write (where extents are known), and memory for intermediate values. `-` stands for
a model that is not compiled. Exit status 1 if a case that is compiled at -O0 is not at the level.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

import case_table

COLUMNS = ("nodes", "kernels", "once", "bytes", "arena")


def figures(weft, path, folder, options):
    """The figures by level, or None where the model is not compiled."""
    model, _ = case_table.arguments(path)
    for name in ("--rtol", "--atol"):  # of verify only
        while name in model:
            del model[model.index(name):model.index(name) + 2]
    command = [weft, "compile", path, *model, "-o", folder / path.stem, "--name", "model",
               "--stats", *options]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        return None
    found = {}
    for line in run.stdout.splitlines():
        cells = re.split(r"\s{2,}", line.strip())
        if re.fullmatch(r"-O\d", cells[0]) and len(cells) == 8:
            level, nodes, kernels, once, _, moved, _, arena = cells
            found.setdefault(level, []).append((nodes, kernels, once, moved, arena))
    rows = [row for level in found.values() for row in level]
    return rows[0], rows[-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--weft", default=case_table.ROOT / "build" / "bin" / "weft")
    parser.add_argument("--level", default="3")
    parser.add_argument("--disable-pass", action="append", default=[])
    parser.add_argument("cases", nargs="*", metavar="NAME")
    options = parser.parse_args()
    passes = [f"-O{options.level}"]
    for name in options.disable_pass:
        passes += ["--disable-pass", name]
    failed = 0
    print(f"{'case':22}" + "".join(f"{column:>24}" for column in COLUMNS))
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted((case_table.ROOT / "tests" / "cases").glob("*.cpp")):
            if options.cases and path.stem not in options.cases:
                continue
            rows = figures(options.weft, path, pathlib.Path(folder), passes)
            if rows is None:
                plain = figures(options.weft, path, pathlib.Path(folder), ["-O0"])
                failed += plain is not None
                print(f"{path.stem:22}{'-' if plain is None else 'FAILED':>24}", flush=True)
                continue
            cells = (a if a == b else f"{a} > {b}" for a, b in zip(*rows))
            print(f"{path.stem:22}" + "".join(f"{cell:>24}" for cell in cells), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
