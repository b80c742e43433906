import { isRecorded } from '../../domain/recorded.ts';
import { modelKey, type RunConfig } from '../../domain/run-config.ts';
import { hasSharedUnits } from '../../outcome-kinds/outcome-kinds.ts';
import type { GateCheck } from '../../results/comparison.ts';
import type { RunStatus } from '../../store/store.ts';
import { counted } from '../../util/numbers.ts';
import { gatePairs, type ModelPair, pairedModels } from './choose-pairs.ts';
import { checkPairs, type GatePair } from './gate-sides.ts';
import { cureOfLogs, type MarginRule } from './make-contrasts.ts';
import type { ModelResponses, ResponseMatrix } from './response-matrix.ts';
import { type ComparedScore, comparedMeasure, rightMeasure, type ScoredUnits, scoredUnits } from './run-contrasts.ts';

/**
 * Compares each model of a run with itself in the baseline run, or the only model of each, on the units that both were asked, under
 * the same condition: a contrast with a margin. What the runs have in common by name but not in content is not measured.
 */
export function gateChecks(fields: readonly ResponseMatrix[], gate: Gate): readonly GateCheck[] {
  const models = gateModels(fields, gate) ?? [];
  const pairs = fields.flatMap((field) => pairsOf(field, gate, models));
  const checks = checkPairs(pairs, gate);
  return [...checks, ...unlikeRuns({ gate, fields, checks })];
}

/** Returns the models that a gate compares, the new one of each pair first; null where the user must name them. */
export function gateModels(
  fields: readonly ResponseMatrix[],
  { run, baseline, models }: Gate,
): readonly ModelPair[] | null {
  if (models !== undefined) return [models];
  const namesIn = (id: string) =>
    fields.flatMap(({ responses }) => responses.flatMap((each) => (each.run === id ? [each.model] : [])));
  return run.id === baseline.id ? null : pairedModels(namesIn(run.id), namesIn(baseline.id));
}

function pairsOf(field: ResponseMatrix, gate: Gate, models: readonly ModelPair[]): readonly GatePair[] {
  const measure = comparedMeasure(field, gate.score);
  if (measure === null || !hasSharedUnits(field.kind)) return [];
  const [now, before] = [gate.run, gate.baseline].map(({ id }) => field.responses.filter(({ run }) => run === id)) as [
    ModelResponses[],
    ModelResponses[],
  ];
  return gatePairs({ now, before }, models, { isRight: measure === rightMeasure }).map((pair): GatePair => {
    const { a, b } = pair;
    const isOneModel = a.model === b.model;
    const unasked =
      measure === rightMeasure ? 0 : unaskedUnits(field, scoredUnits(a, measure), scoredUnits(b, measure));
    return {
      ...{
        field,
        pair,
        measure,
        cure: cureOfRuns(gate, unasked),
        names: isOneModel ? [a.run, b.run] : [a.model, b.model],
      },
      untested: isOneModel ? sharedAnswers({ experiment: field.experiment.name, model: a.model }, gate) : null,
    };
  });
}

/** Returns how many units of the baseline the new side was not asked, where it lacks no other score; 0 where it does. */
function unaskedUnits({ itemOf }: ResponseMatrix, now: ScoredUnits, before: ScoredUnits): number {
  const lacking = [...itemOf.keys()].filter((unit) => before.isAsked(unit) && Number.isNaN(now.score.at(unit)));
  return lacking.some((unit) => now.isAsked(unit)) ? 0 : lacking.length;
}

/**
 * Returns what brings scores that runs lack: calls of a run that is not finished; in a finished one, the items that it was not asked, or
 * what says why scores are missing.
 */
function cureOfRuns({ run, baseline }: Gate, unasked: number): string {
  const idsOf = (runs: readonly GateRun[]) => [...new Set(runs.map(({ id, whole = id }) => whole))];
  const open = [run, baseline].filter(
    ({ status, config }) => status !== 'finished' && !config.models.every(isRecorded),
  );
  const commands = (ids: readonly string[], verb: string, more = '') =>
    `${ids.map((id) => `seb ${verb} ${id}${more}`).join(' and ')}`;
  if (open.length > 0) {
    const ids = idsOf(open);
    return `${commands(ids, 'resume')} ${ids.length === 1 ? 'sends' : 'send'} the missing calls`;
  }
  if (run.config.models.every(isRecorded)) return cureOfLogs;
  if (unasked > 0)
    return `the new run was not asked ${counted(unasked, 'unit')} of the baseline: run it again with the same items (--limit, --items)`;
  const ids = idsOf([run, baseline]);
  return `${commands(ids, 'items', ' --missing')} ${ids.length === 1 ? 'says' : 'say'} why`;
}

