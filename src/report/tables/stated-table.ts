import { displayNames } from '../../results/display-names.ts';
import type { Estimate } from '../../results/estimate.ts';
import { type Finding, scoreKey } from '../../results/finding.ts';
import type { ReportTable, TableCell } from '../../results/page.ts';
import { fixed } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import { rowNames } from './finding-numbers.ts';
import { absentCell, type Column, filled, left, maxNameWidth, numberCell, right, textCell } from './report-table.ts';

/** A score of stated probabilities, with its estimates by measure. */
interface StatedRow {
  readonly finding: Finding;
  readonly of: ReadonlyMap<string, Estimate>;
}

/** Returns what stated probabilities are worth, in the measures of the literature: a row for each score; none without them. */
export function statedTables(findings: readonly Finding[], estimates: readonly Estimate[]): readonly ReportTable[] {
  const byScore = Map.groupBy(
    estimates.filter(({ policy }) => policy === 'parsed'),
    (each) => scoreKey({ ...each, measure: '' }),
  );
  const rows = findings
    .filter(({ stated }) => stated !== null)
    .map((finding): StatedRow => {
      const own = byScore.get(scoreKey({ ...finding, measure: '' })) ?? [];
      return { finding, of: new Map(own.map((each) => [each.measure, each])) };
    });
  if (rows.length === 0) return [];
  const tasks = [...Map.groupBy(rows, ({ finding }) => finding.task)];
  return [
    {
      id: 'stated',
      title: 'Stated probabilities',
      lead: 'Brier score: squared error, 0 is best; constant: the Brier score of always stating the share that came true; AUROC: 0.5 by chance, equal values are ties.',
      ...filled(
        tasks.flatMap(([, of]) => of),
        columnsOf(rowNames(findings)),
      ),
      groups: tasks.map(([title, of]) => ({ title, rows: of.length })),
    },
  ];
}

function columnsOf(nameOf: (finding: Finding) => string): readonly Column<StatedRow>[] {
  const measured = (name: string) => (row: StatedRow) => estimateCell(row.of.get(name));
  return [
    left(displayNames.model, 'Model name as given by the user.', ({ finding }) =>
      textCell(oneLine(nameOf(finding), maxNameWidth), `run ${finding.run}`),
    ),
    right('n', 'Items with a stated probability and an outcome.', ({ finding: { usable } }) =>
      numberCell(usable, usable.toLocaleString('en')),
    ),
    right('stated', 'Mean stated probability.', ({ finding: { stated } }) => percentCell(stated?.said)),
    right('came true', 'Share of the executions in which it came true.', ({ finding: { stated } }) =>
      percentCell(stated?.happened),
    ),
    right('Brier', 'Mean squared error of the stated probabilities.', measured('brier')),
    right('constant', 'Brier score of always stating the share that came true.', ({ of }) => {
      const value = of.get('brier')?.baseRate ?? null;
      return value === null ? absentCell('no outcome') : numberCell(value, fixed(value, 3));
    }),
    right(
      'AUROC',
      'Share of pairs of a right and a wrong answer, of all kinds of questions, that the probabilities order.',
      measured('auroc'),
    ),
  ];
}

function percentCell(share: number | undefined): TableCell {
  return share === undefined ? absentCell('nothing stated') : numberCell(share, `${fixed(100 * share, 1)} %`);
}

function estimateCell(estimate: Estimate | undefined): TableCell {
  if (estimate === undefined || estimate.value === null) return absentCell('all outcomes are alike');
  const { value, interval } = estimate;
  const cell = numberCell(value, fixed(value, 3));
  return interval === null ? cell : { ...cell, interval };
}
