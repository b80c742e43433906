import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { pageModelOf, rowOf } from './models.ts';

/** One answer of one model to one item. */
export interface FrontierRow {
  readonly model: string;
  /** Id of the item within its recording. */
  readonly item: string;
  readonly right: boolean;
  /** Stated confidence as the recording writes it: 0 to 100, or 1 for keep and 0 for withdraw. */
  readonly stated: string;
  /** Known kind of question: the subject, or track and item type. */
  readonly kind: string;
  /** Beginning of the question; '' where the recording has none. */
  readonly question: string;
  readonly answer: string;
  readonly key: string;
  /** Whether the model bet on its answer; null where it was not asked. */
  readonly bets: boolean | null;
}

export const recordingNames = ['atlas', 'mmlu', 'battery'] as const;
export type RecordingName = (typeof recordingNames)[number];

/** Where a recording is published, and the folder below the folder of recordings that holds its files. */
interface Source {
  readonly repository: string;
  readonly files: string;
  readonly license: string;
  readonly folder: string;
}

/** Sources of the recordings, and of LifeEval. */
export const sources: Readonly<Record<RecordingName | 'lifeEval', Source>> = {
  atlas: {
    ...{ repository: 'synthiumjp/metacognitive-profile-atlas', license: 'data CC BY 4.0', folder: 'atlas' },
    files: 'metacognitive_profile_results.csv and its numbers (1) to (9) in data/raw',
  },
  mmlu: {
    ...{ repository: 'synthiumjp/validity-scaling-llm', license: 'MIT', folder: 'frontier/mmlu' },
    files: 'the tables in cross-benchmark/mmlu/item_level',
  },
  battery: {
    ...{ repository: 'synthiumjp/metacognitive-monitoring-battery', license: 'answers CC BY 4.0' },
    ...{ files: 'the six folders in data/csvs', folder: 'frontier/battery' },
  },
  lifeEval: {
    ...{ repository: 'NoamMichael/Comparing-Confidence-in-LLMs', license: 'MIT', folder: 'lifeeval' },
    files: 'rows of llm-confidence-correct.csv in Combined Results',
  },
};

/** Returns what a folder of recordings should hold, in one sentence. */
function expected(): string {
  const each = Object.values(sources).map(({ folder, files, repository }) => `${folder}: ${files} of ${repository}`);
  return `The folder of recordings should hold ${each.join('; ')}.`;
}

type Cells = Readonly<Record<string, string>>;

function readTable<Row>(file: string, schema: z.ZodType<Row>): readonly Row[] {
  const cells: unknown = parse(readFileSync(file), { columns: true, bom: true });
  const read = z.array(schema).safeParse(cells);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new Error(`${file}: row and column ${issue?.path.join(', ')}: ${issue?.message}. ${expected()}`);
  }
  return read.data;
}

/** Returns the tables of a folder. Error where it has none. */
function filesIn(folder: string): readonly string[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.csv')) : [];
  if (names.length === 0) throw new Error(`${folder} holds no .csv file. ${expected()}`);
  return names.sort().map((name) => join(folder, name));
}

/** Returns the rows of the models that have every item. */
export function completeRows(rows: readonly FrontierRow[]): readonly FrontierRow[] {
  const items = new Set(rows.map(({ item }) => item)).size;
  const byModel = Map.groupBy(rows, ({ model }) => model);
  return rows.filter(({ model }) => byModel.get(model)?.length === items);
}

const isTrue = z.enum(['True', 'False']).transform((text) => text === 'True');

const mmluRow = z.object({
  item_id: z.string(),
  subject: z.string(),
  question: z.string(),
  answer: z.string(),
  correct_answer: z.string(),
  is_correct: isTrue,
  confidence: z.string(),
  model: z.string(),
});

/** Returns the rows of a folder of MMLU answers, models in the order of the page. */
export function mmluRows(folder: string): readonly FrontierRow[] {
  const rows = filesIn(folder).flatMap((file) =>
    readTable(file, mmluRow).map((row) => ({
      ...{ model: pageModelOf(row.model), item: row.item_id, right: row.is_correct, stated: row.confidence },
      ...{ kind: row.subject, question: row.question, answer: row.answer, key: row.correct_answer, bets: null },
    })),
  );
  return rows.toSorted((one, other) => rowOf(one.model) - rowOf(other.model));
}

/** The five tracks of the battery in which answers are kept or withdrawn. */
export const tracks = ['Attention', 'Executive', 'Meta Cog', 'Overhypothesis', 'Social Cognition'] as const;

const batteryRow = z.object({
  item: z.string(),
  correct: isTrue,
  keep_withdraw: z.enum(['KEEP', 'WITHDRAW']),
  bet_nobet: z.enum(['BET', 'NO_BET']),
  item_type: z.string(),
});

