import { sharedWordingText, templateShare } from '../../dataset/shared-templates.ts';
import { gain } from '../../domain/measure.ts';
import { modelKey } from '../../domain/model-key.ts';
import { holm } from '../../stats/basic/holm.ts';
import { level } from '../../stats/basic/intervals.ts';
import { ratio } from '../../stats/basic/moments.ts';
import { clusterBootstrapAll } from '../../stats/resampling/bootstrap.ts';
import { totalsOf } from '../../stats/resampling/resample.ts';
import type { Gate, GateCheck } from './gate-check.ts';
import { ends, type Pair, pairedSums } from './paired-differences.ts';
import { pairedDrop } from './paired-drop.ts';
import type { ModelResponses, ResponseMatrix } from './response-matrix.ts';
import { unlikeRuns } from './unlike-runs.ts';

/** Maximum probability that at least one check of a command prints `lower` although no model changed. */
export const familyError = 0.05;

/** Error rate of one end of the interval. */
const oneSided = (1 - level) / 2;

/** A check is not measured where the new run has a score for less than this share of the units that the baseline has. */
export const minUsable = 0.9;

/**
 * Compares each model of a run with itself in the baseline run, on the units that have a score in both, under the same
 * condition. What the runs have in common by name but not in content is not measured.
 */
export function gateChecks(fields: readonly ResponseMatrix[], gate: Gate, seed: number): readonly GateCheck[] {
  const measured = fields.flatMap((field) => checksOf(field, gate, seed));
  const all = [
    ...measured.map(({ check }) => check),
    ...unlikeRuns(
      gate,
      fields,
      measured.map(({ check }) => check),
    ),
  ];
  if (gate.rule === 'within') return all;
  const tested = measured.filter(({ p }) => p !== null);
  const adjusted = holm(tested.map(({ p }) => p as number));
  const pOf = new Map(tested.map(({ check }, index) => [check, adjusted[index] as number]));
  const tests = Math.max(1, tested.length);
  const dropOf = new Map(
    measured.map(({ check, detectable }) => [check, detectable(gate.margin, Math.min(oneSided, familyError / tests))]),
  );
  return all.map((check) => {
    const p = pOf.get(check);
    return p === undefined ? check : judged({ ...check, pHolm: p, detectable: dropOf.get(check) ?? null }, gate);
  });
}

interface Measured {
  readonly check: GateCheck;
  /** One-sided p value of a drop by more than the margin. */
  readonly p: number | null;
  readonly detectable: (margin: number, error: number) => number | null;
}

function checksOf(field: ResponseMatrix, gate: Gate, seed: number): readonly Measured[] {
  const [headline] = field.experiment.measures;
  if (headline === undefined || field.kind === 'authored') return [];
  const pairs = field.responses
    .filter(({ run }) => run === gate.run.id)
    .flatMap((a): readonly Pair[] => {
      const b = field.responses.find(
        ({ run, model, condition }) => run === gate.baseline.id && model === a.model && condition === a.condition,
      );
      return b === undefined ? [] : [{ a, b }];
    });
  if (pairs.length === 0) return [];
  const { tallies, items } = pairedSums(field, pairs, seed);
  const gained = (sum: number) => gain(headline, sum, 0);
  const values = (totals: Float64Array) =>
    pairs.map((_, index) => ratio(gained(totals[2 * index] as number), totals[2 * index + 1] as number));
  const intervals = tallies.length === 0 ? [] : clusterBootstrapAll({ clusters: tallies, values, seed, level });
  const totals = tallies.length === 0 ? new Float64Array(2 * pairs.length) : totalsOf(tallies);
  const alike = sharedWordingText(templateShare(field.titles), 'the items');
  return pairs.map(({ a, b }, index): Measured => {
    const clusters = tallies.flatMap((tally) => {
      const units = tally[2 * index + 1] as number;
      return units === 0 ? [] : [{ sum: gained(tally[2 * index] as number), units }];
    });
    const drop = pairedDrop(clusters, { interval: ends(intervals[index] ?? null), unit: headline.unit, seed });
    const usable = [scored(field, a), scored(field, b)] as const;
    const check: GateCheck = {
      experiment: field.experiment.name,
      measure: headline.name,
      model: a.model,
      condition: a.condition,
      result: 'not-measured',
      difference: drop.difference,
      interval: drop.interval,
      pHolm: null,
      detectable: gate.rule === 'within' ? drop.detectable(0, oneSided) : null,
      n: items[index] ?? 0,
      units: totals[2 * index + 1] as number,
      usable,
      note: null,
    };
    const shared = sharedAnswers(check, gate);
    if (shared !== null) {
      const none = { difference: null, interval: null, detectable: null, note: shared };
      return { check: { ...check, ...none }, p: null, detectable: () => null };
    }
    const note = reasonNotMeasured(check, drop.reason);
    if (note !== null) return { check: { ...check, note }, p: null, detectable: () => null };
    const known = { ...check, note: cautionOf({ field, a, b, alike }, check) };
    if (gate.rule === 'lower') return { check: known, p: drop.p(gate.margin), detectable: drop.detectable };
    const isWithin = (drop.interval?.[0] ?? Number.NEGATIVE_INFINITY) > -gate.margin;
    return { check: { ...known, result: isWithin ? 'within' : 'not-within' }, p: null, detectable: drop.detectable };
  });
}

