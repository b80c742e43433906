import { type Gate, type GateCheck, type GateResult, notShared } from '../../analyze/compare/regression-gate.ts';
import { noticedText } from '../../results/noticed-text.ts';
import type { RunStatus } from '../../store/store.ts';
import { fraction, fractionRange } from '../../util/numbers.ts';
import { escapeControls } from '../../util/text.ts';

const words: Readonly<Record<GateResult, string>> = {
  lower: 'LOWER',
  'lower-within-margin': 'lower, but within the margin',
  'not-lower': 'not lower',
  within: 'within the margin',
  'not-within': 'NOT WITHIN the margin',
  'not-measured': 'not measured',
};

/** Returns the checks of a gate as lines, one for each model, experiment and condition, then what was not compared. */
export function gateLines(checks: readonly GateCheck[], gate: Gate): readonly string[] {
  const nothing = `runs ${gate.run.id} and ${gate.baseline.id} have no model and experiment in common: nothing was checked`;
  return [
    ...(checks.length === 0 ? [nothing] : checks.map((check) => checkLine(check, gate))),
    ...notShared(gate).map((sentence) => `not compared: ${sentence}`),
  ].map(escapeControls);
}

/** Returns a line for each run that has unanswered calls; nothing for a finished run. */
export function unfinishedLines(
  runs: readonly { readonly id: string; readonly status: RunStatus }[],
): readonly string[] {
  return runs.flatMap(({ id, status }) =>
    status === 'finished' ? [] : [`run ${id} is ${status}: unanswered calls have no score (\`seb resume ${id}\`)`],
  );
}

/** Returns a check as one line: result, difference, and what such runs can and cannot exclude. */
export function checkLine(check: GateCheck, gate: Gate): string {
  return [`${words[check.result]}: ${checkText(check)}`, ...limits(check, gate)].join('; ');
}

/** Returns a check without its result: `EXPERIMENT (CONDITION): my-model −0.250 [−0.400, −0.100], n = 60`. */
export function checkText({ experiment, condition, model, difference, interval, n, note }: GateCheck): string {
  const ends = interval === null ? '' : ` ${fractionRange(interval)}`;
  return `${experiment} (${condition}): ${model} ${fraction(difference)}${ends}, n = ${n}${note === null ? '' : ` (${note})`}`;
}

function limits({ result, interval, detectable }: GateCheck, { rule }: Gate): readonly string[] {
  if (result === 'not-measured') return [];
  const compatible = interval !== null && interval[0] < 0 && result !== 'lower';
  const power = (size: string) =>
    rule === 'lower' ? noticedText(`drop of ${size}`) : `if nothing changed, 4 of 5 such runs pass a margin of ${size}`;
  return [
    ...(compatible ? [`a drop of up to ${fraction(-interval[0])} is compatible`] : []),
    ...(detectable === null ? [] : [power(fraction(detectable))]),
  ];
}

/** Returns the final sentence of a failed gate. */
export function dropText({ run, baseline, rule, margin }: Gate): string {
  if (rule === 'within') {
    return `run ${run.id} is not shown to be within ${margin} of run ${baseline.id}: a 95 % interval reaches below ${-margin}`;
  }
  const bound = margin === 0 ? 0 : -margin;
  return `run ${run.id} scores lower than run ${baseline.id}: a whole 95 % interval lies below ${bound}, also after adjustment for the number of checks`;
}
