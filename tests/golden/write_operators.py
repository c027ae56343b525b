"""Writes further_operators.json and further_operators.safetensors: operators computed by PyTorch.

usage: write_operators.py FOLDER        needs torch (2.4.1 was used) and numpy
"""

import json
import math
import pathlib
import sys

import numpy as np
import torch

TYPES = {torch.float32: "F32", torch.float64: "F64", torch.int64: "I64", torch.int32: "I32",
         torch.bool: "BOOL", torch.float16: "F16", torch.uint8: "U8"}


class Cases:
    def __init__(self):
        self.cases = []
        self.tensors = {}
        self.counts = {}

    def value(self, name, x):
        if isinstance(x, torch.Tensor):
            self.tensors[name] = x.contiguous().clone()
            return {"tensor": name}
        if isinstance(x, torch.dtype):
            return {"dtype": str(x).removeprefix("torch.")}
        if isinstance(x, float) and not math.isfinite(x):
            return {"float": str(x)}
        if isinstance(x, (list, tuple)):
            return [self.value(f"{name}.{k}", item) for k, item in enumerate(x)]
        return x

    def add(self, op, call, args, rtol=2e-5, atol=1e-6):
        number = self.counts.get(op, 0)
        self.counts[op] = number + 1
        case = f"{op}.{number}"
        results = call(**args)
        if isinstance(results, torch.Tensor):
            results = [results]
        self.cases.append({
            "id": case, "op": op,
            "args": {name: self.value(f"{case}.{name}", x) for name, x in args.items()},
            "outputs": [self.value(f"{case}.out{k}", x) for k, x in enumerate(results)],
            "rtol": rtol, "atol": atol})

    def write(self, folder):
        document = {"reference": f"PyTorch {torch.__version__}", "seed": 3, "cases": self.cases}
        (folder / "further_operators.json").write_text(json.dumps(document, indent=0) + "\n")
        header, data = {}, b""
        for name, x in sorted(self.tensors.items()):
            raw = x.numpy().tobytes()
            header[name] = {"dtype": TYPES[x.dtype], "shape": list(x.shape),
                            "data_offsets": [len(data), len(data) + len(raw)]}
            data += raw
        text = json.dumps(header).encode()
        text += b" " * (-len(text) % 8)
        (folder / "further_operators.safetensors").write_bytes(
            len(text).to_bytes(8, "little") + text + data)


def special(c):
    inf, nan = math.inf, math.nan
    inside = torch.tensor([-1.0, -0.999, -0.7, -0.3, -0.0, 0.0, 1e-5, 0.69, 0.71, 0.9999, 1.0, 1.5,
                           nan])
    line = torch.tensor([-inf, -7.0, -3.5, -2.999, -1.0, -0.25, -0.0, 0.0, 0.1, 0.5, 1.0, 1.4616,
                         2.0, 3.7, 12.5, 1e4, inf, nan])
    for kind in (torch.float32, torch.float64):
        c.add("erfinv", torch.erfinv, {"input": inside.to(kind)})
        c.add("lgamma", torch.lgamma, {"input": line.to(kind)}, atol=2e-6)
        c.add("digamma", torch.digamma, {"input": line.to(kind)}, rtol=1e-4, atol=1e-5)
    c.add("erfinv", torch.erfinv, {"input": torch.rand(3, 5) * 1.9 - 0.95})
    c.add("lgamma", torch.lgamma, {"input": torch.arange(1, 9)})
    c.add("digamma", torch.digamma, {"input": torch.rand(2, 0)})
    signed = torch.tensor([1.5, -2.0, 0.0, -0.0, inf, -inf, nan])
    c.add("copysign", torch.copysign, {"input": signed[:, None], "other": signed[None, :6]})
    c.add("copysign", torch.copysign, {"input": torch.arange(-2, 3), "other": -1.0})
    c.add("heaviside", torch.heaviside, {"input": signed, "values": torch.full((1,), 0.5)})
    c.add("float_power", torch.float_power, {"input": torch.arange(1, 5), "exponent": -2})
    c.add("float_power", torch.float_power,
          {"input": torch.rand(2, 3), "exponent": torch.randn(3)})


