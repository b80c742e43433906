/**
 * The floor of in-process models: node-llama-cpp alone, a context and a thread a core as `seb` has them for a small file.
 * Arguments: GGUF file, file of rendered prompts with the number of tokens to generate after each.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { getLlama, LlamaLogLevel } from 'node-llama-cpp';

const [modelPath = '', file = ''] = process.argv.slice(2);
const prompts = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const llama = await getLlama({ gpu: false, build: 'never', logLevel: LlamaLogLevel.error });
const model = await llama.loadModel({ modelPath });
let next = 0;
let generated = 0;

async function lane() {
  const context = await model.createContext({ contextSize: Math.min(8192, model.trainContextSize), threads: 1 });
  const sequence = context.getSequence();
  while (next < prompts.length) {
    const { text, tokens } = prompts[next];
    next += 1;
    await sequence.clearHistory();
    let left = tokens;
    for await (const _ of sequence.evaluate(model.tokenize(text, true), {
      temperature: 0,
      topK: 0,
      topP: 1,
      minP: 0,
    })) {
      generated += 1;
      left -= 1;
      if (left <= 0) break;
    }
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, lane));
process.stdout.write(`${JSON.stringify({ generated })}\n`);
process.exit(0); // not waiting for the contexts to be given back
