import { describe, expect, it } from 'vitest';
import type { Observed } from '../../domain/outcome.ts';
import type { CategoricalOutcome } from '../../outcome-kinds/categorical.ts';
import { type LadderUnit, ladderCurves, ladderFindings, slopeOf } from './ladder-curves.ts';

const present = (value: string): Observed<string> => ({ kind: 'present', value, step: 'text' });
const absent = (reason: 'unparsed' | 'not-asked'): Observed<string> => ({
  kind: 'absent',
  slot: 's',
  reason,
  detail: '',
});

interface Made {
  readonly rung: number;
  readonly item: number;
  readonly executed: readonly string[];
  readonly predicted: string | null;
  readonly other?: string | null;
}

function unit({ rung, item, executed, predicted, other = null }: Made): LadderUnit {
  const outcome: CategoricalOutcome = {
    ...{ kind: 'categorical', unit: 'last-word', group: `rung ${rung}`, values: 'open' },
    predictions: [predicted === null ? absent('unparsed') : present(predicted)],
    executions: executed.map(present),
    ...{ modal: 0, label: null, echo: null, rung: { axis: 'length', rung, label: `label ${rung}` } },
  };
  return { group: `rung ${rung} × last-word`, cluster: `c${item}`, outcome, other };
}

/** Ten strings at two rungs: all right at the first, and one constant answer at the second. */
const units = Array.from({ length: 10 }, (_, item) => [
  unit({
    rung: 1,
    item,
    executed: [`v${item}`, `v${item}`, `v${item}`],
    predicted: `v${item}`,
    other: item < 4 ? `v${item}` : 'x',
  }),
  unit({ rung: 2, item, executed: [item < 3 ? 'a' : `v${item}`], predicted: item === 9 ? null : 'a' }),
]).flat();

describe('ladderCurves', () => {
  const [curve] = ladderCurves(units);

  it('has scores, the best constant answer, re-execution and other models at each rung', () => {
    const values = curve?.rungs.map(({ score, constant, gain, reexecution, others }) =>
      [score, constant, gain, reexecution, others].map(({ value }) => value),
    );
    expect(values?.[0]).toEqual([1, 0.1, 0.9, 1, 0.4]);
    expect(values?.[1]).toEqual([0.3, 0.3, 0, null, null]);
    expect(curve?.rungs[1]).toMatchObject({ label: 'label 2', known: 1, read: 0.9, isAbove: false });
    expect(curve?.rungs[1]?.reexecution.missing).not.toBeNull();
  });

  it('names the rung from which the score is not above the best constant answer', () => {
    expect(curve?.rungs[0]?.isAbove).toBe(true);
    expect(curve?.notAboveFrom).toBe('label 2');
    expect(ladderCurves(units.filter(({ outcome }) => outcome.rung?.rung === 1))[0]?.notAboveFrom).toBeNull();
  });

  it('has the slopes of the score and of the gain', () => {
    expect(curve?.slope.value).toBeCloseTo(-0.7, 12);
    expect(curve?.gainSlope.value).toBeCloseTo(-0.9, 12);
    expect(curve?.slope.interval?.[1]).toBeLessThan(0);
    expect(slopeOf([1, 2, 4], [1, null, 7])).toBe(2);
    expect(slopeOf([1, 2], [1, null])).toBeNull();
  });

  it('says that a rung has no truth, and how many units have one', () => {
    const differing = Array.from({ length: 8 }, (_, item) =>
      unit({ rung: 3, item, executed: ['a', 'b'], predicted: 'a' }),
    );
    const [found] = ladderCurves(differing);
    expect(found?.rungs[0]).toMatchObject({ known: 0, read: null, p: null, isAbove: false });
    expect(found?.rungs[0]?.score).toMatchObject({ value: null, missing: 'no unit has a most frequent value' });
    expect(found?.notAboveFrom).toBe('label 3');
  });
});

describe('ladderFindings', () => {
  const place = { run: 'r', experiment: 'e', condition: 'c', model: 'm' };
  it('leaves out models that only execute, and items on no ladder', () => {
    const executing = units.map((each) => ({
      ...each,
      outcome: { ...each.outcome, predictions: [absent('not-asked')] },
    }));
    expect(ladderFindings([{ ...place, units: executing }])).toEqual([]);
    expect(ladderFindings([{ ...place, units }])).toMatchObject([{ ...place, axis: 'length' }]);
    const onNone = units.map(({ outcome: { rung: _, ...outcome }, ...each }) => ({ ...each, outcome }));
    expect(ladderCurves(onNone)).toEqual([]);
  });
});
