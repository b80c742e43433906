import type { RaschReport } from '../../analyze/rasch/rasch-table.ts';
import type { ReportSection, ReportTable } from '../../results/page.ts';
import { fixed } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import { absentCell, filled, left, numberCell, right, textCell } from './report-table.ts';

interface Fitted {
  readonly name: string;
  readonly level: number | null;
  readonly se: number | null;
  readonly infit: number | null;
  readonly outfit: number | null;
}

/** Returns the abilities and difficulties of a Rasch fit, the highest first. */
export function raschSection(report: RaschReport, source: string): ReportSection {
  const method = report.method === 'paper' ? "the paper's recipe" : 'joint maximum likelihood';
  const fit = `Negative log-likelihood ${report.nll.toFixed(4)} after ${report.iterations} rounds (${report.converged ? 'converged' : 'NOT converged'}).`;
  return {
    id: 'rasch',
    title: `Rasch model of ${source}`,
    lead: `${report.models.length} models, ${report.benchmarks.length} benchmarks, ${method}.`,
    absence: null,
    tables: [
      fittedTable(
        'model',
        report.models.map(({ theta, ...rest }) => ({ ...rest, level: theta })),
      ),
      {
        ...fittedTable(
          'benchmark',
          report.benchmarks.map(({ delta, ...rest }) => ({ ...rest, level: delta })),
        ),
        notes: [
          fit,
          'A model whose ability equals the difficulty has an expected score of .5; an ability one log odds higher gives .73.',
          ...report.notes,
        ],
      },
    ],
  };
}

function fittedTable(kind: 'model' | 'benchmark', rows: readonly Fitted[]): ReportTable {
  const number = (value: number | null, places: number) =>
    value === null ? absentCell('not estimable') : numberCell(value, fixed(value, places));
  return {
    id: `rasch-${kind}`,
    title: kind === 'model' ? 'Abilities of models' : 'Difficulties of benchmarks',
    lead: 'All values are on one log-odds scale.',
    ...filled(
      rows.toSorted((a, b) => (b.level ?? -Infinity) - (a.level ?? -Infinity)),
      [
        left(kind, 'Name in the table of scores.', ({ name }) => textCell(oneLine(name, 60))),
        right('log odds', kind === 'model' ? 'Ability, in log odds.' : 'Difficulty, in log odds.', ({ level }) =>
          number(level, 6),
        ),
        right('std. error', 'Standard error, in log odds.', ({ se }) => number(se, 3)),
        right('infit', 'Information-weighted fit; 1 is as expected.', ({ infit }) => number(infit, 2), 1),
        right('outfit', 'Unweighted fit; 1 is as expected.', ({ outfit }) => number(outfit, 2), 1),
      ],
    ),
  };
}
