import { sharedWordingText, templateShare } from '../../data/shared-templates.ts';
import type { Measure } from '../../domain/measure.ts';
import { modelKey, type RunConfig } from '../../domain/run-config.ts';
import { hasSharedUnits } from '../../outcome-kinds/outcome-kinds.ts';
import { binomialTail } from '../../stats/distributions.ts';
import { holm } from '../../stats/holm.ts';
import { leastUsable } from '../../stats/least-numbers.ts';
import { type PairedDifference, paired } from '../../stats/paired.ts';
import { detectableDrop } from '../../stats/power.ts';
import { fraction } from '../../util/numbers.ts';
import { minPairedClusters, type Pair, plainQuantity, type ScoresOfPair, scoresOfPair } from './paired-differences.ts';
import type { ModelResponses, ResponseMatrix } from './response-matrix.ts';

/** One-sided level of `lower` and of `within the margin`, after Holm over the checks of a command. */
export const gateLevel = 0.025;

/**
 * Compares each model of a run with itself in the baseline run, on the units that both were asked, under the same condition:
 * paired t over clusters; where over 2 % of a side is missing, with the missing values at their worst for the claim. What
 * the runs have in common by name but not in content is not measured.
 */
export function gateChecks(fields: readonly ResponseMatrix[], gate: Gate): readonly GateCheck[] {
  const measured = fields.flatMap((field) => checksOf(field, gate));
  const checks = measured.map(({ check }) => check);
  const all = [...checks, ...unlikeRuns(gate, fields, checks)];
  const tested = measured.filter(({ p }) => p !== null);
  const adjusted = holm(tested.map(({ p }) => p as number));
  const pOf = new Map(tested.map(({ check }, index) => [check, adjusted[index] as number]));
  const detectableOf = new Map(measured.map(({ check, detectable }) => [check, detectable]));
  const error = gateLevel / Math.max(1, tested.length);
  return all.map((check) => {
    const p = pOf.get(check);
    if (p === undefined) return check;
    return judged({ ...check, pHolm: p, detectable: detectableOf.get(check)?.(error) ?? null }, gate);
  });
}

interface Measured {
  readonly check: GateCheck;
  /** One-sided p of the gate's claim; null where nothing was measured. */
  readonly p: number | null;
  /** Returns what `GateCheck.detectable` is at a one-sided error. */
  readonly detectable: (error: number) => number | null;
}

function checksOf(field: ResponseMatrix, gate: Gate): readonly Measured[] {
  const [measure] = field.experiment.measures;
  if (measure === undefined || !hasSharedUnits(field.kind)) return [];
  const alike = sharedWordingText(templateShare(field.titles), 'the items');
  return field.responses
    .filter(({ run }) => run === gate.run.id)
    .flatMap((a): readonly Measured[] => {
      const b = field.responses.find(
        ({ run, model, condition }) => run === gate.baseline.id && model === a.model && condition === a.condition,
      );
      return b === undefined ? [] : [checkOf({ field, a, b, alike }, { gate, measure })];
    });
}

function checkOf(checked: Checked, { gate, measure }: { readonly gate: Gate; readonly measure: Measure }): Measured {
  const { field, a, b } = checked;
  const scores = scoresOfPair(field, { a, b }, { measure });
  const plain = paired(scores);
  const { value, interval, n } = plainQuantity(plain, { ...measure, better: 'higher' }); // above 0 is better
  const check: GateCheck = {
    ...{ experiment: field.experiment.name, measure: measure.name, model: a.model, condition: a.condition },
    result: 'not-measured',
    ...{ difference: value, interval, pHolm: null, detectable: null },
    ...{ n: scores.items, units: n },
    usable: [scored(field, a), scored(field, b)],
    missing: plain.missing.shares,
    note: null,
  };
  const none = { p: null, detectable: () => null };
  const shared = sharedAnswers(check, gate);
  if (shared !== null) return { ...none, check: { ...check, difference: null, interval: null, note: shared } };
  const note = reasonNotMeasured(check, plain.clusters);
  if (note !== null) return { ...none, check: { ...check, note } };
  const { p } = paired(scoresOfPair(field, { a, b }, { measure, margin: gate.margin }));
  return {
    check: { ...check, note: cautionOf(checked, check) },
    p:
      gate.rule === 'lower' ? p.lower : Math.max(p.higher, onlyLosses(scores, plain, { margin: gate.margin, measure })),
    detectable: (error) => {
      const isShare = measure.unit === 'share';
      const deviation = plain.se ?? 0;
      if (!isShare && deviation === 0) return null;
      const margin = gate.rule === 'lower' ? gate.margin : 0;
      return detectableDrop({ deviation, clusters: plain.clusters, isShare, margin, error });
    },
  };
}

