import type { CheckFinding } from '../../results/row-check.ts';
import type { RecordedItem, RecordedLog, ScoredRow } from '../recording.ts';

/** The rows of one model of one log under one score. */
export interface CheckedSide {
  readonly log: RecordedLog;
  readonly score: string;
  /** Whether its values are right and wrong, and no grades. */
  readonly isBinary: boolean;
  readonly model: string;
  readonly rows: readonly ScoredRow[];
}

/** Returns the sides of logs, in the order of the logs and their models; scores that could not be read have none. */
export function checkedSides(logs: readonly RecordedLog[]): readonly CheckedSide[] {
  return logs.flatMap((log) => {
    const models = new Set(log.models);
    const own = Map.groupBy(log.rows, ({ score, model }) => JSON.stringify([score, model]));
    return log.scores.flatMap(({ name: score, kind }) =>
      kind === 'unread'
        ? []
        : [...models].flatMap((model): CheckedSide[] => {
            const rows = own.get(JSON.stringify([score, model])) ?? [];
            return rows.length === 0 ? [] : [{ log, score, isBinary: kind === 'right-or-wrong', model, rows }];
          }),
    );
  });
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
  rows: readonly ScoredRow[],
  about: AboutRows,
): CheckFinding {
  return {
    ...{ ...about, file: log.file, score, models: [model] },
    rows: rows.map(({ item, epoch }) => ({ item, epoch })),
  };
}
