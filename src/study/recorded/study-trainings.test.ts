import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { newFolder } from '../../../test/support/refusal.ts';
import type { StudyResult } from '../../results/study-result.ts';
import { seededRandom } from '../../util/random.ts';
import { analyzeRecord } from '../analyze-record.ts';
import { StudyNames } from '../report/study-cells.ts';
import { studyFindings } from '../report/study-findings.ts';
import { predictorTable } from '../report/who-tables.ts';
import { parseStudyRecord } from '../study-record.ts';
import { importStudy } from './import-study.ts';

type Cells = Record<string, string>;

const folder = newFolder();
const items = Array.from({ length: 200 }, (_, index) => `i${index}`);
const letters = ['a', 'b', 'c', 'd', 'e'] as const;

function letterOf(random: () => number): string {
  return letters[Math.floor(random() * letters.length)] as string;
}

function answersOf(target: string, more: Cells = {}): Cells[] {
  const random = seededRandom('answers', target);
  return items.map((item) => ({
    ...{ target, item, group: item, property: 'first', value: letterOf(random) },
    ...{ shifted_of: '', split: '', ...more },
  }));
}

/** Returns the predictions of one training that is right in a share of the items. */
function training(predictor: string, answers: readonly Cells[], seed: string, share: number): Cells[] {
  const random = seededRandom('training', predictor, answers[0]?.target ?? '', seed);
  return answers.map(({ target = '', item = '', property = '', value = '' }) => ({
    ...{ predictor, trained_on: target, item, property, seed },
    predicted: random() < share ? value : letterOf(random),
  }));
}

const seeds = ['1', '2', '3'];
const answers = { ann: answersOf('ann'), bob: answersOf('bob') };
const all = [...answers.ann, ...answers.bob];
/** Two models that predict themselves better, three trainings each. */
const predictions = [answers.ann, answers.bob].flatMap((own) =>
  ['ann', 'bob'].flatMap((base) =>
    seeds.flatMap((seed) => training(base, own, seed, own[0]?.target === base ? 0.65 : 0.3)),
  ),
);