/**
 * Returns the p of as few losses as these where the true drop is the margin and nothing else changed: the exact binomial
 * tail, one trial for each cluster. The t test alone passes a drop of the margin too often, because few losses also have a
 * small standard error (with none, it has none). For shares.
 */
function onlyLosses(
  scores: ScoresOfPair,
  { value, missing }: PairedDifference,
  { margin, measure: { unit } }: { readonly margin: number; readonly measure: Measure },
): number {
  if (unit !== 'share' || value === null) return 0;
  const mean = missing.atWorst ? meanAtWorst(scores) : value;
  return binomialTail(-mean * scores.clusters, scores.clusters, margin);
}

/** Returns the mean difference with the missing scores at their worst for the new run. */
function meanAtWorst({ own, other, scale: { lowest, highest } }: ScoresOfPair): number {
  let sum = 0;
  for (let unit = 0; unit < own.length; unit += 1) {
    const [a = null, b = null] = [own[unit], other[unit]];
    if (a !== null || b !== null) sum += (a ?? lowest) - (b ?? highest);
  }
  return sum / own.length;
}

/** Returns the result of a check with its adjusted p value. */
function judged(check: GateCheck, { rule, margin }: Gate): GateCheck {
  const holds = (check.pHolm ?? 1) <= gateLevel;
  if (rule === 'within') return { ...check, result: holds ? 'within' : 'not-within' };
  if (holds) return { ...check, result: 'lower' };
  const isLower = (check.interval?.[1] ?? 0) < 0;
  return { ...check, result: isLower && margin > 0 ? 'lower-within-margin' : 'not-lower' };
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

function reasonNotMeasured({ usable: [now, before], units }: GateCheck, clusters: number): string | null {
  if (now === 0 && before === 0) return 'neither run has a score';
  if (now === 0) return 'the new run has no score';
  if (before === 0) return 'the baseline has no score';
  if (units === 0) return 'no unit has a score in both runs';
  if (now < leastUsable * before) {
    return `the new run has a score for ${now} units and the baseline for ${before}: less than ${100 * leastUsable} %, so missing answers could hide a drop`;
  }
  return clusters < minPairedClusters ? `fewer than ${minPairedClusters} groups have a score in both runs` : null;
}

interface Checked extends Pair {
  readonly field: ResponseMatrix;
  /** What is said about items that share their wording; null if they do not. */
  readonly alike: string | null;
}

/** Returns what a reader should know about a measured check; null if nothing. */
function cautionOf({ field, a, b, alike }: Checked, { usable: [now, before], missing }: GateCheck): string | null {
  const all = field.itemOf.length;
  const few = Math.min(now, before) < leastUsable * all ? `scores: ${now} of ${all} units, baseline ${before}` : null;
  const same = haveEqualScores(field, a, b) ? 'both runs have the same outcomes on every item' : null;
  const dependent = alike === null ? null : `${alike}, so a drop is found too often`;
  const worst = missing?.some((share) => share > 0)
    ? `${missing.map((share) => fraction(share)).join(' and ')} of the scores are missing, so the result must also hold with them at their worst`
    : null;
  return [few, worst, same, dependent].filter((each) => each !== null).join('; ') || null;
}

function haveEqualScores(field: ResponseMatrix, a: ModelResponses, b: ModelResponses): boolean {
  return field.itemOf.every((_, unit) => Object.is(a.score.at(unit), b.score.at(unit)));
}

/**
 * Result of a check. With the rule `lower`: the score is lower by more than the margin (`lower`), lower but within the
 * margin, or neither. With the rule `within`: the whole interval lies above minus the margin, or not.
 */
export type GateResult = 'lower' | 'lower-within-margin' | 'not-lower' | 'within' | 'not-within' | 'not-measured';

/** Result for one model, experiment and condition: whether the run scores lower than the baseline. */
export interface GateCheck {
  readonly experiment: string;
  readonly condition: string;
  readonly measure: string;
  readonly model: string;
  readonly result: GateResult;
  /**
   * Score of the new run minus that of the baseline on the same units; baseline minus new where lower scores are better,
   * so that a value below 0 is always a loss.
   */
  readonly difference: number | null;
  /** 95 % interval of the difference. Its lower end is the largest drop that is compatible with the data. */
  readonly interval: readonly [number, number] | null;
  /**
   * One-sided p of the claim, adjusted over all checks (Holm): rule `lower`, a drop by more than the margin; rule `within`,
   * no drop by the margin. Null where nothing was measured.
   */
  readonly pHolm: number | null;
  /**
   * Rule `lower`: the true drop that 80 % of such runs would have found. Rule `within`: the margin that 80 % of such
   * runs pass if nothing changed. Null where it is unknown.
   */
  readonly detectable: number | null;
  /** Items, and option words, requests or groups in them, for which both runs have a score. */
  readonly n: number;
  readonly units: number;
  /** Units with a score in the new run and in the baseline. */
  readonly usable: readonly [number, number];
  /** Shares of missing scores of the new run and the baseline; absent where nothing was compared. */
  readonly missing?: readonly [number, number];
  /** Why there is no result, or a caution about it; null if neither. */
  readonly note: string | null;
}

/** A run as the gate needs it. */
interface GateRun {
  readonly id: string;
  readonly config: RunConfig;
}

/** The run to check, the baseline run, and the rule. */
export interface Gate {
  readonly run: GateRun;
  readonly baseline: GateRun;
  /** `lower`: fails on a drop by more than the margin. `within`: fails unless a drop by the margin is excluded. */
  readonly rule: 'lower' | 'within';
  /** In units of the measure, 0 or more. */
  readonly margin: number;
  /** Share of the calls of a model in an experiment (`modelKey`) that both runs answer with one stored answer; absent: 0. */
  readonly shared?: ReadonlyMap<string, number>;
}

type Planned = RunConfig['experiments'][number];

/**
 * Returns a check without a result for every model and experiment that both runs have by name and that `checks` lacks,
 * with the difference that prevents a comparison.
 */
function unlikeRuns(
  { run, baseline }: Gate,
  fields: readonly ResponseMatrix[],
  checks: readonly GateCheck[],
): readonly GateCheck[] {
  const unpaired = new Set(fields.flatMap(({ kind, experiment }) => (hasSharedUnits(kind) ? [] : [experiment.name])));
  return run.config.experiments.flatMap((planned) => {
    const before = baseline.config.experiments.find(({ name }) => name === planned.name);
    if (before === undefined || unpaired.has(planned.name)) return [];
    return run.config.models
      .filter(({ name, asks }) => isSubject(asks) && modelNames(baseline.config).has(name))
      .filter(({ name }) => !checks.some(({ experiment, model }) => experiment === planned.name && model === name))
      .map(({ name }) => notMeasured({ experiment: planned.name, model: name, note: difference(planned, before) }));
  });
}

/** Returns sentences that say what only one of the runs has. */
export function notShared({ run, baseline }: Gate): readonly string[] {
  return [
    ...only('model', modelNames(run.config), modelNames(baseline.config)),
    ...only('experiment', experimentNames(run.config), experimentNames(baseline.config)),
  ];
}

function only(what: string, now: ReadonlySet<string>, before: ReadonlySet<string>): readonly string[] {
  const sentence = (names: ReadonlySet<string>, others: ReadonlySet<string>, where: string) => {
    const list = [...names].filter((name) => !others.has(name));
    return list.length === 0 ? [] : [`${where} has the ${what}${list.length === 1 ? '' : 's'} ${list.join(', ')}`];
  };
  return [...sentence(now, before, 'only the new run'), ...sentence(before, now, 'only the baseline')];
}

function isSubject(asks: RunConfig['models'][number]['asks']): boolean {
  return asks === undefined || asks === 'both';
}

function modelNames({ models }: RunConfig): ReadonlySet<string> {
  return new Set(models.map(({ name }) => name));
}

function experimentNames({ experiments }: RunConfig): ReadonlySet<string> {
  return new Set(experiments.map(({ name }) => name));
}

function difference(now: Planned, before: Planned): string {
  if (now.version !== before.version)
    return `version ${now.version} of the experiment, baseline version ${before.version}`;
  const [items, itemsBefore] = [now.dataset.items, before.dataset.items];
  if (now.dataset.sha256 !== before.dataset.sha256) {
    return items === itemsBefore
      ? `another data set than the baseline’s, with as many items (${items}): use the same data file and the same selection`
      : `${items} items, ${itemsBefore} in the baseline: use the same --limit, selection and data file`;
  }
  return 'no condition in common: use the same wording, mode, language and system prompt';
}

function notMeasured({ experiment, model, note }: Pick<GateCheck, 'experiment' | 'model' | 'note'>): GateCheck {
  return {
    experiment,
    condition: 'every condition',
    measure: 'score',
    model,
    result: 'not-measured',
    difference: null,
    interval: null,
    pHolm: null,
    detectable: null,
    n: 0,
    units: 0,
    usable: [0, 0],
    note,
  };
}
