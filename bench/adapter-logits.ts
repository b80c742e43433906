import { parseArgs } from 'node:util';
import type { Token } from 'node-llama-cpp';
import { checkAdapterBase, type GgufAdapter, readAdapter } from '../src/models/gguf/gguf-adapter.ts';
import { readPrompt } from '../src/models/gguf/gguf-generate.ts';
import { GgufLane } from '../src/models/gguf/gguf-lane.ts';
import { loadGguf } from '../src/models/gguf/gguf-runtime.ts';
import { hashGguf, inspectGguf } from '../src/models/gguf/loading/gguf-file.ts';
import { testRequest } from '../test/support/models/request.ts';

/**
 * What an adapter changes: `node bench/adapter-logits.ts BASE.gguf ADAPTER.gguf [--prompt TEXT]`. Loads the base alone
 * and with the adapter, as seb does, and compares the distributions of the first token of the answer. Differences of
 * log probabilities are those of the logits, up to one constant for the whole vocabulary.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { prompt: { type: 'string', default: 'Name one animal. Answer with one word.' } },
});
const [baseFile = '', adapterFile = ''] = positionals;
const base = await inspectGguf(baseFile);
const adapter = await readAdapter({ path: adapterFile, scale: 1 });
await checkAdapterBase(adapter, baseFile, await hashGguf(base));

interface Distribution {
  readonly probabilities: ReadonlyMap<Token, number>;
  readonly text: (token: Token) => string;
}

async function firstToken(changedBy: GgufAdapter | null): Promise<Distribution> {
  const options = { contextSize: 512, sequences: 'single', gpu: 'none' } as const;
  const runtime = await loadGguf(base, options, { isTrusted: false, adapter: changedBy });
  const request = testRequest({ messages: [{ role: 'user', content: values.prompt }] });
  const prompt = await readPrompt({ runtime, file: baseFile }, request);
  if ('kind' in prompt) throw new Error(prompt.message);
  const [sequence] = runtime.sequences;
  const last = prompt.at(-1);
  if (sequence === undefined || last === undefined)
    throw new Error('the model has no sequence, or the prompt no token');
  await new GgufLane(sequence).hold(prompt, request.signal);
  const samplersOff = { temperature: 1, topP: 1, topK: 0, minP: 0 };
  const generateNext = { probabilities: true, options: samplersOff } as const;
  const [result] = await sequence.controlledEvaluate([[last, { generateNext }]]);
  const probabilities = new Map(result?.next.probabilities);
  const { model } = runtime;
  const texts = new Map(
    [...probabilities.keys()].slice(0, 20).map((token) => [token, model.detokenize([token], true)]),
  );
  return { probabilities, text: (token) => JSON.stringify(texts.get(token) ?? `token ${token}`) };
}

const before = await firstToken(null);
const after = await firstToken(adapter);
const largest = ({ probabilities }: Distribution) =>
  [...probabilities]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 5)
    .map(([token]) => token);
const logs = [...before.probabilities].map(([token, p]) => Math.log(after.probabilities.get(token) ?? 0) - Math.log(p));
const finite = logs.filter(Number.isFinite);
const mean = finite.reduce((sum, each) => sum + each, 0) / finite.length;
const spread = Math.sqrt(finite.reduce((sum, each) => sum + (each - mean) ** 2, 0) / finite.length);
console.log('token                base  with the adapter');
for (const token of new Set([...largest(before), ...largest(after)])) {
  const cells = [before, after].map(({ probabilities }) => (probabilities.get(token) ?? 0).toFixed(6));
  const name = largest(before).includes(token) ? before.text(token) : after.text(token);
  console.log(`${name.padEnd(16)} ${cells.join('  ')}`);
}
console.log(
  `logits compared: ${finite.length} of ${logs.length}; differences around their mean: standard deviation ${spread.toFixed(3)}`,
);
process.exit(0);
