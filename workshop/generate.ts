/**
 * Prints generated items as JSON lines:
 *   node workshop/generate.ts EXPERIMENT COUNT [--seed N] [--task NAME] [--topic TEXT]... [--ladder]
 */
import { parseArgs } from 'node:util';
import { toJsonl } from '../src/data/files/jsonl.ts';
import { generateItems } from './generators.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    task: { type: 'string' },
    topic: { type: 'string', multiple: true },
    ladder: { type: 'boolean' },
  },
});
const [experiment = '', count = ''] = positionals;
const { seed, task, topic, ladder = false } = values;
const items = generateItems(experiment, Number(count), {
  ...(seed === undefined ? {} : { seed: Number(seed) }),
  ...(task === undefined ? {} : { task }),
  ...(topic === undefined ? {} : { topics: topic }),
  ladder,
});
process.stdout.write(toJsonl(items));
