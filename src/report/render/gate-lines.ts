import { gateLevel, type MarginRule } from '../../analyze/contrasts/make-contrasts.ts';
import type { GateCheck } from '../../results/comparison.ts';
import type { PairedContrast } from '../../results/contrast.ts';
import type { RunStatus } from '../../store/store.ts';
import { counted, pRelation } from '../../util/numbers.ts';
import { escapeControls } from '../../util/text.ts';
import { differenceIntervalText } from '../figures/marks/number-text.ts';
import { countsText, sizeText } from '../tables/contrast-table.ts';

/** The checks of a gate, on runs or logs, and what a reader must know beside them. */
export interface GateReport extends MarginRule {
  readonly checks: readonly GateCheck[];
  /** The new side and its baseline: runs, files or models. */
  readonly sides: readonly [string, string];
  /** Returns what a check is about: experiment and condition, or task and score of a log. */
  readonly placeOf: (check: GateCheck) => readonly [string, string];
  /** What only one side has, one sentence each. */
  readonly notCompared: readonly string[];
}

/** Returns the checks of a gate as lines, one for each, then what was not compared. Runs and logs have the same lines. */
export function gateLines({ checks, sides: [now, before], placeOf, notCompared }: GateReport): readonly string[] {
  const nothing = `${now} and ${before} have no model and experiment in common: nothing was checked`;
  return [
    ...(checks.length === 0 ? [nothing] : checks.map((check) => checkLine(check, placeOf(check), [now, before]))),
    ...notCompared.map((sentence) => `not compared: ${sentence}`),
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

/** Returns a check as one line: `EXPERIMENT (CONDITION): my-model ...`. `sides`: what names them where both are one model. */
export function checkLine(
  check: GateCheck,
  [task, about]: readonly [string, string],
  sides: GateReport['sides'],
): string {
  const place = task === '' ? about : `${task} (${about})`;
  const [now, before] = check.models;
  return contrastLine(check, {
    about: `${place}: ${modelsText(check.models)}`,
    note: check.note,
    sides: now === before ? sides : check.models,
  });
}

/** Returns the model that a check is about; of two, the new one and its baseline. */
export function modelsText([now, before]: GateCheck['models']): string {
  return now === before ? now : `${now} against ${before}`;
}

/** What a contrast with a margin is about, a caution about it, and what its sides are called. */
interface About {
  readonly about: string;
  readonly note: string | null;
  readonly sides: readonly [string, string];
}

/**
 * Returns what a gate says of one contrast as one line: status, word, difference, what decides it, and what such runs can and
 * cannot exclude. Runs and logs have the same line.
 */
export function contrastLine(contrast: PairedContrast, { about, note, sides }: About): string {
  const { quantity, reason } = contrast;
  const cautions = [reason, note].filter((each) => each !== null).join('; ');
  const size =
    quantity.value === null ? 'n/a' : differenceIntervalText(quantity.value, quantity.interval, contrast.unit);
  const numbers = `${size}, n = ${quantity.n}${cautions === '' ? '' : ` (${cautions})`}`;
  return [`${statusText(contrast)}: ${about} ${numbers}`, ...decisive(contrast, sides), ...limits(contrast)].join('; ');
}

/**
 * Returns whether a contrast passes, and its word: `FAILED (lower by more than 5.0 points)`, `passed (no difference found)`,
 * `FAILED (lower; a drop of 2.0 points is not excluded)`, `not measured`.
 */
function statusText({ word, gate, unit, quantity }: PairedContrast): string {
  if (gate === null || gate.passes === null) return word;
  const margin = sizeText(gate.margin, unit);
  if (gate.rule === 'within') {
    if (gate.passes) return `passed (${word})`;
    const isShown = word === 'higher' || word === 'lower';
    const failure = isBeyond({ quantity, gate })
      ? `the whole interval is a ${changeOf(gate)} of more than ${margin}`
      : `a ${changeOf(gate)} of ${margin} is not excluded`;
    return `FAILED (${isShown ? `${word}; ` : ''}${failure})`;
  }
  if (gate.passes) return `passed (${word}${word === gate.worse ? `, not shown to be by more than ${margin}` : ''})`;
  return `FAILED (${word}${gate.margin === 0 ? '' : ` by more than ${margin}`})`;
}

/** Returns the change of a score that a gate is about. */
function changeOf({ worse }: NonNullable<PairedContrast['gate']>): 'drop' | 'rise' {
  return worse === 'lower' ? 'drop' : 'rise';
}

/** Returns whether the whole interval of a difference is worse than the margin of its gate. */
function isBeyond({ quantity: { interval }, gate }: Pick<PairedContrast, 'quantity' | 'gate'>): boolean {
  if (gate === null || interval === null) return false;
  return gate.worse === 'lower' ? interval[1] < -gate.margin : interval[0] > gate.margin;
}

/** Returns the counts and the p that decide a check. */
function decisive(contrast: PairedContrast, sides: About['sides']): readonly string[] {
  const { counts, adjusted, gate, unit } = contrast;
  return [
    ...(counts === null ? [] : [countsText({ counts }, ...sides)]),
    ...(adjusted === null || (gate?.rule === 'within' && isBeyond(contrast))
      ? []
      : [`p${isMargin(gate) ? ' of the gate' : ''} ${pRelation(adjusted)}${claimText(gate, unit)}`]),
  ];
}

/** Returns whether a gate asks another question than whether the sides differ. */
function isMargin(gate: PairedContrast['gate']): gate is NonNullable<PairedContrast['gate']> {
  return gate !== null && gate.margin !== 0;
}

/** Returns from which p on a gate with a margin shows its claim, another one than that of a difference. */
function claimText(gate: PairedContrast['gate'], unit: PairedContrast['unit']): string {
  if (!isMargin(gate)) return '';
  const [change, margin] = [changeOf(gate), sizeText(gate.margin, unit)];
  return gate.rule === 'lower'
    ? ` (${gateLevel} or less shows a ${change} of more than ${margin})`
    : ` (${gateLevel} or less excludes a ${change} of ${margin})`;
}

/** Returns what the data of a gate cannot exclude, and what such gates find; nothing where the side is shown to be worse. */
function limits({ quantity: { interval, n }, detectable, gate, unit, word }: PairedContrast): readonly string[] {
  if (gate === null || gate.passes === null || (!gate.passes && word === gate.worse)) return [];
  const change = changeOf(gate);
  const worst = interval === null ? 0 : change === 'drop' ? -interval[0] : interval[1];
  const power = (size: string) =>
    gate.rule === 'lower'
      ? `a real ${change} of ${size} would fail in 4 of 5 such gates`
      : `between equal sides, 4 of 5 such gates would pass at a margin of ${size}${itemsText(gate, detectable, n)}`;
  return [
    ...(worst > 0 ? [`a ${change} of up to ${sizeText(worst, unit)} is not excluded`] : []),
    ...(detectable === null ? [] : [power(sizeText(detectable, unit))]),
  ];
}

/** Returns about how many items 4 of 5 gates with this margin would need, as errors fall with the root of the number; empty where these do. */
function itemsText({ margin }: { readonly margin: number }, detectable: number | null, n: number): string {
  if (detectable === null || detectable <= margin || margin === 0) return '';
  const items = Number((n * (detectable / margin) ** 2).toPrecision(2));
  return `, or at this one with about ${items.toLocaleString('en')} items`;
}

/** Returns which side of a gate is new, what it allows, and from which p on a check shows it: the line before its checks. */
export function gateRuleText({
  sides: [now, before],
  rule,
  margin,
  checks,
}: Pick<GateReport, 'sides' | 'rule' | 'margin' | 'checks'>): string {
  const [unit, ...others] = new Set(checks.map((check) => check.unit));
  const size = unit === undefined || others.length > 0 ? String(margin) : sizeText(margin, unit);
  const worse = margin === 0 ? 'worse at all' : `worse by more than ${size}`;
  const rules = {
    within: `a check passes only where it is shown that the new side is not worse by ${size} or more`,
    lower: `a check fails only where it is shown that the new side is ${worse}`,
  };
  return `gate: new ${now}, baseline ${before}; ${rules[rule]} (p of ${gateLevel} or less${checks.length > 1 && rule === 'lower' ? `, adjusted for ${checks.length} checks` : ''})`;
}

/** Returns the final sentence of a gate: whether it failed, and in how many checks. */
export function gateEndText(checks: readonly Pick<GateCheck, 'gate'>[]): string {
  const failed = checks.filter(({ gate }) => gate?.passes === false).length;
  const open = checks.filter(({ gate }) => (gate?.passes ?? null) === null).length;
  const all = counted(checks.length, 'check');
  if (failed > 0) return `the gate failed: ${failed} of ${all}`;
  return open > 0
    ? `the gate is not decided: ${open} of ${all} ${open === 1 ? 'was' : 'were'} not measured`
    : `the gate passed: ${all}`;
}
