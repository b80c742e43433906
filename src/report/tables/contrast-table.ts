import { isTestedContrast, type PairedContrast } from '../../results/contrast.ts';
import type { ReportTable, TableCell } from '../../results/page.ts';
import { counted, percentText } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import { countText, differenceIntervalText, differenceText, numberText } from '../figures/marks/number-text.ts';
import { distinctNames } from './finding-numbers.ts';
import {
  absentCell,
  type Column,
  filled,
  left,
  numberCell,
  ofPair,
  pairCell,
  partialCell,
  pCell,
  right,
  textCell,
} from './report-table.ts';

/** Marks a word that would be another one without the missing values. */
const changedMark = '*';

/** Returns the word of a contrast with `*` where missing values change it. */
export function contrastWordText({ word, missing }: PairedContrast): string {
  return missing.changed ? `${word}${changedMark}` : word;
}

/**
 * Returns the columns of every table of contrasts, after those that name the sides. The first rank is what a first screen shows:
 * difference, p, word and means; where it has no room, the means go first.
 */
export function contrastColumns<Row>(contrastOf: (row: Row) => PairedContrast): readonly Column<Row>[] {
  return [
    right(
      'difference [95 %]',
      'Difference of the scores, paired by item, in points; of a score that is no share, in its unit.',
      (row) => differenceCell(contrastOf(row)),
    ),
    ofPair(
      ['only first right', 'only second right'],
      right(
        'only one right',
        'Number of single items that only the first, and that only the second has right: the test depends on these alone.',
        (row) => {
          const { counts } = contrastOf(row);
          return counts === null
            ? absentCell('only for single items with one execution')
            : pairCell([counts.a, counts.b], `${countText(counts.a)} / ${countText(counts.b)}`);
        },
        2,
      ),
    ),
    right(
      'adjusted p',
      'p of the difference, adjusted (Holm) for the number of differences.',
      (row) => pCell(contrastOf(row).adjusted, untestedText(contrastOf(row))),
      1,
    ),
    left('word', 'Whether the score of the first is higher or lower.', (row) => {
      const contrast = contrastOf(row);
      if (contrast.reason === null) return textCell(contrastWordText(contrast));
      return { text: contrast.word, sort: null, note: contrast.reason };
    }),
    ofPair(
      ['mean of first', 'mean of second'],
      right(
        'means',
        'Mean score of the first and of the second on the items that both have.',
        (row) => meansCell(contrastOf(row)),
        1,
      ),
    ),
    right(
      'detectable',
      'The smallest real difference that 4 of 5 such comparisons would notice, in points, or in the unit of the score.',
      (row) => {
        const { detectable } = contrastOf(row);
        return detectable === null
          ? absentCell('no test')
          : numberCell(detectable, sizeText(detectable, contrastOf(row).unit));
      },
      3,
    ),
  ];
}

function meansCell(contrast: PairedContrast): TableCell {
  const { a, b } = contrast.means;
  return a === null || b === null
    ? absentCell('no item with a score on both sides')
    : pairCell([a, b], meansText([a, b], contrast.unit));
}

/** Returns the means of two sides as text: `41.7 / 73.3 %`. */
export function meansText(means: readonly [number, number], unit: PairedContrast['unit']): string {
  const [first, second] = means.map((mean) => numberText(mean, unit)) as [string, string];
  return unit === 'share' ? `${first.replace(' %', '')} / ${second}` : `${first} / ${second}`;
}

/** Returns a difference with its interval: `+3.2 points [−1.0, 7.4]`; the note gives the reason where either is missing. */
function differenceCell({ quantity: { value, interval, missing }, unit }: PairedContrast): TableCell {
  const reason = missing ?? 'not measured';
  if (value === null) return absentCell(reason);
  const text = differenceIntervalText(value, interval, unit);
  return interval === null
    ? partialCell(value, text, `no interval: ${reason}`)
    : { ...numberCell(value, text), interval };
}

/** Returns the size of a difference, which has no sign, with its unit: `3.2 points`, `0.61 doublings`. */
export function sizeText(size: number, unit: PairedContrast['unit']): string {
  const text = differenceText(Math.abs(size), unit).replace('+', '');
  return unit === 'doublings' || unit === 'tokens' ? `${text} ${unit}` : text;
}

/** Returns why a contrast has no word on its difference: `no test: 5 groups of items, fewer than ...`. */
export function untestedText({ word, reason }: PairedContrast): string {
  return reason === null ? word : `${word}: ${reason}`;
}

/** What says why values of runs are missing. */
export const missingCure = 'items --missing says why';

/** Returns what says why values of runs are missing; null for right answers, whose reasons the screen lists. */
export function cureOf(contrasts: readonly { readonly measure: string }[]): string | null {
  return contrasts.every(({ measure }) => measure === 'right') ? null : missingCure;
}

/** A contrast with the task that it is of. */
type NotedContrast = PairedContrast & { readonly experiment: string };

