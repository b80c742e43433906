import { isAbsentWord, nameForm, oneForm } from '../data/one-form.ts';
import { defaultStratumColumns } from '../domain/stratum.ts';
import { AppError } from '../util/app-error.ts';
import { oneLine } from '../util/text.ts';
import { readOutcome } from './outcome-words.ts';
import type { FieldChoice, RecordedProblem, StratumName } from './recording.ts';
import { type JsonObject, textOf, valueAt } from './values.ts';

/**
 * Names of columns in tables of answers, in any case; the first that a table has counts. `docs/logs.md` lists them. A new table is a
 * name here.
 */
export const columnNames = {
  model: ['model', 'llm', 'model_name', 'model_id', 'model_version', 'engine'],
  item: [
    'item_id',
    'question_id',
    'task_id',
    'sample_id',
    'example_id',
    'doc_id',
    'instance_id',
    'item',
    'id',
    'idx',
    'index',
  ],
  set: ['qset', 'dataset', 'data_set', 'benchmark'],
  text: ['question', 'prompt', 'text', 'input', 'inputs', 'query'],
  group: [],
  stratum: defaultStratumColumns,
  correct: [
    ...['is_correct', 'correct', 'answer_correct', 'is_right', 'right', 'exact_match', 'em', 'acc', 'accuracy'],
    ...[
      'passed',
      'pass',
      'success',
      'resolved',
      'score',
      'grade',
      'rating',
      'points',
      'f1',
      'f1_score',
      'outcome',
      'result',
    ],
  ],
  confidence: ['confidence', 'stated_confidence'],
  probability: ['chosen_token_confidence'],
  answer: ['answer', 'model_answer', 'prediction', 'predicted'],
  error: ['error', 'error_message', 'error_msg', 'errors', 'err', 'exception', 'traceback', 'api_error', 'call_error'],
  cost: ['dollars', 'cost', 'cost_usd'],
  seconds: ['seconds', 'latency_s'],
  key: ['correct_answer', 'key', 'target', 'ground_truth', 'expected', 'reference'],
  epoch: [
    'epoch',
    'repeat',
    'repetition',
    'sample',
    'seed',
    'run',
    'trial',
    'replicate',
    'execution',
    'attempt',
    'iteration',
  ],
} as const;
export type ColumnRole = keyof typeof columnNames;

const roles = Object.keys(columnNames) as ColumnRole[];

/** Names of columns that may hold the data sets of the items, or something else of each item. */
const setNames: ReadonlySet<string> = new Set([
  ...['dataset_name', 'data_set_name', 'dataset_id', 'benchmark_name', 'benchmark_id', 'task', 'task_name', 'suite'],
  ...['suite_name', 'test_suite', 'eval', 'eval_name', 'eval_set', 'evaluation', 'evaluation_name'],
]);

/** Names of columns that say how a call ended, in a word or a code: `timeout`, `stop`, 429. */
const statusNames: readonly string[] = [
  ...['status', 'state', 'finish_reason', 'stop_reason', 'call_status', 'response_status', 'request_status'],
  ...['run_status', 'status_code', 'http_status', 'error_type', 'error_code', 'failure_reason'],
];
/** Names of columns that say whether it failed. */
const failureFlags: readonly string[] = [
  'is_error',
  'has_error',
  'errored',
  'failed',
  'call_failed',
  'request_failed',
  'timed_out',
];

/** Names of columns that say whether a limit cut the answer, and of those with the number of its tokens. */
const cutFlags: readonly string[] = ['truncated', 'is_truncated', 'was_truncated', 'cut_off'];
const tokenNames: readonly string[] = ['output_tokens', 'completion_tokens', 'generated_tokens'];

/**
 * Names of columns with what a model or a judge wrote or a call took: they may differ between repeats. One of these is a condition where
 * its values say so (`RepeatedValues`).
 */
const outputNames: ReadonlySet<string> = new Set([
  ...[...columnNames.error, ...statusNames, ...failureFlags, ...cutFlags, ...tokenNames],
  ...[
    'response',
    'responses',
    'output',
    'outputs',
    'completion',
    'generation',
    'model_response',
    'model_output',
    'raw_output',
  ],
  ...[
    'raw',
    'raw_response',
    'response_text',
    'generated_text',
    'reasoning',
    'thinking',
    'explanation',
    'rationale',
    'justification',
  ],
  ...['judge', 'judgement', 'judgment', 'feedback', 'comment', 'timestamp', 'time', 'date'],
  ...[
    'created',
    'created_at',
    'started_at',
    'completed_at',
    'duration',
    'latency',
    'latency_ms',
    'elapsed',
    'tokens',
    'input_tokens',
  ],
  ...['prompt_tokens', 'total_tokens', 'logprob', 'logprobs', 'uuid', 'request_id', 'row'],
]);

