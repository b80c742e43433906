import { describe, expect, it } from 'vitest';
import { addMissing, countRight, type MissingCount, type RightExecution } from './right-executions.ts';

const right: RightExecution = { share: 1, missing: null };
const wrong: RightExecution = { share: 0, missing: null };
const countedWrong: RightExecution = { share: 0, missing: { reason: 'refused', counted: 0 } };
const notCounted: RightExecution = { share: null, missing: { reason: 'failed', counted: null } };

describe('countRight', () => {
  it('averages the executions that count, and beside them those with an outcome alone', () => {
    expect(countRight([right, right, wrong, countedWrong])).toEqual({ score: 0.5, answered: 2 / 3, lost: 0 });
    expect(countRight([right, notCounted])).toEqual({ score: 1, answered: 1, lost: 0.5 });
  });

  it('has no score where nothing counts, and no answered one where nothing has an outcome', () => {
    expect(countRight([notCounted, notCounted])).toEqual({ score: null, answered: null, lost: 1 });
    expect(countRight([countedWrong])).toEqual({ score: 0, answered: null, lost: 0 });
  });
});

describe('addMissing', () => {
  it('counts executions without an outcome by reason and by what they count as', () => {
    const counts = new Map<string, MissingCount>();
    addMissing(counts, [right, countedWrong, notCounted]);
    addMissing(counts, [countedWrong, { share: null, missing: { reason: 'refused', counted: null } }]);
    expect([...counts.values()]).toEqual([
      { reason: 'refused', counted: 0, executions: 2 },
      { reason: 'failed', counted: null, executions: 1 },
      { reason: 'refused', counted: null, executions: 1 },
    ]);
  });
});