/** Says what missing values and unequal groups do to contrasts; none where there are none. `cure`: what says why values are missing. */
export function contrastNotes(contrasts: readonly NotedContrast[], cure: string | null): readonly string[] {
  const isOfSeveral = new Set(contrasts.map(({ experiment }) => experiment)).size > 1;
  const countOf = (some: readonly NotedContrast[]) => {
    const tasks = [...new Set(some.map(({ experiment }) => oneLine(experiment, 40)))];
    return `${counted(some.length, 'difference')}${isOfSeveral ? ` (${tasks.join(', ')})` : ''}`;
  };
  const lacking = contrasts.filter(({ missing }) => missing.units > 0);
  const changed = lacking.filter(({ missing }) => missing.changed);
  const joined = contrasts.filter((each) => isTestedContrast(each) && each.quantity.clusters < each.quantity.n);
  return [
    ...(lacking.length === 0
      ? []
      : [
          `${lackingText(lacking, isOfSeveral) ?? `In ${countOf(lacking)}, units lack a score`}: tests and intervals above count them at their worst${cure === null ? '' : ` (${cure})`}.`,
        ]),
    ...(changed.length === 0
      ? []
      : [
          `${changedMark}: without the missing scores, the word would be another one (${counted(changed.length, 'difference')}).`,
        ]),
    ...(joined.length === 0 || joined.length === contrasts.length
      ? []
      : [`${countOf(joined)}: scores of one item or group of items are dependent; each counts once in the test.`]),
    ...unequalNote(joined),
  ];
}

/** Maximum number of sides whose units without a score are listed. */
const maxLacking = 4;

/** Returns how many units of which side have no score: `Units without a score: ada 1 of 40, bo 37 of 40`; null for many sides. */
function lackingText(contrasts: readonly NotedContrast[], isOfSeveral: boolean): string | null {
  const names = distinctNames(contrasts.flatMap(({ a, b }) => [a, b]));
  const sides = contrasts.flatMap(({ a, b, experiment, missing, quantity: { n } }) =>
    [
      { side: a, share: missing.a },
      { side: b, share: missing.b },
    ].map((each) => ({ ...each, experiment, units: n + missing.units })),
  );
  const lacking = [
    ...Map.groupBy(
      sides.filter(({ share }) => share > 0),
      ({ side, experiment }) => JSON.stringify([experiment, side]),
    ).values(),
  ].map((of) => of.reduce((most, each) => (each.share > most.share ? each : most)));
  if (lacking.length === 0 || lacking.length > maxLacking) return null;
  const byTask = [...Map.groupBy(lacking, ({ experiment }) => experiment)].map(([task, of]) => {
    const listed = of.map(
      ({ side, share, units }) => `${oneLine(names.get(side) ?? side, 30)} ${shareText(share, units)}`,
    );
    return `${listed.join(', ')}${isOfSeveral ? ` (${oneLine(task, 40)})` : ''}`;
  });
  return `Units without a score: ${byTask.join(', ')}`;
}

/** Returns a share of units as their number, `3 of 40`; as a percentage where only some executions of a unit are missing. */
function shareText(share: number, units: number): string {
  const count = share * units;
  return Math.abs(count - Math.round(count)) < 1e-6 ? `${Math.round(count)} of ${units}` : percentText(share);
}

/** Share of the groups that they must count as where their sizes hardly differ. */
const nearlyEqual = 0.9;

/** Says how many groups of equal size those of unequal size count as; of several differences, where it is the fewest. */
function unequalNote(contrasts: readonly PairedContrast[]): readonly string[] {
  const least = contrasts.map(({ quantity }) => quantity).toSorted((one, other) => one.effective - other.effective)[0];
  if (least === undefined || least.effective > nearlyEqual * least.clusters) return [];
  return [
    `Groups of items are of unequal size: ${counted(least.clusters, 'group')} count as ${tenths(least.effective)}.`,
  ];
}

/** Returns a number rounded down to tenths. */
function tenths(value: number): number {
  return Math.floor(10 * value + 1e-9) / 10;
}

/** Returns how many single items only one side has right: `17 only A, 7 only B right`. Empty for other items. */
export function countsText({ counts }: Pick<PairedContrast, 'counts'>, a: string, b: string): string {
  return counts === null ? '' : `${countText(counts.a)} only ${a}, ${countText(counts.b)} only ${b} right`;
}

/** Returns the part of a table that a first screen shows: its columns of the first rank. */
export function firstRank(table: ReportTable): ReportTable {
  const kept = table.columns.flatMap(({ rank }, index) => (rank <= 1 ? [index] : []));
  return {
    ...table,
    columns: kept.flatMap((index) => table.columns[index] ?? []),
    rows: table.rows.map((row) => kept.flatMap((index) => row[index] ?? [])),
  };
}

/** Returns a table of contrasts whose first column names both sides. */
export function namedContrasts<Row>(
  rows: readonly Row[],
  { nameOf, contrastOf }: { readonly nameOf: (row: Row) => string; readonly contrastOf: (row: Row) => PairedContrast },
): Pick<ReportTable, 'columns' | 'rows'> {
  return filled(rows, [
    left<Row>('first − second', 'What is compared.', (row) => textCell(nameOf(row))),
    ...contrastColumns(contrastOf),
  ]);
}