def order(c):
    nan = math.nan
    x = torch.randn(3, 5, 4)
    holes = x.clone()
    holes[0, 1, 2] = holes[2, 3, 0] = holes[2, 4, 0] = nan
    holes[1, :, 1] = nan
    for t in (x, holes, torch.randperm(24).view(4, 6), torch.tensor(2.5)):
        c.add("median", torch.median, {"input": t})
    c.add("median", torch.median, {"input": x, "dim": 1})
    c.add("median", torch.median, {"input": x, "dim": -1, "keepdim": True})
    c.add("median", torch.median, {"input": torch.randperm(24).view(4, 6), "dim": 0})
    c.add("median", torch.median, {"input": torch.tensor(2.5), "dim": 0})
    c.add("median", lambda input, dim: [torch.median(input, dim).values, first_nan(input, dim)],
          {"input": holes, "dim": 1})
    c.add("nanmedian", torch.nanmedian, {"input": holes})
    rest = holes.clone()
    rest[1, 2, 1] = 0.5
    c.add("nanmedian", torch.nanmedian, {"input": rest, "dim": 1})
    c.add("nanmedian", torch.nanmedian, {"input": rest, "dim": 2, "keepdim": True})
    # Which of equal elements is named is not laid down, so that the values occur in one way.
    votes = torch.tensor([[2, 1, 3, 3, 0], [5, 5, 1, 0, 2], [4, 0, 0, 1, 2]])
    last = torch.tensor([3, 1, 2])
    for keep in (False, True):
        c.add("mode", lambda input, dim, keepdim, _l=last: mode(input, dim, keepdim, _l),
              {"input": votes, "dim": 1, "keepdim": keep})
    c.add("mode", torch.mode, {"input": torch.tensor([[7, 1], [7, 1], [8, 1]]).t()[:1], "dim": 0})
    for q in (0.0, 0.3, 0.5, 1.0):
        c.add("quantile", torch.quantile, {"input": x, "q": q})
    c.add("quantile", torch.quantile, {"input": x, "q": 0.4, "dim": 1})
    c.add("quantile", torch.quantile, {"input": holes, "q": 0.4, "dim": 1, "keepdim": True})
    c.add("quantile", torch.quantile,
          {"input": x, "q": torch.tensor([0.1, 0.5, 0.75]), "dim": 1})
    c.add("quantile", torch.quantile,
          {"input": x, "q": torch.tensor([0.1, 0.9]), "dim": 2, "keepdim": True})
    c.add("quantile", torch.quantile, {"input": x, "q": torch.tensor([0.2]), "keepdim": True})
    c.add("quantile", torch.quantile, {"input": x, "q": torch.tensor(0.2), "dim": 0})
    for kind in ("lower", "higher", "midpoint", "nearest"):
        c.add("quantile", torch.quantile,
              {"input": x.double(), "q": torch.tensor([0.15, 0.6], dtype=torch.float64), "dim": 1,
               "interpolation": kind})
    c.add("histc", torch.histc, {"input": torch.randn(50), "bins": 8, "min": -1.0, "max": 1.0})
    c.add("histc", torch.histc, {"input": torch.randn(5, 7), "bins": 5, "min": 0, "max": 0})
    c.add("histc", torch.histc, {"input": torch.full((6,), 2.0), "bins": 4, "min": 0, "max": 0})
    c.add("histc", torch.histc, {"input": torch.tensor([0.0, 0.25, 1.0, 2.0, nan]), "bins": 4,
                                 "min": 0.0, "max": 1.0})
    c.add("nanmean", torch.nanmean, {"input": holes})
    c.add("nanmean", torch.nanmean, {"input": holes, "dim": [0, 2], "keepdim": True})
    edges = torch.tensor([-1.0, -0.5, 0.0, 0.0, 0.5, 1.0])
    values = torch.tensor([[-2.0, -0.5, 0.0], [0.7, 1.0, nan]])
    for right in (False, True):
        c.add("searchsorted", torch.searchsorted,
              {"sorted_sequence": edges, "input": values, "right": right})
        c.add("bucketize", torch.bucketize, {"input": values, "boundaries": edges, "right": right})
    c.add("searchsorted", torch.searchsorted,
          {"sorted_sequence": torch.sort(torch.randn(2, 6), 1).values,
           "input": torch.randn(2, 3), "out_int32": True})
    c.add("searchsorted", lambda sorted_sequence, input: torch.searchsorted(sorted_sequence, input),
          {"sorted_sequence": edges, "input": 0.25})
    c.add("isin", torch.isin, {"elements": torch.arange(6).view(2, 3),
                               "test_elements": torch.tensor([1, 4, 9])})
    c.add("isin", torch.isin, {"elements": torch.arange(3), "test_elements": torch.tensor([1]),
                               "invert": True})