/** Columns that say when an execution was, or number it: beside a column of executions they tell nothing more. */
const executionNames: ReadonlySet<string> = new Set([
  ...['timestamp', 'time', 'date', 'created', 'created_at', 'started_at', 'completed_at', 'uuid', 'request_id', 'row'],
]);

/** Returns whether a column of outputs tells executions apart as a column of executions does. */
export function tellsExecutions(name: string): boolean {
  return executionNames.has(plainName(name));
}

/** Columns whose cells were taken for the value of a right answer: their score is called `right`. */
const rightNames: ReadonlySet<string> = new Set(columnNames.correct.slice(0, 5));

/** Names of columns that say whether an answer is right, whatever else a table has. */
const certainNames: ReadonlySet<string> = new Set(columnNames.correct.slice(0, 4));
/** Names of columns that may hold the right answer, or that of the model, in place of what is right. */
const keyNames: ReadonlySet<string> = new Set(['correct', 'right', 'outcome', 'result']);
/** Those of which the name does not even speak of being right. */
const vagueNames: ReadonlySet<string> = new Set(['outcome', 'result']);
/** Parts of a table of which two columns of accepted names may hold different things. */
const rivalRoles = ['correct', 'confidence', 'answer'] as const;
/** Names of columns of right and wrong that are a property of an item or a summary of its models, and no model. */
const propertyName =
  /^(?:(?:all|any|both|none|num|number|share|count|n)_.*|.*_?(?:mean|average|avg|total|sum|count|majority|consensus|ensemble|median|all|any)|(?:is|has|was|can|should)_.*|.*_?(?:label|class|flag|flagged|gold|truth|target|hard|easy|difficulty|valid|split|train|test|fold|seen|leaked|contaminated|answerable|toxic|harmful|positive|spam))$/;

/**
 * Returns a column's name without the differences of writing: lower case, `_` for spaces, points, hyphens and between joined words, no
 * invisible characters.
 */
export function plainName(name: string): string {
  return nameForm(name)
    .replace(/\s*\?$/, '')
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[\s.-]+/g, '_');
}

/** Where a table has what: a path of one column, or of several that are joined. */
export interface TableColumns {
  readonly paths: ReadonlyMap<ColumnRole, readonly string[]>;
  /** Columns of a wide table, each of which is a model; null where a row has one model. */
  readonly wide: readonly string[] | null;
  /** Name of the score. */
  readonly score: string;
  /** The column that says what kind of question an item is; null without one. */
  readonly stratum: StratumName | null;
  /** Columns of other accepted names, by the part that they may hold in place of the one that is taken. */
  readonly rivals: ReadonlyMap<ColumnRole, readonly string[]>;
  /** Whether the column of outcomes may hold the right answer or that of the model, by its name. */
  readonly mayBeKey: boolean;
  /** Whether its name does not speak of being right. */
  readonly isVague: boolean;
  /** Whether a column `answer` is taken for the right answer, because what is right is where another column has its value. */
  readonly isAnswerKey: boolean;
  /** Columns that hold neither of these nor outputs: what differs in them is a condition. */
  readonly others: readonly string[];
  /** Columns with what a model or a judge wrote or a call took, by their names. */
  readonly outputs: readonly string[];
  /** A column that may name the data sets of the items, where no column surely does; null without one. */
  readonly perhapsSet: string | null;
  /** Columns that may say that a call failed. */
  readonly problems: readonly ProblemColumn[];
  /** Column with the number of tokens of an answer; null where there is none. */
  readonly outputTokens: string | null;
}

/** A column that may say that a call failed: in its words, by how it ended, or whether it did. */
export interface ProblemColumn {
  readonly path: string;
  readonly kind: RecordedProblem['kind'];
}

/**
 * Finds the columns of a table by the user's `--columns` and by the accepted names. A table without a column of models whose other
 * columns all hold outcomes is wide: each of these is a model. AppError `log-columns` naming what is missing beside what is there.
 */
