import type { Gate, GateCheck } from '../../analyze/compare/regression-gate.ts';
import { escapeControls } from '../../util/text.ts';
import { checkText } from './junit.ts';

const words = { lower: 'LOWER', 'not-lower': 'not lower', 'not-measured': 'not measured' } as const;

/** Returns the checks of a gate as lines, one for each model, experiment and condition. */
export function gateLines(checks: readonly GateCheck[], { run, baseline }: Gate): readonly string[] {
  if (checks.length === 0) {
    return [
      `runs ${run} and ${baseline} have no model, experiment, data set and condition in common: nothing was checked`,
    ];
  }
  return checks.map((check) => `${words[check.result]}: ${escapeControls(checkText(check))}`);
}

/** Returns the final sentence of a failed gate. */
export function dropText({ run, baseline, margin }: Gate): string {
  const bound = margin === 0 ? 0 : -margin;
  return `run ${run} scores lower than run ${baseline}: a whole 95 % interval lies below ${bound}`;
}
