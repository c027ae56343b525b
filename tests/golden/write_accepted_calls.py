"""Writes accepted_calls.txt: which calls PyTorch takes and which it refuses.

usage: write_accepted_calls.py CALLS FOLDER        needs torch (2.4.1 was used; 1.13 for bincount)

CALLS is what the test ErrorSamples writes where WEFT_WRITE_CALLS names a file: a call a line, as in
`add(f32[4, 4], 1.0)`, tensors of halves and of zeros, the one that is right first of each operator. A line of the result
is `+` (taken) or `-` (refused) and the call. Operators that PyTorch has no function or method of are asked for
among those of `torch.linalg` and `torch.ops.aten`. Calls of operators whose right call PyTorch does not take
in that form are left out, and those that only a kernel for half precision is missing for.
"""

import pathlib
import re
import sys

import torch

TYPES = {"f32": torch.float32, "f16": torch.float16, "i64": torch.int64, "bool": torch.bool}


def tensor(kind, sizes):
    kind = TYPES[kind]
    return torch.full(sizes, 0.5 if kind.is_floating_point else 0, dtype=kind)


def arguments(text):
    text = re.sub(r"\b(f32|f16|i64|bool)\[([\d, ]*)\]", r'tensor("\1", [\2])', text)
    text = re.sub(r"(?<![\w\"'.])(float32|int64)\b(?!')", r"torch.\1", text)
    taken = lambda *args, **kwargs: (args, kwargs)
    return eval("taken(" + text + ")", {"tensor": tensor, "torch": torch, "taken": taken})


def functions(full_name):
    name, _, overload = full_name.partition(".")
    found = False
    for holder in (torch, torch.nn.functional, torch.Tensor):
        function = getattr(holder, name, None)
        if callable(function) and not isinstance(function, type):
            found = True
            yield function
    if name.startswith("linalg_"):
        found = True
        yield getattr(torch.linalg, name.removeprefix("linalg_"))
    packet = getattr(torch.ops.aten, name, None)
    if packet and not found:
        yield getattr(packet, overload) if overload in packet.overloads() else packet


def outcome(full_name, text):
    """Whether PyTorch takes the call; None where that is not known."""
    answer = None
    for function in functions(full_name):
        try:
            args, kwargs = arguments(text)
            function(*args, **kwargs)
            return True
        except TypeError:
            continue
        except (RuntimeError, IndexError, ValueError) as error:
            if "'Half'" in str(error) or "Half and" in str(error):
                return None
            answer = False
    return answer


lines = []
right = {}
for line in pathlib.Path(sys.argv[1]).read_text().splitlines():
    full_name, text = re.fullmatch(r"([\w.]+)\((.*)\)", line).groups()
    taken = outcome(full_name, text)
    if full_name not in right:
        right[full_name] = taken
    if right[full_name] and taken is not None:
        lines.append(f"{'+' if taken else '-'} {line}\n")
(pathlib.Path(sys.argv[2]) / "accepted_calls.txt").write_text("".join(lines))
