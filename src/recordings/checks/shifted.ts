import { oneForm } from '../../data/one-form.ts';
import type { CheckFinding } from '../../results/row-check.ts';
import { pAbove, pBelow } from '../../stats/jackknife.ts';
import { mean, sampleVariance } from '../../stats/moments.ts';
import { auroc } from '../../stats/probability.ts';
import { compareIds, maxShifted, neighbors, neighborText, signP } from '../../stats/shifted-items.ts';
import type { ScoredRow } from '../recording.ts';
import { type CheckedSide, findingOn, itemOfRow } from './checked-side.ts';
import { wordForm } from './displaced.ts';

/** Fewest groups of items, so that a p of 10^-4 by t is hardly above that. */
const minGroups = 40;

/** Returns the mean of a comparison of rows in each group of items; null: the row does not count. */
function groupMeans<Row extends ScoredRow>(
  side: CheckedSide,
  rows: readonly Row[],
  compare: (row: Row) => number | null,
): readonly number[] {
  const groups = new Map<string, number[]>();
  for (const row of rows) {
    const value = compare(row);
    if (value === null) continue;
    const { group } = itemOfRow(side, row);
    const own = groups.get(group);
    if (own === undefined) groups.set(group, [value]);
    else own.push(value);
  }
  return [...groups.values()].map((values) => mean(values) ?? 0);
}

/** Returns the mean over groups with its standard error; null where there are too few groups. */
function estimateOf(means: readonly number[]) {
  const [value, variance, n] = [mean(means), sampleVariance(means), means.length];
  if (value === null || variance === null || n < minGroups) return null;
  return { value, se: Math.sqrt(variance / n), df: n - 1 };
}

function isAboveZero(means: readonly number[]): boolean {
  const estimate = estimateOf(means);
  return estimate !== null && pAbove(estimate) <= maxShifted;
}

const percent = (share: number) => `${Math.round(100 * share)} %`;

/** Returns the items of rows in their order, and in that of their ids where it is another one. */
function ordersOf(rows: readonly ScoredRow[]): readonly (readonly string[])[] {
  const items = [...new Set(rows.map(({ item }) => item))];
  const byId = items.toSorted(compareIds);
  return byId.every((item, at) => item === items[at]) ? [items] : [items, byId];
}

/**
 * Names models whose answers equal the keys of the items before or after theirs more often than their own (sign test over groups), and
 * more often than answers that only avoid their own key (t over groups): where keys alternate, these are keys of the neighbors, too.
 */
export function checkShiftedAnswers(side: CheckedSide): readonly CheckFinding[] {
  if (side.log.isOfRun || !side.isBinary) return [];
  const formOf = (text: string) => wordForm(text) || oneForm(text);
  const keyed = side.rows.flatMap((row) => {
    const { key } = itemOfRow(side, row);
    return key === null || row.answer === null ? [] : [{ ...row, given: formOf(row.answer), key: formOf(key) }];
  });
  const keyOf = new Map(keyed.map(({ item, key }) => [item, key]));
  const own = keyed.map(({ given, key }) => Number(given === key));
  const shareOf = sharesOf(keyed.map(({ given }) => given));
  const wrong = 1 - (mean(own) ?? 0);
  const shifts = [...neighbors(ordersOf(keyed))].flatMap(({ step, of }) => {
    const apart = keyed.flatMap((row) => {
      const other = keyOf.get(of.get(row.item) ?? '');
      return other === undefined ? [] : [{ ...row, other }];
    });
    const share = mean(apart.map(({ given, other }) => Number(given === other))) ?? 0;
    if (share <= (mean(own) ?? 0)) return [];
    const means = groupMeans(side, apart, ({ given, key, other }) => Number(given === other) - Number(given === key));
    if (means.length < minGroups || signP(means) > maxShifted) return [];
    const avoiding = groupMeans(side, apart, ({ given, key, other }) =>
      key === other ? null : Number(given === other) - Math.min(1, (wrong * shareOf(other)) / (1 - shareOf(key))),
    );
    return isAboveZero(avoiding) ? [{ step, share }] : [];
  });
  const [found] = shifts.toSorted((one, other) => other.share - one.share);
  if (found === undefined) return [];
  return [
    findingOn(side, [], {
      ...{ check: 'other items', kind: 'fault', changesRows: false },
      found: `${percent(mean(own) ?? 0)} of the answers equal the key of their item, and ${percent(found.share)} that of ${neighborText(found.step)}`,
      effect: 'accuracy goes by the outcomes of the log; give answers and items in one order, and score again',
    }),
  ];
}

