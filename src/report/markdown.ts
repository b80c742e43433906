import type { Estimate } from '../analyse/estimate.ts';
import { fraction, harmless } from '../util/text.ts';

/** Text that Markdown shows as it is, in one table cell. */
export function markdownCell(text: string): string {
  return harmless(text.replace(/\s+/g, ' ')).replace(/[\\`*_{}[\]<>|#!&~]/g, (character) => `\\${character}`);
}

function shown({ value, interval, unit }: Estimate): string {
  const number = (each: number) => (unit === 'tokens' ? each.toFixed(1) : fraction(each));
  if (value === null) return 'n/a';
  return interval === null ? number(value) : `${number(value)} [${number(interval[0])}, ${number(interval[1])}]`;
}

/** Every estimate as one Markdown table an experiment. */
export function markdownReport(estimates: readonly Estimate[]): string {
  const experiments = [...new Set(estimates.map(({ experiment }) => experiment))];
  const header = ['model', 'condition', 'measure', 'policy', 'value [95 %]', 'base rate', 'second run', 'n', 'usable'];
  return experiments
    .map((experiment) => {
      const rows = estimates
        .filter((estimate) => estimate.experiment === experiment)
        .map((estimate) => [
          markdownCell(estimate.model),
          markdownCell(estimate.condition),
          markdownCell(estimate.measure),
          estimate.policy,
          shown(estimate),
          fraction(estimate.base_rate),
          fraction(estimate.ceiling),
          Number.isInteger(estimate.n) ? String(estimate.n) : estimate.n.toFixed(1),
          `${estimate.coverage.usable}/${estimate.coverage.units}`,
        ]);
      const lines = [header, header.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
      return `## ${markdownCell(experiment)}\n\n${lines.join('\n')}`;
    })
    .join('\n\n');
}
