"""Wrote modules.safetensors with PyTorch 2.4.1: python write_modules.py

Each case holds `CASE.state.NAME` (parameters and buffers), `CASE.input.K` and `CASE.output.K`.
"""
import json
import struct

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
tensors = {}


def values(*shape):
    return torch.rand(*shape) * 2 - 1


def flatten(result):
    if isinstance(result, torch.Tensor):
        return [result]
    return [leaf for item in result if item is not None for leaf in flatten(item)]


def case(name, module, *inputs, call=None):
    with torch.no_grad():
        if isinstance(module, nn.Module):
            module.eval()
            for key, parameter in module.named_parameters():
                parameter.copy_(values(*parameter.shape) * 0.5)
            for key, tensor in module.state_dict().items():
                tensors[f"{name}.state.{key}"] = tensor.clone()
        result = (call or module)(*inputs)
    for k, tensor in enumerate(inputs):
        tensors[f"{name}.input.{k}"] = tensor
    for k, tensor in enumerate(flatten(result)):
        tensors[f"{name}.output.{k}"] = tensor.contiguous()


# Recurrent modules.
case("rnn_tanh", nn.RNN(3, 4), values(5, 2, 3))
case("rnn_relu", nn.RNN(3, 4, 2, nonlinearity="relu", bias=False, batch_first=True), values(2, 5, 3))
case("lstm", nn.LSTM(3, 4), values(5, 2, 3))
lstm = nn.LSTM(3, 4, 2, batch_first=True, bidirectional=True)
case("lstm_two_ways", lstm, values(2, 5, 3), values(4, 2, 4), values(4, 2, 4),
     call=lambda x, h, c: lstm(x, (h, c)))
case("lstm_projected", nn.LSTM(3, 5, proj_size=2), values(4, 1, 3))
gru = nn.GRU(3, 4, 2, bidirectional=True)
case("gru", gru, values(5, 2, 3), values(4, 2, 4))
case("rnn_cell", nn.RNNCell(3, 4), values(2, 3))
lstm_cell = nn.LSTMCell(3, 4)
case("lstm_cell", lstm_cell, values(2, 3), values(2, 4), values(2, 4),
     call=lambda x, h, c: lstm_cell(x, (h, c)))
case("gru_cell", nn.GRUCell(3, 4), values(3))

# Attention and transformers.
mha = nn.MultiheadAttention(8, 2)
x = values(5, 2, 8)
case("attention", mha, x, call=lambda t: mha(t, t, t))
cross = nn.MultiheadAttention(8, 4, kdim=3, vdim=6, bias=False)
case("attention_cross", cross, values(5, 2, 8), values(7, 2, 3), values(7, 2, 6))
masked = nn.MultiheadAttention(8, 2)
keys = torch.zeros(2, 5, dtype=torch.bool)
keys[1, 3:] = True
causal = torch.triu(torch.ones(5, 5), 1).bool()
case("attention_masked", masked, x, keys, causal,
     call=lambda t, k, m: masked(t, t, t, k, True, m, False))
added = nn.MultiheadAttention(8, 2, add_bias_kv=True, add_zero_attn=True)
case("attention_added", added, x, values(10).reshape(2, 5)[:, :5], values(4, 5, 5),
     call=lambda t, unused, m: added(t, t, t, attn_mask=m))
case("encoder_layer", nn.TransformerEncoderLayer(8, 2, 16, activation="gelu"), values(5, 2, 8))
layer = nn.TransformerEncoderLayer(8, 2, 16)
encoder = nn.TransformerEncoder(layer, 2, norm=nn.LayerNorm(8), enable_nested_tensor=False)
case("encoder", encoder, values(5, 2, 8), causal.float().masked_fill(causal, float("-inf")))
case("decoder_layer", nn.TransformerDecoderLayer(8, 2, 16), values(4, 2, 8), values(5, 2, 8))
case("transformer", nn.Transformer(8, 2, 1, 2, 16), values(5, 2, 8), values(4, 2, 8))

