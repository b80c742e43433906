/** Records greedy answers for the tests: per slot the first prompts whose answer is the same at temperature 0.01 too.
 *  Such answers have no close second, so that another processor's rounding does not change them.
 *
 *   node model/measure/golden.ts > model/golden/answers.json
 */
import { join } from 'node:path';
import { readSources } from '../corpus/sources.ts';
import { subjectNames } from '../corpus/subject.ts';
import { probes, slots } from './prompts.ts';
import { openRunner } from './runner.ts';

export interface GoldenAnswer {
  readonly model: string;
  readonly slot: string;
  readonly prompt: string;
  readonly answer: string;
}

const wanted = 2;
const candidates = 20;
const folder = join(import.meta.dirname, '..');
const sources = readSources(join(folder, '../data'));
const golden: GoldenAnswer[] = [];
for (const model of subjectNames) {
  await using runner = await openRunner(join(folder, `weights/${model}.gguf`), 1);
  for (const slot of slots) {
    let found = 0;
    for (const { prompt } of probes(sources, slot, candidates, 'golden')) {
      const asked = [0, 0.01, 0.01, 0.01, 0.01].map((temperature, seed) => ({ prompt, temperature, seed }));
      const texts = (await runner.ask(asked)).map(({ text }) => text);
      const [answer = ''] = texts;
      if (new Set(texts).size > 1) continue;
      golden.push({ model, slot, prompt, answer });
      found += 1;
      if (found === wanted) break;
    }
    if (found === 0) console.error(`${model}: no steady answer in slot ${slot}`);
  }
}
console.log(JSON.stringify(golden, null, 1));
