import { isRecorded } from '../../domain/recorded.ts';
import { modelKey, type RunConfig } from '../../domain/run-config.ts';
import { hasSharedUnits } from '../../outcome-kinds/outcome-kinds.ts';
import type { GateCheck } from '../../results/comparison.ts';
import type { PairedContrast } from '../../results/contrast.ts';
import { isSameCondition } from './choose-pairs.ts';
import { type CheckedPair, gateSides, sharedWording } from './gate-sides.ts';
import { type CheckedSides, cureOfLogs, type MarginRule, makeGateContrasts } from './make-contrasts.ts';
import type { ResponseMatrix } from './response-matrix.ts';
import { type ComparedScore, comparedMeasure, rightMeasure } from './run-contrasts.ts';

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
  readonly caution: string | null;
}

function pairsOf(field: ResponseMatrix, gate: Gate): readonly PairOfRuns[] {
  const measure = comparedMeasure(field, gate.score);
  if (measure === null || !hasSharedUnits(field.kind)) return [];
  const alike = sharedWording(field);
  return field.responses
    .filter(({ run }) => run === gate.run.id)
    .flatMap((a): readonly PairOfRuns[] => {
      const b = field.responses.find(
        (each) =>
          each.run === gate.baseline.id &&
          each.model === a.model &&
          isSameCondition(each, a, { isRight: measure === rightMeasure }),
      );
      return b === undefined ? [] : [pairOfRuns({ field, pair: { a, b }, measure, alike }, gate)];
    });
}

function pairOfRuns(checked: CheckedPair, gate: Gate): PairOfRuns {
  const { field, pair, measure } = checked;
  const { model, condition } = pair.a;
  const place = { experiment: field.experiment.name, measure: measure.name, model, condition };
  const reused = sharedAnswers(place, gate);
  const { sides, items, caution } = gateSides(checked, {
    ...{ a: gate.run.id, b: gate.baseline.id, untested: reused },
    cure: gate.run.config.models.every(isRecorded) ? cureOfLogs : `seb resume ${gate.run.id} sends the missing calls`,
  });
  return { about: { ...place, items, usable: sides.usable, isReused: reused !== null }, sides, caution };
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
