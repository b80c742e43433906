import { sharedWordingText, templateShare } from '../../data/shared-templates.ts';
import { isRecorded } from '../../domain/recorded.ts';
import { modelKey, type RunConfig } from '../../domain/run-config.ts';
import { hasSharedUnits } from '../../outcome-kinds/outcome-kinds.ts';
import type { GateCheck } from '../../results/comparison.ts';
import type { PairedContrast } from '../../results/contrast.ts';
import { leastUsable } from '../../stats/least-numbers.ts';
import { type CheckedSides, cureOfLogs, type MarginRule, makeGateContrasts } from './make-contrasts.ts';
import type { ResponseMatrix } from './response-matrix.ts';
import {
  type ComparedMeasure,
  type ComparedScore,
  comparedMeasure,
  type Pair,
  type ScoredUnits,
  scoredUnits,
  scoresOfPair,
} from './run-contrasts.ts';

/**
 * Compares each model of a run with itself in the baseline run, on the units that both were asked, under the same condition: a
 * contrast with a margin. What the runs have in common by name but not in content is not measured.
 */
export function gateChecks(fields: readonly ResponseMatrix[], gate: Gate): readonly GateCheck[] {
  const paired = fields.flatMap((field) => pairsOf(field, gate));
  const contrasts = makeGateContrasts(
    paired.map(({ sides }) => sides),
    gate,
  );
  const checks = paired.map(({ about, caution, sides }, index): GateCheck => {
    const contrast = contrasts[index] as PairedContrast;
    const isReused = sides.untested !== null && contrast.reason === sides.untested && about.isReused;
    const quantity = isReused ? { ...contrast.quantity, value: null, interval: null } : contrast.quantity;
    const { isReused: _, ...place } = about;
    return { ...place, ...contrast, quantity, note: contrast.reason === null ? caution : null };
  });
  return [...checks, ...unlikeRuns(gate, fields, checks)];
}

interface PairOfRuns {
  readonly about: Pick<GateCheck, 'experiment' | 'measure' | 'model' | 'condition' | 'items' | 'usable'> & {
    readonly isReused: boolean;
  };
  readonly sides: CheckedSides;
  /** What a reader should know about a measured check; null if nothing. */
  readonly caution: string | null;
}

function pairsOf(field: ResponseMatrix, gate: Gate): readonly PairOfRuns[] {
  const measure = comparedMeasure(field, gate.score);
  if (measure === null || !hasSharedUnits(field.kind)) return [];
  const alike = sharedWordingText(templateShare(field.titles), 'the items');
  return field.responses
    .filter(({ run }) => run === gate.run.id)
    .flatMap((a): readonly PairOfRuns[] => {
      const b = field.responses.find(
        ({ run, model, condition }) => run === gate.baseline.id && model === a.model && condition === a.condition,
      );
      return b === undefined ? [] : [pairOfRuns({ field, a, b, alike }, { gate, measure })];
    });
}

function pairOfRuns(
  checked: Checked,
  { gate, measure }: { readonly gate: Gate; readonly measure: ComparedMeasure },
): PairOfRuns {
  const { field, a, b } = checked;
  const scores = scoresOfPair(field, { a, b }, measure);
  const place = { experiment: field.experiment.name, measure: measure.name, model: a.model, condition: a.condition };
  const sides = [scoredUnits(a, measure), scoredUnits(b, measure)] as const;
  const usable = [scored(field, sides[0]), scored(field, sides[1])] as const;
  const reused = sharedAnswers(place, gate);
  return {
    about: { ...place, items: scores.items, usable, isReused: reused !== null },
    sides: {
      ...{ a: gate.run.id, b: gate.baseline.id, scores, measure, untested: reused },
      baselineUnits: unitsAsked(field, sides[1]),
      usable,
      cure: gate.run.config.models.every(isRecorded) ? cureOfLogs : `seb resume ${gate.run.id} sends the missing calls`,
    },
    caution: cautionOf({ field, alike: checked.alike, sides }, usable),
  };
}

function unitsAsked({ itemOf }: ResponseMatrix, { isAsked }: ScoredUnits): number {
  return itemOf.reduce((units, _, unit) => units + Number(isAsked(unit)), 0);
}

function scored(field: ResponseMatrix, { score }: ScoredUnits): number {
  let units = 0;
  for (let unit = 0; unit < field.itemOf.length; unit += 1) if (!Number.isNaN(score.at(unit))) units += 1;
  return units;
}

