import type { TrainingTemplate } from './training-template.ts';
import { localHyperParameters, yaml } from './values.ts';

/** Chat templates by a part of the model's name. For other models LLaMA-Factory uses the tokenizer's template. */
const chatTemplates: readonly (readonly [RegExp, string])[] = [
  [/qwen-?3/i, 'qwen3'],
  [/qwen/i, 'qwen'],
  [/llama-?3/i, 'llama3'],
  [/gemma-?3/i, 'gemma3'],
  [/gemma/i, 'gemma'],
  [/ministral/i, 'ministral'],
  [/mistral/i, 'mistral'],
  [/phi-?4/i, 'phi4'],
  [/smollm2/i, 'smollm2'],
];

const header = '# Written by seb based on the source of LLaMA-Factory 0.9.5; never run.\n';

/** LLaMA-Factory: `llamafactory-cli train sft.yaml`. Keys were checked in the source of 0.9.5; not tested. */
export const llamaFactoryTemplate: TrainingTemplate = {
  name: 'llama-factory',
  needs: 'LLaMA-Factory: pip install llamafactory',
  format: 'sharegpt-openai',
  command: 'llamafactory-cli train sft.yaml',
  adapter: 'output/adapter_model.safetensors',
  files: ({ base, hyperParameters, seed, hasValidation }) => {
    const { epochs, batchSize, learningRate, rank, alpha } = localHyperParameters(hyperParameters);
    const template = chatTemplates.find(([name]) => name.test(base))?.[1] ?? null;
    return {
      'sft.yaml': `${header}${yaml({
        model_name_or_path: base,
        stage: 'sft',
        do_train: true,
        finetuning_type: 'lora',
        lora_rank: rank,
        lora_alpha: alpha,
        lora_target: 'all',
        dataset: 'seb',
        eval_dataset: hasValidation ? 'seb_validation' : null,
        dataset_dir: 'data',
        template,
        cutoff_len: 2048,
        per_device_train_batch_size: batchSize,
        gradient_accumulation_steps: 1,
        learning_rate: learningRate,
        num_train_epochs: epochs,
        eval_strategy: hasValidation ? 'epoch' : 'no',
        bf16: true,
        seed,
        report_to: 'none',
        output_dir: 'output',
        overwrite_output_dir: true,
      })}`,
    };
  },
};
