import type { CheckFinding } from '../../results/row-check.ts';
import type { RecordedItem, RecordedLog, ScoredRow } from '../recording.ts';
import { logGroups } from './log-groups.ts';

/** The rows of one model of one log under one score. */
export interface CheckedSide {
  readonly log: RecordedLog;
  /** All logs that are read together, this one among them. */
  readonly logs: readonly RecordedLog[];
  readonly score: string;
  /** Whether its values are right and wrong, and no grades. */
  readonly isBinary: boolean;
  readonly model: string;
  readonly rows: readonly ScoredRow[];
}

/** One score of one data set in all logs that share items. */
interface ScoreOfSet {
  /** Keys of the items. */
  readonly keys: readonly string[];
  /** Rows of all models. */
  readonly rows: readonly ScoredRow[];
}

const knownGroups = new WeakMap<readonly RecordedLog[], ReadonlyMap<RecordedLog, readonly RecordedLog[]>>();

/** Returns the logs that share items with one of the logs that are read together, itself among them. */
function groupOf(log: RecordedLog, logs: readonly RecordedLog[]): readonly RecordedLog[] {
  const known =
    knownGroups.get(logs) ?? new Map(logGroups(logs).flatMap((own) => own.map((each) => [each, own] as const)));
  knownGroups.set(logs, known);
  return known.get(log) ?? [log];
}

/** Returns the data set of a row; null where the log has one. */
export function setOfRow({ log }: Pick<CheckedSide, 'log'>, { item }: Pick<ScoredRow, 'item'>): string | null {
  return log.items.get(item)?.set ?? null;
}

/** Returns the keys and rows of a score in logs that share items, by data set. */
function bySet(logs: readonly RecordedLog[], score: string): ReadonlyMap<string | null, ScoreOfSet> {
  const sets = new Map<string | null, { readonly keys: string[]; readonly rows: ScoredRow[] }>();
  const openOf = (set: string | null) => {
    const own = sets.get(set) ?? { keys: [], rows: [] };
    sets.set(set, own);
    return own;
  };
  for (const log of logs) {
    for (const { set, key } of log.items.values()) if (key !== null) openOf(set).keys.push(key);
    for (const row of log.rows) if (row.score === score) openOf(setOfRow({ log }, row)).rows.push(row);
  }
  return sets;
}

/**
 * Returns the function with its results kept: each score of a data set is looked at once, in all logs that share items, whichever log,
 * model or check asks. What is an answer in one of these logs is one in the others, so that it does not matter which rows are in which
 * file; logs of other items, and other data sets of a log, say nothing of them.
 */
export function oncePerScore<Value extends object>(
  find: (of: ScoreOfSet) => Value,
): (side: Pick<CheckedSide, 'log' | 'logs' | 'score'>, row: Pick<ScoredRow, 'item'>) => Value {
  const known = new WeakMap<readonly RecordedLog[], Map<string, ReadonlyMap<string | null, Value>>>();
  return (side, row) => {
    const logs = groupOf(side.log, side.logs);
    const ofLogs = known.get(logs) ?? new Map<string, ReadonlyMap<string | null, Value>>();
    known.set(logs, ofLogs);
    const sets =
      ofLogs.get(side.score) ?? new Map(Array.from(bySet(logs, side.score), ([set, own]) => [set, find(own)]));
    ofLogs.set(side.score, sets);
    return sets.get(setOfRow(side, row)) ?? find({ keys: [], rows: [] });
  };
}

/** Returns the sides of logs, in the order of the logs and their models; scores that could not be read have none. */
export function checkedSides(logs: readonly RecordedLog[]): readonly CheckedSide[] {
  return logs.flatMap((log) => {
    const own = new Map<string, Map<string, ScoredRow[]>>();
    for (const row of log.rows) {
      const byModel = own.get(row.score) ?? new Map<string, ScoredRow[]>();
      const rows = byModel.get(row.model);
      if (rows === undefined) byModel.set(row.model, [row]);
      else rows.push(row);
      own.set(row.score, byModel);
    }
    return log.scores.flatMap(({ name: score, kind }) =>
      kind === 'unread'
        ? []
        : [...new Set(log.models)].flatMap((model): CheckedSide[] => {
            const rows = own.get(score)?.get(model);
            return rows === undefined ? [] : [{ log, logs, score, isBinary: kind === 'right-or-wrong', model, rows }];
          }),
    );
  });
}

/** The items of a side. */
interface SideItems {
  readonly count: number;
  /** Rows of each item that has several. */
  readonly repeated: readonly (readonly ScoredRow[])[];
}

const itemsOfRows = new WeakMap<readonly ScoredRow[], SideItems>();

/** Returns the items of a side; its rows are looked at once, whichever check asks. */
export function itemsOf({ rows }: CheckedSide): SideItems {
  const known = itemsOfRows.get(rows);
  if (known !== undefined) return known;
  const count = new Set(rows.map(({ item }) => item)).size;
  const repeated =
    count === rows.length ? [] : [...Map.groupBy(rows, ({ item }) => item).values()].filter((own) => own.length > 1);
  const found = { count, repeated };
  itemsOfRows.set(rows, found);
  return found;
}

/** Returns the item of a row of a side. RangeError where the log has none. */
export function itemOfRow({ log }: CheckedSide, { item }: ScoredRow): RecordedItem {
  const found = log.items.get(item);
  if (found === undefined) throw new RangeError(`no item ${item}`);
  return found;
}

type AboutRows = Pick<CheckFinding, 'check' | 'kind' | 'found' | 'effect' | 'changesRows'>;

/** Returns a finding on rows of one side. */
export function findingOn(
  { log, score, model }: CheckedSide,
  rows: readonly Pick<ScoredRow, 'item' | 'epoch'>[],
  about: AboutRows,
): CheckFinding {
  return {
    ...{ ...about, file: log.file, score, models: [model] },
    rows: rows.map(({ item, epoch }) => ({ item, epoch })),
  };
}

/** Returns what rows in question change, as the end of an effect: `accuracy is 47.5 %, and 54.3 % without them`. */
export function accuracyWithout(
  { isBinary }: Pick<CheckedSide, 'isBinary'>,
  rows: readonly ScoredRow[],
  inQuestion: readonly ScoredRow[],
): string {
  const left = new Set(inQuestion);
  const without = rows.filter((row) => !left.has(row));
  return `${isBinary ? 'accuracy' : 'the mean score'} is ${accuracyOf(rows)}, and ${accuracyOf(without)} without them`;
}

function accuracyOf(rows: readonly ScoredRow[]): string {
  const values = rows.flatMap(({ outcome }) => (outcome.kind === 'scored' ? [outcome.value] : []));
  const sum = values.reduce((before, value) => before + value, 0);
  return values.length === 0 ? 'not known' : `${Math.round((1000 * sum) / values.length) / 10} %`;
}
