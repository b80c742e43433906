/** Prints the tables of the adapters' card.
 *
 *   node model/introspection/card.ts --work model/work/introspection
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundledAdapters } from '../../src/models/gguf/bundled.ts';
import { subjectNames } from '../corpus/subject.ts';
import { controlProperties } from './items.ts';
import type { Measured, Share } from './measure.ts';

/** What train_adapter.py records. */
interface Training {
  readonly rows: number;
  readonly steps: number;
  readonly seconds: number;
  readonly fit: Readonly<Record<string, number>>;
}

const percent = (share: number): string => (100 * share).toFixed(1);

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Mean over the trained groups of the share that is right. */
function macro(groups: Readonly<Record<string, Share>>): number {
  const trained = Object.entries(groups).filter(([group]) => !controlProperties.some((name) => group.endsWith(name)));
  return trained.reduce((sum, [, { rows, right }]) => sum + right / rows, 0) / trained.length;
}

const { values } = parseArgs({ options: { work: { type: 'string', default: 'model/work/introspection' } } });
const read = (name: string): unknown => JSON.parse(readFileSync(join(values.work, name), 'utf8'));
const measured = [...subjectNames, ...bundledAdapters].map((arm) => {
  return { arm, ...(read(`measured-${arm}.json`) as Measured) }; // by measure.ts
});

const training = bundledAdapters.map((arm) => {
  const { rows, steps, seconds, fit } = read(`${arm}.json`) as Training; // by train_adapter.py
  return [arm, rows, steps, Math.round(seconds / 60), percent(fit.all ?? Number.NaN)];
});
console.log(table(['adapter', 'rows', 'steps', 'minutes', 'train fit, %'], training));

for (const target of subjectNames) {
  const groups = Object.entries(measured[0]?.targets[target] ?? {});
  const head = groups.map(([group, { rows }]) => `${group} (${rows})`);
  const rows = measured.map(({ arm, targets }) => {
    const shares = targets[target] ?? {};
    return [
      arm,
      percent(macro(shares)),
      ...Object.values(shares).map(({ rows: count, right }) => percent(right / count)),
    ];
  });
  console.log(`\n### About ${target}\n\n${table(['model', 'macro', ...head], rows)}`);
}
const kept = measured.map(({ arm, lists: { rows, right } }) => [arm, percent(right / rows)]);
console.log(`\n${table(['model', 'lists of five words, %'], kept)}`);
