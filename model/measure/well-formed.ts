/** Share of well-formed answers per slot, greedy and at temperature 1, on held-out items.
 *
 *   node model/measure/well-formed.ts --model model/weights/ada.gguf --count 100 [--seen] [--show 5]
 */
import { parseArgs } from 'node:util';
import { readSources } from '../corpus/sources.ts';
import { isWellFormed } from './form.ts';
import { probes, restrictTo, slots } from './prompts.ts';
import { openRunner } from './runner.ts';

const { values } = parseArgs({
  options: {
    model: { type: 'string' },
    data: { type: 'string', default: 'data' },
    count: { type: 'string', default: '60' },
    seen: { type: 'boolean', default: false },
    show: { type: 'string', default: '0' },
    slot: { type: 'string', default: '' },
  },
});
if (values.model === undefined) throw new Error('--model FILE is needed');
const sources = restrictTo(readSources(values.data), !values.seen);
await using runner = await openRunner(values.model, 8);
const started = performance.now();
console.log('| slot | greedy | tokens | temperature 1 | tokens |\n|---|---|---|---|---|');
for (const slot of slots.filter((name) => name.includes(values.slot))) {
  const asked = probes(sources, slot, Number(values.count), 'well-formed');
  const cells: string[] = [slot];
  const bad: string[] = [];
  for (const temperature of [0, 1]) {
    const replies = await runner.ask(asked.map(({ prompt }, seed) => ({ prompt, temperature, seed })));
    const malformed = replies.filter(({ text, ended }, index) => !isWellFormed(slot, text, ended, asked[index] ?? {}));
    const tokens = replies.reduce((sum, reply) => sum + reply.tokens, 0) / replies.length;
    cells.push(`${(100 - (100 * malformed.length) / replies.length).toFixed(1)} %`, tokens.toFixed(0));
    bad.push(...malformed.map(({ text }) => `T=${temperature} ${JSON.stringify(text)}`));
  }
  console.log(`| ${cells.join(' | ')} |`);
  for (const text of bad.slice(0, Number(values.show))) console.error(`    ${text}`);
}
console.error(`${((performance.now() - started) / 1000).toFixed(0)} s`);
