import { describe, expect, it } from 'vitest';
import type { Observed, OutcomeRow } from '../../domain/outcome.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import { seededRandom } from '../../util/random.ts';
import { compareModels } from './compare-models.ts';
import { ResponseMatrices } from './response-matrix.ts';

const observed = (value: boolean): Observed<boolean> => ({ kind: 'present', value, step: 'strict' });

/** Returns fields of models; `says` gives a prediction from the model's own outcome and the usual one. */
function fieldsOf(
  models: readonly string[],
  says: (index: number, does: boolean, usual: boolean, draw: number) => boolean,
) {
  const matrices = new ResponseMatrices(experimentRegistry(), () => 'data');
  for (let item = 0; item < 200; item += 1) {
    const random = seededRandom('directions', models.length, item);
    const usual = random() < 0.5;
    for (const [index, model] of models.entries()) {
      const does = random() < 0.65 ? usual : !usual;
      const made = { kind: 'binary', unit: '', probability: null, label: null } as const;
      const outcome = {
        ...made,
        prediction: observed(says(index, does, usual, random())),
        executions: [observed(does)],
      };
      const about = { run: 'r', experiment: 'restriction', condition: 'plain', reader: 'both' } as const;
      const row: OutcomeRow = { ...about, model, item: `i${item}`, cluster: `i${item}`, outcome };
      matrices.add(row, new Float64Array(20));
    }
  }
  return matrices.fields();
}

function correlation(one: readonly number[], other: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [a, b] = [mean(one), mean(other)];
  const products = (x: readonly number[], y: readonly number[], mx: number, my: number) =>
    x.reduce((sum, value, at) => sum + (value - mx) * ((y[at] as number) - my), 0);
  return products(one, other, a, b) / Math.sqrt(products(one, one, a, a) * products(other, other, b, b));
}

describe('directions of two and three models', () => {
  it('are both above 0 where each model knows itself', () => {
    const fields = fieldsOf(['a', 'b'], (_, does, usual, draw) => (draw < 0.7 ? does : usual));
    const { directions = [], verdicts = [] } = compareModels(fields, { seed: 1 });
    expect(directions.map(({ model, other }) => [model, other])).toEqual([
      ['a', 'b'],
      ['b', 'a'],
    ]);
    expect(directions.every(({ interval }) => interval !== null && interval[0] > 0)).toBe(true);
    expect(new Set(verdicts.map(({ verdict }) => verdict))).toEqual(new Set(['needs-four-models']));
    expect(verdicts[0]?.reasons.join()).toContain('`seb study` decides with two');
  });

  it('are not both above 0 where one model merely predicts both better', () => {
    const fields = fieldsOf(['a', 'b'], (index, _, usual, draw) => (index === 0 || draw < 0.3 ? usual : draw < 0.65));
    const [own, back] = compareModels(fields, { seed: 1 }).directions ?? [];
    expect(own?.value).toBeGreaterThan(0);
    expect(back?.value).toBeLessThan(0);
  });

  it('are the own score minus that of the other model’s prediction of the same outcomes', () => {
    const units: { readonly does: number; readonly says: number }[][] = [[], []];
    const fields = fieldsOf(['a', 'b'], (index, does, usual, draw) => {
      const says = index === 0 ? (draw < 0.8 ? does : usual) : draw < 0.5;
      units[index]?.push({ does: Number(does), says: Number(says) });
      return says;
    });
    const scoreOf = (predictor: number, target: number) =>
      correlation(units[predictor]?.map(({ says }) => says) ?? [], units[target]?.map(({ does }) => does) ?? []); // of two yes/no lists, the correlation is MCC
    const [ofA, ofB] = compareModels(fields, { seed: 1 }).directions ?? [];
    expect(ofA?.value).toBeCloseTo(scoreOf(0, 0) - scoreOf(1, 0), 9);
    expect(ofB?.value).toBeCloseTo(scoreOf(1, 1) - scoreOf(0, 1), 9);
  });

  it('list every ordered pair of three models, and none of four', () => {
    const of = (models: readonly string[]) =>
      compareModels(
        fieldsOf(models, (_, does) => does),
        { seed: 1 },
      ).directions ?? [];
    expect(of(['a', 'b', 'c'])).toHaveLength(6);
    expect(of(['a', 'b', 'c', 'd'])).toHaveLength(0);
  });
});