export function findColumns(
  file: string,
  first: JsonObject,
  rows: readonly JsonObject[],
  choice: FieldChoice,
): TableColumns {
  const names = Object.keys(first);
  const chosen = new Map<ColumnRole, readonly string[]>();
  for (const [role, path] of choice.columns ?? [])
    chosen.set(roleNamed(role, path), pathsIn(path, rows, { file, names }));
  const byName = new Map(names.toReversed().map((name) => [plainName(name), name]));
  refuseTwoOfOneName(file, names, chosen);
  const paths = new Map<ColumnRole, readonly string[]>();
  const taken = new Set([...chosen.values()].flat());
  for (const role of roles) {
    const found = chosen.get(role) ?? named(columnNames[role], byName, taken);
    if (found !== null) paths.set(role, found);
  }
  if (!chosen.has('stratum') && paths.get('stratum')?.some((path) => isGroup(path, choice)) === true)
    paths.delete('stratum'); // the user said what the column is
  const sample = paths.get('epoch');
  if (!paths.has('item') && sample !== undefined && plainName(sample[0] ?? '') === 'sample' && !chosen.has('epoch')) {
    paths.set('item', sample);
    paths.delete('epoch');
  }
  const ofModel = answerBesideKey(names, rows, { paths, chosen });
  if (ofModel !== null) {
    paths.set('key', paths.get('answer') ?? []);
    paths.set('answer', [ofModel]);
  }
  const used = new Set([...paths.values()].flat());
  const others = names.filter((name) => !used.has(name) && !outputNames.has(plainName(name)));
  const wide = paths.has('correct') || paths.has('model') ? null : wideColumns(others, rows);
  if (!paths.has('item') || (!paths.has('correct') && wide === null)) {
    const models = paths.has('correct') || paths.has('model') ? [] : outcomeColumns(others, rows);
    throw missingColumns(file, names, { paths, models });
  }
  const [correct = 'right'] = paths.get('correct') ?? [];
  const isNamed = chosen.has('correct');
  return {
    rivals: new Map(rivalRoles.flatMap((role) => rivalsOf(role, { paths, chosen, names, rows, used, choice }))),
    mayBeKey: !isNamed && keyNames.has(plainName(correct)),
    isVague: vagueNames.has(plainName(correct)),
    isAnswerKey: ofModel !== null,
    ...{ paths, wide, score: wide !== null || rightNames.has(plainName(correct)) ? 'right' : correct },
    stratum: stratumOf(paths.get('stratum'), chosen.has('stratum')),
    others: others.filter((name) => !(wide ?? []).includes(name)),
    outputs: names.filter((name) => !used.has(name) && outputNames.has(plainName(name))),
    perhapsSet: paths.has('set') ? null : (others.find((name) => setNames.has(plainName(name))) ?? null),
    problems: wide === null ? problemColumns(names, { paths, used }) : [], // one call is not that of every model
    outputTokens:
      wide === null ? (names.find((name) => !used.has(name) && tokenNames.includes(plainName(name))) ?? null) : null,
  };
}

/** Returns the columns that may say that a call failed: the one that the user named, and those of known names. */
function problemColumns(
  names: readonly string[],
  { paths, used }: Pick<Found, 'paths' | 'used'>,
): readonly ProblemColumn[] {
  const accepted: readonly string[] = columnNames.error;
  const own = (paths.get('error') ?? []).map((path): ProblemColumn => ({ path, kind: 'error' }));
  const kindOf = (plain: string) =>
    accepted.includes(plain)
      ? 'error'
      : statusNames.includes(plain)
        ? 'status'
        : failureFlags.includes(plain)
          ? 'flag'
          : cutFlags.includes(plain)
            ? 'cut'
            : null;
  const others = names.flatMap((path): readonly ProblemColumn[] => {
    const kind = used.has(path) ? null : kindOf(plainName(path));
    return kind === null ? [] : [{ path, kind }];
  });
  return [...own, ...others];
}

/** Fewest rows with a key, and share of them on which right must be what equals it. */
const [minKeyRows, minKeyShare] = [10, 0.9];

/**
 * Returns the column with the answers of the model where a column `answer` beside it holds the right answers: what is right is where the
 * two are equal, and they are not everywhere. Null where the rows do not show that.
 */
