import type { CheckFinding } from '../../results/row-check.ts';
import { correlationOf } from '../../stats/correlation.ts';
import { pBelow } from '../../stats/jackknife.ts';
import { mean } from '../../stats/moments.ts';
import { auroc } from '../../stats/probability.ts';
import { maxShifted, neighbors, neighborText } from '../../stats/shifted-items.ts';
import type { ScoredRow } from '../recording.ts';
import { type CheckedSide, findingOn, itemOfRow } from './checked-side.ts';
import { estimateOf, firstRows, groupMeans, isAboveZero, ordersOf } from './group-means.ts';

/** A row with the group of its item, its stated probability and its outcome. */
type StatedRow = ScoredRow & { readonly group: string; readonly stated: number; readonly value: number };

/** A side whose confidences are compared, with all its rows that have one and an outcome. */
interface StatedSide {
  readonly side: CheckedSide;
  readonly rows: readonly StatedRow[];
  /** Mean of the stated probabilities, and of the outcomes. */
  readonly usual: number;
  readonly accuracy: number;
}

/** What confidences of a model are compared with, item by item. */
interface Signal {
  /** Mean of 0 over the rows; null where an item has none. */
  at(item: string): number | null;
  /** Returns in words how the stated probabilities go together with the signal on given rows. */
  fit(rows: readonly { readonly stated: number; readonly signal: number }[]): string;
  readonly name: string;
}

function statedSides(sides: readonly CheckedSide[]): readonly StatedSide[] {
  return sides.flatMap((side): readonly StatedSide[] => {
    if (side.log.isOfRun || side.log.asked === 'never') return [];
    const rows = firstRows(side).flatMap((row): readonly StatedRow[] =>
      row.confidence.kind === 'stated' && row.outcome.kind === 'scored'
        ? [{ ...row, group: itemOfRow(side, row).group, stated: row.confidence.value, value: row.outcome.value }]
        : [],
    );
    const [usual, accuracy] = [mean(rows.map(({ stated }) => stated)), mean(rows.map(({ value }) => value))];
    return usual === null || accuracy === null ? [] : [{ side, rows, usual, accuracy }];
  });
}

/**
 * Names models whose stated confidences do not fit their outcomes, and go together with outcomes, or confidences of the other models, of
 * the items before or after theirs (t over groups); or of which the complement fits: right answers, or items of which other models are
 * sure, have lower ones, and 1 - confidence has the better Brier score. Skips scores that the confidences are not about.
 */
export function checkOtherConfidence(sides: readonly CheckedSide[]): readonly CheckFinding[] {
  const all = statedSides(sides);
  const byLog = Map.groupBy(all, ({ side }) => side.log);
  const tasks = Map.groupBy(all, ({ side: { log, score } }) => JSON.stringify([log.task, log.format, score]));
  return [...tasks.values()].flatMap((own) => {
    const sums = sumsByItem(own);
    return own.flatMap((stated) => {
      const fits = fitOf(stated, outcomesOf(stated));
      if (fits === null || isFit(fits) || isAboutOther(stated, byLog.get(stated.side.log) ?? [])) return [];
      const signals = [outcomesOf(stated), ...(own.length > 1 ? [othersOf(stated, sums)] : [])];
      for (const find of [reversed, shifted])
        for (const signal of signals) {
          const found = find(stated, signal);
          if (found !== null) return [found];
        }
      return [];
    });
  });
}

/** Returns whether confidences are about another score of the log: this one has grades and that one right and wrong, or they fit that one. */
function isAboutOther(stated: StatedSide, ofLog: readonly StatedSide[]): boolean {
  const { side } = stated;
  return ofLog.some((other) => {
    if (other.side.model !== side.model || other.side.score === side.score) return false;
    return (other.side.isBinary && !side.isBinary) || isFit(fitOf(stated, outcomesOf(other)));
  });
}

/** Returns whether the stated confidences of a side are the opposite of its outcomes. */
export function isOpposite(side: CheckedSide): boolean {
  return statedSides([side]).some((stated) => reversed(stated, outcomesOf(stated)) !== null);
}

function isFit(fits: ReturnType<typeof fitOf>): boolean {
  return fits !== null && fits.value > 2 * fits.se;
}

/** Returns how stated probabilities of a side go together with a signal of their own items; null with too few groups. */
function fitOf({ rows, usual }: StatedSide, signal: Signal) {
  return estimateOf(
    groupMeans(rows, ({ item, stated }) => {
      const at = signal.at(item);
      return at === null ? null : (stated - usual) * at;
    }),
  );
}