/** Returns how often each value occurs, as a share of all. */
function sharesOf(values: readonly string[]): (value: string) => number {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return (value) => (counts.get(value) ?? 0) / values.length;
}

/** A row with its stated probability and its outcome. */
type StatedRow = ScoredRow & { readonly stated: number; readonly value: number };

/**
 * Names models whose stated confidences fit the outcomes of the items before or after theirs, and not their own (t over groups), or of
 * which the complement fits better: right answers have lower ones than wrong answers, and 1 - confidence has the better Brier score.
 */
export function checkOtherConfidence(side: CheckedSide): readonly CheckFinding[] {
  if (side.log.isOfRun || side.log.asked === 'never') return [];
  const stated = side.rows.flatMap((row): readonly StatedRow[] =>
    row.confidence.kind === 'stated' && row.outcome.kind === 'scored'
      ? [{ ...row, stated: row.confidence.value, value: row.outcome.value }]
      : [],
  );
  const [usual, accuracy] = [mean(stated.map((row) => row.stated)), mean(stated.map(({ value }) => value))];
  if (usual === null || accuracy === null) return [];
  const own = estimateOf(groupMeans(side, stated, (row) => (row.stated - usual) * (row.value - accuracy)));
  if (own === null || own.value > 2 * own.se) return []; // the confidences fit their own items
  return shiftedConfidence(side, stated, { usual, accuracy }) ?? reversedConfidence(side, stated, pBelow(own)) ?? [];
}

function shiftedConfidence(
  side: CheckedSide,
  stated: readonly StatedRow[],
  { usual, accuracy }: { readonly usual: number; readonly accuracy: number },
): readonly CheckFinding[] | null {
  const outcomes = new Map(
    [...Map.groupBy(stated, ({ item }) => item)].map(([item, rows]) => [
      item,
      mean(rows.map(({ value }) => value)) ?? 0,
    ]),
  );
  const shifts = [...neighbors(ordersOf(stated))].flatMap(({ step, of }) => {
    const moved = stated.flatMap((row) => {
      const other = outcomes.get(of.get(row.item) ?? '');
      return other === undefined ? [] : [{ ...row, other }];
    });
    const isBetter = isAboveZero(groupMeans(side, moved, (row) => (row.stated - usual) * (row.other - row.value)));
    if (!isBetter || !isAboveZero(groupMeans(side, moved, (row) => (row.stated - usual) * (row.other - accuracy))))
      return [];
    return [{ step, area: auroc(moved.map((row) => ({ prediction: row.stated, outcome: row.other }))) ?? 0 }];
  });
  const [found] = shifts.toSorted((one, other) => other.area - one.area);
  if (found === undefined) return null;
  return [
    findingOn(side, [], {
      ...confidenceFault,
      found: `the AUROC of the stated confidences is ${ownAuroc(stated)} for their own items, and ${twoPlaces(found.area)} for ${neighborText(found.step)}`,
      effect: 'they count as they stand; give each confidence with its own item',
    }),
  ];
}

function reversedConfidence(
  side: CheckedSide,
  stated: readonly StatedRow[],
  p: number,
): readonly CheckFinding[] | null {
  const brier = (of: (row: StatedRow) => number) => mean(stated.map((row) => (of(row) - row.value) ** 2)) ?? 0;
  const [asStated, turned] = [brier((row) => row.stated), brier((row) => 1 - row.stated)];
  if (p > maxShifted || turned >= asStated) return null;
  return [
    findingOn(side, [], {
      ...confidenceFault,
      found: `right answers have lower stated confidences than wrong ones (AUROC ${ownAuroc(stated)}), and 1 - confidence has the better Brier score (${twoPlaces(turned)}, not ${twoPlaces(asStated)})`,
      effect: 'they count as they stand; where they are probabilities of an error, write 1 - confidence',
    }),
  ];
}

const confidenceFault = { check: 'other confidence', kind: 'fault', changesRows: false } as const;

function ownAuroc(stated: readonly StatedRow[]): string {
  return shownAuroc(stated.map((row) => ({ prediction: row.stated, outcome: row.value })));
}

/** Returns the AUROC of stated probabilities with two places, for a message. */
export function shownAuroc(points: Parameters<typeof auroc>[0]): string {
  return twoPlaces(auroc(points));
}

function twoPlaces(number: number | null): string {
  return number === null ? 'not known' : number.toFixed(2);
}