function answerBesideKey(
  names: readonly string[],
  rows: readonly JsonObject[],
  { paths, chosen }: Pick<Found, 'paths' | 'chosen'>,
): string | null {
  const [taken = ''] = paths.get('answer') ?? [];
  const [correct = ''] = paths.get('correct') ?? [];
  const accepted: readonly string[] = columnNames.answer;
  const other = names.find((name) => name !== taken && accepted.includes(plainName(name)));
  if (other === undefined || plainName(taken) !== 'answer' || chosen.has('answer') || paths.has('key')) return null;
  const compared = rows.flatMap((row) => {
    const read = readOutcome(valueAt(row, correct));
    const cells = [textOf(row[taken]), textOf(row[other])] as const;
    if (read.kind !== 'value' || cells.some(isAbsentWord)) return [];
    return [{ isRight: read.value === 1, isEqual: oneForm(cells[0]) === oneForm(cells[1]) }];
  });
  const agreeing = compared.filter(({ isRight, isEqual }) => isRight === isEqual).length;
  const isShown = compared.some(({ isEqual }) => isEqual) && compared.some(({ isEqual }) => !isEqual);
  return isShown && compared.length >= minKeyRows && agreeing >= minKeyShare * compared.length ? other : null;
}

/** Returns whether the user named a column with --group. */
function isGroup(path: string, { group = '' }: Pick<FieldChoice, 'group'>): boolean {
  return path === group || group.split('+').some((part) => part.trim() === path);
}

/** Returns the name of a column of kinds of questions: as the user wrote it, or in the form in which it is a default. */
function stratumOf(paths: readonly string[] | undefined, isNamed: boolean): StratumName | null {
  if (paths === undefined) return null;
  return { column: isNamed ? paths.join('+') : plainName(paths.join('+')), isNamed };
}

/** Refuses two columns of one accepted name, `Score` and `score`, of which the user chose none. */
function refuseTwoOfOneName(
  file: string,
  names: readonly string[],
  chosen: ReadonlyMap<ColumnRole, readonly string[]>,
): void {
  for (const [plain, own] of Map.groupBy(names, plainName)) {
    const role = roles.find((each) => (columnNames[each] as readonly string[]).includes(plain));
    if (own.length > 1 && role !== undefined && !chosen.has(role)) throw twoColumns(file, own, role);
  }
}

/** Creates the error for columns of one name: which one is meant is not known. */
export function twoColumns(file: string, names: readonly string[], role: string | null): AppError {
  const shown = [...new Set(names)].map((name) => oneLine(name, 60));
  return new AppError(
    'log-ambiguous',
    `${oneLine(file, 200)} has ${names.length} columns ${shown.length === 1 ? `called ${shown[0]}` : `that are called alike: ${shown.join(', ')}`}`,
    {
      hint:
        shown.length === 1 || role === null
          ? 'rename or remove all but one'
          : `name the one that counts: --columns ${role}=${shown[0]}`,
    },
  );
}

interface Found {
  readonly paths: ReadonlyMap<ColumnRole, readonly string[]>;
  readonly chosen: ReadonlyMap<ColumnRole, readonly string[]>;
  readonly names: readonly string[];
  readonly rows: readonly JsonObject[];
  readonly used: ReadonlySet<string>;
  readonly choice: FieldChoice;
}

/** Returns the columns that may hold a part in place of the one that is taken: other accepted names, which the user did not choose from. */
function rivalsOf(
  role: (typeof rivalRoles)[number],
  found: Found,
): readonly (readonly [ColumnRole, readonly string[]])[] {
  const { paths, chosen, names, rows, used, choice } = found;
  const [taken] = paths.get(role) ?? [];
  if (taken === undefined || chosen.has(role) || (role === 'confidence' && choice.confidence !== undefined)) return [];
  if (role === 'correct' && certainNames.has(plainName(taken))) return [];
  const accepted: readonly string[] = columnNames[role];
  const others = names.filter((name) => !used.has(name) && accepted.includes(plainName(name)));
  const isOutcome = (name: string) => rows.every((row) => readOutcome(row[name]).kind !== 'unread');
  const rivals = role === 'correct' ? others.filter(isOutcome) : others;
  return rivals.length === 0 ? [] : [[role, rivals]];
}

function named(
  accepted: readonly string[],
  byName: ReadonlyMap<string, string>,
  taken: ReadonlySet<string>,
): readonly string[] | null {
  const found = accepted.map((name) => byName.get(name)).find((name) => name !== undefined && !taken.has(name));
  return found === undefined ? null : [found];
}

