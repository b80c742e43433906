import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedLog } from '../../src/recordings/recording.ts';
import type { CheckFinding } from '../../src/results/row-check.ts';
import { seededRandom } from '../../src/util/random.ts';

/** One row of a table of answers. */
export interface AnswerRow {
  readonly model: string;
  readonly item: string;
  readonly question: string;
  readonly answer: string;
  readonly key: string;
  readonly correct: number;
  readonly confidence: number | '';
  /** Further columns of the table. */
  readonly more?: Readonly<Record<string, string>>;
  /** Text in place of the outcome; absent: the number. */
  readonly outcome?: string;
}

/** What went wrong on the way from the answers to the table, and the check that must find it. */
interface Corruption {
  readonly name: string;
  /** A check, or what the refusal of the table says. */
  readonly check: CheckFinding['check'] | RegExp;
  /** Name of the column of outcomes; absent: `is_correct`. */
  readonly column?: string;
  /** Corrupts the rows of `model`; `other` is another model of the same items. */
  readonly plant: (rows: readonly AnswerRow[], model: string, other: string) => readonly AnswerRow[];
}

type Rows = readonly AnswerRow[];

/** Returns the rows with those of one model changed. */
function changed(rows: Rows, model: string, change: (own: Rows) => Rows): Rows {
  return [...rows.filter((row) => row.model !== model), ...change(rows.filter((row) => row.model === model))];
}

/** Returns the row that is one place further, the first after the last. */
function next(own: Rows, index: number): AnswerRow {
  return own[(index + 1) % own.length] as AnswerRow;
}

const rightOf = (answer: string, key: string) => Number(answer === key);

const tooLong = "This model's maximum context length is 8192 tokens. However, you requested 9012 tokens.";
const traceback = 'Traceback (most recent call last):\n  File "task.py", line 12, in score';
const twoPlaces = (value: number) => Math.round(100 * value) / 100;
const cyrillic = (letter: string) => ({ a: 'а', e: 'е', o: 'о' })[letter] ?? letter;

