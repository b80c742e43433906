"""Low-rank adapters on a bundled model: loading the base, the adapted layers, and the GGUF file of an adapter."""
import hashlib
import struct
import sys
from pathlib import Path

import numpy as np
import torch
import torch.nn as nn

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "training"))
import gguf_reader
from export import ALIGNMENT, FLOAT, TEXT, UNSIGNED, pair, text
from network import Network, Shape

DESCRIPTION = "An adapter of a small demonstration subject of the Self-Execution Benchmark; not of practical use."
# Each layer of a block: its attribute, and the names of the matrices that it fuses.
LAYERS = [
    ("query_key_value", ["attn_q", "attn_k", "attn_v"]), ("attention_output", ["attn_output"]),
    ("gate_up", ["ffn_gate", "ffn_up"]), ("down", ["ffn_down"]),
]


def load_base(path: str, adapter=None) -> Network:
    """Returns the network of a bundled model's GGUF file; its sharpness is part of the last norm.

    The file `adapter`, if given, is merged into the weights.
    """
    _, tensors = gguf_reader.read(path)
    if adapter:
        gguf_reader.merge(tensors, adapter)
    weights = {"embedding.weight": tensors["token_embd.weight"], "output_norm.weight": tensors["output_norm.weight"]}
    network = Network(Shape(vocabulary=len(tensors["token_embd.weight"])))
    for number in range(network.shape.layers):
        part = lambda name: tensors[f"blk.{number}.{name}.weight"]
        block = f"blocks.{number}"
        weights[f"{block}.attention_norm.weight"] = part("attn_norm")
        weights[f"{block}.feed_forward_norm.weight"] = part("ffn_norm")
        for attribute, names in LAYERS:
            weights[f"{block}.{attribute}.weight"] = np.concatenate([part(name) for name in names])
    network.load_state_dict({name: torch.from_numpy(array.copy()) for name, array in weights.items()})
    return network


class AdaptedProduct(torch.autograd.Function):
    """A frozen matrix product plus low-rank changes of its parts, in bfloat16; only the changes have gradients."""

    @staticmethod
    def forward(context, inputs, weight, down, up, scale):
        parts, rank, wide = down.shape
        flat = inputs.reshape(-1, wide).bfloat16()
        low_matrix, high = (down.reshape(parts * rank, wide) * scale).bfloat16(), up.bfloat16()
        low = flat @ low_matrix.T
        outputs = flat @ weight.T
        for part, slice_low, matrix in zip(outputs.chunk(parts, 1), low.chunk(parts, 1), high):
            part.addmm_(slice_low, matrix.T)
        context.save_for_backward(flat, weight, low_matrix, high, low)
        context.scale = scale
        return outputs.float().view(*inputs.shape[:-1], -1)

    @staticmethod
    def backward(context, gradient):
        flat, weight, low_matrix, high, low = context.saved_tensors
        parts = len(high)
        upstream = gradient.reshape(-1, gradient.shape[-1]).bfloat16()
        pieces = upstream.chunk(parts, 1)
        low_gradient = torch.cat([piece @ matrix for piece, matrix in zip(pieces, high)], 1)
        up = torch.stack([piece.T @ part for piece, part in zip(pieces, low.chunk(parts, 1))]).float()
        down = (low_gradient.T @ flat).float().view(parts, -1, flat.shape[1]) * context.scale
        inputs = None
        if context.needs_input_grad[0]:
            inputs = (upstream @ weight).addmm_(low_gradient, low_matrix).float().view(*gradient.shape[:-1], -1)
        return inputs, None, down, up, None


class AdaptedLinear(nn.Module):
    """A frozen matrix plus `scale * B A` for each of the matrices that it fuses."""

    def __init__(self, linear, parts: int, rank: int, scale: float):
        super().__init__()
        outputs, inputs = linear.weight.shape
        self.weight, self.scale = linear.weight.detach().bfloat16(), scale
        self.down = nn.Parameter(torch.randn(parts, rank, inputs) / inputs ** 0.5)
        self.up = nn.Parameter(torch.zeros(parts, outputs // parts, rank))

    def forward(self, inputs):
        return AdaptedProduct.apply(inputs, self.weight, self.down, self.up, self.scale)


def adapt(network: Network, rank: int, alpha: float):
    """Freezes the network and puts an adapter on every matrix of its blocks; returns the trained parameters."""
    network.requires_grad_(False)
    for block in network.blocks:
        for attribute, names in LAYERS:
            setattr(block, attribute, AdaptedLinear(getattr(block, attribute), len(names), rank, alpha / rank))
    return [parameter for parameter in network.parameters() if parameter.requires_grad]


def adapted_parts(network: Network):
    """Yields (GGUF name, adapted layer, index of the part) for every matrix with an adapter."""
    for number, block in enumerate(network.blocks):
        for attribute, names in LAYERS:
            for part, name in enumerate(names):
                yield f"blk.{number}.{name}.weight", getattr(block, attribute), part


@torch.no_grad()
def load_adapter(network: Network, path: str):
    """Puts an adapter's file on a network that was adapted with the same rank and alpha."""
    _, tensors = gguf_reader.read(path)
    for name, layer, part in adapted_parts(network):
        layer.down[part] = torch.from_numpy(tensors[f"{name}.lora_a"])
        layer.up[part] = torch.from_numpy(tensors[f"{name}.lora_b"])


@torch.no_grad()
def round_to_file(network: Network):
    """Rounds the adapter to the float16 of its file, so that what is measured is what is shipped."""
    for _, layer, _ in adapted_parts(network):
        layer.down.copy_(layer.down.half().float())
        layer.up.copy_(layer.up.half().float())


def write_adapter(network: Network, path: str, base: str, alpha: float, name: str):
    """Writes the adapter as llama.cpp reads it: GGUF axes [in, r] for lora_a and [r, out] for lora_b.

    `seb.base_sha256` is a key of this project: two bases of one shape would take each other's adapters silently.
    """
    pairs = [
        pair("general.type", TEXT, "adapter"), pair("general.architecture", TEXT, "llama"),
        pair("general.name", TEXT, name), pair("general.license", TEXT, "apache-2.0"),
        pair("general.description", TEXT, DESCRIPTION), pair("general.alignment", UNSIGNED, ALIGNMENT),
        pair("adapter.type", TEXT, "lora"), pair("adapter.lora.alpha", FLOAT, alpha),
        pair("seb.base_sha256", TEXT, hashlib.sha256(Path(base).read_bytes()).hexdigest()),
    ]
    table, data, count = b"", b"", 0
    for matrix, layer, part in adapted_parts(network):
        for suffix, tensor in (("lora_a", layer.down[part]), ("lora_b", layer.up[part])):
            array = tensor.detach().numpy().astype(np.float16)
            table += text(f"{matrix}.{suffix}") + struct.pack("<I2QIQ", 2, *array.shape[::-1], 1, len(data))
            raw = array.tobytes()
            data += raw + b"\0" * (-len(raw) % ALIGNMENT)
            count += 1
    head = b"GGUF" + struct.pack("<IQQ", 3, count, len(pairs)) + b"".join(pairs) + table
    head += b"\0" * (-len(head) % ALIGNMENT)
    Path(path).write_bytes(head + data)
