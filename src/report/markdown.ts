import { type AbsentField, whyAbsent } from '../analyse/absence.ts';
import type { Estimate } from '../analyse/estimate.ts';
import { fraction, harmless } from '../util/text.ts';
import { withInterval } from './plain-numbers.ts';

/** Text that Markdown shows as it is, in one table cell. */
export function markdownCell(text: string): string {
  return harmless(text.replace(/\s+/g, ' ')).replace(/[\\`*_{}[\]<>|#!&~]/g, (character) => `\\${character}`);
}

/** The reasons for the numbers that a row lacks. */
function absenceText(estimate: Estimate): string {
  const parts: readonly (readonly [name: string, field: AbsentField])[] = [
    estimate.value === null ? ['value', 'value'] : ['interval', 'interval'],
    ['base rate', 'base_rate'],
    ['second run', 'ceiling'],
  ];
  const missing = parts.filter(([, field]) => estimate[field] === null);
  const reasons = Map.groupBy(missing, ([, field]) => whyAbsent(estimate, field).replace(/^no interval: /, ''));
  return [...reasons].map(([reason, of]) => `${of.map(([name]) => name).join(', ')}: ${reason}`).join('; ');
}

/** Every estimate as one Markdown table an experiment. */
export function markdownReport(estimates: readonly Estimate[]): string {
  const experiments = [...new Set(estimates.map(({ experiment }) => experiment))];
  const header = [
    'model',
    'condition',
    'measure',
    'policy',
    'value [95 %]',
    'base rate',
    'second run',
    'n',
    'usable',
    'why n/a',
  ];
  return experiments
    .map((experiment) => {
      const rows = estimates
        .filter((estimate) => estimate.experiment === experiment)
        .map((estimate) => [
          markdownCell(estimate.model),
          markdownCell(estimate.condition),
          markdownCell(estimate.measure),
          estimate.policy,
          withInterval(estimate),
          fraction(estimate.base_rate),
          fraction(estimate.ceiling),
          Number.isInteger(estimate.n) ? String(estimate.n) : estimate.n.toFixed(1),
          `${estimate.coverage.usable}/${estimate.coverage.units}`,
          markdownCell(absenceText(estimate)),
        ]);
      const lines = [header, header.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
      return `## ${markdownCell(experiment)}\n\n${lines.join('\n')}`;
    })
    .join('\n\n');
}
