import type { TaskName } from '../../experiments/task-name.ts';
import type { ConditionDifference, ConditionSpread } from '../../results/estimate.ts';
import type { ReportTable, TableCell } from '../../results/page.ts';
import { oneLine } from '../../util/text.ts';
import { numberText } from '../figures/marks/number-text.ts';
import { slug } from '../figures/render/slug.ts';
import { factorName, measureName } from './experiment-notes.ts';
import { intervalCell } from './quantity-cell.ts';
import {
  absentCell,
  type Column,
  filled,
  left,
  numberCell,
  ofPair,
  pairCell,
  partialCell,
  right,
  textCell,
} from './report-table.ts';

const maxNameWidth = 80; // columns

/**
 * Returns, for each experiment with several conditions, tables of means and spreads, of differences of levels and of
 * conditions.
 */
export function conditionTables(spreads: readonly ConditionSpread[], taskOf: TaskName): readonly ReportTable[] {
  const byExperiment = Map.groupBy(spreads, ({ experiment }) => experiment);
  return [...byExperiment].flatMap(([experiment, own]) => {
    const parsed = own.filter(({ policy }) => policy === 'parsed');
    const headline = parsed.filter(({ measure }) => measure === parsed[0]?.measure);
    const tables = [
      spreadTable(experiment, own, taskOf),
      factorTable(experiment, headline, taskOf),
      ...(headline.some(({ differences, factors }) => differences.length > factors.length)
        ? [pairTable(experiment, headline, taskOf)]
        : []),
    ];
    return tables.filter(({ rows }) => rows.length > 0);
  });
}

function modelCell({ model, run }: ConditionSpread): TableCell {
  return textCell(oneLine(model, maxNameWidth), `run ${run}`);
}

const modelColumn = left('model', 'Model name as given by the user.', modelCell);

function spreadTable(experiment: string, spreads: readonly ConditionSpread[], taskOf: TaskName): ReportTable {
  const parsed = spreads.filter(({ policy }) => policy === 'parsed');
  const conditions = [...new Set(parsed.map((spread) => spread.conditions.length))].join(' or ');
  const strict = (like: ConditionSpread) =>
    spreads.find(
      ({ policy, run, model, measure }) =>
        policy === 'failures-wrong' && run === like.run && model === like.model && measure === like.measure,
    );
  return {
    id: `conditions-${slug(experiment)}`,
    title: `${taskOf(experiment)} over ${conditions} conditions: mean and spread`,
    lead: 'All conditions have equal weight in the mean; its interval is over items, with the conditions fixed. The standard deviation over conditions includes sampling noise.',
    ...filled(
      parsed.filter(({ range }) => range !== null),
      [
        modelColumn,
        left('measure', 'Name of the measure.', ({ measure }) => textCell(measureName(measure))),
        right(
          'mean [95 %]',
          'Mean score over units with a usable prediction and outcome (policy “parsed”).',
          (spread) => boundedCell(spread.mean, spread.interval, spread),
        ),
        right('SD', 'Standard deviation of the score over the conditions.', (spread) =>
          spread.deviation === null ? absentCell(noValue) : valueCell(spread.deviation, spread),
        ),
        ofPair(
          ['lowest', 'lowest condition'],
          left('lowest', 'The lowest score and its condition.', (spread) => extremeCell(spread, 0)),
        ),
        ofPair(
          ['highest', 'highest condition'],
          left('highest', 'The highest score and its condition.', (spread) => extremeCell(spread, 1)),
        ),
        right('missing wrong', 'The mean score with every missing unit counted as wrong.', (spread) =>
          plainCell(strict(spread)),
        ),
        right(
          'groups',
          'Number of groups of items that every condition has; differences are paired by group.',
          ({ clusters }) => numberCell(clusters, String(clusters)),
        ),
      ],
    ),
  };
}

const noValue = 'undefined under at least one condition';

function valueCell(value: number, { unit }: ConditionSpread): TableCell {
  return numberCell(value, numberText(value, unit));
}

function plainCell(spread: ConditionSpread | undefined): TableCell {
  return spread === undefined || spread.mean === null ? absentCell(noValue) : valueCell(spread.mean, spread);
}

function extremeCell({ range, conditions, unit }: ConditionSpread, end: 0 | 1): TableCell {
  const value = range?.[end] ?? null;
  if (value === null) return absentCell(noValue);
  const name = conditions.find((each) => each.value === value)?.condition ?? '';
  return pairCell([value, name], `${numberText(value, unit)} · ${oneLine(name, maxNameWidth)}`);
}

function boundedCell(value: number | null, interval: ConditionSpread['interval'], spread: ConditionSpread): TableCell {
  const { unit, method } = spread;
  if (value === null) return absentCell(noValue);
  if (interval === null) return partialCell(value, numberText(value, unit), 'no interval: nothing varies over items');
  return intervalCell(value, interval, { unit, note: method });
}

/** A difference of two conditions or levels, with the spread that it belongs to. */
interface Difference<Entry extends ConditionDifference> {
  readonly entry: Entry;
  readonly spread: ConditionSpread;
}

function differenceColumns<Entry extends ConditionDifference>(): readonly Column<Difference<Entry>>[] {
  return [
    left('first', 'Condition or level that is compared.', ({ entry }) => textCell(oneLine(entry.first, maxNameWidth))),
    left('second', 'Condition or level that is compared.', ({ entry }) =>
      textCell(oneLine(entry.second, maxNameWidth)),
    ),
    right(
      'first − second [95 %]',
      'First minus second, in the unit of the measure (of shares: points), paired by groups of items: of an error, above 0 means that the first is worse. A unit that is missing under one condition is excluded from that condition only.',
      ({ entry, spread }) =>
        boundedCell(entry.difference, entry.interval, {
          ...spread,
          unit: spread.unit === 'share' ? 'difference' : spread.unit,
        }),
    ),
  ];
}

function factorTable(experiment: string, spreads: readonly ConditionSpread[], taskOf: TaskName): ReportTable {
  return {
    id: `level-differences-${slug(experiment)}`,
    title: `${taskOf(experiment)}: effect of each level (${measureName(spreads[0]?.measure ?? '')})`,
    lead: 'Mean over the conditions of the first level minus mean over those of the second, with all other factors equal, paired by groups of items. Intervals are not corrected for multiple comparisons.',
    ...filled(
      spreads.flatMap((spread) => spread.factors.map((entry) => ({ entry, spread }))),
      [
        left('model', 'Model name as given by the user.', ({ spread }) => modelCell(spread)),
        left(
          'varied',
          'Wording, order, mode, language, system prompt, or a different factor of the experiment.',
          ({ entry }) => textCell(factorName(entry.factor)),
        ),
        ...differenceColumns<ConditionSpread['factors'][number]>(),
      ],
    ),
  };
}

function pairTable(experiment: string, spreads: readonly ConditionSpread[], taskOf: TaskName): ReportTable {
  return {
    id: `condition-pairs-${slug(experiment)}`,
    title: `${taskOf(experiment)}: all pairs of conditions (${measureName(spreads[0]?.measure ?? '')})`,
    lead: 'Paired by groups of items; intervals are not corrected for multiple comparisons. Other measures are in estimates.json.',
    ...filled(
      spreads.flatMap((spread) => spread.differences.map((entry) => ({ entry, spread }))),
      [
        left('model', 'Model name as given by the user.', ({ spread }) => modelCell(spread)),
        ...differenceColumns<ConditionDifference>(),
      ],
    ),
  };
}