export const corruptions: readonly Corruption[] = [
  {
    name: 'the key in the column of answers',
    check: 'same answers',
    plant: (rows) => rows.map((row) => ({ ...row, answer: row.key })),
  },
  {
    name: 'failed calls filled with .5 and wrong',
    check: 'filled values',
    plant: (rows, model) =>
      changed(rows, model, (own) =>
        own.map((row, index) => (index % 3 === 0 ? { ...row, answer: 'failed', correct: 0, confidence: 0.5 } : row)),
      ),
  },
  {
    name: 'blank answers counted as wrong',
    check: 'empty answer',
    plant: (rows, model) =>
      changed(rows, model, (own) =>
        own.map((row, index) => (index % 5 === 0 ? { ...row, answer: index % 2 === 0 ? '' : '  ', correct: 0 } : row)),
      ),
  },
  {
    name: 'blank answers counted as right',
    check: 'empty answer',
    plant: (rows, model) =>
      changed(rows, model, (own) =>
        own.map((row, index) => (index % 9 === 0 ? { ...row, answer: index % 2 === 0 ? '' : ' ', correct: 1 } : row)),
      ),
  },
  {
    name: 'one model under a second name in upper case',
    check: 'alike names',
    plant: (rows, model, other) =>
      rows.map((row) => (row.model === other ? { ...row, model: model.toUpperCase().replaceAll('-', '_') } : row)),
  },
  {
    name: 'declined questions counted as wrong',
    check: 'not asked',
    plant: (rows, model) =>
      changed(rows, model, (own) =>
        own.map((row, index) => (index % 6 === 0 ? { ...row, answer: 'DECLINED', correct: 0 } : row)),
      ),
  },
  {
    name: 'ids shifted by one',
    check: 'other items',
    plant: (rows, model) =>
      changed(rows, model, (own) => own.map((row, index) => ({ ...row, item: next(own, index).item }))),
  },
  {
    name: 'key column shifted by one',
    check: 'other items',
    plant: (rows, model) =>
      changed(rows, model, (own) => own.map((row, index) => ({ ...row, key: next(own, index).key }))),
  },
  {
    name: 'key column of all models shifted by one',
    check: 'other keys',
    plant: (rows) => {
      const models = [...new Set(rows.map(({ model }) => model))];
      return models.flatMap((model) => {
        const own = rows.filter((row) => row.model === model);
        return own.map((row, index) => ({ ...row, key: next(own, index).key }));
      });
    },
  },
  {
    name: 'answers of a quarter of the rows swapped',
    check: 'other keys',
    plant: (rows, model) =>
      changed(rows, model, (own) =>
        own.map((row, index) => (index % 4 === 0 ? { ...row, answer: next(own, index).answer } : row)),
      ),
  },
  {
    name: 'confidence of another model',
    check: 'same confidence',
    plant: (rows, model, other) => {
      const stated = new Map(
        rows.filter((row) => row.model === other).map(({ item, confidence }) => [item, confidence]),
      );
      return changed(rows, model, (own) => own.map((row) => ({ ...row, confidence: stated.get(row.item) ?? '' })));
    },
  },
  {
    name: 'confidence rounded to one value',
    check: 'constant',
    plant: (rows, model) => changed(rows, model, (own) => own.map((row) => ({ ...row, confidence: 0.9 }))),
  },
  {
    name: 'rows cut at the end',
    check: 'partial',
    plant: (rows, model) => changed(rows, model, (own) => own.slice(0, Math.floor(0.85 * own.length))),
  },
  {
    name: 'rows given twice',
    check: 'same rows',
    plant: (rows, model) => changed(rows, model, (own) => [...own, ...own.slice(0, 20)]),
  },
  {
    name: 'a model copied under another name',
    check: 'same models',
    plant: (rows, model, other) => {
      const copied = rows.filter((row) => row.model === other).map((row) => ({ ...row, model }));
      return changed(rows, model, () => copied);
    },
  },
  {
    name: 'two models under one name',
    check: 'several models',
    plant: (rows, model, other) => rows.map((row) => (row.model === other ? { ...row, model } : row)),
  },
  {
    name: 'failed calls left without an outcome',
    check: 'errors',
    plant: (rows, model) =>
      changed(rows, model, (own) =>
        own.map((row, index) => (index % 7 === 0 ? { ...row, answer: 'none', correct: Number.NaN } : row)),
      ),
  },
  {
    name: 'errors counted in the place of right answers',
    check: /error_rate.*--better/s,
    column: 'error_rate',
    plant: (rows) =>
      rows.map((row) => ({ ...row, correct: Number.isNaN(row.correct) ? row.correct : 1 - row.correct })),
  },
  {
    name: 'outcomes in words of another language',
    check: 'unread',
    plant: (rows, model) =>
      changed(rows, model, (own) => own.map((row) => (row.correct === 1 ? { ...row, outcome: 'richtig' } : row))),
  },
  {
    name: 'two temperatures as repeats',
    check: /temperature.*--where temperature=/s,
    plant: (rows, model) =>
      changed(rows, model, (own) =>
        own.flatMap((row) => ['0', '1'].map((temperature) => ({ ...row, more: { temperature } }))),
      ),
  },
  {
    name: 'a confidence on two scales',
    check: 'unread',
    plant: (rows, model) =>
      changed(rows, model, (own) =>
        own.map((row, index) => ({
          ...row,
          confidence: index % 2 === 0 || row.confidence === '' ? row.confidence : Math.round(100 * row.confidence),
        })),
      ),
  },
  {
    name: 'a confidence from 1 to 10',
    check: 'unread',
    plant: (rows) =>
      rows.map((row) => ({
        ...row,
        confidence: row.confidence === '' ? '' : Math.max(1, Math.round(10 * row.confidence)),
      })),
  },
  {
    name: 'two data sets in one table',
    check: 'several sets',
    plant: (rows) =>
      rows.map((row, index) => ({
        ...row,
        more: { dataset: Number.parseInt(row.item, 10) % 2 === 0 || index < 0 ? 'first' : 'second' },
      })),
  },
  {
    name: 'wrong answers left out',
    check: 'ceiling',
    plant: (rows, model) => changed(rows, model, (own) => own.map((row) => ({ ...row, answer: row.key, correct: 1 }))),
  },
  {
    name: 'prompts that were too long, counted as wrong',
    check: 'errors',
    plant: (rows, model) =>
      changed(rows, model, (own) =>
        own.map((row, index) => (index % 20 === 0 ? { ...row, answer: tooLong, correct: 0 } : row)),
      ),
  },
  {
    name: 'errors of the harness counted as wrong',
    check: 'errors',
    plant: (rows, model) =>
      changed(rows, model, (own) =>
        own.map((row, index) => (index % 20 === 0 ? { ...row, answer: traceback, correct: 0 } : row)),
      ),
  },
  {
    name: 'answers shifted by one and scored again',
    check: 'other items',
    plant: (rows, model) =>
      changed(rows, model, (own) =>
        own.map((row, index) => {
          const { answer } = next(own, index);
          return { ...row, answer, correct: rightOf(answer, row.key) };
        }),
      ),
  },
  {
    name: 'confidences shifted by one',
    check: 'other confidence',
    plant: (rows, model) =>
      changed(rows, model, (own) => own.map((row, index) => ({ ...row, confidence: next(own, index).confidence }))),
  },
  {
    name: 'probabilities of an error in place of confidences',
    check: 'other confidence',
    plant: (rows, model) =>
      changed(rows, model, (own) =>
        own.map((row) => ({ ...row, confidence: row.confidence === '' ? '' : twoPlaces(1 - row.confidence) })),
      ),
  },
  {
    name: 'confidences filled with 0',
    check: 'filled values',
    plant: (rows, model) =>
      changed(rows, model, (own) => own.map((row, index) => (index % 6 === 0 ? { ...row, confidence: 0 } : row))),
  },
  {
    name: 'answers cut at a limit and counted as wrong',
    check: 'cut',
    plant: (rows, model) =>
      changed(rows, model, (own) =>
        own.map((row, index) =>
          index % 8 === 0 ? { ...row, correct: 0, answer: 'So', more: { finish_reason: 'length' } } : row,
        ),
      ),
  },
  {
    name: 'one model under a second name with a Cyrillic letter',
    check: 'alike names',
    plant: (rows, model, other) =>
      rows.map((row) => (row.model === other ? { ...row, model: model.replace(/[aeo]/, cyrillic) } : row)),
  },
];

