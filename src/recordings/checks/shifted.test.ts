import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../util/random.ts';
import { readRecording } from '../formats.ts';
import { checkRecordings } from './check-recordings.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-shifted-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Row {
  readonly id: string;
  readonly key: string;
  readonly answer: string;
  readonly isRight: boolean;
  readonly confidence: number;
}

interface Drawn {
  readonly options?: number;
  /** Share of right answers. */
  readonly accuracy?: number;
  /** Keys in turn, in place of keys at random. */
  readonly inTurn?: boolean;
  /** Stated confidence of right and of wrong answers, before noise. */
  readonly stated?: readonly [right: number, wrong: number];
}

/** Returns 150 rows of one model. */
function drawn({ options = 4, accuracy = 0.65, inTurn = false, stated = [0.8, 0.55] }: Drawn = {}): readonly Row[] {
  const random = seededRandom(`shifted ${options} ${accuracy} ${inTurn} ${stated.join(' ')}`);
  return Array.from({ length: 150 }, (_, item) => {
    const right = inTurn ? item % options : Math.floor(random() * options);
    const isRight = random() < accuracy;
    const other = (right + 1 + Math.floor(random() * (options - 1))) % options;
    const letter = (at: number) => 'ABCD'[at] ?? '';
    const noise = 0.3 * (random() - 0.5);
    return {
      ...{ id: `q${item}`, key: letter(right), answer: letter(isRight ? right : other), isRight },
      confidence: Math.round(100 * ((isRight ? stated[0] : stated[1]) + noise)) / 100,
    };
  });
}

/** Returns what the two checks say of rows. */
async function found(rows: readonly Row[]) {
  const file = join(folder, 'answers.csv');
  const lines = rows.map(({ id, key, answer, isRight, confidence }) => [id, key, answer, Number(isRight), confidence]);
  writeFileSync(file, ['item_id,correct_answer,answer,is_correct,confidence', ...lines.map(String)].join('\n'));
  const findings = checkRecordings([await readRecording(file)]);
  return findings.flatMap(({ check, found: text }) =>
    check === 'other items' || check === 'other confidence' ? [`${check}: ${text}`] : [],
  );
}

/** Returns the scores of a log of Inspect of which confidences are in doubt; `other`: values of the second score. */
async function faultsOfScores(rows: readonly Row[], other: (row: Row, place: number) => string) {
  const file = join(folder, 'scores.json');
  const scoresOf = (row: Row, place: number) => ({
    match: { value: row.isRight ? 'C' : 'I', metadata: { confidence: row.confidence } },
    concise: { value: Number(other(row, place)), metadata: { confidence: row.confidence } },
  });
  const log = {
    ...{ version: 2, status: 'success', eval: { eval_id: 'e', run_id: 'r', created: 'c', task: 't', model: 'm' } },
    samples: rows.map((row, place) => ({
      ...{ id: row.id, epoch: 1, input: row.id, target: row.key, scores: scoresOf(row, place) },
      metadata: { confidence: row.confidence },
      output: { model: 'm', choices: [{ stop_reason: 'stop', message: { role: 'assistant', content: row.answer } }] },
    })),
  };
  writeFileSync(file, JSON.stringify(log));
  const findings = checkRecordings([await readRecording(file)]);
  return findings.flatMap(({ check, score }) => (check === 'other confidence' ? [score] : []));
}

const at = (rows: readonly Row[], place: number) => rows[(place + rows.length) % rows.length] as Row; // of a list
/** Returns rows with the answers of the rows `step` places after them, scored again. */
const withAnswers = (rows: readonly Row[], step: number) =>
  rows.map((row, place) => {
    const { answer } = at(rows, place + step);
    return { ...row, answer, isRight: answer === row.key };
  });
const withConfidences = (rows: readonly Row[], step: number) =>
  rows.map((row, place) => ({ ...row, confidence: at(rows, place + step).confidence }));
const withOutcomes = (rows: readonly Row[], step: number) =>
  rows.map((row, place) => ({ ...row, isRight: at(rows, place + step).isRight }));
const sorted = (rows: readonly Row[]) => rows.toSorted((one, other) => one.id.localeCompare(other.id));

describe('answers of other items', () => {
  it.each([
    [1, 'the item after it'],
    [-1, 'the item before it'],
    [3, 'the item 3 places after it'],
  ])('are named where they are shifted by %s, and scored again', async (step, where) => {
    const [first] = await found(withAnswers(drawn(), step));
    expect(first).toMatch(
      new RegExp(`other items: 2\\d % of the answers equal the key .*, and 6\\d % that of ${where}`),
    );
  });

  it('are named in the order of ids where rows are in another one, and for two options', async () => {
    expect((await found(sorted(withAnswers(drawn(), 1))))[0]).toContain('that of the item after it');
    expect((await found(withAnswers(drawn({ options: 2, accuracy: 0.9 }), 1)))[0]).toContain(
      'that of the item after it',
    );
  });

  it('are not those of models that avoid their key, or know nothing, whatever the order of keys', async () => {
    for (const options of [2, 4])
      for (const accuracy of [0.1, 0.3, 1 / options])
        for (const inTurn of [false, true])
          expect(await found(drawn({ options, accuracy, inTurn, stated: [0.7, 0.7] }))).toEqual([]);
  });
});

