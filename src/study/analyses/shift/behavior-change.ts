import type { Quantity } from '../../../results/quantity.ts';
import { mcnemar } from '../../../stats/agreement.ts';
import { estimateAll, isAboveZero, missingEstimate } from '../../../stats/jackknife.ts';
import { minCoverage } from '../min-coverage.ts';
import { RateTable, tablePart } from '../rate-table.ts';
import type { ShiftRow } from '../rows.ts';
import { type ChangedRow, changedRows } from './changed-rows.ts';
import { type EntropyMatched, entropyMatched } from './entropy-match.ts';
import { type ChangedShare, changedShare } from './noise-floor.ts';

/** How predictions of one property divide between the new and the old behavior. */
interface PropertyChange {
  readonly property: string;
  readonly n: number;
  readonly accuracyNew: number;
  /** Null for a binary property, where it is the complement of the new accuracy. */
  readonly accuracyOld: number | null;
}

/** Whether predictions follow a shift of the target's behavior. Accuracies are macro over groups, on changed rows only. */
export interface BehaviorChange {
  readonly target: string;
  readonly n: number;
  /** Share of these rows with a readable prediction of the shifted model; its accuracies are missing below 0.5. */
  readonly coverage: number | null;
  readonly share: ChangedShare;
  readonly accuracyNew: Quantity;
  readonly accuracyOld: Quantity;
  /** (new - old) / (new + old) of the shifted model, in [-1, 1]; missing where the change may be noise. */
  readonly tracking: Quantity;
  /** That ratio for the model before the shift, on the same rows. */
  readonly trackingUnshifted: Quantity;
  /** (new - old) of the shifted model minus (new - old) of the unshifted model, in accuracy. */
  readonly differenceInDifferences: Quantity;
  /** Strings whose predictions match the new behavior more often, the old more often, and McNemar's exact p, if readable. */
  readonly mcnemar: { readonly newer: number; readonly older: number; readonly p: number } | null;
  readonly entropyMatched: EntropyMatched;
  readonly properties: readonly PropertyChange[];
}

const scores: readonly ((row: ChangedRow) => number)[] = [
  ({ shifted, after }) => Number(shifted === after),
  ({ shifted, before }) => Number(shifted === before),
  ({ unshifted, after }) => Number(unshifted === after),
  ({ unshifted, before }) => Number(unshifted === before),
];

/**
 * Compares predictions about a target's shifted behavior with its behavior before and after, on rows where the two
 * differ. The shift may be further training, or a system prompt that only the executions had (prompt-induced shift).
 */
export function behaviorChange(rows: readonly ShiftRow[], seed: number): readonly BehaviorChange[] {
  return [...Map.groupBy(rows, ({ target }) => target)].map(([target, own]) => changeOf(target, own, seed));
}

function changeOf(target: string, rows: readonly ShiftRow[], seed: number): BehaviorChange {
  const changed = changedRows(rows);
  const groups = [...new Set(changed.map(({ group }) => group))].sort();
  const table = new RateTable([tablePart(changed, scores)], groups);
  const [accuracyNew, accuracyOld, tracking, trackingUnshifted, differenceInDifferences] = estimateAll(
    table,
    (totals) => {
      const [newer, older, newerBefore, olderBefore] = scores.map((_, score) => table.macro(totals, 0, score));
      if (newer == null || older == null || newerBefore == null || olderBefore == null)
        return [null, null, null, null, null];
      const difference = newer - older - (newerBefore - olderBefore);
      return [newer, older, trackingOf(newer, older), trackingOf(newerBefore, olderBefore), difference];
    },
  ) as readonly [Quantity, Quantity, Quantity, Quantity, Quantity];
  const share = changedShare(rows);
  const compared = changed.some(({ unshifted }) => unshifted !== null);
  const alone = missingEstimate('no predictions of the unshifted model');
  const noisy = share.beyondNoise.value !== null && !isAboveZero(share.beyondNoise);
  const coverage =
    changed.length === 0 ? null : changed.filter(({ shifted }) => shifted !== null).length / changed.length;
  if (coverage !== null && coverage < minCoverage) return unreadable({ target, n: changed.length, coverage, share });
  return {
    target,
    n: changed.length,
    coverage,
    share,
    accuracyNew,
    accuracyOld,
    tracking: noisy
      ? missingEstimate('two sets of executions of the unshifted model differ in equally many values')
      : tracking,
    trackingUnshifted: compared ? trackingUnshifted : alone,
    differenceInDifferences: compared ? differenceInDifferences : alone,
    mcnemar: stringTest(changed),
    entropyMatched: entropyMatched(changed, seed),
    properties: propertiesOf(changed),
  };
}

type Unreadable = Pick<BehaviorChange, 'target' | 'n' | 'share'> & { readonly coverage: number };

/** Returns a change without accuracies: too few predictions of the shifted model are readable. */
function unreadable({ coverage, ...change }: Unreadable): BehaviorChange {
  const missing = missingEstimate(
    `${(100 * coverage).toFixed(0)} % of the changed model’s predictions readable, which is too few to tell whether they follow`,
  );
  return {
    ...change,
    coverage,
    accuracyNew: missing,
    accuracyOld: missing,
    tracking: missing,
    trackingUnshifted: missing,
    differenceInDifferences: missing,
    mcnemar: null,
    entropyMatched: { accuracyNew: null, accuracyOld: null, kept: 0 },
    properties: [],
  };
}

/**
 * Returns (new - old) / (new + old): 1 where every right prediction is about the new behavior; null where no prediction
 * is right.
 */
export function trackingOf(newer: number, older: number): number | null {
  return newer + older > 0 ? (newer - older) / (newer + older) : null;
}

function stringTest(rows: readonly ChangedRow[]) {
  const balances = [...Map.groupBy(rows, ({ cluster }) => cluster).values()].map((own) =>
    own.reduce((sum, { shifted, before, after }) => sum + Number(shifted === after) - Number(shifted === before), 0),
  );
  const newer = balances.filter((balance) => balance > 0).length;
  const older = balances.filter((balance) => balance < 0).length;
  return { newer, older, p: mcnemar(newer, older).exact };
}

function propertiesOf(rows: readonly ChangedRow[]): readonly PropertyChange[] {
  return [...Map.groupBy(rows, ({ property }) => property)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([property, own]) => {
      const share = (side: 'before' | 'after') => own.filter((row) => row.shifted === row[side]).length / own.length;
      const binary = own.every((row) => row.binary);
      return { property, n: own.length, accuracyNew: share('after'), accuracyOld: binary ? null : share('before') };
    });
}
