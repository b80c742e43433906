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
    beyond: result.pairs.flatMap(({ beyondRules }) => beyondRules.map(({ p, word }) => [p, word])),
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

  it('counts a more specific value as wrong, and an article, label or mark as another form', async () => {
    const rare = (text: string) => (row: Predicted) => (row.item % 25 === 0 ? text.replace('X', row.value) : row.value);
    for (const text of ['dark X', 'X and blue', 'not X', 'HTTP 405'])
      expect((await imported(rare(text))).checks).toEqual([]);
    for (const text of ['the X', 'my answer is X', 'Color: X!', 'the color is **X**', 'X (final answer)'])
      expect((await imported(rare(text))).checks).toEqual(['fault: unread']);
  });

  it('names what an untrained arm predicts that no answer has', async () => {
    const file = join(folder, 'untrained.csv');
    const own = rows.filter((row) => row.startsWith('ann,ann') && row.endsWith(',0'));
    const untrained = own.map((row, at) => (at % 6 === 0 ? row.replace(/\w+,0$/, 'unknown,') : row.replace(/0$/, '')));
    writeFileSync(file, `${[header, ...rows, ...untrained.map((row) => row.replace('ann,ann', 'ann,'))].join('\n')}\n`);
    const { findings } = await importStudy(answers, file);
    expect(findings.map(({ check, models, effect }) => [check, ...models, effect])).toContainEqual([
      ...['unread', 'untrained ann about ann'],
      'they count as wrong, and in words as what is worst for them: write predictions and answers in the same words',
    ]);
  });
});

describe('answers that are error texts', () => {
  const lines = readFileSync(answers, 'utf8').split('\n');
  const readWith = async (text: string, predictionsFile = predictions) => {
    const own = join(folder, 'answers-with-errors.csv');
    writeFileSync(
      own,
      lines.map((line, at) => (at % 5 === 1 && line !== '' ? line.replace(/[^,]*$/, text) : line)).join('\n'),
    );
    return importStudy(own, predictionsFile);
  };

  it.each([
    '#ERROR',
    '#VALUE!',
    'Connection error.',
    '503 Service Unavailable',
    'Error: 429 Too Many Requests',
    'openai.RateLimitError: Error code: 429',
    'timeout',
  ])('%s is left out, and named', async (text) => {
    const { notes, findings } = await readWith(text);
    expect(notes.join('\n')).toContain('120 held-out answers without a value: left out.');
    expect(findings.map(({ check, models, rows: own, effect }) => [check, ...models, own.length, effect])).toEqual([
      ['unread', 'ann', 60, 'they are left out'],
      ['unread', 'bob', 60, 'they are left out'],
    ]);
  });

  it.each(['TypeError: unsupported operand', 'unknown', 'HTTP 405'])('%s is a value', async (text) => {
    const { notes } = await readWith(text);
    expect(notes.join('\n')).not.toContain('without a value');
  });

  it('are values where predictions have them, and may be values', async () => {
    const file = join(folder, 'predicted-errors.csv');
    writeFileSync(
      file,
      `${[header, ...rows.map((row, at) => (at % 5 === 0 ? row.replace(/\w+(,\w+)$/, 'timeout$1') : row))].join('\n')}\n`,
    );
    expect((await readWith('timeout', file)).notes.join('\n')).not.toContain('without a value');
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
    expect(found.beyond).toEqual(Array(2).fill([null, 'not measured']));
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