/** Returns the result of a check with its adjusted p value. */
function judged(check: GateCheck, { margin }: Gate): GateCheck {
  const high = check.interval?.[1] ?? 0;
  const isLower = high < -margin;
  if (isLower && (check.pHolm ?? 1) <= familyError) return { ...check, result: 'lower' };
  const note = isLower ? 'a drop of this size is likely by chance in one of this many checks' : null;
  return {
    ...check,
    result: high < 0 && margin > 0 && !isLower ? 'lower-within-margin' : 'not-lower',
    note: [check.note, note].filter((each) => each !== null).join('; ') || null,
  };
}

function scored(field: ResponseMatrix, { score }: ModelResponses): number {
  let units = 0;
  for (let unit = 0; unit < field.itemOf.length; unit += 1) if (!Number.isNaN(score.at(unit))) units += 1;
  return units;
}

/** Returns why answers that both runs share measure nothing; null if they share none. */
function sharedAnswers({ experiment, model }: GateCheck, { shared }: Gate): string | null {
  const share = shared?.get(modelKey(experiment, model)) ?? 0;
  if (share === 0) return null;
  const all =
    share === 1
      ? 'all calls of the new run reuse'
      : `${Math.max(1, Math.floor(100 * share))} % of the calls of the new run reuse`;
  return `${all} stored answers of the baseline, so they cannot show a drop; use --repeat-as NAME for new executions`;
}

function reasonNotMeasured({ usable: [now, before], units }: GateCheck, reason: string | null): string | null {
  if (now === 0 && before === 0) return 'neither run has a score';
  if (now === 0) return 'the new run has no score';
  if (before === 0) return 'the baseline has no score';
  if (units === 0) return 'no unit has a score in both runs';
  if (now < minUsable * before) {
    return `the new run has a score for ${now} units and the baseline for ${before}: less than ${100 * minUsable} %, so missing answers could hide a drop`;
  }
  return reason;
}

interface Checked extends Pair {
  readonly field: ResponseMatrix;
  /** What is said about items that share their wording; null if they do not. */
  readonly alike: string | null;
}

/** Returns what a reader should know about a measured check; null if nothing. */
function cautionOf({ field, a, b, alike }: Checked, { usable: [now, before] }: GateCheck): string | null {
  const all = field.itemOf.length;
  const few = Math.min(now, before) < minUsable * all ? `scores: ${now} of ${all} units, baseline ${before}` : null;
  const same = haveEqualScores(field, a, b) ? 'both runs have the same outcomes on every item' : null;
  const dependent = alike === null ? null : `${alike}, so a drop is found too often`;
  return [few, same, dependent].filter((each) => each !== null).join('; ') || null;
}

function haveEqualScores(field: ResponseMatrix, a: ModelResponses, b: ModelResponses): boolean {
  return field.itemOf.every((_, unit) => Object.is(a.score.at(unit), b.score.at(unit)));
}
