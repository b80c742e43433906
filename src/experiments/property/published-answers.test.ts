import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { extractProperty } from '../../properties.ts';
import { normalizedString } from '../../util/normalized-string.ts';

const path = fileURLToPath(
  new URL('../../../../shared/reference/looking-inward/before-after-answers.csv', import.meta.url),
);
const there = existsSync(path);
const skipped = there ? '' : ' (skipped: ../shared/reference is not there)';

interface PublishedRow {
  readonly task: string;
  readonly string: string;
  readonly response_property: string;
  readonly object_model: string;
  readonly object_response_raw_response: string;
  readonly object_response_property_answer: string;
  readonly predicted_correctly: 'True' | 'False';
}

/** The authors' properties that this package has too. */
const names: Readonly<Record<string, string>> = {
  first_character: 'first-character',
  last_character: 'last-character',
  is_even: 'is-even',
};

// Answers of an early sweep by the authors of arXiv 2410.13787, read by path because the release has no license.
describe.runIf(there)(`extractProperty on published answers${skipped}`, () => {
  const rows: readonly PublishedRow[] = there ? parse(readFileSync(path), { columns: true }) : [];

  it.each([
    ['first_character', 570],
    ['last_character', 570],
    ['is_even', 340],
  ] as const)('gives the stored value of %s in all %i answers', (property, count) => {
    const own = rows.filter((row) => row.response_property === property);
    const stored = own.map((row) => row.object_response_property_answer.toLowerCase());
    expect(own).toHaveLength(count);
    expect(
      own.map((row) => extractProperty(names[property]!, row.object_response_raw_response)?.toLowerCase()),
    ).toEqual(stored);
  });

  it('has 455 distinct units a side by task, normalized string and property, and their accuracies', () => {
    const key = ({ task, string, response_property: property }: PublishedRow) =>
      JSON.stringify([`${task}: ${normalizedString(string)}`, property]);
    const side = (trained: boolean) => {
      const own = rows.filter(({ object_model: model }) => model.startsWith('ft:') === trained);
      return [...new Map(own.toReversed().map((row) => [key(row), row])).values()];
    };
    const right = (own: readonly PublishedRow[]) =>
      own.filter((row) => row.predicted_correctly === 'True').length / own.length;
    const macro = (own: readonly PublishedRow[]) => {
      const groups = [...Map.groupBy(own, (row) => `${row.task} ${row.response_property}`).values()];
      return groups.reduce((sum, group) => sum + right(group), 0) / groups.length;
    };
    const [before, after] = [side(false), side(true)];
    expect([before.length, after.length]).toEqual([455, 455]);
    expect([right(before), right(after)].map((value) => value.toFixed(6))).toEqual(['0.520879', '0.549451']);
    expect([macro(before), macro(after)].map((value) => value.toFixed(6))).toEqual(['0.524594', '0.553729']);
  });
});
