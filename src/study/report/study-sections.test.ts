import { describe, expect, it } from 'vitest';
import { madeStudyResult } from '../../../test/support/study/made-result.ts';
import { studySections } from './study-sections.ts';

const empty = { behaviorChange: [], calibration: [], reliability: [], transfer: [] };

describe('studySections', () => {
  it('makes a table of every analysis, with a cell below every column', () => {
    const { sections, absent } = studySections(madeStudyResult);
    const tables = sections.flatMap(({ tables: own }) => own);
    expect(absent).toEqual([]);
    expect(tables.map(({ id }) => id)).toEqual([
      ...['after-training', 'predictors', 'differences-ada-bo', 'properties', 'behavior-change'],
      ...['reliability', 'calibration', 'ladder-arms', 'ladder-slopes', 'ladder-rungs'],
      ...['transfer', 'reasoning', 'reasoning-change'],
    ]);
    for (const { columns, rows, id } of tables) {
      expect(rows.length, id).toBeGreaterThan(0);
      for (const row of rows) expect(row, id).toHaveLength(columns.length);
    }
  });

  it('names each analysis that is missing once', () => {
    expect(studySections({ ...madeStudyResult, ...empty }).absent).toEqual([
      ...['behavior change', 'calibration', 'transfer to other tasks'],
    ]);
  });

  it('shows the best constant answer beside every score of transfer, and says in words which scores are not shown to be above it', () => {
    const table = studySections(madeStudyResult).sections.flatMap(({ tables }) =>
      tables.filter(({ id }) => id === 'transfer'),
    )[0];
    const names = table?.columns.map(({ name }) => name) ?? [];
    const texts = table?.rows[0]?.map(({ text }) => text) ?? [];
    for (const [score, constant, text] of [
      ['untrained [95 %]', 'best constant, untrained', 'n/a'],
      ['self [95 %]', 'best constant', '61.0 %'],
      ['scramble [95 %]', 'best constant, scramble', '62.0 %'],
    ] as const) {
      expect(names[names.indexOf(score) + 1]).toBe(constant);
      expect(texts[names.indexOf(constant)]).toBe(text);
    }
    expect(table?.notes).toEqual([
      'After training on own answers, not shown to be above the best constant answer: ada in “words it lists” (66.0 % against 61.0 %).',
    ]);
  });

  it('says what reasoning changes, and which difference such studies find where none is distinguishable', () => {
    const [arms, changes] = studySections(madeStudyResult).sections.find(({ id }) => id === 'reasoning')?.tables ?? [];
    expect(arms?.notes?.[0]).toBe(
      'Right more often where reasoning is allowed: ada, trained on its own answers (+20.0 points [10.0, 30.0], p = 0.020).',
    );
    expect(arms?.notes?.at(-1)).toContain('Only the prediction prompt was varied');
    expect(changes?.notes).toEqual([
      'No difference found after adjustment over 2 tests (Holm), 1 of 1: ada. A real difference of 25.0 points in each of them would be noticed in 4 of 5 such studies.',
    ]);
    const { reasoning: _, ...ofOneMode } = madeStudyResult;
    const { sections, absent } = studySections(ofOneMode);
    expect(sections.map(({ id }) => id)).not.toContain('reasoning');
    expect(absent).toEqual([]);
  });

  it('writes arms in words, and withholds an accuracy of few readable predictions with the reason', () => {
    const [who] = studySections(madeStudyResult).sections;
    const [trained, untrained] = who?.tables[1]?.rows ?? [];
    expect(trained?.slice(0, 4).map(({ text }) => text)).toEqual([
      'ada',
      'its own answers',
      'ada',
      '70.0 % [60.0, 80.0]',
    ]);
    expect(untrained?.[1]?.text).toBe('nothing');
    expect(untrained?.[3]).toEqual({ text: 'n/a', sort: null, note: 'too few rows' });
  });
});