/** Returns why answers that both runs share measure nothing; null if they share none. */
function sharedAnswers(
  { experiment, model }: { readonly experiment: string; readonly model: string },
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
  readonly status: RunStatus;
  /** Id of the run of which this is a part; absent: it is whole. */
  readonly whole?: string;
}

/** The run to check, the baseline run, and the rule. */
export interface Gate extends MarginRule {
  readonly run: GateRun;
  readonly baseline: GateRun;
  /** The new model and its baseline, as the user named them; absent: those of `pairedModels`. */
  readonly models?: ModelPair | undefined;
  /** What is compared; absent: the prediction's score, or `right` where no prediction was asked. */
  readonly score?: ComparedScore | undefined;
  /** Share of the calls of a model in an experiment (`modelKey`) that both runs answer with one stored answer; absent: 0. */
  readonly shared?: ReadonlyMap<string, number>;
}

type Planned = RunConfig['experiments'][number];

interface Unlike {
  readonly gate: Gate;
  readonly fields: readonly ResponseMatrix[];
  readonly checks: readonly GateCheck[];
}

/**
 * Returns a check without a result for every pair of models and experiment that both runs have by name and that `checks` lacks,
 * with the difference that prevents a comparison.
 */
function unlikeRuns({ gate, fields, checks }: Unlike): readonly GateCheck[] {
  const { run, baseline } = gate;
  const unpaired = new Set(fields.flatMap(({ kind, experiment }) => (hasSharedUnits(kind) ? [] : [experiment.name])));
  const subjects = (side: GateRun) => side.config.models.flatMap(({ name, asks }) => (isSubject(asks) ? [name] : []));
  const named = gate.models === undefined ? pairedModels(subjects(run), modelNames(baseline.config)) : [gate.models];
  return run.config.experiments.flatMap((planned) => {
    const before = baseline.config.experiments.find(({ name }) => name === planned.name);
    if (before === undefined || unpaired.has(planned.name)) return [];
    const isChecked = ([now, then]: ModelPair) =>
      checks.some(({ experiment, models: own }) => experiment === planned.name && own[0] === now && own[1] === then);
    return (named ?? [])
      .filter((pair) => !isChecked(pair))
      .map((pair) =>
        notMeasured({ experiment: planned.name, models: pair, reason: difference(planned, before) }, gate),
      );
  });
}

/** Returns sentences that say what only one of the runs has. */
export function notShared({ run, baseline }: Gate, checks: readonly GateCheck[]): readonly string[] {
  const checked = new Set(checks.flatMap(({ models }) => models));
  const open = ({ config }: GateRun) => new Set([...modelNames(config)].filter((name) => !checked.has(name)));
  return [
    ...only('model', open(run), open(baseline)),
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
      : `${counted(items, 'item')}, ${itemsBefore} in the baseline: use the same --limit, selection and data file`;
  }
  return 'no condition in common: use the same wording, mode, language and system prompt';
}

function notMeasured(
  { experiment, models, reason }: Pick<GateCheck, 'experiment' | 'models'> & { readonly reason: string },
  { run, baseline, rule, margin }: Gate,
): GateCheck {
  const [none, shares] = [
    { value: null, interval: null },
    { a: 0, b: 0 },
  ];
  return {
    ...{ experiment, condition: 'every condition', measure: 'score', better: 'higher', models },
    ...{ runs: [run.id, baseline.id], items: 0, usable: [0, 0], note: null },
    ...{ a: run.id, b: baseline.id, counts: null, test: null, p: null, adjusted: null, family: 0, detectable: null },
    ...{ unit: 'share', means: { a: null, b: null } },
    quantity: { ...none, n: 0, clusters: 0, effective: 0, missing: reason },
    ...{ word: 'not measured', reason, missing: { ...shares, units: 0, changed: false } },
    gate: { rule, margin, worse: 'lower', passes: null },
  };
}
