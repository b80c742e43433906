import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { newFolder } from '../../../test/support/refusal.ts';
import { writeStudyTables } from '../../../test/support/study/study-tables.ts';
import { analyzeRecord } from '../analyze-record.ts';
import { parseStudyRecord } from '../study-record.ts';
import { importStudyFolder } from './import-folder.ts';
import { importStudy } from './import-study.ts';

const folder = newFolder();
const [answers, predictions] = writeStudyTables(
  folder,
  { strings: 300, trainings: [3, 3], spread: 0, accuracy: [0.7, 0.69] },
  5,
);
// red is the commonest value: most gray are red
for (const file of [answers, predictions]) {
  const text = readFileSync(file, 'utf8').replace(/^(.*,i\d*(?:[0-57-9]|[37]),.*)gray/gm, '$1red');
  writeFileSync(file, text);
}
const [header = '', ...rows] = readFileSync(predictions, 'utf8').trim().split('\n');

/** One prediction of one training of an arm, in the order of the items. */
interface Predicted {
  readonly value: string;
  readonly item: number;
  readonly arm: readonly string[];
}

let files = 0;

/** Imports the study with the predictions of the arms on the other model's answers changed; returns the checks, words and answer. */
async function imported(change: (row: Predicted) => string, isChanged = (one: string, other: string) => one !== other) {
  const changed = rows.map((row) => {
    const [predictor = '', target = '', id = '', property, value = '', seed] = row.split(',');
    const item = Number(id.slice(1));
    const own = isChanged(predictor, target) ? change({ value, item, arm: [predictor, target, seed ?? ''] }) : value;
    return [predictor, target, id, property, own, seed].join(',');
  });
  files += 1;
  const file = join(folder, `changed-${files}.csv`);
  writeFileSync(file, `${[header, ...changed].join('\n')}\n`);
  const { study, findings } = await importStudy(answers, file);
  const result = await analyzeRecord({} as never, parseStudyRecord(study.id, study.record));
  return {
    checks: [...new Set(findings.map(({ check, kind }) => `${kind}: ${check}`))],
    words: result.pairs.flatMap(({ plain }) => plain.map(({ word }) => word)),
    families: result.pairs.flatMap(({ plain }) => plain.map(({ family }) => family)),
    effects: findings.map(({ effect }) => effect),
    sentence: result.pairs[0]?.sentence ?? '',
  };
}

/** Returns the value that the same training predicts of another item. */
function predictedAt({ arm: [predictor, target, seed] }: Predicted, item: number): string {
  const found = rows.find((row) => row.startsWith(`${predictor},${target},i${item},`) && row.endsWith(`,${seed}`));
  return found?.split(',')[4] ?? 'red';
}

const isThird = ({ item }: Predicted) => item % 3 === 0;
const third = (text: string) => (row: Predicted) => (isThird(row) ? text.replace('X', row.value) : row.value);
const none = ['no difference found', 'no difference found'];

describe('a study with predictions that are none', () => {
  it('has no word as it stands', async () => {
    expect(await imported(({ value }) => value)).toMatchObject({ checks: [], words: none });
  });

  const unread = [
    ...['#ERROR', 'Error: rate limit', 'RateLimitError: 429', 'HTTP 500', '[ERROR] no reply', '{"error": "timeout"}'],
    ...['unknown', 'timeout', 'no answer', '?', 'idk', 'color X', 'the X', '**X**', 'answer: X.', 'violet'],
  ];
  for (const text of unread) {
    it(`counts "${text}" as missing, at its worst, and names it`, async () => {
      const quoted = `"${text.replaceAll('"', '""')}"`;
      expect(await imported(third(quoted))).toMatchObject({ checks: ['fault: unread'], words: none });
    });
  }

  it('names other words than the answers in one of 6, and of 15', async () => {
    for (const each of [6, 15]) {
      const some = await imported(({ value, item }) => (item % each === 0 ? `the ${value}` : value));
      expect(some).toMatchObject({ checks: ['fault: unread'], words: none });
    }
  });

  it('has no error text as an answer', async () => {
    const own = join(folder, 'answers-with-errors.csv');
    const lines = readFileSync(answers, 'utf8').split('\n');
    writeFileSync(
      own,
      lines.map((line, at) => (at % 5 === 1 && line !== '' ? line.replace(/[^,]*$/, '#ERROR') : line)).join('\n'),
    );
    const { notes } = await importStudy(own, predictions);
    expect(notes.join('\n')).toContain('120 held-out answers without a value: left out.');
  });
});

describe('a study with predictions that are hardly those of its arms', () => {
  const doubts = {
    'of the next item': [(row: Predicted) => predictedAt(row, (row.item + 1) % 300), 'other items'],
    'of the item before': [(row: Predicted) => predictedAt(row, (row.item + 299) % 300), 'other items'],
    'of exchanged values': [
      ({ value }: Predicted) => ({ red: 'blue', blue: 'green', green: 'gray', gray: 'red' })[value] ?? value,
      'other items',
    ],
    'filled with one value': [third('gray'), 'filled values'],
  } as const;
  for (const [name, [change, check]] of Object.entries(doubts)) {
    it(`gives no word on predictions ${name}`, async () => {
      const { checks, words, sentence } = await imported(change);
      expect(checks).toContain(`fault: ${check}`);
      expect(words).toEqual(['not measured', 'not measured']);
      expect(sentence).toContain(
        `bob trained on ann has predictions that ${check === 'filled values' ? 'look filled in' : 'may belong to other items'}`,
      );
    });
  }
});

describe('a study with one arm in doubt', () => {
  const isOne = (predictor: string, target: string) => predictor === 'bob' && target === 'ann';

  it('has no word on either direction of the pair, and no test in its family', async () => {
    const found = await imported((row) => predictedAt(row, (row.item + 1) % 300), isOne);
    expect([found.words, found.families]).toEqual([Array(2).fill('not measured'), [0, 0]]);
    expect(found.effects).toEqual(['they may belong to other items: no word on bob and ann']);
  });
});

describe('sound studies', () => {
  const path = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));

  it('have no row in doubt', async () => {
    const studies = [
      await importStudy(
        path('test/fixtures/two-models/answers.csv.gz'),
        path('test/fixtures/two-models/predictions.csv.gz'),
      ),
      await importStudyFolder([path('examples/looking-inward')], path('examples/looking-inward/models.csv')),
    ];
    expect(studies.flatMap(({ findings }) => findings.filter(({ kind }) => kind === 'fault'))).toEqual([]);
  });
});
