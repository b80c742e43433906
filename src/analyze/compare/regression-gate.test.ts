import { describe, expect, it } from 'vitest';
import type { DifferenceEntry } from './comparison-types.ts';
import { type Gate, gateChecks } from './regression-gate.ts';
import type { ResponseMatrix } from './response-matrix.ts';

const gate: Gate = { run: 'new', baseline: 'old', margin: 0.05 };
const doings = (run: string, model = 'm') => ({ run, model, condition: 'paper' });
const field = (...all: readonly object[]) =>
  ({
    kind: 'binary',
    experiment: { name: 'restriction', measures: [{ name: 'accuracy' }] },
    itemOf: [0, 1],
    doings: all,
  }) as unknown as ResponseMatrix; // nothing else is read

function difference(interval: readonly [number, number] | null, parts: Partial<DifferenceEntry> = {}): DifferenceEntry {
  const names = { a: 'm (run new)', b: 'm (run old)', models: ['m', 'm'], runs: ['new', 'old'] } as const;
  const value = interval === null ? -0.2 : (interval[0] + interval[1]) / 2;
  const place = { experiment: 'restriction', condition: 'paper', measure: 'accuracy' };
  return { ...place, ...names, value, interval, p: 0.01, p_holm: 0.01, n: 60, ...parts };
}

const result = (...differences: readonly DifferenceEntry[]) =>
  gateChecks([field(doings('old'), doings('new'))], differences, gate).map((check) => check.result);

describe('gateChecks', () => {
  it('reports a drop only where the whole interval lies below minus the margin', () => {
    expect(result(difference([-0.4, -0.06]))).toEqual(['lower']);
    expect(result(difference([-0.4, -0.05]))).toEqual(['not-lower']);
    expect(result(difference([0.06, 0.4]))).toEqual(['not-lower']);
  });

  it('turns a difference round that was taken the other way', () => {
    const turned = difference([0.06, 0.4], { runs: ['old', 'new'] });
    expect(result(turned)).toEqual(['lower']);
    expect(gateChecks([field(doings('old'), doings('new'))], [turned], gate)[0]).toMatchObject({
      interval: [-0.4, -0.06],
    });
  });

  it('does not take a difference without an interval for a pass', () => {
    expect(result(difference(null))).toEqual(['not-measured']);
  });

  it('passes runs that behaved alike on every item, and says so', () => {
    const [check] = gateChecks([field(doings('old'), doings('new'))], [], gate);
    expect(check).toMatchObject({ result: 'not-lower', difference: 0, note: expect.stringContaining('--repeat-as') });
  });

  it('compares a model with itself only', () => {
    expect(gateChecks([field(doings('old', 'other'), doings('new'))], [], gate)).toEqual([]);
    const other = difference([-0.4, -0.2], { models: ['m', 'other'] });
    expect(result(other)).toEqual(['not-lower']);
  });
});
