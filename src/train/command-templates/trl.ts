import type { TemplateInput, TrainingTemplate } from './training-template.ts';
import { localHyperParameters, yaml } from './values.ts';

/** Returns the configuration of `trl sft`. The loss is computed on the completion only, TRL's default for this format. */
function trlConfig({ base, hyperParameters, seed, hasValidation }: TemplateInput): string {
  const { epochs, batchSize, learningRate, rank, alpha } = localHyperParameters(hyperParameters);
  return yaml({
    model_name_or_path: base,
    dtype: 'bfloat16', // TRL's default, float32, takes twice the memory
    bf16: true,
    dataset_name: 'data',
    use_peft: true,
    lora_r: rank,
    lora_alpha: alpha,
    lora_target_modules: 'all-linear', // otherwise PEFT only adapts the query and value matrices
    learning_rate: learningRate,
    num_train_epochs: epochs,
    per_device_train_batch_size: batchSize,
    gradient_accumulation_steps: 1,
    packing: false,
    eval_strategy: hasValidation ? 'epoch' : 'no',
    seed,
    report_to: 'none',
    output_dir: 'output',
  });
}

/** TRL: `trl sft --config sft.yaml`. */
export const trlTemplate: TrainingTemplate = {
  name: 'trl',
  needs: "TRL with peft: pip install 'trl[peft]' (6 GB)",
  format: 'prompt-completion',
  command: 'trl sft --config sft.yaml',
  adapter: 'output/adapter_model.safetensors',
  files: (input) => ({ 'sft.yaml': trlConfig(input) }),
};