/** Returns whether answers to items are right, less their mean. */
function outcomesOf({ rows, accuracy }: StatedSide): Signal {
  const values = new Map(
    [...Map.groupBy(rows, ({ item }) => item)].map(([item, own]) => [
      item,
      (mean(own.map(({ value }) => value)) ?? accuracy) - accuracy,
    ]),
  );
  return {
    name: 'outcomes',
    at: (item) => values.get(item) ?? null,
    fit: (pairs) =>
      `AUROC ${shownAuroc(pairs.map(({ stated, signal }) => ({ prediction: stated, outcome: within01(signal + accuracy) })))}`,
  };
}

function within01(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** Sums of the probabilities that models stated of an item, each less the mean of its model. */
type ItemSums = ReadonlyMap<string, { readonly sum: number; readonly count: number }>;

function sumsByItem(sides: readonly StatedSide[]): ItemSums {
  const sums = new Map<string, { sum: number; count: number }>();
  for (const { rows, usual } of sides)
    for (const { item, stated } of rows) {
      const own = sums.get(item) ?? { sum: 0, count: 0 };
      own.sum += stated - usual;
      own.count += 1;
      sums.set(item, own);
    }
  return sums;
}

/** Returns what the other models stated of items. */
function othersOf({ rows, usual }: StatedSide, sums: ItemSums): Signal {
  const own = new Map<string, { sum: number; count: number }>();
  for (const { item, stated } of rows) {
    const before = own.get(item) ?? { sum: 0, count: 0 };
    own.set(item, { sum: before.sum + stated - usual, count: before.count + 1 });
  }
  return {
    name: 'confidences of other models',
    at: (item) => {
      const [all, part] = [sums.get(item), own.get(item) ?? { sum: 0, count: 0 }];
      return all === undefined || all.count === part.count ? null : (all.sum - part.sum) / (all.count - part.count);
    },
    fit: (pairs) =>
      `correlation ${twoPlaces(
        correlationOf(
          pairs.map(({ stated }) => stated),
          pairs.map(({ signal }) => signal),
        ),
      )}`,
  };
}

/** Finds confidences that go together with a signal of the items a few places before or after theirs, and not with that of their own. */
function shifted(stated: StatedSide, signal: Signal): CheckFinding | null {
  const { side, rows, usual } = stated;
  const fits = fitOf(stated, signal);
  if (fits === null || isFit(fits)) return null;
  const shifts = [...neighbors(ordersOf(rows))].flatMap(({ step, of }) => {
    const moved = rows.flatMap((row) => {
      const [own, other] = [signal.at(row.item), signal.at(of.get(row.item) ?? '')];
      return own === null || other === null ? [] : [{ ...row, own, other }];
    });
    const isBetter = isAboveZero(groupMeans(moved, (row) => (row.stated - usual) * (row.other - row.own)));
    if (!isBetter || !isAboveZero(groupMeans(moved, (row) => (row.stated - usual) * row.other))) return [];
    const fit = mean(moved.map((row) => (row.stated - usual) * row.other)) ?? 0;
    return [{ step, fit, pairs: moved.map((row) => ({ stated: row.stated, signal: row.other })) }];
  });
  const [found] = shifts.toSorted((one, other) => other.fit - one.fit);
  if (found === undefined) return null;
  return findingOn(side, [], {
    ...about,
    found: `the stated confidences fit the ${signal.name} of ${neighborText(found.step)} (${signal.fit(found.pairs)}), and not of their own items (${signal.fit(pairsOf(stated, signal))})`,
    effect: 'they count as they stand; give each confidence with its own item',
  });
}

/** Finds confidences whose complement fits better. */
function reversed(stated: StatedSide, signal: Signal): CheckFinding | null {
  const { side, rows } = stated;
  const fits = fitOf(stated, signal);
  if (fits === null || pBelow(fits) > maxShifted) return null;
  const [asStated, turned] = [
    (row: StatedRow) => (row.stated - row.value) ** 2,
    (row: StatedRow) => (1 - row.stated - row.value) ** 2,
  ];
  if (!isAboveZero(groupMeans(rows, (row) => asStated(row) - turned(row)))) return null;
  return findingOn(side, [], {
    ...about,
    found: `the stated confidences are the opposite of the ${signal.name} (${signal.fit(pairsOf(stated, signal))}), and 1 - confidence has the better Brier score (${twoPlaces(mean(rows.map(turned)))}, not ${twoPlaces(mean(rows.map(asStated)))})`,
    effect: 'they count as they stand; where they are probabilities of an error, write 1 - confidence',
  });
}

const about = { check: 'other confidence', kind: 'fault', changesRows: false } as const;

function pairsOf({ rows }: StatedSide, signal: Signal) {
  return rows.flatMap(({ item, stated }) => {
    const at = signal.at(item);
    return at === null ? [] : [{ stated, signal: at }];
  });
}

/** Returns the AUROC of stated probabilities with two places, for a message. */
export function shownAuroc(points: Parameters<typeof auroc>[0]): string {
  return twoPlaces(auroc(points));
}

function twoPlaces(number: number | null): string {
  return number === null ? 'not known' : number.toFixed(2);
}