/** Returns the rows of logs of one score, first executions alone, as rows of a table. */
export function answerRows(logs: readonly RecordedLog[]): readonly AnswerRow[] {
  return logs.flatMap(({ rows, items, scores: [{ name }] }) =>
    rows
      .filter(({ score, epoch }) => score === name && epoch === 1)
      .map(({ model, item, answer, outcome, confidence }) => ({
        ...{ model, item, question: items.get(item)?.text ?? '', key: items.get(item)?.key ?? '' },
        answer: answer ?? '',
        correct: outcome.kind === 'scored' ? outcome.value : Number.NaN,
        confidence: confidence.kind === 'stated' ? confidence.value : '',
      })),
  );
}

/** Returns rows of models that choose among four answers and state a probability with some knowledge of their errors; seeded. */
export function simulatedRows({ models, items, seed }: { models: number; items: number; seed: string }): Rows {
  const random = seededRandom(seed);
  const letters = ['A', 'B', 'C', 'D'];
  const letter = () => letters[Math.floor(4 * random())] as string;
  const questions = Array.from({ length: items }, (_, index) => ({ id: `${index}`, key: letter(), hard: random() }));
  return Array.from({ length: models }, (_, index) => `maker${index}/model-${index}`).flatMap((model, index) =>
    questions.map(({ id, key, hard }): AnswerRow => {
      const chance = Math.max(0.05, Math.min(0.95, 0.55 + 0.05 * index + 0.6 * (0.5 - hard)));
      const answer = random() < chance ? key : letter();
      const stated = Math.max(0.05, Math.min(0.95, chance + 0.3 * (random() - 0.5)));
      return {
        ...{ model, item: id, question: `Question ${id} of ${Math.floor(1e9 * hard)}`, answer, key },
        correct: rightOf(answer, key),
        confidence: (Math.floor(20 * stated) + 0.5) / 20, // never exactly one half
      };
    }),
  );
}

/** Writes rows as a table and returns its path. */
export function writeAnswers(folder: string, name: string, rows: Rows, column = 'is_correct'): string {
  const more = [...new Set(rows.flatMap((row) => Object.keys(row.more ?? {})))];
  const columns = ['model', 'item_id', 'question', 'answer', 'correct_answer', column, 'confidence', ...more];
  const cell = (value: string | number) =>
    Number.isNaN(value) ? '' : typeof value === 'number' ? String(value) : `"${value.replaceAll('"', '""')}"`;
  const lines = rows.map(({ model, item, question, answer, key, correct, outcome = correct, confidence, ...row }) =>
    [model, item, question, answer, key, outcome, confidence, ...more.map((each) => row.more?.[each] ?? '')]
      .map(cell)
      .join(','),
  );
  const file = join(folder, `${name}.csv`);
  writeFileSync(file, `${[columns.join(','), ...lines].join('\n')}\n`);
  return file;
}
