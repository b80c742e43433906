import type { TrainingTemplate } from './training-template.ts';
import { localHyperParameters, yaml } from './values.ts';

/** TRL: `trl sft --config sft.yaml`. The loss is computed on the completion alone, which is its default for this format. */
export const trlTemplate: TrainingTemplate = {
  name: 'trl',
  needs: "TRL with peft: pip install 'trl[peft]'",
  format: 'prompt-completion',
  command: 'trl sft --config sft.yaml',
  adapter: 'output/adapter_model.safetensors',
  files: ({ base, hyperParameters, seed, hasValidation }) => {
    const { epochs, batchSize, learningRate, rank, alpha } = localHyperParameters(hyperParameters);
    return {
      'sft.yaml': yaml({
        model_name_or_path: base,
        dataset_name: 'data',
        use_peft: true,
        lora_r: rank,
        lora_alpha: alpha,
        learning_rate: learningRate,
        num_train_epochs: epochs,
        per_device_train_batch_size: batchSize,
        gradient_accumulation_steps: 1,
        packing: false,
        eval_strategy: hasValidation ? 'epoch' : 'no',
        seed,
        report_to: 'none',
        output_dir: 'output',
      }),
    };
  },
};
