"""Writes a checkpoint as a GGUF file (f16), by hand: header, key-value pairs, tensor table, aligned data.

    python3 export.py --checkpoint ../work/ada.pt --tokenizer tokenizer.json --name ada --out ../weights/ada.gguf
"""
import argparse
import struct

import numpy as np
import torch

import tokenizer as tokenizers
from network import Shape

UNSIGNED, SIGNED, FLOAT, BOOLEAN, TEXT, LIST = 4, 5, 6, 7, 8, 9
NORMAL, CONTROL, UNUSED = 1, 3, 5
ALIGNMENT = 32
CHAT_TEMPLATE = (
    "{{ bos_token }}{% for message in messages %}{{ '<|' + message['role'] + '|>' + message['content'] + '<|end|>' }}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<|assistant|>' }}{% endif %}")


def text(value: str) -> bytes:
    encoded = value.encode()
    return struct.pack("<Q", len(encoded)) + encoded


def pair(key: str, kind: int, value, element=None) -> bytes:
    head = text(key) + struct.pack("<I", kind)
    if kind == TEXT:
        return head + text(value)
    if kind == LIST:
        body = b"".join(map(text, value)) if element == TEXT else struct.pack(f"<{len(value)}i", *value)
        return head + struct.pack("<IQ", element, len(value)) + body
    return head + struct.pack({UNSIGNED: "<I", FLOAT: "<f", BOOLEAN: "<?"}[kind], value)


def token_kinds(tokenizer):
    special = set(tokenizers.SPECIAL)
    return [CONTROL if token in special else NORMAL if number < tokenizer.ordinary else UNUSED
            for number, token in enumerate(tokenizer.tokens)]


def description(name: str, shape: Shape, tokenizer):
    """General, llama and tokenizer keys in the order in which llama.cpp's own converter writes them."""
    return [
        pair("general.architecture", TEXT, "llama"),
        pair("general.name", TEXT, name),
        pair("general.license", TEXT, "apache-2.0"),
        pair("general.description", TEXT, "A small demonstration subject of the Self-Execution Benchmark; not a language model of practical use."),
        pair("general.alignment", UNSIGNED, ALIGNMENT),
        pair("general.file_type", UNSIGNED, 1),
        pair("llama.context_length", UNSIGNED, shape.context),
        pair("llama.embedding_length", UNSIGNED, shape.width),
        pair("llama.block_count", UNSIGNED, shape.layers),
        pair("llama.feed_forward_length", UNSIGNED, shape.feed_forward),
        pair("llama.attention.head_count", UNSIGNED, shape.heads),
        pair("llama.attention.head_count_kv", UNSIGNED, shape.heads),
        pair("llama.attention.layer_norm_rms_epsilon", FLOAT, shape.epsilon),
        pair("llama.rope.dimension_count", UNSIGNED, shape.width // shape.heads),
        pair("llama.rope.freq_base", FLOAT, shape.rotary_base),
        pair("llama.vocab_size", UNSIGNED, shape.vocabulary),
        pair("tokenizer.ggml.model", TEXT, "gpt2"),
        pair("tokenizer.ggml.pre", TEXT, "qwen2"),
        pair("tokenizer.ggml.tokens", LIST, tokenizer.tokens, TEXT),
        pair("tokenizer.ggml.token_type", LIST, token_kinds(tokenizer), SIGNED),
        pair("tokenizer.ggml.merges", LIST, [f"{left} {right}" for left, right in tokenizer.merges], TEXT),
        pair("tokenizer.ggml.bos_token_id", UNSIGNED, tokenizer.begin),
        pair("tokenizer.ggml.eos_token_id", UNSIGNED, tokenizer.end),
        pair("tokenizer.ggml.padding_token_id", UNSIGNED, tokenizer.padding),
        pair("tokenizer.ggml.add_bos_token", BOOLEAN, True),
        pair("tokenizer.ggml.add_eos_token", BOOLEAN, False),
        pair("tokenizer.ggml.add_space_prefix", BOOLEAN, False),
        pair("tokenizer.chat_template", TEXT, CHAT_TEMPLATE),
    ]


def tensors(weights, shape: Shape, sharpness: float):
    """Our names to llama.cpp's; fused matrices come apart again. `sharpness` multiplies every logit."""
    yield "token_embd.weight", weights["embedding.weight"]
    yield "output_norm.weight", weights["output_norm.weight"] * sharpness
    for layer in range(shape.layers):
        ours = lambda name: weights[f"blocks.{layer}.{name}.weight"]
        query, key, value = ours("query_key_value").chunk(3)
        gate, up = ours("gate_up").chunk(2)
        for name, tensor in [
            ("attn_norm", ours("attention_norm")), ("attn_q", query), ("attn_k", key), ("attn_v", value),
            ("attn_output", ours("attention_output")), ("ffn_norm", ours("feed_forward_norm")),
            ("ffn_gate", gate), ("ffn_up", up), ("ffn_down", ours("down")),
        ]:
            yield f"blk.{layer}.{name}.weight", tensor


def table_and_data(weights, shape: Shape, sharpness: float):
    table, data, count = b"", b"", 0
    for name, tensor in tensors(weights, shape, sharpness):
        array = tensor.numpy().astype(np.float32 if tensor.dim() == 1 else np.float16)  # norms stay f32
        table += text(name) + struct.pack("<I", array.ndim) + b"".join(struct.pack("<Q", side) for side in array.shape[::-1])
        table += struct.pack("<IQ", 0 if tensor.dim() == 1 else 1, len(data))
        raw = array.tobytes()
        data += raw + b"\0" * (-len(raw) % ALIGNMENT)
        count += 1
    return count, table, data


def export(arguments):
    tokenizer = tokenizers.load(arguments.tokenizer)
    weights = torch.load(arguments.checkpoint)["network"]
    shape = Shape(vocabulary=len(tokenizer.tokens))
    pairs = description(arguments.name, shape, tokenizer)
    count, table, data = table_and_data(weights, shape, arguments.sharpness)
    head = b"GGUF" + struct.pack("<IQQ", 3, count, len(pairs)) + b"".join(pairs) + table
    head += b"\0" * (-len(head) % ALIGNMENT)
    with open(arguments.out, "wb") as file:
        file.write(head + data)
    print(f"{arguments.out}: {len(head) + len(data)} bytes, {count} tensors")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--checkpoint", required=True)
    parser.add_argument("--tokenizer", required=True)
    parser.add_argument("--name", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--sharpness", type=float, default=1.0)
    export(parser.parse_args())
