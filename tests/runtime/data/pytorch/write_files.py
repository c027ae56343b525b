"""Wrote the Python files of this folder, with PyTorch 2.4.1: python write_files.py"""
import argparse
import collections
import zipfile
from typing import Dict, List

import numpy

import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = torch.nn.Linear(3, 4)
        self.norm = torch.nn.BatchNorm1d(4)
        self.fc2 = torch.nn.Linear(4, 2)

    def forward(self, x):
        return self.fc2(self.norm(self.fc1(x)))


net = Net()
with torch.no_grad():
    for k, (name, parameter) in enumerate(net.named_parameters()):
        parameter.copy_(torch.arange(parameter.numel()).reshape(parameter.shape) * 0.25 + k)

torch.save(net.state_dict(), "state_dict.pt")
torch.save({"epoch": 3, "lr": 0.5, "note": "héllo", "state_dict": net.state_dict(),
            "optimizer": {"steps": [1, 2]}}, "checkpoint.pt")
torch.save(net, "whole_module.pt")
torch.save(net.state_dict(), "legacy.pt", _use_new_zipfile_serialization=False)
torch.save({"w": torch.ones(2).cfloat()}, "complex.pt")
torch.jit.script(net).save("scripted.pt")

base = torch.arange(24, dtype=torch.float32).reshape(4, 6)
torch.save(base, "tensor.pt")
torch.save(collections.OrderedDict(
    half=torch.tensor([0.5, -2.0], dtype=torch.float16),
    bfloat=torch.tensor([1.5, -3.0], dtype=torch.bfloat16),
    double=torch.tensor(2.25, dtype=torch.float64),
    bools=torch.tensor([True, False]),
    bytes=torch.tensor([255, 1], dtype=torch.uint8),
    chars=torch.tensor([-3], dtype=torch.int8),
    shorts=torch.tensor([-300], dtype=torch.int16),
    ints=torch.tensor([70000], dtype=torch.int32),
    longs=torch.tensor([1 << 40]),
    transposed=base.t(), column=base[:, 2], expanded=torch.tensor([7.0]).expand(3),
    empty=torch.empty(0, 3), tied_a=base, tied_b=base), "kinds.pt")

# The form before PyTorch 1.6, and pickles of every protocol in both forms.
values = collections.OrderedDict(
    half=torch.tensor([0.5, -2.0], dtype=torch.float16), bools=torch.tensor([True, False]),
    bfloat=torch.tensor([1.5], dtype=torch.bfloat16), double=torch.tensor(2.25, dtype=torch.float64),
    column=base[:, 2], transposed=base.t(), empty=torch.empty(0, 3), tied=base,
    longs=torch.tensor([1 << 40]), parameter=torch.nn.Parameter(torch.ones(2)),
    nested={"deep": collections.OrderedDict(w=torch.full((2,), 3.0))})
torch.save(values, "legacy_kinds.pt", _use_new_zipfile_serialization=False)
for protocol in (3, 4, 5):
    torch.save(values, f"legacy_protocol_{protocol}.pt", pickle_protocol=protocol,
               _use_new_zipfile_serialization=False)
    torch.save(values, f"protocol_{protocol}.pt", pickle_protocol=protocol)

# What else a checkpoint holds, and a parameter with an attribute of the user's.
weight = torch.nn.Parameter(torch.arange(3.0))
weight.note = "kept"
torch.save({"model": {"w": weight}, "args": argparse.Namespace(lr=0.1, name="run"),
            "best": numpy.float64(0.5), "seed": (1 << 64) - 1, "seen": {1, 2},
            "history": collections.defaultdict(list, loss=[0.5])}, "training.pt")

# Tensors that weft has not.
torch.save({"q": torch.quantize_per_tensor(torch.ones(2), 0.5, 0, torch.qint8)}, "quantized.pt")
torch.save({"s": torch.eye(2).to_sparse()}, "sparse.pt")
torch.save({"w": torch.tensor([1 + 2j, 3 - 4j]).conj().imag}, "negated.pt")
torch.save({"q": torch.quantize_per_tensor(torch.ones(2), 0.5, 0, torch.quint8)},
           "legacy_quantized.pt", _use_new_zipfile_serialization=False)


class Tagged(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.ones(2))
        self.names: Dict[str, int] = {"a": 1}
        self.sizes: List[int] = [3, 4]

    def forward(self, x):
        return x * self.w + self.names["a"] + self.sizes[0]


torch.jit.script(Tagged()).save("scripted_tags.pt")


def rewritten(source, target, keep, folder):
    """A zip file as other versions write it: other records and another folder."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as new:
        for name in old.namelist():
            inner = name.split("/", 1)[1]
            if not keep(inner):
                continue
            data = b"2\n" if inner == "version" else old.read(name)
            new.writestr(zipfile.ZipInfo(f"{folder}/{inner}"), data)


# PyTorch 1.6 to 2.0 write neither the order of bytes nor an identification.
rewritten("state_dict.pt", "state_dict_1.6.pt", lambda n: n != "byteorder" and n[0] != ".", "archive")
# Later ones write more records than 2.4 does.
rewritten("state_dict.pt", "state_dict_later.pt", lambda n: True, "a folder of any name")
with zipfile.ZipFile("state_dict_later.pt", "a", zipfile.ZIP_STORED) as later:
    for name, text in ((".format_version", "1"), (".storage_alignment", "64")):
        later.writestr(zipfile.ZipInfo(f"a folder of any name/{name}"), text)
