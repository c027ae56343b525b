#!/usr/bin/env python3
"""Prints a table of the model cases and modes with the worst differences from libtorch.

    tests/tools/case_table.py [--weft PROGRAM] [NAME ...]

Every case of tests/cases (or those named) runs by `weft verify` with its golden inputs and results.
A cell is the largest |got - want| over all results; `-` is a mode that the model has not, because
it branches on tensor data. Exit status 1 if a case differs by more than
its tolerance. Needs numpy.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

import detweights

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODES = ("eager", "graph", "core", "bundle")


def arguments(path):
    """What the header lines of a case say, as options of `weft verify`, and its breaks."""
    options, breaks = [], 0
    for line in path.read_text().splitlines():
        match = re.match(r"//! (\w+): (.*)", line)
        key, value = match.groups() if match else ("", "")
        if key == "model":
            options += ["--model", value]
        elif key == "input":
            options += ["--input", value.split(" in [")[0]]
        elif key == "scalar":
            options += ["--scalar", value]
        elif key == "breaks":
            breaks = int(value)
        elif key == "tol":
            rtol, atol = value.split()
            options += ["--rtol", rtol, "--atol", atol]
    return options, breaks


def verify(weft, path, folder):
    """The worst difference from libtorch by mode, and whether all are within the tolerance."""
    golden = ROOT / "tests" / "golden" / "models" / path.stem
    weights = folder / "weights.safetensors"
    detweights.save(weights, detweights.parameters(golden.with_suffix(".params.txt")))
    options, breaks = arguments(path)
    results = golden.with_suffix(".safetensors")
    command = [weft, "verify", path, "--weights", weights, *options, "--inputs", results,
               "--expected", results]
    run = subprocess.run(command + ["--eager"] * (breaks > 0), capture_output=True, text=True)
    worst = {}
    for line in run.stdout.splitlines():
        cells = line.split()
        if len(cells) > 3 and cells[1] == "expected":
            distance = float("inf") if cells[-3] == "-" else float(cells[-3])
            worst[cells[0]] = max(worst.get(cells[0], 0.0), distance)
    if run.returncode != 0:
        print(run.stdout + run.stderr, file=sys.stderr)
    return worst, run.returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--weft", default=ROOT / "build" / "bin" / "weft")
    parser.add_argument("cases", nargs="*", metavar="NAME")
    options = parser.parse_args()
    failed = 0
    print(f"{'case':22}" + "".join(f"{mode:>10}" for mode in MODES))
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted((ROOT / "tests" / "cases").glob("*.cpp")):
            if options.cases and path.stem not in options.cases:
                continue
            worst, agrees = verify(options.weft, path, pathlib.Path(folder))
            cells = (f"{worst[mode]:.2e}" if mode in worst else "-" for mode in MODES)
            print(f"{path.stem:22}" + "".join(f"{cell:>10}" for cell in cells) +
                  ("" if agrees else "  FAILED"), flush=True)
            failed += not agrees
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
