"""Wrote the Python files of this folder, with PyTorch 2.4.1: python write_files.py"""
import collections

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