/** Returns 300 rows of a model that often gives a key that is one step away from its own: `keyAt(-1)`. */
function offByOne(keyAt: (place: number) => string): readonly Row[] {
  const random = seededRandom('off by one');
  return Array.from({ length: 300 }, (_, item) => {
    const [key, draw] = [keyAt(item), random()];
    const answer = draw < 0.2 ? key : draw < 0.9 ? keyAt(item - 1) : keyAt(item + 2);
    return { id: `q${item}`, key, answer, isRight: answer === key, confidence: 0.7 };
  });
}

describe('answers that are off by one', () => {
  const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
  const cycled = (values: readonly string[]) => (place: number) => values.at(place % values.length) ?? '';
  it.each<[string, (place: number) => string]>([
    ['rise', (place) => `${place + 1}`],
    ['fall', (place) => `${900 - place}`],
    ['rise in steps of ten', (place) => `${10 * place}`],
    ['rise across zero', (place) => `${place - 150}`],
    ['rise with a unit', (place) => `${1000 + place} dots`],
    ['are numbers with commas', (place) => `${(100_000 + place).toLocaleString('en')}`],
    ['rise, with a few that are words', (place) => (place % 20 === 3 ? 'none' : `${place}`)],
    ['are fractions', (place) => (place / 8).toFixed(3)],
    ['rise and start again', (place) => `${((place + 100) % 20) + 1}`],
    ['are letters in order', cycled([...'ABCDEFGHIJ'])],
    ['are days in turn', cycled(days)],
  ])('are not named where keys %s', async (_, keyAt) => {
    const rows = offByOne(keyAt);
    expect(await found(rows.map((row) => ({ ...row, key: `"${row.key}"`, answer: `"${row.answer}"` })))).toEqual([]);
  });

  it('are named where numbers are in no order', async () => {
    const random = seededRandom('numbers');
    const keys = Array.from({ length: 310 }, () => `${Math.floor(500 * random())}`);
    expect((await found(offByOne((place) => keys.at(place) ?? '')))[0]).toContain('that of the item before it');
  });
});

describe('answers to variants of the item before', () => {
  it.each([2, 3])(
    'are not named where every %s items are variants, of which answers fit the first',
    async (variants) => {
      const random = seededRandom(`variants ${variants}`);
      const keys = Array.from({ length: 100 }, () => Math.floor(random() * variants));
      const letter = (item: number) => 'ABC'[((keys[Math.floor(item / variants)] ?? 0) + item) % variants] ?? '';
      const rows = Array.from({ length: 100 * variants }, (_, item) => {
        const [key, isHeeded] = [letter(item), random() < 0.08];
        const answer = item % variants === 0 || isHeeded ? key : letter(item - 1);
        return { id: `q${item}`, key, answer, isRight: answer === key, confidence: 0.7 };
      });
      expect(await found(rows)).toEqual([]);
    },
  );
});

describe('confidences of other items', () => {
  it.each([1, -1, 2])('are named where they, or outcomes, are shifted by %s', async (step) => {
    const named =
      /^other confidence: the stated confidences fit the outcomes of the item .* \(AUROC 0\.9\d\), and not of their own items/;
    expect((await found(withConfidences(drawn(), step)))[0]).toMatch(named);
    expect((await found(withOutcomes(drawn(), step)))[0]).toMatch(named);
    expect((await found(sorted(withConfidences(drawn(), step))))[0]).toMatch(named);
  });

  it('are named where their complement fits better', async () => {
    const turned = drawn().map((row) => ({ ...row, confidence: Math.round(100 * (1 - row.confidence)) / 100 }));
    expect((await found(turned))[0]).toContain('1 - confidence has the better Brier score');
  });

  it('are named for their complement, too, where hard and easy items alternate', async () => {
    const random = seededRandom('alternating');
    const rows = drawn().map((row, item) => {
      const isHard = item % 2 === 1;
      const confidence = Math.round(100 * ((isHard ? 0.8 : 0.3) + 0.2 * (random() - 0.5))) / 100;
      return { ...row, isRight: random() < (isHard ? 0.2 : 0.9), confidence };
    });
    expect((await found(rows))[0]).toContain('1 - confidence has the better Brier score');
  });

  it('are not those that rank answers the wrong way, and fit better as they stand', async () => {
    expect(await found(drawn({ accuracy: 0.85, stated: [0.7, 0.85] }))).toEqual([]);
  });

  it('are not those that tell nothing, little or all', async () => {
    for (const stated of [
      [0.7, 0.7],
      [0.72, 0.7],
      [0.85, 0.15],
    ] as const)
      expect(await found(drawn({ stated }))).toEqual([]);
  });

  it.each<[string, (row: Row, place: number) => string]>([
    ['grades of another kind', ({ isRight }, place) => ((isRight ? 0.2 : 0.6) + (place % 9) / 100).toFixed(2)],
    ['right or wrong', ({ isRight }, place) => `${Number(isRight === (place % 9 === 0))}`],
  ])('are not those that fit another score of the log: %s', async (_, other) => {
    expect(await faultsOfScores(drawn(), other)).toEqual([]);
    const turned = drawn().map((row) => ({ ...row, confidence: Math.round(100 * (1 - row.confidence)) / 100 }));
    expect(await faultsOfScores(turned, () => '0.5')).toEqual(['match']);
  });
});
