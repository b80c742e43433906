import type { ConditionSpread } from '../analyse/conditions.ts';
import { measureName } from '../figure/measure-name.ts';
import { harmless, oneLine, table } from '../util/text.ts';
import { factorName } from './experiment-notes.ts';
import { shown, signedInterval, withInterval } from './plain-numbers.ts';

const longestName = 40; // columns
const mostDifferences = 24; // lines

/** What varying the conditions of an experiment did to its scores; nothing where no run has several. */
export function conditionsText(spreads: readonly ConditionSpread[]): string {
  const parsed = spreads.filter(({ policy }) => policy === 'parsed');
  const [first] = parsed;
  if (first === undefined) return '';
  const several = new Set(parsed.map(({ run }) => run)).size > 1;
  const counts = [...new Set(parsed.map(({ conditions }) => conditions.length))];
  return [
    `${first.experiment} over ${counts.join(' or ')} conditions`,
    spreadTable(spreads, several),
    ...(parsed.some(({ mean }) => mean === null) ? ['n/a: without a value under one condition or more'] : []),
    '',
    ...differenceTable(
      parsed.filter(({ measure }) => measure === first.measure),
      several,
    ),
  ].join('\n');
}

function spreadTable(spreads: readonly ConditionSpread[], several: boolean): string {
  const rows = spreads
    .filter(({ policy }) => policy === 'parsed')
    .map((spread) => {
      const strict = spreads.find(
        ({ run, model, measure, policy }) =>
          policy === 'failures-wrong' && run === spread.run && model === spread.model && measure === spread.measure,
      );
      return [
        harmless(spread.model),
        ...(several ? [spread.run] : []),
        measureName(spread.measure),
        withInterval({ value: spread.mean, interval: spread.interval, unit: spread.unit }),
        shown(spread.deviation, spread.unit),
        extreme(spread, 0),
        extreme(spread, 1),
        shown(strict?.mean ?? null, spread.unit),
        String(spread.clusters),
      ];
    });
  const left = several ? 3 : 2;
  const header = [
    ...['model', ...(several ? ['run'] : []), 'score', 'mean', 'SD', 'lowest', 'highest'],
    ...['failures wrong', 'groups'],
  ];
  return table(
    header,
    rows,
    header.map((name, place) => (place < left || name === 'lowest' || name === 'highest' ? 'left' : 'right')),
  );
}

/** The lowest or highest score, and under which condition it was. */
function extreme({ range, conditions, unit }: ConditionSpread, end: 0 | 1): string {
  const value = range?.[end] ?? null;
  if (value === null) return 'n/a';
  const found = conditions.find((each) => each.value === value);
  return `${shown(value, unit)} (${oneLine(found?.condition ?? '', longestName)})`;
}

function differenceTable(spreads: readonly ConditionSpread[], several: boolean): readonly string[] {
  const rows = spreads.flatMap(({ model, run, unit, factors }) =>
    factors.map(({ factor, first, second, difference, interval }) => [
      harmless(model),
      ...(several ? [run] : []),
      factorName(factor),
      oneLine(first, longestName),
      oneLine(second, longestName),
      signedInterval({ value: difference, interval, unit }),
    ]),
  );
  if (rows.length === 0) return [];
  const header = ['model', ...(several ? ['run'] : []), 'varied', 'first', 'second', 'first - second'];
  const rest = rows.length - mostDifferences;
  return [
    table(
      header,
      rows.slice(0, mostDifferences),
      header.map((_, place) => (place === header.length - 1 ? 'right' : 'left')),
    ),
    `${rest > 0 ? `and ${rest} more; ` : ''}paired by groups of items, each over all conditions of the two levels; intervals are not corrected for their number`,
  ];
}
