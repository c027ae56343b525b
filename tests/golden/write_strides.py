"""Writes strides.json: strides of results of pointwise operators and copies, found by PyTorch.

usage: write_strides.py FOLDER        needs torch (2.4.1 was used)

Each case has `op`, `args` and `strides`. A tensor argument is `{"storage": N, "sizes": [...], "strides":
[...], "type": T}`, a view of N zeros; other arguments are as in the other files, and memory
formats are their names.
"""

import json
import pathlib
import random
import sys

import torch

generator = random.Random(5)
cases = []


def argument(x):
    if isinstance(x, torch.Tensor):
        return {"storage": x.untyped_storage().nbytes() // x.element_size(),
                "sizes": list(x.shape), "strides": list(x.stride()),
                "type": str(x.dtype).removeprefix("torch.")}
    if isinstance(x, torch.dtype):
        return {"dtype": str(x).removeprefix("torch.")}
    if isinstance(x, torch.memory_format):
        return str(x).removeprefix("torch.")
    return x


def add(op, call, **arguments):
    result = call(*arguments.values())
    cases.append({"op": op, "args": {name: argument(x) for name, x in arguments.items()},
                  "sizes": list(result.shape), "strides": list(result.stride())})


def permuted(sizes, kind=torch.float32):
    """A dense tensor of these sizes in a random order of memory."""
    order = list(range(len(sizes)))
    generator.shuffle(order)
    back = [order.index(d) for d in range(len(order))]
    return torch.zeros([sizes[d] for d in order], dtype=kind).permute(back)


def layout(sizes, kind=torch.float32):
    """A tensor of these sizes: dense, permuted, a part of a larger one, or repeated."""
    form = generator.randrange(5)
    if form == 0:
        return torch.zeros(sizes, dtype=kind)
    if form < 3:
        return permuted(sizes, kind)
    if not sizes:
        return torch.zeros(sizes, dtype=kind)
    d = generator.randrange(len(sizes))
    if form == 3:
        larger = list(sizes)
        larger[d] = larger[d] * 2 + 1
        view = permuted(larger, kind)
        return view.narrow(d, 1, sizes[d]) if generator.random() < 0.5 else \
            view[tuple([slice(None)] * d + [slice(0, 2 * sizes[d], 2)])]
    smaller = list(sizes)
    smaller[d] = 1
    return permuted(smaller, kind).expand(sizes)


def broadcast_part(sizes):
    """Sizes that broadcast to these."""
    part = [1 if generator.random() < 0.3 else n for n in sizes]
    return part[generator.randrange(len(part) + 1) if generator.random() < 0.3 else 0:]


def some_sizes(rank):
    return [generator.choice([1, 2, 3, 3, 4, 5]) for _ in range(rank)]