def first_nan(x, dim):
    """The position of the median, or of the first NaN."""
    indices = torch.median(x, dim).indices
    nan = torch.isnan(x)
    return torch.where(nan.any(dim), nan.to(torch.int64).argmax(dim), indices)


def mode(x, dim, keepdim, last):
    values = torch.mode(x, dim, keepdim).values
    return [values, last.unsqueeze(dim) if keepdim else last]


def layout(c):
    x = torch.randn(3, 4, 2)
    for k in (-1, 0, 1, 2, 3, 5):
        c.add("rot90", torch.rot90, {"input": x, "k": k, "dims": [0, 1]})
    c.add("rot90", torch.rot90, {"input": x, "k": 1, "dims": [2, 0]})
    c.add("tensor_split", torch.tensor_split, {"input": torch.arange(7), "sections": 3, "dim": 0})
    c.add("tensor_split", torch.tensor_split, {"input": x, "sections": 5, "dim": 1})
    c.add("tensor_split", torch.tensor_split, {"input": x, "indices": [1, 3], "dim": 1})
    c.add("tensor_split", torch.tensor_split, {"input": x, "indices": [2, 1, -1, 9], "dim": 1})
    c.add("broadcast_tensors", lambda tensors: torch.broadcast_tensors(*tensors),
          {"tensors": [torch.randn(3, 1), torch.arange(4), torch.tensor(True)]})
    c.add("column_stack", lambda tensors: torch.column_stack(tensors),
          {"tensors": [torch.arange(3), torch.arange(6).view(3, 2)]})
    c.add("row_stack", lambda tensors: torch.row_stack(tensors),
          {"tensors": [torch.arange(3), torch.arange(6).view(2, 3)]})
    c.add("diff", torch.diff, {"input": x})
    c.add("diff", torch.diff, {"input": x, "n": 2, "dim": 1})
    c.add("diff", torch.diff, {"input": torch.tensor([True, True, False]), "dim": 0})
    c.add("cross", torch.linalg.cross, {"input": torch.randn(2, 3), "other": torch.randn(2, 3)})
    c.cases[-1]["args"]["dim"] = -1
    c.add("addr", torch.addr, {"input": torch.randn(2, 3), "vec1": torch.randn(2),
                               "vec2": torch.randn(3), "beta": 0.5, "alpha": 2})
    for p in (0.0, 1.0, 1.5, 2.0, math.inf):
        c.add("cdist", torch.cdist, {"x1": torch.randn(2, 4, 3), "x2": torch.randn(2, 5, 3),
                                     "p": p})
    image = torch.randn(1, 2, 4, 5)
    c.add("im2col", lambda **a: torch._C._nn.im2col(**a),
          {"input": image, "kernel_size": [2, 3], "dilation": [1, 1], "padding": [1, 0],
           "stride": [1, 2]})
    c.add("upsample_nearest2d", lambda input, output_size: torch.nn.functional.interpolate(
        input, size=output_size), {"input": image, "output_size": [7, 3]})
    c.add("upsample_bilinear2d", lambda input, output_size, align_corners:
          torch.nn.functional.interpolate(input, size=output_size, mode="bilinear",
                                          align_corners=align_corners),
          {"input": image, "output_size": [7, 3], "align_corners": True})
    grid = torch.rand(1, 3, 4, 2) * 3 - 1.5
    for mode_number in (0, 1):
        for padding in (0, 1, 2):
            for align in (False, True):
                c.add("grid_sampler", torch.grid_sampler,
                      {"input": image, "grid": grid, "interpolation_mode": mode_number,
                       "padding_mode": padding, "align_corners": align}, rtol=1e-4, atol=1e-5)


