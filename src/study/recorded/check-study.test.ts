import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { type RecordedPredictor, type RecordedTables, recordedSchema } from '../recorded-tables.ts';
import { checkStudy } from './check-study.ts';
import { importStudy } from './import-study.ts';

const fixture = (name: string) => fileURLToPath(new URL(`../../../test/fixtures/two-models/${name}`, import.meta.url));

let sound: RecordedTables;
beforeAll(async () => {
  const { study } = await importStudy(fixture('answers.csv.gz'), fixture('predictions.csv.gz'));
  sound = recordedSchema.parse((study.record as { readonly recorded: unknown }).recorded);
});

/** Returns the tables with the values of the first arm changed. */
function planted(change: (values: RecordedPredictor['seeds'][number]['values'], place: number) => (string | null)[]) {
  const [first, ...others] = sound.predictors;
  if (first === undefined) throw new Error('the study has no predictor');
  const seeds = first.seeds.map((seed, place) => ({ ...seed, values: change(seed.values, place) }));
  return { ...sound, predictors: [{ ...first, seeds }, ...others] };
}

const found = (tables: RecordedTables) => {
  const before = new Set(checkStudy(sound).map((finding) => JSON.stringify(finding)));
  return checkStudy(tables)
    .filter((finding) => !before.has(JSON.stringify(finding)))
    .map(({ check, kind }) => `${kind}: ${check}`);
};

describe('checkStudy', () => {
  it('has no doubt about the rows of a recorded study', () => {
    expect(checkStudy(sound).filter(({ kind }) => kind === 'fault')).toEqual([]);
  });

  it('names two arms whose predictions are equal', () => {
    const [first] = sound.predictors;
    const copy = {
      ...sound,
      predictors: [...sound.predictors, { ...(first as RecordedPredictor), predictor: 'copy' }],
    };
    expect(found(copy)).toEqual(['fault: same models']);
  });

  it('names an arm with missing predictions, and how many', () => {
    expect(found(planted((values) => values.map((value, at) => (at % 14 === 0 ? null : value))))).toEqual([
      'limit: partial',
    ]);
    expect(found(planted((values) => values.map((value, at) => (at % 7 === 0 ? null : value))))).toEqual([
      'limit: errors',
    ]);
  });

  it('names an arm that predicts one value of a property', () => {
    expect(new Set(found(planted((values) => values.map(() => 'first'))))).toEqual(
      new Set(['limit: constant', 'fault: unread']),
    );
  });
});
