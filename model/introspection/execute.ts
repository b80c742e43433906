/** Executes every item greedily with one bundled model.
 *
 *   node model/introspection/execute.ts --model ada --out model/work/introspection/executions-ada.jsonl
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readSources } from '../corpus/sources.ts';
import { openRunner } from '../measure/runner.ts';
import { items, type StudyItem } from './items.ts';

/** An item with a model's greedy answer. */
export interface Execution {
  readonly item: StudyItem;
  readonly answer: string;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { model: { type: 'string' }, data: { type: 'string', default: 'data' }, out: { type: 'string' } },
  });
  if (values.model === undefined || values.out === undefined) throw new Error('--model NAME and --out FILE are needed');
  await using runner = await openRunner(join(import.meta.dirname, `../weights/${values.model}.gguf`), 1);
  const asked = items(readSources(values.data));
  const replies = await runner.ask(asked.map(({ prompt }) => ({ prompt, temperature: 0, seed: 0 })));
  const lines = asked.map((item, index) => {
    const answer = replies[index]?.text ?? ''; // a reply an item
    return JSON.stringify({ item, answer } satisfies Execution);
  });
  writeFileSync(values.out, `${lines.join('\n')}\n`);
  console.log(`${lines.length} executions of ${values.model}`);
}