def losses(c):
    f = torch.nn.functional
    x, y, z = torch.randn(4, 3), torch.randn(4, 3), torch.randn(4, 3)
    sign = torch.tensor([1.0, -1.0, 1.0, -1.0])
    signs = torch.where(torch.randn(4, 3) > 0, 1.0, -1.0)
    label = torch.tensor([0, 2, 1, 2])
    for reduction in ("none", "mean", "sum"):
        r = {"reduction": reduction}
        c.add("cosine_embedding_loss", f.cosine_embedding_loss,
              {"input1": x, "input2": y, "target": sign, "margin": 0.2} | r)
        c.add("hinge_embedding_loss", f.hinge_embedding_loss,
              {"input": x, "target": signs, "margin": 1.5} | r)
        c.add("margin_ranking_loss", f.margin_ranking_loss,
              {"input1": x, "input2": y, "target": signs, "margin": 0.3} | r)
        c.add("multilabel_soft_margin_loss", f.multilabel_soft_margin_loss,
              {"input": x, "target": (signs > 0).float(), "weight": torch.rand(3)} | r)
        c.add("soft_margin_loss", f.soft_margin_loss, {"input": x * 30, "target": signs} | r)
        c.add("multi_margin_loss", f.multi_margin_loss,
              {"input": x, "target": label, "p": 2, "margin": 0.5, "weight": torch.rand(3)} | r)
        c.add("triplet_margin_loss", f.triplet_margin_loss,
              {"anchor": x, "positive": y, "negative": z, "margin": 0.7, "swap": True} | r)
        c.add("poisson_nll_loss", f.poisson_nll_loss,
              {"input": x, "target": y.abs() * 2, "log_input": True, "full": True,
               "eps": 1e-8} | r)
    c.add("poisson_nll_loss", f.poisson_nll_loss,
          {"input": x.abs(), "target": y.abs(), "log_input": False, "full": False, "eps": 1e-4})
    c.add("multi_margin_loss", f.multi_margin_loss, {"input": x[0], "target": label[1]})
    c.add("cosine_embedding_loss", f.cosine_embedding_loss,
          {"input1": x[0], "input2": y[0], "target": sign[1]})
    c.add("triplet_margin_loss", f.triplet_margin_loss,
          {"anchor": x, "positive": y, "negative": z, "p": 1.0})
    c.add("pairwise_distance", f.pairwise_distance, {"x1": x, "x2": y, "keepdim": True})


