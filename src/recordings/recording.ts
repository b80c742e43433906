import { z } from 'zod';
import type { Asked } from '../domain/asked.ts';
import { absences } from '../domain/recorded.ts';

/** One score of one execution. */
const recordedOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('scored'), value: z.number() }),
  z.object({
    kind: z.literal('absent'),
    reason: z.enum(absences),
    /** How the tool that wrote the log counts it: as wrong (0), or not at all (null). */
    counted: z.literal(0).nullable(),
  }),
]);
export type RecordedOutcome = z.infer<typeof recordedOutcome>;

/** What a log says went wrong in an execution, or in its answer. */
const recordedProblem = z.object({
  /** `error`: the text of an error; `status`: a word or a code for how it ended; `flag`: a field that is true; `cut`: a limit ended it. */
  kind: z.enum(['error', 'status', 'flag', 'cut']),
  /** Beginning of the text, or the name of the flag. */
  text: z.string(),
});
export type RecordedProblem = z.infer<typeof recordedProblem>;

const count = z.number().min(0).nullable();

/** What a log says of one execution of one item by one model under one score. */
export const recordedRow = z.object({
  model: z.string().min(1, 'is missing'),
  /** Name of the metric or scorer; a log with several has a row for each. */
  score: z.string().min(1, 'is missing'),
  item: z.string().min(1),
  /** Number of the execution, from 1. */
  epoch: z.number().int().min(1),
  outcome: recordedOutcome,
  /** Stated probability that the answer is right, as written (`0.8`, `80 %`, `80`); null where the log has none. */
  confidence: z.union([z.string(), z.number()]).nullable(),
  /** Probability of the tokens of the answer among the choices, in [0, 1]. */
  tokenProbability: z.number().min(0).max(1).nullable(),
  /** What a column of executions says of it, such as its seed; null where the log has no such column. */
  execution: z.string().nullable(),
  /** Identifier that the tool gave the execution, which is the same in every log that holds it; null where it gives none. */
  uuid: z.string().nullable(),
  /** Part of the run in which the prediction was sent (`partField`); null in logs of other tools, whose order is unknown. */
  part: z.string().nullable(),
  /** Answer that the tool extracted, or the text itself; '' where it is there and empty, null where the log has none. */
  answer: z.string().nullable(),
  /** Number of its characters, of which a log keeps the first ones only; null without an answer. */
  answerLength: z.number().int().min(0).nullable(),
  /** What the log says beside the answer went wrong in the execution; null where it says nothing. */
  problem: recordedProblem.nullable(),
  inputTokens: count,
  outputTokens: count,
  seconds: count,
  dollars: count,
});
export type RecordedRow = z.infer<typeof recordedRow>;

/** A stated probability, in [0, 1], or why there is none. */
export type Confidence =
  | { readonly kind: 'stated'; readonly value: number }
  | { readonly kind: 'absent'; readonly reason: 'not-stated' }
  | { readonly kind: 'absent'; readonly reason: 'unreadable' | 'ambiguous-scale'; readonly written: string };

/** A row whose confidence is a probability: the scale is decided from all values of a model. */
export type ScoredRow = Omit<RecordedRow, 'confidence'> & { readonly confidence: Confidence };

/** An item of a log. */
export interface RecordedItem {
  readonly id: string;
  /** Type of the id in the file: `1` and `"1"` may be different items. */
  readonly idType: 'number' | 'text';
  /** Beginning of what the model was asked; '' where the log does not have it. */
  readonly text: string;
  /** Whether the log has what the model was asked: else the id alone identifies the item. */
  readonly hasText: boolean;
  /** Hash of what identifies the item (question, choices, right answer): equal ids with unequal hashes are not one item. */
  readonly sha256: string;
  /** Items of one group are dependent: intervals and tests are clustered by it. */
  readonly group: string;
  /** What kind of question the item is: the value of the field that the user named, or of a table's column `subject`; null where there is none. */
  readonly stratum: string | null;
  /** Name of the data set that the item belongs to; null where the log has one set. */
  readonly set: string | null;
  /** Right answer as the log has it; null where it has none. */
  readonly key: string | null;
}

/** The field of strata. */
export interface StratumName {
  /** Its path, as the user gave it. */
  readonly column: string;
  /** Whether the user named it; else a run that `seb` exported has it. */
  readonly isNamed: boolean;
}

/** A value that the tool itself printed into the log. */
export interface StatedValue {
  readonly score: string;
  readonly model: string;
  /** Null where it states another metric only. */
  readonly accuracy: number | null;
  /** Standard error as the tool computes it; null where it states none. */
  readonly stderr: number | null;
}

/**
 * A score of a log. The values of its rows are shares of its range in [0, 1], and 1 is always the better end.
 * `right-or-wrong`: every value is 0, 1 or one half; `graded`: it has other values; `unread`: the log and the user leave open what
 * its values mean, so that it has no rows.
 */
export type RecordedScore = MeasuredScore | UnreadScore;

interface MeasuredScore {
  readonly name: string;
  readonly kind: 'right-or-wrong' | 'graded';
  /** Lowest and highest possible value, as the log writes them. */
  readonly range: readonly [lowest: number, highest: number];
  /** Which end of the range is the better one, as the log or the user says. */
  readonly better: 'higher' | 'lower';
}

