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
