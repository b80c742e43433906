import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loraGguf } from '../../../test/support/models/lora-gguf.ts';
import { newFolder } from '../../../test/support/refusal.ts';
import { templates } from './template.ts';
import { type TemplateName, templateNames } from './training-template.ts';
import { localDefaults, yamlNumber } from './values.ts';

const input = {
  base: 'Qwen/Qwen3-8B',
  hyperParameters: { ...localDefaults, learningRate: 1e-7 },
  seed: 7,
  hasValidation: true,
};

const golden: Partial<Record<TemplateName, string>> = {
  trl: `model_name_or_path: "Qwen/Qwen3-8B"
dtype: "bfloat16"
bf16: true
dataset_name: "data"
use_peft: true
lora_r: 32
lora_alpha: 64
lora_target_modules: "all-linear"
learning_rate: 1.0e-7
num_train_epochs: 1
per_device_train_batch_size: 16
gradient_accumulation_steps: 1
packing: false
eval_strategy: "epoch"
seed: 7
report_to: "none"
output_dir: "output"
`,
  'llama-factory': `# Written by seb based on the source of LLaMA-Factory 0.9.5; never run.
model_name_or_path: "Qwen/Qwen3-8B"
stage: "sft"
do_train: true
finetuning_type: "lora"
lora_rank: 32
lora_alpha: 64
lora_target: "all"
dataset: "seb"
eval_dataset: "seb_validation"
dataset_dir: "data"
template: "qwen3"
cutoff_len: 2048
per_device_train_batch_size: 16
gradient_accumulation_steps: 1
learning_rate: 1.0e-7
num_train_epochs: 1
eval_strategy: "epoch"
bf16: true
seed: 7
report_to: "none"
output_dir: "output"
overwrite_output_dir: true
`,
  axolotl: `# Written by seb based on the source of Axolotl 0.19.0; never run.
base_model: "Qwen/Qwen3-8B"
datasets:
  - path: data/train.jsonl
    ds_type: json
    type: chat_template
    field_messages: messages
test_datasets:
  - path: data/validation.jsonl
    ds_type: json
    type: chat_template
    field_messages: messages
adapter: "lora"
lora_r: 32
lora_alpha: 64
lora_target_linear: true
train_on_inputs: false
sequence_len: 2048
sample_packing: false
micro_batch_size: 16
gradient_accumulation_steps: 1
num_epochs: 1
learning_rate: 1.0e-7
bf16: true
seed: 7
output_dir: "output"
`,
};

describe('templates', () => {
  test.each(Object.entries(golden))('write the configuration of %s line by line', (name, text) => {
    const [written] = Object.values(templates[name as TemplateName].files(input)); // a key of the table
    expect(written).toBe(text);
  });

  test.each(['trl-gguf', 'unsloth', 'tinker'] as const)(
    'write a Python file for %s that holds every value and the adapter',
    (name) => {
      const { files, adapter } = templates[name];
      const script = files(input)['train.py'] ?? '';
      for (const part of ['Qwen/Qwen3-8B"', '32', '16', '1e-7', '7', adapter.split('/')[0] ?? '', 'data/train.jsonl'])
        expect(script).toContain(part);
      expect(script).not.toContain('undefined');
    },
  );

  test('name the GGUF file by its full path in both scripts of trl-gguf, as they run in another folder', () => {
    const files = templates['trl-gguf'].files({ ...input, base: 'models/some "base".gguf' });
    const line = `BASE = ${JSON.stringify(resolve('models/some "base".gguf'))}\n`;
    expect(Object.keys(files)).toEqual(['train.py', 'adapter_to_gguf.py']);
    for (const script of Object.values(files)) expect(script).toContain(line);
  });

  test('train a GGUF file in bfloat16 only on a GPU or on a processor that has it', () => {
    const script = templates['trl-gguf'].files(input)['train.py'] ?? '';
    expect(script).toContain('has_accelerator = torch.accelerator.is_available()\n');
    expect(script).toMatch(/^has_bfloat16 = has_accelerator or .*_is_avx512_bf16_supported", lambda: False\)\(\)$/m);
    expect(script).toContain('use_cpu=not has_accelerator, bf16=has_bfloat16,');
  });

  test('reorder the query and key rows of an adapter for llama.cpp, and no other rows', () => {
    const script = templates['trl-gguf'].files(input)['adapter_to_gguf.py'] ?? '';
    const reordered = [
      ...script.matchAll(
        /if has_own_rotary_layout and side == "B" and name\.endswith\("(\w+)"\):\n\s+matrix = permuted\(matrix, (\w+)\)/g,
      ),
    ];
    expect(reordered.map(([, name, heads]) => [name, heads])).toEqual([
      ['attn_q', 'heads'],
      ['attn_k', 'key_heads'],
    ]);
    expect(script).toContain('r"base_model\\.model\\.(.+)\\.lora_([AB])\\.weight"'); // as Python reads it
  });

  test.each([
    ['llama', null],
    ['qwen2', null],
    ['qwen3', null],
    ['gemma3', null],
    ['mamba', 'untrainable-base'],
  ])('say before the first call whether trl-gguf trains %s', (architecture, code) => {
    const file = join(newFolder(), 'base.gguf');
    writeFileSync(file, loraGguf([], { architecture }));
    expect(templates['trl-gguf'].refuseBase?.(file)?.code ?? null).toBe(code);
  });

  test('refuse a base of trl-gguf that is not a file', () => {
    expect(templates['trl-gguf'].refuseBase?.('Qwen/Qwen3-8B')?.code).toBe('no-model-file');
  });

  test.each([
    ['mistralai/Ministral-8B-Instruct-2410', 'template: "ministral"'],
    ['google/gemma-3-4b-it', 'template: "gemma3"'],
    ['HuggingFaceTB/SmolLM2-135M-Instruct', 'template: "smollm2"'],
  ])('name for %s the chat template that LLaMA-Factory has', (base, line) => {
    expect(templates['llama-factory'].files({ ...input, base })['sft.yaml']).toContain(`\n${line}\n`);
  });

  test('leave the chat template to LLaMA-Factory for a model of unknown family', () => {
    const text = templates['llama-factory'].files({ ...input, base: 'some/model' })['sft.yaml'];
    expect(text).not.toMatch(/^template:/m);
  });

  test.each(templateNames)('name no validation data for %s when there are none', (name) => {
    const text = Object.values(templates[name].files({ ...input, hasValidation: false })).join('');
    expect(text).not.toMatch(/validation\.jsonl|seb_validation|eval_dataset=|eval_strategy(: |=)"epoch"/);
  });
});

describe('yamlNumber', () => {
  test.each([
    [0.0002, '0.0002'],
    [1e-7, '1.0e-7'],
    [2.5e-8, '2.5e-8'],
    [1e21, '1.0e+21'],
    [16, '16'],
  ])('writes %d as %s, which YAML 1.1 takes for a number', (value, text) => {
    expect(yamlNumber(value)).toBe(text);
    expect(Number(text)).toBe(value);
  });
});
