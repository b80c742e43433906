import type { TrainingTemplate } from './training-template.ts';
import { localHyperParameters } from './values.ts';

/** Unsloth: one Python file. Names were checked in the source of 2026.10.9; not tested. */
export const unslothTemplate: TrainingTemplate = {
  name: 'unsloth',
  needs: 'Unsloth and a GPU: pip install unsloth',
  format: 'chat',
  command: 'python train.py',
  adapter: 'output/adapter_model.safetensors',
  files: ({ base, hyperParameters, seed, hasValidation }) => {
    const { epochs, batchSize, learningRate, rank, alpha } = localHyperParameters(hyperParameters);
    const evaluation = hasValidation ? '\n    eval_dataset=texts("data/validation.jsonl"),' : '';
    return {
      'train.py': `# Written by seb based on the source of Unsloth 2026.10.9; never run. LoRA training on data/train.jsonl.
from unsloth import FastLanguageModel
from unsloth.chat_templates import train_on_responses_only
from datasets import load_dataset
from trl import SFTConfig, SFTTrainer

model, tokenizer = FastLanguageModel.from_pretrained(${JSON.stringify(base)}, max_seq_length=2048, load_in_4bit=False)
model = FastLanguageModel.get_peft_model(
    model, r=${rank}, lora_alpha=${alpha}, lora_dropout=0.0, random_state=${seed},
    target_modules=["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"],
)


def texts(path):
    def render(row):
        return {"text": tokenizer.apply_chat_template(row["messages"], tokenize=False)}

    return load_dataset("json", data_files=path, split="train").map(render)


trainer = SFTTrainer(
    model=model,
    processing_class=tokenizer,
    train_dataset=texts("data/train.jsonl"),${evaluation}
    args=SFTConfig(
        per_device_train_batch_size=${batchSize}, gradient_accumulation_steps=1, num_train_epochs=${epochs},
        learning_rate=${learningRate}, seed=${seed}, packing=False, report_to="none", output_dir="output",
    ),
)

# Trains only on the label: Unsloth takes the turn markers from the chat template.
trainer = train_on_responses_only(trainer)
trainer.train()
model.save_pretrained("output")
`,
    };
  },
};
