import type { MarginRule } from '../../analyze/contrasts/make-contrasts.ts';
import { type Gate, notShared } from '../../analyze/contrasts/run-gate.ts';
import type { GateCheck } from '../../results/comparison.ts';
import type { PairedContrast } from '../../results/contrast.ts';
import { noticedText } from '../../results/noticed-text.ts';
import type { RunStatus } from '../../store/store.ts';
import { pRelation } from '../../util/numbers.ts';
import { escapeControls } from '../../util/text.ts';
import { differenceIntervalText } from '../figures/marks/number-text.ts';
import { countsText, sizeText } from '../tables/contrast-table.ts';

/** Returns the checks of a gate as lines, one for each model, experiment and condition, then what was not compared. */
export function gateLines(checks: readonly GateCheck[], gate: Gate): readonly string[] {
  const nothing = `runs ${gate.run.id} and ${gate.baseline.id} have no model and experiment in common: nothing was checked`;
  return [
    ...(checks.length === 0 ? [nothing] : checks.map(checkLine)),
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

/** Returns a check of two runs as one line. */
export function checkLine(check: GateCheck): string {
  return contrastLine(check, { about: checkText(check), note: check.note });
}

/** Returns which score of which model a check is about: `EXPERIMENT (CONDITION): my-model`. */
function checkText({ experiment, condition, model }: GateCheck): string {
  return `${experiment} (${condition}): ${model}`;
}

/** What a contrast with a margin is about, and a caution about it. */
interface About {
  readonly about: string;
  readonly note: string | null;
}

/**
 * Returns what a gate says of one contrast as one line: status, word, difference, what decides it, and what such runs can and
 * cannot exclude. Runs and logs have the same line.
 */
export function contrastLine(contrast: PairedContrast, { about, note }: About): string {
  const { quantity, reason } = contrast;
  const cautions = [reason, note].filter((each) => each !== null).join('; ');
  const size =
    quantity.value === null ? 'n/a' : differenceIntervalText(quantity.value, quantity.interval, contrast.unit);
  const numbers = `${size}, n = ${quantity.n}${cautions === '' ? '' : ` (${cautions})`}`;
  return [`${statusText(contrast)}: ${about} ${numbers}`, ...decisive(contrast), ...limits(contrast)].join('; ');
}

/** Returns whether a contrast passes, and its word: `FAILED (lower)`, `passed (no difference found)`, `not measured`. */
function statusText({ word, gate }: PairedContrast): string {
  if (gate === null || gate.passes === null) return word;
  if (gate.passes) return `passed (${word})`;
  return `FAILED (${gate.rule === 'lower' ? word : 'not within the margin'})`;
}

/** Returns the counts and the p that decide a check. */
function decisive({ counts, adjusted }: PairedContrast): readonly string[] {
  return [
    ...(counts === null ? [] : [countsText({ counts }, 'new', 'baseline')]),
    ...(adjusted === null ? [] : [`p ${pRelation(adjusted)}`]),
  ];
}

function limits({ word, quantity: { interval }, detectable, gate, unit }: PairedContrast): readonly string[] {
  if (gate === null || gate.passes === null) return [];
  const isCompatible = interval !== null && interval[0] < 0 && word !== 'lower';
  const power = (size: string) =>
    gate.rule === 'lower'
      ? noticedText(`drop of ${size}`)
      : `if nothing changed, 4 of 5 such runs pass a margin of ${size}`;
  return [
    ...(isCompatible ? [`a drop of up to ${sizeText(-interval[0], unit)} is compatible`] : []),
    ...(detectable === null ? [] : [power(sizeText(detectable, unit))]),
  ];
}

/** The sides of a gate as they are named, and its rule. */
interface GateNames extends MarginRule {
  readonly run: { readonly id: string };
  readonly baseline: { readonly id: string };
}

/** Returns the final sentence of a failed gate. */
export function dropText({ run, baseline, rule, margin }: GateNames): string {
  const bound = margin === 0 ? '0' : `−${margin} (${sizeText(-margin, 'share')})`;
  if (rule === 'within') {
    return `run ${run.id} is not shown to be within ${margin} of run ${baseline.id}: a 95 % interval reaches below ${bound}`;
  }
  return `run ${run.id} scores lower than run ${baseline.id}: a whole 95 % interval lies below ${bound}, also after adjustment for the number of checks`;
}
