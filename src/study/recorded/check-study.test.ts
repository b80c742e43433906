import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { type RecordedPredictor, type RecordedTables, recordedSchema } from '../recorded-tables.ts';
import { screenStudy } from './check-study.ts';
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
  const before = new Set(screenStudy(sound).findings.map((finding) => JSON.stringify(finding)));
  return screenStudy(tables)
    .findings.filter((finding) => !before.has(JSON.stringify(finding)))
    .map(({ check, kind }) => `${kind}: ${check}`);
};

describe('screenStudy', () => {
  it('has no doubt about the rows of a recorded study', () => {
    expect(screenStudy(sound).findings.filter(({ kind }) => kind === 'fault')).toEqual([]);
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

  it('lists the items without a prediction, and those predicted in other words', () => {
    const rowsOfFirst = (tables: RecordedTables, check: string) => {
      const [finding] = screenStudy(tables).findings.filter((each) => each.check === check && each.rows.length > 0);
      return new Set(finding?.rows.map(({ item }) => item));
    };
    const units = sound.targets.find(({ target }) => target === sound.predictors[0]?.about)?.units ?? [];
    const at = (isMeant: (place: number) => boolean) =>
      new Set(units.flatMap(([item], place) => (isMeant(place) ? [item] : [])));
    const missing = planted((values) => values.map((value, place) => (place % 7 === 0 ? null : value)));
    expect(rowsOfFirst(missing, 'errors')).toEqual(at((place) => place % 7 === 0));
    const [, property] = units[0] ?? [];
    const isOther = (place: number) => place % 2 === 0 && units[place]?.[1] === property;
    const other = planted((values) => values.map((value, place) => (isOther(place) ? `other ${value}` : value)));
    expect(rowsOfFirst(other, 'unread')).toEqual(at(isOther));
  });

  it('names an arm that predicts one value of a property', () => {
    expect(new Set(found(planted((values) => values.map(() => 'first'))))).toEqual(
      new Set(['limit: constant', 'fault: unread']),
    );
  });
});