# Images.
image = values(2, 4, 5, 6)
case("upsample_nearest", nn.Upsample(scale_factor=2), image)
case("upsample_bilinear", nn.Upsample(size=[7, 9], mode="bilinear", align_corners=False), image)
case("upsample_corners", nn.Upsample(scale_factor=1.5, mode="bilinear", align_corners=True), image)
case("interpolate_bicubic", lambda t: F.interpolate(t, size=(8, 4), mode="bicubic"), image)
case("pixel_shuffle", nn.PixelShuffle(2), image)
case("pixel_unshuffle", nn.PixelUnshuffle(2), values(1, 2, 4, 6))
case("pad_reflect", nn.ReflectionPad2d((1, 2, 3, 0)), image)
case("pad_replicate", nn.ReplicationPad1d(2), values(2, 3, 4))
case("pad_zero", nn.ZeroPad2d(1), image)
case("pad_constant", nn.ConstantPad1d((1, 2), 3.5), values(2, 3, 4))
case("instance_norm", nn.InstanceNorm2d(4, affine=True), image)
case("instance_norm_tracked", nn.InstanceNorm1d(3, track_running_stats=True), values(2, 3, 4))
case("local_response_norm", nn.LocalResponseNorm(3, alpha=0.1, k=2.0), image)
case("max_pool3d", nn.MaxPool3d(2), values(1, 2, 4, 4, 4))
case("avg_pool3d", nn.AvgPool3d(2, padding=1, divisor_override=3), values(1, 2, 4, 4, 4))
case("adaptive_max_pool1d", nn.AdaptiveMaxPool1d(3, return_indices=True), values(2, 3, 8))
case("max_pool2d_indices", nn.MaxPool2d(2, return_indices=True), image)
case("lp_pool2d", nn.LPPool2d(2, 2), image)
case("unfold", nn.Unfold(2, padding=1), image)
case("fold", nn.Fold((4, 5), (2, 2)), values(1, 8, 12))
case("cosine_similarity", nn.CosineSimilarity(), values(4, 6), values(4, 6))
case("pairwise_distance", nn.PairwiseDistance(p=3, keepdim=True), values(4, 6), values(4, 6))
case("unflatten", nn.Unflatten(1, (2, 2)), image)
case("normalize", lambda t: F.normalize(t, p=1.0, dim=2), image)

# Activations.
line = torch.linspace(-3, 3, 13)
for name, module in [("celu", nn.CELU(0.7)), ("selu", nn.SELU()), ("hardshrink", nn.Hardshrink(1.0)),
                     ("softshrink", nn.Softshrink()), ("threshold", nn.Threshold(0.5, -7.0)),
                     ("softmin", nn.Softmin(0)), ("rrelu", nn.RReLU()), ("prelu", nn.PReLU())]:
    case(name, module, line)
case("softmax2d", nn.Softmax2d(), image)

# Losses.
a, b = values(4, 3), values(4, 3)
p, q = torch.rand(4, 3), torch.rand(4, 3)
classes = torch.tensor([0, 2, 1, 2])
weight = torch.tensor([0.2, 1.0, 0.5])
case("l1_loss", nn.L1Loss(reduction="sum"), a, b)
case("mse_loss", nn.MSELoss(), a, b)
case("smooth_l1_loss", nn.SmoothL1Loss(beta=0.3), a, b)
case("huber_loss", nn.HuberLoss(reduction="none", delta=0.4), a, b)
case("bce_loss", nn.BCELoss(), p, q)
case("bce_with_logits_loss", nn.BCEWithLogitsLoss(pos_weight=weight), a, q)
case("nll_loss", nn.NLLLoss(weight=weight), F.log_softmax(a, 1), classes)
case("cross_entropy_loss", nn.CrossEntropyLoss(ignore_index=1, label_smoothing=0.1), a, classes)
case("kl_div_loss", nn.KLDivLoss(reduction="batchmean"), F.log_softmax(a, 1), F.softmax(b, 1))

kinds = {torch.float32: "F32", torch.int64: "I64", torch.bool: "BOOL"}
header, data = {}, b""
for name, tensor in tensors.items():
    raw = tensor.contiguous().numpy().tobytes()
    header[name] = {"dtype": kinds[tensor.dtype], "shape": list(tensor.shape),
                    "data_offsets": [len(data), len(data) + len(raw)]}
    data += raw
text = json.dumps(header, separators=(",", ":")).encode()
with open("modules.safetensors", "wb") as file:
    file.write(struct.pack("<Q", len(text)) + text + data)
