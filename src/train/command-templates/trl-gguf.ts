import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ggufArchitecture } from '../../models/gguf/loading/gguf-architecture.ts';
import { AppError } from '../../util/app-error.ts';
import type { TemplateInput, TrainingTemplate } from './training-template.ts';
import { localHyperParameters } from './values.ts';

/**
 * TRL on a base model in a GGUF file: transformers reads its weights, TRL trains a LoRA adapter with PEFT, and the
 * adapter is written as GGUF, so that `gguf/BASE+ADAPTER` runs in seb's process.
 */
export const trlGgufTemplate: TrainingTemplate = {
  name: 'trl-gguf',
  needs:
    "a GGUF file as the base model, and TRL with peft and gguf: pip install 'trl[peft]' gguf (6 GB; without a GPU, first: pip install torch --index-url https://download.pytorch.org/whl/cpu)",
  refuseBase,
  format: 'prompt-completion',
  command: 'python train.py && python adapter_to_gguf.py',
  adapter: 'output/adapter.gguf',
  files: (input) => {
    const base = JSON.stringify(resolve(input.base));
    return { 'train.py': trainScript(base, input), 'adapter_to_gguf.py': adapterScript(base) };
  },
};

/** Architectures of GGUF files that transformers reads, and whose adapters the script converts. */
const architectures = ['llama', 'qwen2', 'qwen3', 'gemma3'];

function refuseBase(base: string): AppError | null {
  if (!existsSync(base)) {
    return new AppError('no-model-file', `the base model ${base} is not a file`, {
      hint: 'the template trl-gguf trains a GGUF file, such as gguf/models/some.gguf',
    });
  }
  const architecture = ggufArchitecture(base);
  if (architecture !== null && architectures.includes(architecture)) return null;
  const what = architecture === null ? 'no known architecture' : `the architecture ${architecture}`;
  return new AppError('untrainable-base', `${base} has ${what}; trl-gguf trains ${architectures.join(', ')}`, {
    hint: 'use the template trl with the original model and serve it with vLLM, or another base model',
  });
}

function trainScript(base: string, { hyperParameters, seed, hasValidation }: TemplateInput): string {
  const { epochs, batchSize, learningRate, rank, alpha } = localHyperParameters(hyperParameters);
  return `# Written by seb. LoRA training with TRL and PEFT on data/train.jsonl; the base model is a GGUF file.
import os

import torch
from datasets import load_dataset
from gguf import GGUFReader
from peft import LoraConfig
from tokenizers import pre_tokenizers
from transformers import AutoModelForCausalLM, AutoTokenizer
from trl import SFTConfig, SFTTrainer

BASE = ${base}

folder, name = os.path.split(BASE)
fields = GGUFReader(BASE).fields


def value(key):
    return fields[key].contents() if key in fields else None


architecture = value("general.architecture")
if architecture not in ${JSON.stringify(architectures)}:
    raise SystemExit(f"{name} is a model of the architecture {architecture}, which this script does not train")

tokenizer = AutoTokenizer.from_pretrained(folder, gguf_file=name)
tokenizer.chat_template = value("tokenizer.chat_template")
if value("tokenizer.ggml.pre") == "smollm":
    # transformers reads the vocabulary of the file, not how it splits text: SmolLM splits numbers into digits.
    tokenizer.backend_tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    )

# The weights move into a plain model: transformers counts a model that it read from GGUF as quantized.
loaded = AutoModelForCausalLM.from_pretrained(folder, gguf_file=name, dtype=torch.float32)
if getattr(loaded.config, "quantization_config", None) is not None:
    del loaded.config.quantization_config
model = AutoModelForCausalLM.from_config(loaded.config)
model.load_state_dict(loaded.state_dict())
del loaded

# TRL trains in bfloat16 unless told otherwise; a processor without such instructions emulates it, ten times slower.
has_accelerator = torch.accelerator.is_available()
has_bfloat16 = has_accelerator or getattr(torch.cpu, "_is_avx512_bf16_supported", lambda: False)()

data = load_dataset("data")
trainer = SFTTrainer(
    model=model,
    processing_class=tokenizer,
    train_dataset=data["train"],${hasValidation ? '\n    eval_dataset=data["test"],' : ''}
    peft_config=LoraConfig(r=${rank}, lora_alpha=${alpha}, target_modules="all-linear", task_type="CAUSAL_LM"),
    args=SFTConfig(
        per_device_train_batch_size=${batchSize}, gradient_accumulation_steps=1, num_train_epochs=${epochs},
        learning_rate=${learningRate}, seed=${seed}, packing=False, gradient_checkpointing=False,
        eval_strategy="${hasValidation ? 'epoch' : 'no'}", save_strategy="no", logging_steps=5, report_to="none",
        output_dir="output", use_cpu=not has_accelerator, bf16=has_bfloat16,
    ),
)
trainer.train()
trainer.save_model("output")
`;
}

function adapterScript(base: string): string {
  return `# Written by seb. Writes the LoRA adapter in output/ as GGUF.
import hashlib
import json
import os
import re

from gguf import MODEL_ARCH, GGUFReader, GGUFWriter, get_tensor_name_map
from safetensors.numpy import load_file

BASE = ${base}

fields = GGUFReader(BASE).fields
architecture = fields["general.architecture"].contents()
layers, heads = (fields[f"{architecture}.{key}"].contents() for key in ("block_count", "attention.head_count"))
grouped = fields.get(f"{architecture}.attention.head_count_kv")
key_heads = heads if grouped is None else grouped.contents()
with open("output/adapter_config.json", encoding="utf-8") as file:
    config = json.load(file)
for option in ("use_rslora", "use_dora", "modules_to_save", "rank_pattern", "alpha_pattern"):
    if config.get(option):
        raise SystemExit(f"the adapter was trained with {option}, which this script does not convert")

names = get_tensor_name_map(MODEL_ARCH[architecture.upper()], layers)
has_own_rotary_layout = architecture == "llama"  # the other architectures keep that of transformers


def permuted(matrix, count):
    """Reorders the rows of a query or key matrix from the rotary layout of transformers to that of llama.cpp."""
    rows, rank = matrix.shape
    return matrix.reshape(count, 2, rows // count // 2, rank).swapaxes(1, 2).reshape(rows, rank)


writer = GGUFWriter("output/adapter.gguf.part", architecture)
writer.add_type("adapter")
writer.add_string("adapter.type", "lora")
writer.add_float32("adapter.lora.alpha", float(config["lora_alpha"]))
with open(BASE, "rb") as file:
    writer.add_string("seb.base_sha256", hashlib.file_digest(file, "sha256").hexdigest())
for key, matrix in sorted(load_file("output/adapter_model.safetensors").items()):
    module, side = re.fullmatch(r"base_model\\.model\\.(.+)\\.lora_([AB])\\.weight", key).groups()
    name = names.get_name(module)
    if name is None:
        raise SystemExit(f"no tensor of llama.cpp is known for {module}")
    if has_own_rotary_layout and side == "B" and name.endswith("attn_q"):
        matrix = permuted(matrix, heads)
    if has_own_rotary_layout and side == "B" and name.endswith("attn_k"):
        matrix = permuted(matrix, key_heads)
    writer.add_tensor(f"{name}.weight.lora_{side.lower()}", matrix.astype("float32"))
writer.write_header_to_file()
writer.write_kv_data_to_file()
writer.write_tensors_to_file()
writer.close()
os.replace("output/adapter.gguf.part", "output/adapter.gguf")
`;
}
