import type { RaschReport } from '../analyse/rasch-table.ts';
import { fixed, harmless, oneLine, table } from '../util/text.ts';

const shown = (value: number | null, places: number) => (value === null ? 'n/a' : fixed(value, places));
const longestName = 48; // columns

type Fitted = Pick<RaschReport['models'][number], 'se' | 'infit' | 'outfit'>;

function fitted(title: string, rows: readonly ({ readonly name: string; readonly level: number | null } & Fitted)[]) {
  const sorted = rows.toSorted((a, b) => (b.level ?? -Infinity) - (a.level ?? -Infinity));
  const cells = sorted.map(({ name, level, se, infit, outfit }) => [
    oneLine(name, longestName),
    shown(level, 6),
    shown(se, 3),
    shown(infit, 2),
    shown(outfit, 2),
  ]);
  return table([title, 'log odds', 'std. error', 'infit', 'outfit'], cells, [
    'left',
    'right',
    'right',
    'right',
    'right',
  ]);
}

/** Abilities and difficulties, best and hardest first, with what a reader has to know. */
export function terminalRasch(report: RaschReport, source: string): string {
  const models = report.models.map(({ theta, ...rest }) => ({ ...rest, level: theta }));
  const benchmarks = report.benchmarks.map(({ delta, ...rest }) => ({ ...rest, level: delta }));
  const method = report.method === 'paper' ? "the paper's recipe" : 'joint maximum likelihood';
  return [
    `Rasch model of ${harmless(source)}: ${models.length} models, ${benchmarks.length} benchmarks, ${method}`,
    fitted('model (ability)', models),
    fitted('benchmark (difficulty)', benchmarks),
    `negative log-likelihood ${report.nll.toFixed(4)} after ${report.iterations} rounds (${report.converged ? 'converged' : 'NOT converged'})`,
    [
      'A model whose ability equals a difficulty is expected to score .5 there; one log odds more: .73.',
      ...report.notes.map((note) => `- ${harmless(note)}`),
    ].join('\n'),
  ].join('\n\n');
}