function roleNamed(name: string, path: string): ColumnRole {
  const role = roles.find((each) => each === plainName(name));
  if (role !== undefined) return role;
  const swapped = roles.find((each) => each === plainName(path));
  const sides =
    swapped === undefined
      ? `the part stands on the left, and the column on the right: PART=${oneLine(path, 60)}`
      : `the part stands on the left: ${swapped}=${oneLine(name, 60)}`;
  throw new AppError('log-columns', `--columns has no part called ${oneLine(name, 40)}`, {
    hint: `${sides}; parts: ${roles.join(', ')}; for example --columns item=id,correct=exact_match,model=model_name`,
  });
}

/** Returns the paths of `--columns item=set+id`. AppError for a path that no row has. */
function pathsIn(
  path: string,
  rows: readonly JsonObject[],
  { file, names }: { readonly file: string; readonly names: readonly string[] },
): readonly string[] {
  const paths = rows.some((row) => valueAt(row, path) !== undefined)
    ? [path]
    : path.split('+').map((part) => part.trim());
  const unknown = paths.find((each) => !rows.some((row) => valueAt(row, each) !== undefined));
  if (unknown === undefined) return paths;
  throw new AppError('log-columns', `${oneLine(file, 200)} has no column ${oneLine(unknown, 80)} (--columns)`, {
    hint: `it has ${oneLine(names.join(', '), 400)}`,
  });
}

/**
 * Returns the columns that hold right or wrong in every row, each a model; null where another column is among them, or where it is only
 * one, or one whose name is that of a property: a column `label` of 0 and 1 is no model.
 */
function wideColumns(others: readonly string[], rows: readonly JsonObject[]): readonly string[] | null {
  const models = outcomeColumns(others, rows);
  return models.length > 1 && models.length === others.length ? others : null;
}

/** Returns the columns that hold right or wrong in every row and whose name is not that of a property. */
function outcomeColumns(others: readonly string[], rows: readonly JsonObject[]): readonly string[] {
  return others.filter((name) => {
    if (propertyName.test(plainName(name))) return false;
    const read = rows.map((row) => readOutcome(row[name]));
    const isOutcome = read.every(
      (each) => each.kind === 'absent' || (each.kind === 'value' && [0, 0.5, 1].includes(each.value)),
    );
    return isOutcome && read.some(({ kind }) => kind === 'value');
  });
}

function missingColumns(
  file: string,
  names: readonly string[],
  { paths, models }: { readonly paths: ReadonlyMap<ColumnRole, readonly string[]>; readonly models: readonly string[] },
): AppError {
  const missing = [
    ...(paths.has('item') ? [] : ['item']),
    ...(paths.has('correct') ? [] : ['correct']),
    ...(paths.has('model') ? [] : ['model']),
  ];
  const examples = missing.map((role) => `${role}=COLUMN`).join(',');
  const known = new Set([...paths.values()].flat());
  const rest = names.filter((name) => !known.has(name) && !models.includes(name) && !outputNames.has(plainName(name)));
  const wide =
    models.length > 1 && paths.has('item') && rest.length > 0
      ? `. Where ${oneLine(models.join(', '), 100)} are the models of a wide table, remove ${oneLine(rest.join(', '), 100)}, or say what it is: --columns stratum=${oneLine(rest[0] ?? '', 60)}`
      : '';
  return new AppError(
    'log-columns',
    `${oneLine(file, 200)} has no column for ${missing.join(', ')}; its columns are ${oneLine(names.join(', '), 400)}`,
    {
      hint: `name them: --columns ${examples}. Without a model the file is the model; accepted names are in docs/logs.md (${columnNames.item.slice(0, 3).join(', ')}; ${columnNames.correct.slice(0, 3).join(', ')}; ${columnNames.model.slice(0, 3).join(', ')})${wide}`,
    },
  );
}

/** Returns the value of a part in a row; of joined columns a text. */
export function cellOf(row: JsonObject, { paths }: TableColumns, role: ColumnRole): unknown {
  const own = paths.get(role);
  if (own === undefined) return undefined;
  const [only = '', ...more] = own;
  return more.length === 0 ? valueAt(row, only) : own.map((path) => textOf(valueAt(row, path))).join(', ');
}
