"""Reads the tensors and metadata of a GGUF file whose tensors are float32 or float16."""
import struct

import numpy as np

SCALARS = {0: "<B", 1: "<b", 2: "<H", 3: "<h", 4: "<I", 5: "<i", 6: "<f", 7: "<?", 10: "<Q", 11: "<q", 12: "<d"}
TEXT, LIST = 8, 9
TENSOR_TYPES = {0: np.float32, 1: np.float16}


class Cursor:
    def __init__(self, data: bytes, place: int):
        self.data, self.place = data, place

    def number(self, form: str):
        (value,) = struct.unpack_from(form, self.data, self.place)
        self.place += struct.calcsize(form)
        return value

    def text(self) -> str:
        size = self.number("<Q")
        self.place += size
        return self.data[self.place - size:self.place].decode()

    def value(self, kind: int):
        if kind == TEXT:
            return self.text()
        if kind == LIST:
            element, count = self.number("<I"), self.number("<Q")
            return [self.value(element) for _ in range(count)]
        return self.number(SCALARS[kind])


def read(path: str):
    """Returns (metadata, tensors): tensors are float32 arrays whose rows are outputs."""
    data = open(path, "rb").read()
    if data[:4] != b"GGUF":
        raise ValueError(f"{path} is not a GGUF file")
    cursor = Cursor(data, 8)
    count, pairs = cursor.number("<Q"), cursor.number("<Q")
    metadata = {cursor.text(): cursor.value(cursor.number("<I")) for _ in range(pairs)}
    entries = []
    for _ in range(count):
        name, axes = cursor.text(), cursor.number("<I")
        sides = [cursor.number("<Q") for _ in range(axes)]
        entries.append((name, sides[::-1], TENSOR_TYPES[cursor.number("<I")], cursor.number("<Q")))
    alignment = metadata.get("general.alignment", 32)
    start = -(-cursor.place // alignment) * alignment
    tensors = {}
    for name, sides, kind, offset in entries:
        flat = np.frombuffer(data, kind, int(np.prod(sides)), start + offset)
        tensors[name] = flat.reshape(sides).astype(np.float32)
    return metadata, tensors


def merge(tensors, path: str):
    """Adds an adapter's file to the matrices of its base."""
    metadata, parts = read(path)
    for name in [part.removesuffix(".lora_a") for part in parts if part.endswith(".lora_a")]:
        down, up = parts[f"{name}.lora_a"], parts[f"{name}.lora_b"]
        tensors[name] = tensors[name] + metadata["adapter.lora.alpha"] / len(down) * up @ down