def linear_algebra(c):
    inf, nan = math.inf, math.nan
    la = torch.linalg
    signs = torch.tensor([-inf, -2.5, -0.0, 0.0, 1e-30, 3.0, inf, nan])
    for x in (signs, signs.double(), torch.tensor([-3, 0, 4]), torch.tensor([0, 200]).byte(),
              torch.tensor([True, False]), torch.tensor(-0.0)):
        c.add("signbit", torch.signbit, {"input": x})
    near = {"rtol": 1e-4, "atol": 2e-5}
    squares = [torch.randn(3, 3) + 2 * torch.eye(3), torch.randn(2, 3, 5, 5) + 3 * torch.eye(5),
               torch.randn(4, 4, dtype=torch.float64), torch.tensor([[-2.5]]),
               torch.tensor([[0.0, 2.0], [-3.0, 1.0]]), torch.empty(0, 0), torch.randn(2, 0, 0),
               torch.randn(0, 3, 3), (torch.randn(6, 6) + 4 * torch.eye(6)).t()]
    for a in squares:
        c.add("inverse", torch.inverse, {"input": a}, **near)
        c.add("linalg_inv", la.inv, {"A": a}, **near)
    singular = [torch.ones(3, 3), torch.zeros(2, 2, 2), torch.tensor([[1.0, 2.0], [2.0, 4.0]])]
    for a in squares + singular:
        c.add("det", torch.det, {"input": a}, **near)
        c.add("linalg_det", la.det, {"A": a}, **near)
        c.add("slogdet", torch.slogdet, {"input": a}, **near)
        c.add("linalg_slogdet", la.slogdet, {"A": a}, **near)
        c.add("logdet", torch.logdet, {"input": a}, **near)
    for a in squares:
        square = a @ a.mT + torch.eye(a.shape[-1], dtype=a.dtype)
        for upper in (False, True):
            c.add("linalg_cholesky", la.cholesky, {"input": square, "upper": upper}, **near)
        c.add("cholesky", torch.cholesky, {"input": square, "upper": True}, **near)
    # Half of the matrix is not read.
    half = torch.tensor([[4.0, 7.0], [1.0, 5.0]])
    c.add("linalg_cholesky", la.cholesky, {"input": half})
    c.add("linalg_cholesky", la.cholesky, {"input": half.t().contiguous(), "upper": True})

    five = torch.randn(5, 5) + 3 * torch.eye(5)
    many = torch.randn(2, 3, 5, 5) + 3 * torch.eye(5)
    for a, b in ((five, torch.randn(5)), (five, torch.randn(5, 2)), (five, torch.randn(4, 5, 2)),
                 (many, torch.randn(5, 1)), (many, torch.randn(2, 3, 5)),
                 (many, torch.randn(2, 1, 5, 3)), (many.double(), torch.randn(5).double()),
                 (torch.empty(0, 0), torch.empty(0, 2)), (five, torch.empty(5, 0))):
        c.add("linalg_solve", la.solve, {"A": a, "B": b}, **near)
    c.add("linalg_solve", la.solve, {"A": five, "B": torch.randn(2, 5), "left": False}, **near)
    c.add("linalg_solve", la.solve, {"A": many, "B": torch.randn(4, 5), "left": False}, **near)
    for upper in (False, True):
        for unit in (False, True):
            flags = {"upper": upper, "unitriangular": unit}
            c.add("linalg_solve_triangular", la.solve_triangular,
                  {"input": five, "B": torch.randn(5, 3)} | flags, **near)
            c.add("linalg_solve_triangular", la.solve_triangular,
                  {"input": many, "B": torch.randn(3, 2, 5), "left": False} | flags, **near)
            for turned in (False, True):
                c.add("triangular_solve", torch.triangular_solve,
                      {"input": torch.randn(3, 5, 2), "A": five, "transpose": turned} | flags,
                      **near)
    zero = torch.tensor([[1.0, 2.0], [0.0, 0.0]])
    c.add("linalg_solve_triangular", la.solve_triangular,
          {"input": zero, "B": torch.ones(2, 1), "upper": True})
    for shape in ((3, 3), (5, 3), (3, 5), (2, 4, 2), (1, 1), (4, 0), (0, 3), (6, 1)):
        for mode in ("reduced", "complete"):
            c.add("linalg_qr", la.qr, {"A": torch.randn(shape), "mode": mode}, **near)
    c.add("linalg_qr", la.qr, {"A": torch.randn(4, 3), "mode": "r"}, **near)
    c.add("linalg_qr", la.qr, {"A": torch.eye(3).double()}, **near)
    c.add("qr", torch.qr, {"input": torch.randn(4, 3, dtype=torch.float64)}, **near)
    c.add("qr", torch.qr, {"input": torch.randn(2, 4, 3), "some": False}, **near)


def main():
    torch.manual_seed(3)
    cases = Cases()
    for family in (special, order, layout, losses, linear_algebra):
        family(cases)
    cases.write(pathlib.Path(sys.argv[1]))
    print(f"{len(cases.cases)} cases of {len(cases.counts)} operators")


main()
