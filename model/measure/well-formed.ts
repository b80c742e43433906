/** Share of well-formed answers per slot, greedy and at temperature 1, on held-out items.
 *
 *   node model/measure/well-formed.ts --model model/weights/ada.gguf --count 100 [--seen] [--show 2]
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
for (const slot of slots.filter((name) => name.includes(values.slot))) {
  const asked = probes(sources, slot, Number(values.count), 'well-formed');
  const line = [slot.padEnd(22)];
  for (const temperature of [0, 1]) {
    const replies = await runner.ask(asked.map(({ prompt }, seed) => ({ prompt, temperature, seed })));
    const good = replies.map(({ text, ended }, place) => isWellFormed(slot, text, ended, asked[place] ?? {}));
    const tokens = replies.reduce((sum, reply) => sum + reply.tokens, 0) / replies.length;
    line.push(
      `T=${temperature}: ${((100 * good.filter(Boolean).length) / good.length).toFixed(1).padStart(5)} % ${tokens.toFixed(0)} tokens`,
    );
    for (const [place, { text }] of replies.slice(0, Number(values.show)).entries())
      line.push(`\n    ${good[place] ? 'ok ' : 'BAD'} ${text}`);
    for (const [place, { text }] of replies.entries())
      if (!good[place] && Number(values.show) > 0) line.push(`\n    BAD ${asked[place]?.options ?? ''} ${text}`);
  }
  console.log(line.join('  '));
}
console.error(`${((performance.now() - started) / 1000).toFixed(0)} s`);
