import { AppError } from '../../util/app-error.ts';
import { oneLine } from '../../util/text.ts';
import type { RecordedLog, ScoredRow } from '../recording.ts';

/** Fewest items, and largest share of them that may be strata, from which strata of one outcome each are hardly chance. */
const [minItems, maxStrata] = [20, 0.1];

/**
 * Throws an AppError where the field that the user named as stratum tells the outcomes of a model: a column of the outcomes, or of
 * answers beside one key. It is not known before anything is asked, so a signal of it would always pay.
 */
export function refuseOutcomeStrata(logs: readonly RecordedLog[]): void {
  for (const log of logs) {
    if (log.stratum?.isNamed !== true) continue;
    const sides = Map.groupBy(log.rows, ({ model, score }) => JSON.stringify([model, score]));
    for (const rows of sides.values())
      if (tellOutcomes(log, rows))
        throw new AppError(
          'log-field',
          `${oneLine(log.stratum.column, 80)} tells which answers of ${oneLine(rows[0]?.model ?? '', 80)} are right: it is an outcome, not a kind of question`,
          { hint: '--stratum names a field that is known before anything is asked, such as a subject' },
        );
  }
}

/** Returns whether all answers within each stratum have one outcome, although outcomes differ between strata. */
function tellOutcomes({ items }: RecordedLog, rows: readonly ScoredRow[]): boolean {
  const scored = rows.flatMap(({ item, outcome }) => {
    const stratum = items.get(item)?.stratum ?? null;
    return outcome.kind === 'scored' && stratum !== null ? [{ item, stratum, value: outcome.value }] : [];
  });
  const strata = [...Map.groupBy(scored, ({ stratum }) => stratum).values()];
  const count = new Set(scored.map(({ item }) => item)).size;
  if (count < minItems || strata.length > maxStrata * count) return false;
  const outcomes = strata.map((own) => new Set(own.map(({ value }) => value)));
  return outcomes.every(({ size }) => size === 1) && new Set(outcomes.flatMap((own) => [...own])).size > 1;
}
