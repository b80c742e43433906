import { describe, expect, it } from 'vitest';
import type { DifferenceEntry } from './comparison-types.ts';
import { type Gate, gateChecks } from './regression-gate.ts';
import type { ResponseMatrix } from './response-matrix.ts';

const gate: Gate = { run: 'new', baseline: 'old', margin: 0.05 };
const responses = (run: string, model = 'm') => ({ run, model, condition: 'paper' });
const field = (...all: readonly object[]) =>
  ({
    kind: 'binary',
    experiment: { name: 'restriction', measures: [{ name: 'accuracy' }] },
    itemOf: [0, 1],
    responses: all,
  }) as unknown as ResponseMatrix; // no other field is read

function difference(interval: readonly [number, number] | null, parts: Partial<DifferenceEntry> = {}): DifferenceEntry {
  const names = { a: 'm (run new)', b: 'm (run old)', models: ['m', 'm'], runs: ['new', 'old'] } as const;
  const value = interval === null ? -0.2 : (interval[0] + interval[1]) / 2;
  const place = { experiment: 'restriction', condition: 'paper', measure: 'accuracy' };
  return { ...place, ...names, value, interval, p: 0.01, p_holm: 0.01, n: 60, ...parts };
}

const result = (...differences: readonly DifferenceEntry[]) =>
  gateChecks([field(responses('old'), responses('new'))], differences, gate).map((check) => check.result);

describe('gateChecks', () => {
  it('reports a drop only where the whole interval lies below minus the margin', () => {
    expect(result(difference([-0.4, -0.06]))).toEqual(['lower']);
    expect(result(difference([-0.4, -0.05]))).toEqual(['not-lower']);
    expect(result(difference([0.06, 0.4]))).toEqual(['not-lower']);
  });

  it('negates a difference that was computed in the opposite direction', () => {
    const turned = difference([0.06, 0.4], { runs: ['old', 'new'] });
    expect(result(turned)).toEqual(['lower']);
    expect(gateChecks([field(responses('old'), responses('new'))], [turned], gate)[0]).toMatchObject({
      interval: [-0.4, -0.06],
    });
  });

  it('reports a difference without an interval as not measured', () => {
    expect(result(difference(null))).toEqual(['not-measured']);
  });

  it('passes runs that behaved alike on every item, with a note', () => {
    const [check] = gateChecks([field(responses('old'), responses('new'))], [], gate);
    expect(check).toMatchObject({ result: 'not-lower', difference: 0, note: expect.stringContaining('--repeat-as') });
  });

  it('compares a model with itself only', () => {
    expect(gateChecks([field(responses('old', 'other'), responses('new'))], [], gate)).toEqual([]);
    const other = difference([-0.4, -0.2], { models: ['m', 'other'] });
    expect(result(other)).toEqual(['not-lower']);
  });
});
