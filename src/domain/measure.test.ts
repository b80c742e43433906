import { expect, it } from 'vitest';
import { experimentRegistry } from '../experiments/registry.ts';
import { kindOfMeasure } from '../outcome-kinds/outcome-kinds.ts';
import { seededRandom } from '../util/random.ts';

const measures = [...experimentRegistry().values()].flatMap(({ name, measures }) =>
  measures.map((measure) => [`${name} ${measure.name}`, measure] as const),
);

it.each(measures.filter(([, { reads }]) => reads !== undefined))('%s reads no undeclared column', (_, measure) => {
  const random = seededRandom('measure', measure.name);
  for (let round = 0; round < 50; round += 1) {
    const totals = kindOfMeasure(measure).columns.map(() => Math.floor(5 * random()));
    const read = totals.map((total, index) => (measure.reads?.includes(index) ? total : Number.NaN));
    expect(measure.value(read)).toBe(measure.value(totals));
  }
});

it('headlines of the self-execution score declare the columns that they read', () => {
  for (const name of ['association', 'restriction', 'difficulty']) {
    expect(experimentRegistry().get(name)?.measures[0]?.reads, name).toBeDefined();
  }
});