/** Files of one track whose answers and flags are equal, with at least one error or withdrawal. */
export interface EqualFiles {
  readonly track: string;
  readonly models: readonly string[];
  /** Rows that are wrong or withdrawn: what makes the equality hardly chance. */
  readonly telling: number;
}

export interface Battery {
  /** The rows of the tracks that are a model's own. */
  readonly rows: readonly FrontierRow[];
  readonly equal: readonly EqualFiles[];
}

/**
 * Returns the answers of the battery without the tracks in which a model's file equals that of another model. The column `answer`, which
 * Meta Cog lacks, is not read: it is equal for all models, right or wrong, so it holds the key.
 */
export function batteryRows(folder: string): Battery {
  const byTrack = tracks.map((track) => ({ track, models: trackOf(join(folder, track), track) }));
  const equal = byTrack.flatMap(({ track, models }) =>
    [...Map.groupBy(models, ({ content }) => content).values()].flatMap((same) => {
      const telling = same[0]?.rows.filter(({ right, stated }) => !right || stated === '0').length ?? 0;
      return same.length < 2 || telling === 0 ? [] : [{ track, models: same.map(({ model }) => model), telling }];
    }),
  );
  const isEqual = (track: string, model: string) =>
    equal.some((each) => each.track === track && each.models.includes(model));
  const rows = byTrack.flatMap(({ track, models }) =>
    models.filter(({ model }) => !isEqual(track, model)).flatMap((each) => each.rows),
  );
  return { rows, equal };
}

function trackOf(folder: string, track: string) {
  return filesIn(folder)
    .map((file) => {
      const model = pageModelOf(basename(file));
      const read = readTable(file, batteryRow);
      const rows = read.map(({ item, correct, keep_withdraw, bet_nobet, item_type }) => ({
        ...{ model, item: `${track} ${item}`, right: correct, stated: keep_withdraw === 'KEEP' ? '1' : '0' },
        ...{ kind: `${track}: ${item_type}`, question: '', answer: '', key: '', bets: bet_nobet === 'BET' },
      }));
      return { model, rows, content: JSON.stringify(rows.map(({ model: _, ...rest }) => rest)) };
    })
    .toSorted((one, other) => rowOf(one.model) - rowOf(other.model));
}

const prospectiveRow = z.object({
  item_id: z.string(),
  path_choice: z.enum(['ANSWER_DIRECTLY', 'REQUEST_HINT', 'DECLINE']),
  answer: z.string(),
  correct_answer: z.string(),
  is_correct: isTrue,
  score: z.string(),
});
export type ProspectiveRow = z.infer<typeof prospectiveRow> & { readonly model: string };

/** Returns the rows in which models chose before answering, and the models whose files are equal. */
export function prospectiveRows(folder: string): readonly ProspectiveRow[] {
  return filesIn(folder)
    .flatMap((file) => readTable(file, prospectiveRow).map((row) => ({ ...row, model: pageModelOf(basename(file)) })))
    .toSorted((one, other) => rowOf(one.model) - rowOf(other.model));
}

const lifeEvalRow = z.object({
  llm: z.string(),
  qset: z.string(),
  question_id: z.string(),
  stated_confidence: z.string(),
  chosen_token_confidence: z.string(),
  correct: z.enum(['TRUE', 'FALSE']).transform((text) => text === 'TRUE'),
});
export type LifeEvalRow = z.infer<typeof lifeEvalRow>;

/** Returns the rows of LifeEval's combined table. */
export function lifeEvalRows(folder: string): readonly LifeEvalRow[] {
  return filesIn(folder).flatMap((file) => readTable(file, lifeEvalRow));
}

/**
 * Returns rows as a table of answers that `seb` reads, as JSON lines: an answer that was not recorded is absent, not empty.
 * `stated`: another value than the model's own.
 */
export function answerTable(
  rows: readonly FrontierRow[],
  stated: (row: FrontierRow) => string | number = (row) => row.stated,
): string {
  const lines = rows.map((row) => {
    const { model, item, right, kind, question, answer, key } = row;
    return JSON.stringify({
      ...{ model, item_id: item, is_correct: right, confidence: stated(row), kind },
      ...(question === '' ? {} : { question }),
      ...(answer === '' ? {} : { answer, correct_answer: key }),
    });
  });
  return `${lines.join('\n')}\n`;
}

export function csvCell(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns a table with the given rows of cells, and the columns of the first one. */
export function csvTable(rows: readonly Cells[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))];
  return `${lines.map((cells) => cells.map(csvCell).join(',')).join('\n')}\n`;
}
