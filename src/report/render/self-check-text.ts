import type { MarginRule } from '../../analyze/contrasts/make-contrasts.ts';
import type { PairedContrast } from '../../results/contrast.ts';
import { counted } from '../../util/numbers.ts';
import { type GateReport, gateLines } from './gate-lines.ts';

/** Returns what the gates on a thing and itself mean, and below it what they say, of runs and of logs, line by line. */
export function selfCheckLines(directions: readonly GateReport[], rule: MarginRule): readonly string[] {
  const all = directions.flatMap(({ checks }) => checks);
  return [
    selfCheckVerdict({ ...rule, ...countChecks(all), checks: all.length }),
    ...directions.flatMap((report) => [
      `${report.sides.join(' against ')}:`,
      ...gateLines(report).map((line) => `- ${line}`),
    ]),
  ];
}

/** Returns how many contrasts fail a gate, and how many have a result. */
export function countChecks(contrasts: readonly Pick<PairedContrast, 'gate'>[]): {
  readonly failed: number;
  readonly measured: number;
} {
  const results = contrasts.map(({ gate }) => gate?.passes ?? null);
  return {
    failed: results.filter((passes) => passes === false).length,
    measured: results.filter((passes) => passes !== null).length,
  };
}

/** How many checks a gate would have failed on a thing and itself. */
interface SelfCheckCounts extends MarginRule {
  readonly failed: number;
  /** Checks with a result, and all. */
  readonly measured: number;
  readonly checks: number;
}

/** Returns what a gate on a thing and itself says, in both directions. */
function selfCheckVerdict({ rule, margin, failed, measured, checks }: SelfCheckCounts): string {
  const gate = `a gate with ${rule === 'lower' ? '--fail-if-lower' : '--fail-unless-within'} ${margin}`;
  if (measured === 0) return 'Self-check not measured: no check has a result.';
  if (failed === 0 && measured < checks)
    return `Self-check not complete: ${gate} would have failed none of the ${counted(measured, 'check')} with a result, and ${checks - measured} of ${checks} have none.`;
  if (failed === 0) return `Self-check passed: ${gate} would not have failed in either direction.`;
  const start = `Self-check failed: ${gate} would have failed ${counted(failed, 'check')} of ${measured}, although nothing changed.`;
  return rule === 'within'
    ? `${start} So few items cannot exclude a drop by ${margin}: use a larger margin, or more items.`
    : `${start} Chance does this in at most 5 of 100 commands; else the two are not the same thing (another version of the model, other settings, an order effect).`;
}
