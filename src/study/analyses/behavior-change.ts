import type { Quantity } from '../../results/quantity.ts';
import type { BehaviorChange } from '../../results/study-result.ts';
import { mcnemar } from '../../stats/agreement.ts';
import { estimateAll, isAboveZero, missingEstimate } from '../../stats/jackknife.ts';
import { minCoverage } from './groups.ts';
import { RateTable, tablePart } from './rate-table.ts';
import type { ShiftRow } from './rows.ts';

type Change = Omit<BehaviorChange, 'shift'>;

const scores: readonly ((row: ChangedRow) => number)[] = [
  ({ shifted, after }) => Number(shifted === after),
  ({ shifted, before }) => Number(shifted === before),
  ({ unshifted, after }) => Number(unshifted === after),
  ({ unshifted, before }) => Number(unshifted === before),
];

/**
 * Compares predictions about a target's shifted behavior with its behavior before and after, on rows where the two
 * differ. The shift may be training on itself, further training, or a system prompt that only the executions had.
 */
export function behaviorChange(rows: readonly ShiftRow[], shift: BehaviorChange['shift']): readonly BehaviorChange[] {
  return [...Map.groupBy(rows, ({ target }) => target)].map(([target, own]) => ({ shift, ...changeOf(target, own) }));
}

function changeOf(target: string, rows: readonly ShiftRow[]): Change {
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
  if (coverage !== null && coverage < minCoverage) return unreadable({ target, n: changed.length, coverage, ...share });
  return {
    target,
    n: changed.length,
    coverage,
    ...share,
    accuracyNew,
    accuracyOld,
    tracking: noisy
      ? missingEstimate('two sets of executions of the unshifted model differ in equally many values')
      : tracking,
    trackingUnshifted: compared ? trackingUnshifted : alone,
    differenceInDifferences: compared ? differenceInDifferences : alone,
    mcnemar: stringTest(changed),
    properties: propertiesOf(changed),
  };
}

type Unreadable = Pick<Change, 'target' | 'n' | keyof ChangedShare> & { readonly coverage: number };

/** Returns a change without accuracies: too few predictions of the shifted model are readable. */
function unreadable({ coverage, ...change }: Unreadable): Change {
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

function propertiesOf(rows: readonly ChangedRow[]): Change['properties'] {
  return [...Map.groupBy(rows, ({ property }) => property)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([property, own]) => {
      const share = (side: 'before' | 'after') => own.filter((row) => row.shifted === row[side]).length / own.length;
      const binary = own.every((row) => row.binary);
      return { property, n: own.length, accuracyNew: share('after'), accuracyOld: binary ? null : share('before') };
    });
}

/** A row whose value differs before and after the shift. */
interface ChangedRow extends ShiftRow {
  readonly before: string;
  readonly after: string;
}

/** Returns the rows with a value both before and after the shift, if the two differ. */
export function changedRows(rows: readonly ShiftRow[]): readonly ChangedRow[] {
  return rows.flatMap((row) => {
    const { before, after } = row;
    return before === null || after === null || before === after ? [] : [{ ...row, before, after }];
  });
}

/** Share of changed values, and share that differs between two sets of executions of one model. Macro over groups. */
interface ChangedShare {
  readonly changed: Quantity;
  readonly noise: Quantity;
  /** Changed minus noise, on the rows that have both. */
  readonly beyondNoise: Quantity;
}

/** Compares the share of changed values with the noise floor. */
function changedShare(rows: readonly ShiftRow[]): ChangedShare {
  const pairs = rows.filter(({ before, after }) => before !== null && after !== null);
  const repeated = pairs.filter(({ beforeAgain }) => beforeAgain !== null);
  const changes = ({ before, after }: ShiftRow) => Number(before !== after);
  const repeats = ({ before, beforeAgain }: ShiftRow) => Number(before !== beforeAgain);
  const table = tableOf(pairs, [changes]);
  const [changed] = estimateAll(table, (totals) => [table.macro(totals, 0, 0)]) as readonly [Quantity];
  if (repeated.length === 0) {
    const missing = missingEstimate('no second set of executions before the shift');
    return { changed, noise: missing, beyondNoise: missing };
  }
  const both = tableOf(repeated, [changes, repeats]);
  const [noise, beyondNoise] = estimateAll(both, (totals) => [
    both.macro(totals, 0, 1),
    both.overGroups((group) => {
      const [change, repeat] = [0, 1].map((score) => both.rate(totals, { part: 0, score, group }));
      return change == null || repeat == null ? null : change - repeat;
    }),
  ]) as readonly [Quantity, Quantity];
  return { changed, noise, beyondNoise };
}

function tableOf(rows: readonly ShiftRow[], scores: readonly ((row: ShiftRow) => number)[]): RateTable {
  return new RateTable([tablePart(rows, scores)], [...new Set(rows.map(({ group }) => group))].sort());
}
