import type { Difference } from '../../results/comparison.ts';
import type { ReportTable } from '../../results/page.ts';
import { resultWords } from '../../results/result-words.ts';
import { oneLine } from '../../util/text.ts';
import { countText, numberText } from '../figures/marks/number-text.ts';
import { measureName } from './experiment-notes.ts';
import { absentCell, type Column, filled, left, maxNameWidth, numberCell, right, textCell } from './report-table.ts';
import { chanceCell, quantityCell } from './tested-cells.ts';

const texts = {
  id: 'differences',
  title: 'Paired differences',
  lead: 'First minus second on the same items, as plain values: of an error (lower is better), above 0 means that the first is worse. Paired t by group of items, Holm over all differences. Sorted by task, condition and names.',
};

/** Share of missing values above which a difference must also hold with them at their worst. */
const tolerated = 0.02;

/** Returns the table of paired differences. */
export function differenceTable(entries: readonly Difference[]): ReportTable {
  const ofConditions = areOfConditions(entries);
  return {
    ...texts,
    ...filled(entries, differenceColumns(entries, ofConditions)),
    notes: [...lowerNotes(entries), ...missingNotes(entries)],
  };
}

/** Returns a note that names the errors among the measures, for which a difference above 0 is worse. */
function lowerNotes(entries: readonly Difference[]): readonly string[] {
  const names = new Set(
    entries.flatMap(({ better, experiment, measure }) =>
      better === 'lower' ? [`${experiment}, ${measureName(measure)}`] : [],
    ),
  );
  return names.size === 0 ? [] : [`Lower is better: ${[...names].join('; ')}. A difference above 0 favors the second.`];
}

/** Says that differences with missing scores must hold with these at their worst. */
function missingNotes(entries: readonly Difference[]): readonly string[] {
  const count = entries.filter(({ missing }) => missing.some((share) => share > tolerated)).length;
  return count === 0
    ? []
    : [
        `In ${count} ${count === 1 ? 'difference' : 'differences'}, over 2 % of the scores of a side are missing: p and interval also cover the missing scores at their worst.`,
      ];
}

/** What separates the conditions of two sides in the name of their pair. */
const conditionGap = ' | ';

/** Whether all differences are of one model between two conditions of one run, which name the sides. */
function areOfConditions(entries: readonly Difference[]): boolean {
  return isOfOneModel(entries) && entries.every(({ runs, condition }) => runs[0] === runs[1] && isPair(condition));
}

function isPair(condition: string): boolean {
  return condition.split(conditionGap).length === 2;
}

function isOfOneModel(entries: readonly Difference[]): boolean {
  return new Set(entries.flatMap(({ models }) => models)).size === 1;
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
function differenceColumns(entries: readonly Difference[], ofConditions: boolean): readonly Column<Difference>[] {
  const ofOneModel = isOfOneModel(entries);
  const short = ofConditions ? withoutShared(entries.flatMap(({ condition }) => condition.split(conditionGap))) : null;
  const side = ({ a, b, runs, condition }: Difference, index: 0 | 1) => {
    if (short !== null) return textCell(oneLine(short(condition.split(conditionGap)[index] ?? ''), maxNameWidth));
    return textCell(ofOneModel ? runs[index] : oneLine([a, b][index] ?? '', maxNameWidth));
  };
  const several = new Set(entries.map(({ experiment, condition }) => JSON.stringify([experiment, condition])));
  const hasConditions = !ofConditions && several.size > new Set(entries.map(({ experiment }) => experiment)).size;
  return [
    left(resultWords.task, 'What is predicted.', ({ experiment }) => textCell(experiment)),
    ...(hasConditions
      ? [
          left<Difference>(
            'condition',
            'Wording and other settings of the prediction prompt.',
            ({ condition }) => textCell(oneLine(condition, maxNameWidth)),
            3,
          ),
        ]
      : []),
    left('first', 'Model, run or condition.', (entry) => side(entry, 0)),
    left('second', 'Model, run or condition.', (entry) => side(entry, 1)),
    left('measure', 'Compared measure.', ({ measure }) => textCell(measureName(measure)), 4),
    ...differenceNumbers,
  ];
}

function untestedText(oneAnswer: boolean): string {
  return oneAnswer ? 'no test: one answer on both sides' : 'no test: too few pairs';
}

const differenceNumbers: readonly Column<Difference>[] = [
  right('difference [95 %]', 'Paired by item.', ({ difference }) => quantityCell(difference)),
  right(
    'p (Holm)',
    'Two-sided, adjusted for the number of differences.',
    ({ adjusted, oneAnswer }) => (adjusted === null ? absentCell(untestedText(oneAnswer)) : chanceCell(adjusted)),
    1,
  ),
  left('verdict', 'Whether the score of the first is higher or lower.', ({ word, oneAnswer }) =>
    word === null ? absentCell(untestedText(oneAnswer)) : textCell(word),
  ),
  right(
    'detectable',
    'The smallest real difference that 4 of 5 such runs would notice.',
    ({ detectable }) =>
      detectable === null ? absentCell('no test') : numberCell(detectable, numberText(detectable, 'correlation')),
    3,
  ),
  right('n', 'Number of items that both have.', ({ items }) => numberCell(items, countText(items)), 2),
];
