import { describe, expect, it } from 'vitest';
import type { RightAnswers } from '../../results/right-answers.ts';
import { rightScreenTables } from './right-tables.ts';

function row(index: number): RightAnswers {
  return {
    ...{
      task: 'right',
      model: `m${index}`,
      condition: '',
      run: `f${index}`,
      kind: 'binary',
      items: 120,
      executions: 120,
    },
    ...{ right: { value: 0.5, interval: null, missing: null, n: 120, clusters: 120 }, answered: 0.5, se: null },
    missing: [{ reason: 'unscored', executions: 2 + index, counted: false }],
  } as unknown as RightAnswers; // what the table reads of it
}

describe('rightScreenTables', () => {
  const notes = (right: readonly RightAnswers[]) => rightScreenTables({ right })[0]?.notes ?? [];
  const notesOf = (models: number) => notes(Array.from({ length: models }, (_, index) => row(index)));

  it('has a note on the missing executions of each of few scores, and one line for many', () => {
    expect(notesOf(4)).toHaveLength(4);
    expect(notesOf(4)[0]).toBe('m0, right, of 120 executions: 2 without a score, not counted');
    expect(notesOf(9)).toEqual([
      '2 to 10 executions of each of 9 scores without a score, not counted (--table right-answers has each)',
    ]);
    const same = Array.from({ length: 9 }, (_, index) => ({
      ...row(index),
      missing: [{ reason: index === 0 ? 'limit' : 'unscored', executions: 1, counted: false }],
    })) as unknown as readonly RightAnswers[];
    expect(notes(same)).toEqual([
      '1 execution of 1 score over a limit, not counted; 1 execution of each of 8 scores without a score, not counted (--table right-answers has each)',
    ]);
  });
});
