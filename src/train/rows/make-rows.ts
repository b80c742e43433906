import { AppError } from '../../util/app-error.ts';
import { sha256 } from '../../util/canonical-json.ts';
import { normalizedString } from '../../util/normalized-string.ts';
import { type ArmName, arms } from './arm.ts';
import { groupOf, labelOf, rowKey, type TrainingRow } from './row.ts';
import { scrambleLabels } from './scramble.ts';
import type { SourceExample } from './source-example.ts';
import { assertNoTestLeak } from './split.ts';

export interface RowOptions {
  readonly arm: ArmName;
  readonly seed: number;
  /** Maximum training rows per group of task and property. */
  readonly cap: number;
  /** Maximum training rows in total; null for no limit. The rows of a size are the first rows of every larger size. */
  readonly size: number | null;
  /** Wordings of the rows. */
  readonly wordings: readonly string[];
  /** Every existing wording. At least one must remain for evaluation. */
  readonly knownWordings: readonly string[];
  readonly validationShare: number;
  readonly maxValidationRows: number;
  /** Strings that no row may have or contain. */
  readonly testStrings: readonly string[];
}

export const rowDefaults = { seed: 1, cap: 1000, validationShare: 0.05, maxValidationRows: 250 } as const;

/** Rows of an arm, and the numbers of excluded examples. */
export interface RowSet {
  readonly train: readonly TrainingRow[];
  /** Rows whose strings do not occur in `train`. */
  readonly validation: readonly TrainingRow[];
  readonly heldOutWordings: readonly string[];
  /** Number of examples with the task, string, property and wording of an earlier one. */
  readonly duplicates: number;
  /** Number of rows beyond the cap of their group. */
  readonly beyondCap: number;
}

/** Creates the training rows of an arm. Equal examples and options give equal rows, whatever the order of the examples. */
export function makeRows(examples: Iterable<SourceExample>, options: RowOptions): RowSet {
  const { seed, cap, size, maxValidationRows } = options;
  const heldOutWordings = heldOut(options);
  const { chosen, duplicates } = distinctExamples(examples, options);
  const rows = chosen.map((example) => rowOf(example, options.arm));
  const ordered = inSeededOrder(distinctRows(rows), seed);
  const isValidation = (row: TrainingRow) => shareOf(seed, row.string) < options.validationShare;
  const { kept, beyond } = capped(
    ordered.filter((row) => !isValidation(row)),
    cap,
  );
  const train = kept.slice(0, size ?? kept.length);
  const validation = ordered.filter(isValidation).slice(0, maxValidationRows);
  if (train.length === 0) {
    throw new AppError('no-rows', `there is no training row for the wordings ${options.wordings.join(', ')}`, {
      hint: 'choose wordings of the examples with --wording',
    });
  }
  refuseTestStrings([...train, ...validation], options.testStrings);
  const isPermuted = arms[options.arm] === 'permuted';
  return {
    train: isPermuted ? scrambleLabels(train, seed) : train,
    validation: isPermuted ? scrambleLabels(validation, seed, train) : validation,
    heldOutWordings,
    duplicates,
    beyondCap: beyond,
  };
}

/** Refuses every prompt that contains a test string, whatever split its example came from. */
function refuseTestStrings(rows: readonly TrainingRow[], strings: readonly string[]): void {
  const shown = rows.map(({ task, string, messages }) => ({
    task,
    string,
    prompt: messages
      .slice(0, -1)
      .map(({ content }) => content)
      .join('\n'),
  }));
  assertNoTestLeak(
    shown,
    strings.map((string) => ({ task: '', string, prompt: '' })),
  );
}

function heldOut({ wordings, knownWordings }: RowOptions): readonly string[] {
  const left = knownWordings.filter((wording) => !wordings.includes(wording));
  if (left.length > 0) return left;
  throw new AppError('no-wording-held-out', 'all wordings are used for training, so none is left for evaluation', {
    hint: 'choose fewer wordings with --wording, or name one to keep with --held-out-wording',
  });
}

/** Keeps one example per task, string and property; if there are several wordings, the seed selects one. */
function distinctExamples(examples: Iterable<SourceExample>, { wordings, seed }: RowOptions) {
  const byWording = new Map<string, SourceExample>();
  let duplicates = 0;
  for (const example of examples) {
    if (!wordings.includes(example.wording)) continue;
    const place = `${rowKey(example)} ${example.wording}`;
    const earlier = byWording.get(place);
    if (earlier !== undefined) duplicates += 1;
    // The smaller text wins, so that the result does not depend on the order of the examples.
    if (earlier === undefined || textOf(example) < textOf(earlier)) byWording.set(place, example);
  }
  const chosen = new Map<string, { order: string; example: SourceExample }>();
  for (const [place, example] of byWording) {
    const key = rowKey(example);
    const order = sha256(`${seed} wording ${place}`);
    const other = chosen.get(key);
    if (other === undefined || order < other.order) chosen.set(key, { order, example });
  }
  return { chosen: [...chosen.values()].map(({ example }) => example), duplicates };
}

function textOf({ value, messages, string }: SourceExample): string {
  return JSON.stringify([value, messages, string]);
}

function rowOf(example: SourceExample, arm: ArmName): TrainingRow {
  const { task, property, string, messages, value, from, shown, object } = example;
  const missing = (what: string) =>
    new AppError('no-arm-data', `the arm ${arm} needs ${what}, which the example "${string}" (${task}) does not have`, {
      hint: 'create the examples from a run that stores them, or choose a different arm',
    });
  const row = (prompt: SourceExample['messages'], label: string, of = property): TrainingRow => ({
    key: rowKey({ task, string, property: of }),
    task,
    property: of,
    string,
    messages: [...prompt, { role: 'assistant', content: label }],
    from,
  });
  switch (arms[arm]) {
    case 'values':
    case 'permuted':
      return row(messages, value);
    case 'shown':
      if (shown === undefined) throw missing('the prompt that shows the response');
      return row(shown, value);
    case 'object':
      if (object === undefined) throw missing('the whole answer');
      return row(object.messages, object.answer, 'answer');
  }
}

/** Keeps, for the arm `shifted`, one row of several properties of one string: the one with the smaller answer. */
function distinctRows(rows: readonly TrainingRow[]): readonly TrainingRow[] {
  const byKey = new Map<string, TrainingRow>();
  for (const row of rows) {
    const other = byKey.get(row.key);
    if (other === undefined || labelOf(row) < labelOf(other)) byKey.set(row.key, row);
  }
  return [...byKey.values()];
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function inSeededOrder(rows: readonly TrainingRow[], seed: number): readonly TrainingRow[] {
  return rows
    .map((row) => ({ row, order: sha256(`${seed} ${row.key}`) }))
    .toSorted((a, b) => compare(a.order, b.order))
    .map(({ row }) => row);
}

/** Returns the position of a string in [0, 1), by its hash: a string is in validation at every size or at none. */
function shareOf(seed: number, string: string): number {
  return Number.parseInt(sha256(`${seed} validation ${normalizedString(string)}`).slice(0, 8), 16) / 2 ** 32;
}

function capped(rows: readonly TrainingRow[], cap: number): { kept: readonly TrainingRow[]; beyond: number } {
  const counts = new Map<string, number>();
  const kept = rows.filter((row) => {
    const count = (counts.get(groupOf(row)) ?? 0) + 1;
    counts.set(groupOf(row), count);
    return count <= cap;
  });
  return { kept, beyond: rows.length - kept.length };
}