def unary():
    image = torch.zeros(2, 3, 4, 5).to(memory_format=torch.channels_last)
    forms = [image, image[:, ::2], image[:, :, 1:3], image.transpose(0, 3),
             torch.zeros(3, 1).expand(3, 4).t(), torch.zeros(1, 3).t(), torch.zeros(0, 3).t(),
             torch.zeros(2, 0, 4).permute(2, 0, 1), torch.zeros(()), torch.zeros(5)[::2]]
    functions = ["abs", "acos", "asinh", "atan", "ceil", "cos", "digamma", "erf", "erfinv", "exp",
                 "expm1", "floor", "frac", "isnan", "lgamma", "log", "log1p", "logical_not",
                 "logit", "neg", "reciprocal", "relu", "round", "rsqrt", "sigmoid", "sign",
                 "sin", "sinc", "sqrt", "square", "tan", "tanh", "trunc", "zeros_like",
                 "ones_like", "clone"]
    functional = ["elu", "gelu", "hardsigmoid", "hardswish", "hardtanh", "leaky_relu", "logsigmoid",
                  "mish", "relu6", "selu", "silu", "softplus", "softshrink"]
    for x in forms:
        for name in functions:
            add(name, getattr(torch, name), input=x)
        for name in functional:
            add(name, getattr(torch.nn.functional, name), input=x)
        add("clamp", lambda x, a, b: x.clamp(a, b), input=x, min=0.0, max=1.0)
        add("to.dtype", lambda x, t: x.to(t), input=x, dtype=torch.float64)
        add("to.dtype", lambda x, t: x.to(t), input=x, dtype=torch.float32)
        add("to.dtype", lambda x, t, c: x.to(t, copy=c), input=x, dtype=torch.float32, copy=True)
        add("full_like", torch.full_like, input=x, fill_value=2.0)
        add("bitwise_not", torch.bitwise_not, input=x.to(torch.int64))
        formats = [torch.contiguous_format, torch.preserve_format]
        for form in formats + ([torch.channels_last] if x.dim() == 4 else []):
            add("clone", lambda x, f: x.clone(memory_format=f), input=x, memory_format=form)
            add("to.dtype", lambda x, t, f: x.to(t, memory_format=f), input=x,
                dtype=torch.float64, memory_format=form)
            add("to.dtype", lambda x, t, f: x.to(t, memory_format=f), input=x,
                dtype=torch.float32, memory_format=form)
            if form != torch.preserve_format:
                add("contiguous", lambda x, f: x.contiguous(memory_format=f), input=x,
                    memory_format=form)
    volume = torch.zeros(2, 3, 4, 2, 5)
    add("contiguous", lambda x, f: x.contiguous(memory_format=f), input=volume,
        memory_format=torch.channels_last_3d)
    add("neg", torch.neg, input=volume.to(memory_format=torch.channels_last_3d))
    for _ in range(60):
        x = layout(some_sizes(generator.randrange(6)))
        add("exp", torch.exp, input=x)
        add("clone", torch.clone, input=x)
        add("zeros_like", torch.zeros_like, input=x)


def binary():
    functions = ["add", "sub", "mul", "div", "pow", "maximum", "eq", "lt", "atan2", "fmod",
                 "remainder", "logical_and", "copysign", "floor_divide"]
    for k in range(150):
        sizes = some_sizes(generator.randrange(1, 6))
        name = functions[k % len(functions)]
        second = "exponent" if name == "pow" else "other"
        for sides in ((sizes, broadcast_part(sizes)), (broadcast_part(sizes), sizes)):
            add(name, getattr(torch, name), **dict(zip(("input", second), map(layout, sides))))
    for name in ["add", "mul", "div", "eq", "fmod", "remainder", "copysign"]:
        for _ in range(6):
            x = layout(some_sizes(generator.randrange(1, 5)))
            add(name, getattr(torch, name), input=x, other=2.0)
    kinds = [torch.float32, torch.float64, torch.int64]
    for k in range(60):
        sizes = some_sizes(generator.randrange(2, 5))
        name = ["add", "eq", "div", "logical_and", "maximum", "where"][k % 6]
        a = layout(sizes, generator.choice(kinds))
        b = layout(broadcast_part(sizes), generator.choice(kinds))
        if name == "where":
            add(name, torch.where, condition=layout(broadcast_part(sizes), torch.bool), input=a,
                other=b)
        else:
            add(name, getattr(torch, name), input=a, other=b)
    add("add", torch.add, input=torch.zeros(3, 0, 2).transpose(0, 2), other=layout([2, 1, 3]))


def ternary():
    for _ in range(40):
        sizes = some_sizes(generator.randrange(1, 5))
        a, b, c = (layout(broadcast_part(sizes)) for _ in range(3))
        add("where", torch.where, condition=layout(sizes, torch.bool), input=a, other=b)
        add("addcmul", torch.addcmul, input=a, tensor1=b, tensor2=c)
        add("lerp", torch.lerp, input=layout(sizes), end=layout(sizes), weight=0.5)
        add("lerp", torch.lerp, input=layout(sizes), end=layout(sizes), weight=layout(sizes))
        add("clamp", torch.clamp, input=layout(sizes), min=layout(sizes), max=layout(sizes))


unary()
binary()
ternary()
folder = pathlib.Path(sys.argv[1])
with open(folder / "strides.json", "w") as file:
    lines = ",\n".join(json.dumps(case) for case in cases)
    file.write('{"reference": "PyTorch %s", "cases": [\n%s\n]}\n' % (torch.__version__, lines))
