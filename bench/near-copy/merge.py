"""Merges a LoRA adapter into its base model: python merge.py BASE.gguf ADAPTER.gguf OUT.gguf (needs gguf, numpy).

Matrices that the adapter changes are stored as Q8_0; all others and the metadata are copied.
"""

import sys

import numpy as np
from gguf import GGMLQuantizationType, GGUFReader, GGUFValueType, GGUFWriter, quants

base, adapter, out = sys.argv[1:4]
lora = {tensor.name: np.array(tensor.data, dtype=np.float32) for tensor in GGUFReader(adapter).tensors}
rank = next(matrix.shape[0] for name, matrix in lora.items() if name.endswith("lora_a"))
alpha = GGUFReader(adapter).fields["adapter.lora.alpha"].contents()
reader = GGUFReader(base)
writer = GGUFWriter(out, reader.fields["general.architecture"].contents())
for field in reader.fields.values():
    if field.name == "general.architecture" or field.name.startswith("GGUF."):
        continue
    kind = field.types[0]
    item_kind = field.types[-1] if kind == GGUFValueType.ARRAY else None
    writer.add_key_value(field.name, field.contents(), kind, sub_type=item_kind)
changed = 0
for tensor in reader.tensors:
    a, b = lora.get(f"{tensor.name}.lora_a"), lora.get(f"{tensor.name}.lora_b")
    if a is None or b is None:
        writer.add_tensor(tensor.name, tensor.data, raw_dtype=tensor.tensor_type)
        continue
    matrix = quants.dequantize(tensor.data, tensor.tensor_type).astype(np.float32) + (alpha / rank) * (b @ a)
    kind = GGMLQuantizationType.Q8_0
    writer.add_tensor(tensor.name, quants.quantize(matrix, kind), raw_dtype=kind)
    changed += 1
writer.write_header_to_file()
writer.write_kv_data_to_file()
writer.write_tensors_to_file()
writer.close()
print(f"{changed} of {len(reader.tensors)} matrices changed, rank {rank}, alpha {alpha}")
