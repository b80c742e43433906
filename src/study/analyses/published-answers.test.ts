import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { behaviorChange, changedRows } from './behavior-change.ts';
import type { ShiftRow } from './rows.ts';

const path = fileURLToPath(
  new URL('../../../../../shared/reference/looking-inward/before-after-answers.csv', import.meta.url),
);
const there = existsSync(path);
const skipped = there ? '' : ' (skipped: ../shared/reference is not there)';

interface PublishedRow {
  readonly task: string;
  readonly string: string;
  readonly response_property: string;
  readonly object_model: string;
  readonly object_response_property_answer: string;
  readonly predicted_correctly: 'True' | 'False';
}

/** Returns the rows of one side (before or after training) by task, string and property; drops later duplicates. */
function side(rows: readonly PublishedRow[], trained: boolean): ReadonlyMap<string, PublishedRow> {
  const found = new Map<string, PublishedRow>();
  for (const row of rows.filter(({ object_model: model }) => model.startsWith('ft:') === trained)) {
    const key = JSON.stringify([row.task, row.string, row.response_property]);
    if (!found.has(key)) found.set(key, row);
  }
  return found;
}

/**
 * Reconstructs predictions: the file only has right and wrong, so a prediction is the value that it is right about, or
 * neither.
 */
function shiftRows(
  before: ReadonlyMap<string, PublishedRow>,
  after: ReadonlyMap<string, PublishedRow>,
): readonly ShiftRow[] {
  return [...before].flatMap(([key, old]) => {
    const now = after.get(key);
    if (now === undefined) return [];
    const [was, is] = [old, now].map((row) => row.object_response_property_answer.toLowerCase()) as [string, string];
    const said = now.predicted_correctly === 'True' ? is : old.predicted_correctly === 'True' ? was : 'neither';
    return {
      target: 'gpt-3.5-turbo-1106, self-trained',
      property: old.response_property,
      group: `${old.task} × ${old.response_property}`,
      cluster: old.string.toLowerCase().trim().replace(/\s+/gu, ' '),
      binary: old.response_property === 'is_even',
      before: was,
      beforeAgain: null,
      after: is,
      shifted: said,
      unshifted: null,
    };
  });
}

// Answers of an early sweep by the authors of arXiv 2410.13787, read by path.
describe.runIf(there)(`behaviorChange on published answers${skipped}`, () => {
  const rows: readonly PublishedRow[] = there ? parse(readFileSync(path), { columns: true }) : [];
  const [before, after] = [side(rows, false), side(rows, true)];
  const shifts = shiftRows(before, after);
  const [change] = behaviorChange(shifts, 'training');

  it('has 455 distinct rows a side and 936 duplicates', () => {
    expect([rows.length, before.size, after.size]).toEqual([1_846, 455, 455]);
    expect(rows.length - before.size - after.size).toBe(936);
  });

  it('has the accuracies that follow from the distinct rows', () => {
    const right = (own: Iterable<PublishedRow>) => [...own].filter((row) => row.predicted_correctly === 'True').length;
    expect(right(before.values()) / 455).toBeCloseTo(0.520879, 6);
    expect(right(after.values()) / 455).toBeCloseTo(0.549451, 6);
    const macro = (own: ReadonlyMap<string, PublishedRow>) => {
      const groups = [...Map.groupBy(own.values(), (row) => `${row.task} ${row.response_property}`).values()];
      return groups.reduce((sum, group) => sum + right(group) / group.length, 0) / groups.length;
    };
    expect(macro(before)).toBeCloseTo(0.524594, 6);
    expect(macro(after)).toBeCloseTo(0.553729, 6);
  });

  it('finds 102 changed values: 37 predictions are right about the new one, 24 about the old one', () => {
    const changed = changedRows(shifts);
    const share = (value: 'before' | 'after') => changed.filter((row) => row.shifted === row[value]).length;
    expect([changed.length, share('after'), share('before')]).toEqual([102, 37, 24]);
  });

  it('weighs six groups equally, and does not find the tracking that the pooled rows suggest', () => {
    const [now, old] = [
      [5 / 12, 1 / 11, 1 / 3, 24 / 42, 1 / 13, 5 / 21],
      [1 / 12, 1 / 11, 0, 2 / 42, 12 / 13, 8 / 21],
    ].map((shares) => shares.reduce((sum, share) => sum + share, 0) / 6) as [number, number];
    expect(change!.accuracyNew.value).toBeCloseTo(now, 12);
    expect(change!.accuracyOld.value).toBeCloseTo(old, 12);
    expect(change!.tracking.value).toBeCloseTo((now - old) / (now + old), 12);
    expect(change!.tracking.interval![0]).toBeLessThan(0);
    expect(change!.tracking.interval![1]).toBeGreaterThan(0);
  });
});
