"""The llama architecture in plain PyTorch, small enough to train on one CPU core."""
import math
from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F


@dataclass(frozen=True)
class Shape:
    vocabulary: int = 4096
    width: int = 256
    layers: int = 4
    heads: int = 4
    feed_forward: int = 704
    context: int = 1024
    epsilon: float = 1e-5
    rotary_base: float = 10000.0


class HalfProduct(torch.autograd.Function):
    """A matrix product in bfloat16 with float32 around it: the processor's matrix units are four times faster so."""

    @staticmethod
    def forward(context, inputs, weight):
        flat = inputs.reshape(-1, inputs.shape[-1]).bfloat16()
        half = weight.bfloat16()
        context.save_for_backward(flat, half)
        return (flat @ half.T).float().view(*inputs.shape[:-1], weight.shape[0])

    @staticmethod
    def backward(context, gradient):
        flat, half = context.saved_tensors
        upstream = gradient.reshape(-1, gradient.shape[-1]).bfloat16()
        inputs = (upstream @ half).float().view(*gradient.shape[:-1], half.shape[1])
        # A frozen weight, as under an adapter, needs no gradient.
        return inputs, (upstream.T @ flat).float() if context.needs_input_grad[1] else None


class Linear(nn.Module):
    def __init__(self, wide_in: int, wide_out: int):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(wide_out, wide_in))

    def forward(self, inputs):
        return HalfProduct.apply(inputs, self.weight)


class Normalise(torch.autograd.Function):
    """Root-mean-square norm with its derivative by hand: a third of the passes over memory that autograd makes."""

    @staticmethod
    def forward(context, inputs, weight, epsilon):
        scale = torch.rsqrt((inputs * inputs).mean(-1, keepdim=True).add_(epsilon))
        unit = inputs * scale
        context.save_for_backward(unit, scale, weight)
        return unit * weight

    @staticmethod
    def backward(context, gradient):
        unit, scale, weight = context.saved_tensors
        product = gradient * unit
        upstream = gradient * weight
        along = torch.mv(product.view(-1, product.shape[-1]), weight).div_(weight.shape[0]).view(scale.shape)
        inputs = upstream.sub_(unit * along).mul_(scale)
        return inputs, product.view(-1, product.shape[-1]).sum(0), None


class RootMeanSquareNorm(nn.Module):
    def __init__(self, width: int, epsilon: float):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.epsilon = epsilon

    def forward(self, inputs):
        return Normalise.apply(inputs, self.weight, self.epsilon)


def rotate(heads, turn):
    """Rotary position, on interleaved pairs as complex numbers: the convention of llama.cpp, so that export needs no permutation."""
    pairs = torch.view_as_complex(heads.unflatten(-1, (-1, 2)))
    return torch.view_as_real(pairs * turn).flatten(-2)


class Block(nn.Module):
    def __init__(self, shape: Shape):
        super().__init__()
        self.heads = shape.heads
        self.attention_norm = RootMeanSquareNorm(shape.width, shape.epsilon)
        self.feed_forward_norm = RootMeanSquareNorm(shape.width, shape.epsilon)
        # Query, key and value (and gate and up) are one product each: fewer, larger matrices run faster.
        self.query_key_value = Linear(shape.width, 3 * shape.width)
        self.attention_output = Linear(shape.width, shape.width)
        self.gate_up = Linear(shape.width, 2 * shape.feed_forward)
        self.down = Linear(shape.feed_forward, shape.width)

    def attend(self, inputs, turn, mask, kept):
        batch, length, width = inputs.shape
        split = self.query_key_value(inputs).view(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        query, key = rotate(split[:2], turn).reshape(2, batch * self.heads, length, -1).unbind(0)
        value = split[2].reshape(batch * self.heads, length, -1)
        scale = 1 / math.sqrt(width // self.heads)
        scores = torch.baddbmm(mask, query, key.transpose(1, 2), alpha=scale)
        mixed = torch.bmm(scores.softmax(-1), value).view(batch, self.heads, length, -1)
        return self.attention_output(mixed.transpose(1, 2).reshape(batch, length, width)[kept])

    def forward(self, inputs, turn, mask, kept=...):
        """`kept` picks the tokens whose hidden state is wanted; the others are still attended to."""
        hidden = inputs[kept] + self.attend(self.attention_norm(inputs), turn, mask, kept)
        gate, up = self.gate_up(self.feed_forward_norm(hidden)).chunk(2, -1)
        return hidden + self.down(F.silu(gate) * up)


class Network(nn.Module):
    def __init__(self, shape: Shape):
        super().__init__()
        self.shape = shape
        self.embedding = nn.Embedding(shape.vocabulary, shape.width)
        self.blocks = nn.ModuleList([Block(shape) for _ in range(shape.layers)])
        self.output_norm = RootMeanSquareNorm(shape.width, shape.epsilon)
        self.initialise()
        head_width = shape.width // shape.heads
        frequency = shape.rotary_base ** (-torch.arange(0, head_width, 2).float() / head_width)
        angle = torch.arange(shape.context).float()[:, None] * frequency
        self.register_buffer("turn", torch.polar(torch.ones_like(angle), angle), persistent=False)
        future = torch.full((shape.context, shape.context), -1e9).triu(1)
        self.register_buffer("mask", future, persistent=False)

    def initialise(self):
        for parameter in self.parameters():
            if parameter.dim() == 2:
                nn.init.normal_(parameter, std=0.02)
        for block in self.blocks:
            for layer in (block.attention_output, block.down):
                nn.init.normal_(layer.weight, std=0.02 / math.sqrt(2 * self.shape.layers))

    def hidden(self, tokens, positions=None, visible=None, kept=...):
        """Without `positions` and `visible` (which tokens each token sees) a row is one text, read from left to right.

        `kept` indexes the tokens whose last hidden state is returned: the last layer costs a fraction for few tokens.
        """
        batch, length = tokens.shape
        heads = self.shape.heads
        if visible is None:
            turn, mask = self.turn[:length], self.mask[:length, :length].expand(batch * heads, length, length)
        else:
            turn = self.turn[positions][None, :, None]  # one axis for query and key, one for heads
            mask = torch.zeros(visible.shape).masked_fill_(~visible, -1e9).repeat_interleave(heads, 0)
        hidden = self.embedding(tokens)
        for block in self.blocks[:-1]:
            hidden = block(hidden, turn, mask)
        hidden = self.blocks[-1](hidden, turn, mask, kept)
        return self.output_norm(hidden)

    def logits(self, hidden):
        """The output matrix is the embedding (tied)."""
        return HalfProduct.apply(hidden, self.embedding.weight)