/** Returns why answers that both runs share measure nothing; null if they share none. */
function sharedAnswers(
  { experiment, model }: Pick<GateCheck, 'experiment' | 'model'>,
  { shared }: Gate,
): string | null {
  const share = shared?.get(modelKey(experiment, model)) ?? 0;
  if (share === 0) return null;
  const all =
    share === 1
      ? 'all calls of the new run reuse'
      : `${Math.max(1, Math.floor(100 * share))} % of the calls of the new run reuse`;
  return `${all} stored answers of the baseline, so they cannot show a drop; use --repeat-as NAME for new executions`;
}

interface Checked extends Pair {
  readonly field: ResponseMatrix;
  /** What is said about items that share their wording; null if they do not. */
  readonly alike: string | null;
}

interface Cautioned extends Pick<Checked, 'field' | 'alike'> {
  readonly sides: readonly [ScoredUnits, ScoredUnits];
}

/** Returns what a reader should know about a measured check; null if nothing. */
function cautionOf({ field, alike, sides }: Cautioned, [now, before]: GateCheck['usable']): string | null {
  const all = field.itemOf.length;
  const few = Math.min(now, before) < leastUsable * all ? `scores: ${now} of ${all} units, baseline ${before}` : null;
  const same = haveEqualScores(field, sides) ? 'both sides have the same outcomes on every item' : null;
  const dependent = alike === null ? null : `${alike}, so a drop is found too often`;
  return [few, same, dependent].filter((each) => each !== null).join('; ') || null;
}

function haveEqualScores(field: ResponseMatrix, [a, b]: Cautioned['sides']): boolean {
  return field.itemOf.every((_, unit) => Object.is(a.score.at(unit), b.score.at(unit)));
}

/** A run as the gate needs it. */
interface GateRun {
  readonly id: string;
  readonly config: RunConfig;
}

/** The run to check, the baseline run, and the rule. */
export interface Gate extends MarginRule {
  readonly run: GateRun;
  readonly baseline: GateRun;
  /** What is compared; absent: the prediction's score, or `right` where no prediction was asked. */
  readonly score?: ComparedScore | undefined;
  /** Share of the calls of a model in an experiment (`modelKey`) that both runs answer with one stored answer; absent: 0. */
  readonly shared?: ReadonlyMap<string, number>;
}

type Planned = RunConfig['experiments'][number];

/**
 * Returns a check without a result for every model and experiment that both runs have by name and that `checks` lacks,
 * with the difference that prevents a comparison.
 */
function unlikeRuns(gate: Gate, fields: readonly ResponseMatrix[], checks: readonly GateCheck[]): readonly GateCheck[] {
  const { run, baseline } = gate;
  const unpaired = new Set(fields.flatMap(({ kind, experiment }) => (hasSharedUnits(kind) ? [] : [experiment.name])));
  return run.config.experiments.flatMap((planned) => {
    const before = baseline.config.experiments.find(({ name }) => name === planned.name);
    if (before === undefined || unpaired.has(planned.name)) return [];
    return run.config.models
      .filter(({ name, asks }) => isSubject(asks) && modelNames(baseline.config).has(name))
      .filter(({ name }) => !checks.some(({ experiment, model }) => experiment === planned.name && model === name))
      .map(({ name }) =>
        notMeasured({ experiment: planned.name, model: name, reason: difference(planned, before) }, gate),
      );
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

function notMeasured(
  { experiment, model, reason }: { readonly experiment: string; readonly model: string; readonly reason: string },
  { run, baseline, rule, margin }: Gate,
): GateCheck {
  const [none, shares] = [
    { value: null, interval: null },
    { a: 0, b: 0 },
  ];
  return {
    ...{ experiment, condition: 'every condition', measure: 'score', model, items: 0, usable: [0, 0], note: null },
    ...{ a: run.id, b: baseline.id, counts: null, test: null, p: null, adjusted: null, family: 0, detectable: null },
    ...{ unit: 'share', means: { a: null, b: null } },
    quantity: { ...none, n: 0, clusters: 0, effective: 0, missing: reason },
    ...{ word: 'not measured', reason, missing: { ...shares, units: 0, changed: false } },
    gate: { rule, margin, worse: 'lower', passes: null },
  };
}
