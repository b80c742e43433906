import { gain, type Measure } from '../domain/measure.ts';
import { type Experiments, experimentNamed } from '../experiments/registry.ts';
import { level } from '../stats/basic/intervals.ts';
import { ratio } from '../stats/basic/moments.ts';
import { clusterBootstrapAll, fewestClusters } from '../stats/resampling/bootstrap.ts';
import { signFlipTest } from '../stats/resampling/permutation.ts';
import type { Group } from './accumulate.ts';
import { batches } from './compare/cross-prediction.ts';
import { ends } from './compare/paired-differences.ts';
import type { DataOf, ModelResponses, ResponseMatrix } from './compare/response-matrix.ts';
import { BaseRates } from './estimates/base-rate.ts';
import { itemOnlyScores, permutedPredictions } from './self-knowledge/item-baselines.ts';
import { OtherModels } from './self-knowledge/other-models.ts';
import { type ModelVerdict, modelVerdicts, type TestedModel } from './self-knowledge/verdict.ts';

/**
 * By how much a model's headline is better than that of another prediction of the same units, paired by cluster: above 0
 * where the model is better, also if a lower value of the measure is better.
 */
export interface Contrast {
  readonly value: number | null;
  readonly interval: readonly [number, number] | null;
  /** Two-sided sign-flip test by cluster, not adjusted. */
  readonly p: number | null;
  /** Units for which both have a score. */
  readonly n: number;
  readonly reason?: string;
}

/** What one model's predictions outperform: an entry of `contrasts` in `seb report --json`; policy `parsed`. */
export interface ModelContrasts extends ModelVerdict {
  readonly run: string;
  readonly experiment: string;
  readonly model: string;
  readonly condition: string;
  readonly measure: string;
  /** Number of clusters with units of the measure. */
  readonly clusters: number;
  readonly base_rate: Contrast;
  readonly item_rule: Contrast;
  /**
   * Contrast with a classifier of the items' texts that is fitted to the model's outcomes in other clusters; yes/no
   * outcomes only.
   */
  readonly item_only: Contrast;
  /** Contrast with the model's predictions permuted across clusters; yes/no outcomes only. Without an interval. */
  readonly permuted: Contrast;
  /** Contrast with the other models' behavior as the prediction. */
  readonly others: Contrast & { readonly models: number };
}

interface ContrastOptions {
  readonly experiments: Experiments;
  readonly dataOf: DataOf;
  readonly seed: number;
  /** Base rates to share; absent: computed for these contrasts alone. */
  readonly baseRates?: BaseRates;
}

/** Sums of differences and units, by cluster. */
type Paired = readonly (readonly [difference: number, weight: number])[];

/**
 * Returns the contrasts and the verdict of every run, model, experiment and condition that has constant answers to
 * compare with.
 */
export function modelContrasts(
  groups: readonly Group[],
  fields: readonly ResponseMatrix[],
  options: ContrastOptions,
): readonly ModelContrasts[] {
  const others = new OthersOfField(fields, options);
  const baseRates = options.baseRates ?? new BaseRates(options.seed);
  const made = groups.flatMap((group) => contrastsOf(group, others, { ...options, baseRates }) ?? []);
  const verdicts = modelVerdicts(made.map(({ tested }) => tested));
  return made.map(({ entry }, place) => ({ ...entry, ...(verdicts[place] as ModelVerdict) }));
}

interface Made {
  readonly entry: Omit<ModelContrasts, keyof ModelVerdict>;
  readonly tested: TestedModel;
}

function contrastsOf(
  group: Group,
  fields: OthersOfField,
  { experiments, seed, baseRates }: Required<ContrastOptions>,
): Made | null {
  const [headline] = experimentNamed(experiments, group.experiment).measures;
  if (headline === undefined || headline.kind !== group.kind || headline.constants === undefined) return null;
  const all = [...group.own.parsed.values()];
  const tallies = all.filter((tally) => headline.n(tally) > 0);
  const fitted = baseRates
    .of(headline, group.own.parsed)
    ?.scores.filter((_, place) => headline.n(all[place] as Float64Array) > 0);
  const base = constantContrasts(headline, tallies, { fitted, seed });
  const rule = ruleContrast(headline, tallies, seed);
  const { contrast, models } = fields.of(group, headline);
  const items = fields.itemsOnly(group, headline);
  const { run, experiment, model, condition } = group;
  return {
    entry: {
      ...{ run, experiment, model, condition, measure: headline.name, clusters: tallies.length },
      base_rate: base.fitted,
      item_rule: rule,
      ...items,
      others: { ...contrast, models },
    },
    tested: {
      clusters: tallies.length,
      base: base.fitted,
      constants: base.constants,
      rule: rule.value === null ? null : rule,
      others: models === 0 ? null : contrast,
    },
  };
}

function ownSum(measure: Measure, tally: ArrayLike<number>): number {
  return (measure.value(tally) ?? 0) * measure.n(tally);
}

interface Constants {
  /** Score of the cross-fitted base rate, by cluster. */
  readonly fitted: Float64Array | undefined;
  readonly seed: number;
}

function constantContrasts(measure: Measure, tallies: readonly Float64Array[], { fitted, seed }: Constants) {
  const scores = tallies.map((tally) => measure.constants?.(tally) ?? []);
  const own = tallies.map((tally) => [ownSum(measure, tally), measure.n(tally)] as const);
  const paired = (of: (cluster: number) => number): Paired =>
    own.map(([sum, weight], cluster) => [gain(measure, sum, of(cluster)), weight]);
  return {
    fitted: contrastOf(
      paired((cluster) => fitted?.[cluster] ?? 0),
      seed,
    ),
    constants: Array.from(scores[0] ?? [], (_, constant) =>
      testOf(
        paired((cluster) => scores[cluster]?.[constant] ?? 0),
        seed,
      ),
    ),
  };
}

