import type { DifferenceEntry } from '../../analyze/compare/comparison-types.ts';
import type { ReportTable, TableCell } from '../../results/page.ts';
import { fraction } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import { numberText } from '../figures/marks/number-text.ts';
import { comparedCell, comparedTable, itemsCell } from './compared-table.ts';
import { measureName } from './experiment-notes.ts';
import { absentCell, type Column, left, maxNameWidth, numberCell, right, textCell } from './report-table.ts';

const texts = {
  id: 'differences',
  title: 'Paired differences',
  lead: 'First minus second on the same items, as plain values: of an error (lower is better), above 0 means that the first is worse. p values by permutation, Holm-corrected over all comparisons in this report.',
};

/** Returns the table of paired differences. */
export function differenceTable(entries: readonly DifferenceEntry[]): ReportTable {
  const ofConditions = areOfConditions(entries);
  const columns = differenceColumns(entries, ofConditions);
  return { ...comparedTable({ ...texts, entries, columns, isNamed: ofConditions }), notes: lowerNotes(entries) };
}

/** Returns a note that names the errors among the measures, for which a difference above 0 is worse. */
function lowerNotes(entries: readonly DifferenceEntry[]): readonly string[] {
  const names = new Set(
    entries.flatMap(({ better, experiment, measure }) =>
      better === 'lower' ? [`${experiment}, ${measureName(measure)}`] : [],
    ),
  );
  return names.size === 0 ? [] : [`Lower is better: ${[...names].join('; ')}. A difference above 0 favors the second.`];
}

/** What separates the conditions of two sides in the name of their pair. */
const conditionGap = ' | ';

/** Whether all differences are of one model between two conditions of one run, which name the sides. */
function areOfConditions(entries: readonly DifferenceEntry[]): boolean {
  return isOfOneModel(entries) && entries.every(({ runs, condition }) => runs?.[0] === runs?.[1] && isPair(condition));
}

function isPair(condition = ''): boolean {
  return condition.split(conditionGap).length === 2;
}

function isOfOneModel(entries: readonly DifferenceEntry[]): boolean {
  return new Set(entries.flatMap(({ models, a, b }) => models ?? [a, b])).size === 1;
}

/** Returns a function that drops the settings with which all conditions start, up to the last of them. */
function withoutShared(conditions: readonly string[]): (condition: string) => string {
  const all = conditions.map((each) => each.split(', '));
  const [first = []] = all;
  const end = first.findIndex((part, index) => all.some((each) => each[index] !== part));
  const shared = Math.max(0, (end === -1 ? first.length : end) - 1);
  return (condition) => condition.split(', ').slice(shared).join(', ');
}

/** Columns of paired differences. Where all are of one model, conditions of a run, or ids of runs, name the sides. */
function differenceColumns(
  entries: readonly DifferenceEntry[],
  ofConditions: boolean,
): readonly Column<DifferenceEntry>[] {
  const ofOneModel = isOfOneModel(entries);
  const short = ofConditions
    ? withoutShared(entries.flatMap(({ condition = '' }) => condition.split(conditionGap)))
    : null;
  const side = ({ a, b, runs, condition = '' }: DifferenceEntry, index: 0 | 1) => {
    if (short !== null) return textCell(oneLine(short(condition.split(conditionGap)[index] ?? ''), maxNameWidth));
    return textCell(ofOneModel && runs !== undefined ? runs[index] : oneLine([a, b][index] ?? '', maxNameWidth));
  };
  return [
    left('first', 'Model, run or condition.', (entry) => side(entry, 0)),
    left('second', 'Model, run or condition.', (entry) => side(entry, 1)),
    left('measure', 'Compared measure.', ({ measure }) => textCell(measureName(measure)), 4),
    ...differenceNumbers,
  ];
}

const differenceNumbers: readonly Column<DifferenceEntry>[] = [
  right('difference [95 %]', 'Paired by item.', comparedCell),
  right('p', 'Sign-flip permutation.', ({ p }) => chanceCell(p), 2),
  right('p (Holm)', 'Corrected for the number of comparisons.', ({ pHolm }) => chanceCell(pHolm), 1),
  right(
    'detectable',
    'The smallest real difference that 4 of 5 such runs would notice.',
    ({ detectable }) =>
      detectable === null || detectable === undefined
        ? absentCell('too few pairs')
        : numberCell(detectable, numberText(detectable, 'correlation')),
    3,
  ),
  right('n', 'Number of items that both have.', ({ n }) => itemsCell(n), 2),
];
function chanceCell(p: number | null): TableCell {
  if (p === null) return absentCell('no test: too few pairs');
  return numberCell(p, p < 0.001 ? '< 0.001' : fraction(p));
}
