import type { TrainingTemplate } from './training-template.ts';
import { localHyperParameters, yaml } from './values.ts';

function dataset(file: string): string {
  return `  - path: data/${file}\n    ds_type: json\n    type: chat_template\n    field_messages: messages\n`;
}

const header = '# Written by seb based on the source of Axolotl 0.19.0; never run.\n';

/** Axolotl: `axolotl train sft.yml`. Keys were checked in the source of 0.19.0; not tested. */
export const axolotlTemplate: TrainingTemplate = {
  name: 'axolotl',
  needs: 'Axolotl: pip install axolotl',
  format: 'chat',
  command: 'axolotl train sft.yml',
  adapter: 'output/adapter_model.safetensors',
  files: ({ base, hyperParameters, seed, hasValidation }) => {
    const { epochs, batchSize, learningRate, rank, alpha } = localHyperParameters(hyperParameters);
    const sets = `datasets:\n${dataset('train.jsonl')}${hasValidation ? `test_datasets:\n${dataset('validation.jsonl')}` : ''}`;
    const values = yaml({
      adapter: 'lora',
      lora_r: rank,
      lora_alpha: alpha,
      lora_target_linear: true,
      train_on_inputs: false,
      sequence_len: 2048,
      sample_packing: false,
      micro_batch_size: batchSize,
      gradient_accumulation_steps: 1,
      num_epochs: epochs,
      learning_rate: learningRate,
      bf16: true,
      seed,
      output_dir: 'output',
    });
    return { 'sft.yml': `${header}${yaml({ base_model: base })}${sets}${values}` };
  },
};