function csv(rows: readonly Cells[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const file = join(folder, `${Math.random()}.csv`);
  const lines = [columns, ...rows.map((row) => columns.map((each) => row[each] ?? ''))];
  writeFileSync(file, lines.map((cells) => cells.join(',')).join('\n'));
  return file;
}

async function read(answerRows: readonly Cells[], predicted: readonly Cells[]) {
  const { study, notes, findings } = await importStudy(csv(answerRows), csv(predicted));
  const record = parseStudyRecord(study.id, study.record);
  const result = await analyzeRecord({} as never, record); // a study that was trained elsewhere has no runs in a store
  const { limits } = studyFindings(study.id, record, result);
  const [pair] = result.pairs as readonly [StudyResult['pairs'][number]];
  return { result, pair, notes: notes.join('\n'), findings, limits: limits.join('\n') };
}

let sound: Awaited<ReturnType<typeof read>>;
beforeAll(async () => {
  sound = await read(all, predictions);
});

describe('a study of two models that predict themselves better', () => {
  it('is own better over three trainings, and nothing is in doubt', () => {
    expect([sound.pair.verdict, sound.findings]).toEqual(['own better', []]);
    expect(sound.result.equalTrainings).toBeUndefined();
  });
});

describe('equal trainings count as one', () => {
  const first = predictions.filter(({ seed }) => seed === '1');
  const copies = (change: (row: Cells, place: number, seed: string) => Cells | null) =>
    seeds.flatMap((seed) =>
      first.flatMap((row, place): Cells[] => {
        const changed = change({ ...row, seed }, place, seed);
        return changed === null ? [] : [changed];
      }),
    );

  it.each<[string, Cells[]]>([
    ['as they are', copies((row) => row)],
    ['in another order', copies((row) => row).reverse()],
    [
      'in capital letters',
      copies((row, _, seed) => (seed === '2' ? { ...row, predicted: row.predicted?.toUpperCase() ?? '' } : row)),
    ],
    ['as a part of the rows', copies((row, place, seed) => (seed !== '1' && place % 2 === 0 ? null : row))],
  ])('%s', async (_, given) => {
    const { pair, findings, limits, notes } = await read(all, given);
    expect([pair.verdict, pair.trainings]).toEqual(['not measured', 1]);
    expect(pair.sentence).toContain('an arm (a model and what it is trained on) was trained once');
    expect(findings.filter(({ kind, changesRows }) => kind === 'fault' && changesRows)).toHaveLength(4);
    expect(findings[0]).toMatchObject({ found: 'the predictions of its seeds 1, 2, 3 are equal' });
    expect(limits).toContain('predictions of ann trained on bob are equal in the trainings 1, 2 and 3');
    expect(notes).toContain('One training (seed) of an arm');
  });

  it('of one arm alone, and of two of three seeds: as two trainings', async () => {
    const two = predictions.map((row) => {
      if (row.seed !== '3' || row.predictor !== 'bob' || row.trained_on !== 'ann') return row;
      const same = first.find(
        (each) => each.predictor === 'bob' && each.trained_on === 'ann' && each.item === row.item,
      );
      return { ...row, predicted: same?.predicted ?? '' };
    });
    const { pair, findings } = await read(all, two);
    expect([pair.verdict, pair.trainings]).toEqual(['not measured', 2]);
    expect(findings.map(({ found }) => found)).toEqual(['the predictions of its seeds 1, 3 are equal']);
  });

  it('names nearly equal ones, which count as given', async () => {
    const nearly = copies((row, place, seed) =>
      seed !== '1' && place % 150 === Number(seed) ? { ...row, predicted: 'a' } : row,
    );
    const { findings } = await read(all, nearly);
    expect(findings.map(({ kind, changesRows }) => [kind, changesRows])).toEqual(Array(4).fill(['fault', false]));
    expect(findings[0]?.found).toContain('99 % or more of the predictions of its seeds 1, 2, 3 are equal');
  });

  it('does not take trainings for one where equal predictions are to be expected: one answer, all right', async () => {
    const constant = predictions.map((row) => (row.trained_on === row.predictor ? row : { ...row, predicted: 'a' }));
    const values = new Map(all.map(({ target, item, value }) => [`${target} ${item}`, value ?? '']));
    const perfect = predictions.map((row) =>
      row.trained_on === row.predictor ? { ...row, predicted: values.get(`${row.trained_on} ${row.item}`) ?? '' } : row,
    );
    for (const given of [constant, perfect]) expect((await read(all, given)).pair.trainings).toBe(3);
  });

  it('names two arms of which one training is equal', async () => {
    const swapped = predictions.map((row) => {
      if (row.predictor !== 'bob' || row.trained_on !== 'ann' || row.seed !== '2') return row;
      const same = first.find(
        (each) => each.predictor === 'ann' && each.trained_on === 'ann' && each.item === row.item,
      );
      return { ...row, predicted: same?.predicted ?? '' };
    });
    const { findings } = await read(all, swapped);
    expect(findings.map(({ kind, models }) => [kind, ...models])).toEqual([
      ['fault', 'ann trained on ann', 'bob trained on ann'],
    ]);
  });
});

describe('a reference that the own model must be above', () => {
  const reference = (shares: readonly number[], named = true) =>
    shares.flatMap((share, index) =>
      training('ref', answers.ann, `${index + 1}`, share).map((row) => (named ? row : { ...row, seed: '' })),
    );
  const beyond = ({ pair }: { readonly pair: StudyResult['pairs'][number] }) => pair.beyondRules[0];

  it('adds the variance between its trainings', async () => {
    const varied = await read(all, [...predictions, ...reference([0.2, 0.5, 0.85])]);
    const even = await read(all, [...predictions, ...reference([0.51, 0.52, 0.51])]);
    const half = (each: typeof varied) => {
      const [low, high] = beyond(each)?.quantity.interval ?? [0, 0];
      return (high - low) / 2;
    };
    expect(beyond(varied)?.b).toBe('ref');
    expect(half(varied)).toBeGreaterThan(3 * half(even));
    expect(varied.pair.verdict).toBe('no advantage found');
    expect(varied.pair.arms.filter(({ kind }) => kind === 'reference')).toHaveLength(1);
    expect(varied.pair.trainings).toBe(3);
  });

  it.each([
    ['once', [0.1]],
    ['twice', [0.1, 0.1]],
  ])('has no test where it was trained %s, however low it is', async (how, shares) => {
    const found = await read(all, [...predictions, ...reference(shares)]);
    expect(beyond(found)).toMatchObject({ b: 'ref', p: null, word: 'not measured' });
    expect(beyond(found)?.quantity.interval).toBeNull();
    expect(found.pair.verdict).toBe('no advantage found');
    expect(found.pair.sentence).toContain(`the reference ref was trained ${how}; three trainings would tell`);
    expect(found.pair.plain.map(({ word }) => word)).toEqual(['higher', 'higher']);
  });

  it('is a rule without trainings where it has no seed', async () => {
    const found = await read(all, [...predictions, ...reference([0.1], false)]);
    expect(found.pair.verdict).toBe('own better');
    expect(found.notes).toContain(
      'References without a seed, taken as rules, which do not vary between trainings: ref',
    );
  });

  it('counts as right where it has no prediction: an absent row, and an empty one', async () => {
    const whole = reference([0.95], false);
    const empty = whole.map((row, place) => (place % 2 === 0 ? { ...row, predicted: '' } : row));
    const absent = whole.filter((_, place) => place % 2 === 1);
    for (const half of [empty, absent]) {
      const found = await read(all, [...predictions, ...half]);
      expect(found.pair.verdict).toBe('no advantage found');
      expect(beyond(found)?.b).toBe('ref');
      expect(found.notes).toContain('100 held-out answers without a prediction by a reference: counted as right');
      expect(found.findings[0]?.effect).toContain('the others count as right');
    }
  });
});

describe('what a study prints', () => {
  it('has shares between 0 and 1 with their intervals: of properties and of predictors, near both ends', async () => {
    const shares = { '1': 0.8, '2': 1, '3': 1 } as const;
    const own = [answers.ann, answers.bob].flatMap((rows) =>
      ['ann', 'bob'].flatMap((base) =>
        seeds.flatMap((seed) =>
          rows[0]?.target === base
            ? training(base, rows, seed, shares[seed as '1'])
            : training(base, rows, seed, 0).map((row) => ({ ...row, predicted: seed === '1' ? 'a' : 'f' })),
        ),
      ),
    );
    const { result } = await read(all, own);
    const { properties, predictors } = result;
    const quantities = [
      ...properties.flatMap(({ self, cross }) => [self, cross]),
      ...predictors.map((p) => p.accuracy),
    ];
    const ends = quantities.flatMap(({ interval }) => interval ?? []);
    expect(ends.length).toBeGreaterThan(10);
    expect([Math.min(...ends), Math.max(...ends)]).toEqual([0, 1]);
  });

  it('names the training of each predictor where an arm has several', () => {
    const names = new StudyNames(sound.result);
    const cells = predictorTable(sound.result, names).rows.map((row) => row[1]?.text);
    expect(cells.slice(0, 3)).toEqual(seeds.map((seed) => `its own answers, training ${seed}`));
  });
});

describe('shifted selves', () => {
  const names = ['ann2', 'bob2'] as const;
  const shifted = names.map((target) => answersOf(target, { shifted_of: target === 'ann2' ? 'ann' : 'bob' }));
  const ofShifted = (count: number) =>
    shifted.flatMap((own) =>
      ['ann', 'bob'].flatMap((base) => seeds.slice(0, count).flatMap((seed) => training(base, own, seed, 0.3))),
    );

  it('are tested from three trainings on, and say why they are not with fewer', async () => {
    const three = await read([...all, ...shifted.flat()], [...predictions, ...ofShifted(3)]);
    expect(three.pair.shifted?.every(({ difference, hardness }) => difference.p !== null && hardness.p !== null)).toBe(
      true,
    );
    expect(three.pair.sentence).not.toContain('trained once');
    const one = await read([...all, ...shifted.flat()], [...predictions, ...ofShifted(1)]);
    expect(one.pair.verdict).toBe('own better');
    expect(one.pair.sentence).toContain('an arm on a shifted self was trained once');
    expect(one.pair.shifted?.map(({ difference }) => [difference.p, difference.quantity.interval])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(one.notes).toContain('of an arm on a shifted self');
    expect(one.notes).not.toContain('a verdict needs');
  });
});

describe('names of a study table are compared in one form', () => {
  it.each<[string, (row: Cells) => Cells]>([
    ['predictor', (row) => ({ ...row, predictor: row.predictor === 'ann' ? 'Ann ' : 'BOB' })],
    ['trained_on', (row) => ({ ...row, trained_on: ` ${row.trained_on?.toUpperCase()}` })],
    ['property', (row) => ({ ...row, property: 'First' })],
    ['seed', (row) => ({ ...row, seed: `${row.seed}.0` })],
  ])('%s', async (_, change) => {
    expect((await read(all, predictions.map(change))).result.pairs).toEqual(sound.result.pairs);
  });

  it('target and property of the answers, row by row', async () => {
    const mixed = all.map((row, place) =>
      place % 2 === 1 ? { ...row, target: row.target?.toUpperCase() ?? '', property: 'FIRST' } : row,
    );
    expect((await read(mixed, predictions)).result.pairs).toEqual(sound.result.pairs);
  });

  it('shifted_of, which must name a target, one for all rows', async () => {
    const rows = (name: string) => [...all, ...answersOf('ann2', { shifted_of: name })];
    const own = [...predictions, ...training('ann', answersOf('ann2'), '1', 0.5)];
    const { notes } = await read(rows('ANN'), own);
    expect(notes).not.toContain('a shifted self of ann');
    await expect(read(rows('anne'), own)).rejects.toThrow(
      'shifted_of "anne" is no target of the answers (ann, bob, ann2)',
    );
    await expect(
      read([...rows('ann'), { ...answersOf('ann2')[0], item: 'x', shifted_of: 'bob' } as Cells], own),
    ).rejects.toThrow('ann2 is the shifted self of ann and of bob');
    await expect(read(rows('ann2'), own)).rejects.toThrow('ann2 is the shifted self of ann2');
  });

  it.each(['train', 'Train', 'TRAINING', ' train set', 'train_split'])('split "%s" is a training row', async (word) => {
    const labeled = all.map((row, place) =>
      place % 2 === 0 ? { ...row, split: word } : { ...row, split: 'Held-out' },
    );
    const { record } = (await importStudy(csv(labeled), csv(predictions))).study;
    const { recorded } = parseStudyRecord('', record);
    expect(recorded?.targets.map(({ units, constants }) => [units.length, constants === null])).toEqual([
      [100, false],
      [100, false],
    ]);
  });

  it('refuses a split that is not known, with the known ones', async () => {
    const odd = all.map((row) => ({ ...row, split: 'fold 3' }));
    await expect(read(odd, predictions)).rejects.toThrow(
      /split "fold 3" is no split that is known \(train, .*held-out/,
    );
  });
});

describe('the base rate of a property without training rows', () => {
  it('is that of its held-out rows: a property alone, and one of two', async () => {
    const second = (rows: readonly Cells[], extra: Cells = {}) =>
      rows.map((row) => ({ ...row, property: 'last', ...extra }));
    const labels = answers.ann.map((row) => ({ ...row, item: `t${row.item}`, split: 'train' }));
    const both = await read([...all, ...second(all), ...labels], [...predictions, ...second(predictions)]);
    const rates = both.result.properties.map(({ property, mode }) => [property, (mode ?? 0) > 0.15]);
    expect(rates).toEqual(rates.map(([property]) => [property, true]));
    expect(both.notes).toContain('No training rows of last');
  });
});