interface UnreadScore {
  readonly name: string;
  readonly kind: 'unread';
  /** Models with a value that is not read; empty where every value is in question. */
  readonly models: readonly string[];
  /** What its values are, and in which column. */
  readonly reason: string;
  /** What to write or which flag to give. */
  readonly advice: string;
}

/** What a log is a part of, as its tool says. */
export interface Evaluation {
  /** Identifier that an evaluation keeps when it is retried. */
  readonly id: string;
  /** When this attempt was started, as text in the order of time. */
  readonly started: string;
  /** The data, as the log names them: parts of one evaluation have the same; '' where it does not name them. */
  readonly data: string;
}

/** Data sets that a column of a table may name; whether it does is decided over all logs that are read together. */
export interface PossibleSets {
  readonly column: string;
  /** First value of each item that has one, by its id. */
  readonly setOf: ReadonlyMap<string, string>;
  /** Items with more than one value. */
  readonly ofTwo: ReadonlySet<string>;
}

/** Answers and outcomes that another tool logged. */
export interface RecordedLog {
  /** Path that the user gave. */
  readonly file: string;
  /** Tool that wrote it. */
  readonly format: string;
  /** Version that the file names; null where it names none. */
  readonly version: string | null;
  /** Name of the task or benchmark; '' where the file has none. */
  readonly task: string;
  /** The evaluation that the log is an attempt or a part of; null where it does not say. */
  readonly evaluation: Evaluation | null;
  /** What the log holds as costs that cannot be read as dollars, in words; null where all costs are read. */
  readonly unreadCosts: string | null;
  /** `never`: the log has no stated confidence. */
  readonly asked: Asked | 'never';
  /** Where the stated confidence stands, in words: `column confidence`. */
  readonly confidenceField: string;
  /** The first is the one that the tool shows first, among those with values; scores that could not be read come last. */
  readonly scores: readonly [RecordedScore, ...RecordedScore[]];
  /** What the log says about how the models were called, by name; logs of one model with other settings are not repeats. */
  readonly settings: Readonly<Record<string, string>>;
  /** Fields of the rows that `--group`, `--stratum`, `--where` and `--confidence` can name. */
  readonly fields: readonly string[];
  readonly models: readonly string[];
  /** Whether the log numbers the executions of an item, or they are told by the order of its rows. */
  readonly executions: 'numbered' | 'in order';
  readonly items: ReadonlyMap<string, RecordedItem>;
  /** Whether `seb` exported the log: its items are in the order of the run, and may have pseudonyms. Others are ordered by their ids. */
  readonly isOfRun: boolean;
  /** The field that names the data sets of the items; null where the log has one set, or no field for it. */
  readonly setField: string | null;
  /** Data sets that another field may name; null where none does. */
  readonly possibleSets: PossibleSets | null;
  /** The field that holds the strata of the items; null where they have none. */
  readonly stratum: StratumName | null;
  readonly rows: readonly ScoredRow[];
  readonly stated: readonly StatedValue[];
  /** Sentences that a reader of the numbers must know. */
  readonly notes: readonly string[];
}

/** What the user chose where a log has several, or leaves something open; absent: the format's usual field. */
export interface FieldChoice {
  /** Path of the field with the stated confidence; for lm-eval a regular expression over the answer. */
  readonly confidence?: string | undefined;
  /** Path of the field whose equal values make items one group. */
  readonly group?: string | undefined;
  /** When the confidence was asked; absent: with the answer. */
  readonly asked?: Asked | undefined;
  /** Path of the field whose values are strata: a signal that is known before anything is asked. */
  readonly stratum?: string | undefined;
  /** Rows with other values of these fields are left out. */
  readonly where?: readonly FieldValue[] | undefined;
  /** Columns of a table by what they hold: `item` to `id`. */
  readonly columns?: ReadonlyMap<string, string> | undefined;
  /** Score that `range`, `better` and `threshold` are about; absent: the only one that they can be about. */
  readonly score?: string | undefined;
  /** Lowest and highest possible value of a score; absent: as the log says, or 0 to 1 where all values lie there. */
  readonly range?: readonly [number, number] | undefined;
  /** Lowest and highest possible stated confidence; absent: by its values. */
  readonly confidenceRange?: readonly [number, number] | undefined;
  /** Which end of a score is the better one; absent: as the log says. */
  readonly better?: 'higher' | 'lower' | undefined;
  /** Value from which on an answer counts as right, as the log writes values. */
  readonly threshold?: number | undefined;
}

/** A field of a row with the value that it must have. */
interface FieldValue {
  readonly field: string;
  readonly value: string;
}

/** The first bytes of a file. */
export interface FileStart {
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly isZip: boolean;
  /** Names of the columns of a Parquet file; [] for any other file. */
  readonly columns: readonly string[];
  /** Text that changes when the file is written or replaced. */
  readonly stamp: string;
}

/** A format of logs: one file in `formats/` and one line in `formats.ts`. */
export interface LogFormat {
  readonly name: string;
  /** Returns whether the content begins like this format; names of files do not count. */
  looksLike(start: FileStart): boolean;
  /** Reads a log; opens no other file than the log and the tool's own results file beside it. AppError where it is damaged. */
  read(file: string, choice: FieldChoice, start: FileStart): Promise<RecordedLog>;
}