function ruleContrast(measure: Measure, tallies: readonly Float64Array[], seed: number): Contrast {
  const paired = tallies.flatMap((tally): Paired => {
    const rule = measure.itemRule?.(tally) ?? null;
    return rule === null ? [] : [[gain(measure, ownSum(measure, tally), rule * measure.n(tally)), measure.n(tally)]];
  });
  return paired.length === 0 ? absent('the data set has no label or item rule') : contrastOf(paired, seed);
}

function absent(reason: string): Contrast {
  return { value: null, interval: null, p: null, n: 0, reason };
}

/** Returns the two-sided test without an interval: intervals for 24 constant orders would dominate the time of a report. */
function testOf(paired: Paired, seed: number): Pick<Contrast, 'value' | 'p'> {
  const sums = paired.map(([difference]) => difference);
  const weight = paired.reduce((sum, [, each]) => sum + each, 0);
  const value = ratio(
    sums.reduce((sum, each) => sum + each, 0),
    weight,
  );
  return { value, p: value === null ? null : (signFlipTest(sums, { seed })?.p ?? null) };
}

function contrastOf(paired: Paired, seed: number): Contrast {
  const { value, p } = testOf(paired, seed);
  if (value === null) return absent('no unit that both have a score for');
  const n = paired.reduce((sum, [, weight]) => sum + weight, 0);
  const values = (totals: Float64Array) => [ratio(totals[0] as number, totals[1] as number)];
  const [interval = null] = clusterBootstrapAll({ clusters: paired, values, seed, level });
  return { value, interval: paired.length < fewestClusters(level) ? null : ends(interval), p, n };
}

type OthersContrast = { readonly contrast: Contrast; readonly models: number };

/** Finds the other models' behavior on the data of a group. */
class OthersOfField {
  readonly #fields: readonly ResponseMatrix[];
  readonly #options: ContrastOptions;
  readonly #prepared = new Map<string, OtherModels>();

  constructor(fields: readonly ResponseMatrix[], options: ContrastOptions) {
    this.#fields = fields;
    this.#options = options;
  }

  of({ run, experiment, model, condition }: Group, measure: Measure): OthersContrast {
    const none = { contrast: absent('needs a second model on the same items'), models: 0 };
    const found = this.#find({ run, experiment, model, condition }, measure);
    if (found === null) return none;
    const { field, own } = found;
    const others = this.#othersIn(field, condition).of(own);
    if (others === null) return none;
    const paired = pairedByCluster(field, { measure, own, scores: others.scores, seed: this.#options.seed });
    return { contrast: contrastOf(paired, this.#options.seed), models: others.models };
  }

  /** Returns references that only need the group's own units. */
  itemsOnly(group: Pick<Group, 'run' | 'experiment' | 'model' | 'condition'>, measure: Measure) {
    const { seed } = this.#options;
    const found = measure.kind === 'binary' ? this.#find(group, measure) : null;
    const claims = found === null ? null : this.#othersIn(found.field, group.condition).claims(found.own);
    if (found === null || claims === null) {
      const none = absent('for yes/no outcomes only');
      return { item_only: none, permuted: none };
    }
    const { field, own } = found;
    const scores = itemOnlyScores(field, claims, { measure, seed });
    const permuted = permutedPredictions(field, claims);
    return {
      item_only:
        scores === null
          ? absent('the texts of the items are not available')
          : contrastOf(pairedByCluster(field, { measure, own, scores, seed }), seed),
      permuted:
        permuted === null
          ? absent('no unit with a prediction and an outcome')
          : { value: permuted.difference, interval: null, p: permuted.p, n: permuted.n },
    };
  }

  #find(
    { run, experiment, model, condition }: Pick<Group, 'run' | 'experiment' | 'model' | 'condition'>,
    { kind }: Measure,
  ) {
    const data = this.#options.dataOf(run, experiment);
    const field = this.#fields.find(
      (each) => each.experiment.name === experiment && each.data === data && each.kind === kind,
    );
    const own = field?.responses.find(
      (each) => each.run === run && each.model === model && each.condition === condition,
    );
    return field === undefined || own === undefined ? null : { field, own };
  }

  #othersIn(field: ResponseMatrix, condition: string): OtherModels {
    const key = JSON.stringify([field.experiment.name, field.data, condition]);
    const known = this.#prepared.get(key) ?? new OtherModels(field, condition);
    this.#prepared.set(key, known);
    return known;
  }
}

interface ByUnit {
  readonly measure: Measure;
  readonly own: ModelResponses;
  readonly scores: Float64Array;
  readonly seed: number;
}

function pairedByCluster(field: ResponseMatrix, { measure, own, scores, seed }: ByUnit): Paired {
  const sums = new Map<number, [number, number]>();
  const clusterOf = batches(field.clusterOf, seed);
  for (const [unit, cluster] of clusterOf.entries()) {
    const difference = gain(measure, own.score.at(unit), scores[unit] as number);
    if (Number.isNaN(difference)) continue;
    const sum = sums.get(cluster) ?? [0, 0];
    sums.set(cluster, [sum[0] + difference, sum[1] + 1]);
  }
  return [...sums.values()];
}
