import type { TrainingTemplate } from './training-template.ts';
import { localHyperParameters } from './values.ts';

/**
 * Tinker: one Python file that trains at Tinker and writes the path of the trained weights. The weights stay there; the
 * file with their path is the artifact. Names were checked in the source of tinker 0.38.0 and tinker-cookbook 0.6.1;
 * not tested.
 */
export const tinkerTemplate: TrainingTemplate = {
  name: 'tinker',
  needs: 'tinker and tinker-cookbook, and TINKER_API_KEY: pip install tinker-cookbook (the training is charged)',
  format: 'chat',
  command: 'python train.py',
  adapter: 'output/tinker.json',
  files: ({ base, hyperParameters, seed }) => {
    const { epochs, batchSize, learningRate, rank } = localHyperParameters(hyperParameters);
    return {
      'train.py': `# Written by seb based on the source of tinker 0.38.0 and tinker-cookbook 0.6.1; never run.
# Supervised LoRA training at Tinker on data/train.jsonl.
import json
import os
import random

import tinker
from tinker_cookbook import model_info, renderers
from tinker_cookbook.supervised.data import conversation_to_datum
from tinker_cookbook.tokenizer_utils import get_tokenizer

BASE = ${JSON.stringify(base)}
EPOCHS, BATCH, RATE = ${epochs}, ${batchSize}, ${learningRate}

renderer = renderers.get_renderer(model_info.get_recommended_renderer_name(BASE), get_tokenizer(BASE))
with open("data/train.jsonl", encoding="utf-8") as lines:
    rows = [json.loads(line)["messages"] for line in lines]
data = [
    conversation_to_datum(row, renderer, 2048, renderers.TrainOnWhat.LAST_ASSISTANT_MESSAGE) for row in rows
]
client = tinker.ServiceClient().create_lora_training_client(base_model=BASE, rank=${rank}, seed=${seed}).result()
order = random.Random(${seed})
for epoch in range(EPOCHS):
    order.shuffle(data)
    for start in range(0, len(data), BATCH):
        step = client.forward_backward(data[start : start + BATCH], "cross_entropy")
        update = client.optim_step(tinker.AdamParams(learning_rate=RATE))
        step.result()
        update.result()
        print(f"epoch {epoch + 1}, rows {start + len(data[start : start + BATCH])} of {len(data)}", flush=True)
path = client.save_weights_for_sampler(name="seb").result().path
os.makedirs("output", exist_ok=True)
with open("output/tinker.json.part", "w", encoding="utf-8") as out:
    json.dump({"base": BASE, "model": path}, out)
os.replace("output/tinker.json.part", "output/tinker.json")
`,
    };
  },
};
