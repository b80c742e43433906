import { gain, type Measure } from '../../domain/measure.ts';
import { minVerdictClusters } from '../../domain/results/verdict-words.ts';
import { type Experiments, experimentNamed } from '../../experiments/registry.ts';
import { ratio } from '../../stats/basic/moments.ts';
import { detectableAbove, detectableMean } from '../../stats/basic/power.ts';
import type { Group } from '../accumulate.ts';
import type { DataOf, ResponseMatrix } from '../compare/response-matrix.ts';
import { BaseRates } from '../estimates/cross-fitted-base.ts';
import type { BeyondShared } from '../self-knowledge/beyond-shared.ts';
import type { Kinship } from '../self-knowledge/relatives.ts';
import {
  type ConstantContrasts,
  constantContrasts,
  missingWrongContrasts,
  ruleContrast,
} from './constant-contrasts.ts';
import { FieldContrasts } from './field-contrasts.ts';
import { type ModelVerdict, modelVerdicts, type TestedModel, verdictLevel } from './model-verdicts.ts';
import { type Contrast, type ContrastDrawing, intervalOf } from './paired-contrast.ts';

export type { Contrast } from './paired-contrast.ts';

/** What one model's predictions outperform: an entry of `contrasts` in `seb report --json`; policy `parsed`. */
export interface ModelContrasts extends ModelVerdict {
  readonly run: string;
  readonly experiment: string;
  readonly model: string;
  readonly condition: string;
  readonly measure: string;
  /** Whether its verdict is adjusted with the findings of the selection; otherwise with the other conditions. */
  readonly primary: boolean;
  /** Number of clusters with units of the measure. */
  readonly clusters: number;
  /** Contrast with the best constant answer chosen on other items. */
  readonly baseRate: Contrast;
  /** The contrast that decides the verdict. */
  readonly tested: TestedDifference;
  readonly itemRule: Contrast;
  /**
   * Contrast with a classifier of the items' texts that is fitted to the model's outcomes in other clusters; yes/no
   * outcomes only.
   */
  readonly itemOnly: Contrast;
  /** Contrast with the model's predictions permuted across clusters; yes/no outcomes only. Without an interval. */
  readonly permuted: Contrast;
  /** Contrast with the other models' behavior as the prediction. */
  readonly others: Contrast & { readonly models: number };
  /** What the model's prediction adds to what all models share. */
  readonly beyondShared: BeyondShared;
  /** Share of the items that seem to be made of a template, in [0, 1]; null where their texts are unknown. */
  readonly templates: number | null;
}

/** By how much a model is better than the best constant answer, at the level of all tests of its family together. */
interface TestedDifference {
  /** Score of the best constant answer: on the same items, or, where the model is below it, chosen on other items. */
  readonly reference: number | null;
  readonly difference: number | null;
  readonly interval: readonly [number, number] | null;
  readonly level: number;
  /** Smallest difference that 80 % of such runs would find at `level`, in all tests that the verdict requires. */
  readonly detectable: number | null;
}

interface ContrastOptions extends ContrastDrawing {
  readonly experiments: Experiments;
  readonly dataOf: DataOf;
  /** Whether a condition is the first of its run and experiment; absent: all conditions are one family of tests. */
  readonly isPrimary?: IsPrimary;
  /** Base rates to share; absent: computed for these contrasts alone. */
  readonly baseRates?: BaseRates;
  /** What is declared about relatives; absent: makers are read from the models' names. */
  readonly kinship?: Kinship | undefined;
}

/** Returns whether the verdicts on a condition are findings; those on other conditions are adjusted among themselves. */
export type IsPrimary = (place: Pick<Group, 'run' | 'experiment' | 'condition'>) => boolean;

/**
 * Returns the contrasts and the verdict of every run, model, experiment and condition that has constant answers to
 * compare with.
 */
export function modelContrasts(
  groups: readonly Group[],
  fields: readonly ResponseMatrix[],
  options: ContrastOptions,
): readonly ModelContrasts[] {
  const { isPrimary = () => true, baseRates = new BaseRates() } = options;
  const others = new FieldContrasts(fields, options);
  const made = groups.flatMap((group) => contrastsOf(group, others, { ...options, isPrimary, baseRates }) ?? []);
  const found = new Map<Made, ModelContrasts>();
  for (const family of Map.groupBy(made, ({ entry }) => entry.primary).values()) {
    const verdicts = modelVerdicts(family.map(({ tested }) => tested));
    const tests = family.filter(({ tested }) => tested.clusters >= minVerdictClusters).length;
    const level = 1 - verdictLevel / Math.max(1, tests);
    for (const [index, each] of family.entries()) {
      const verdict = verdicts[index] as ModelVerdict;
      const tested = testedDifference(each, verdict, { level, seed: options.seed, resamples: options.resamples });
      found.set(each, { ...each.entry, ...verdict, tested });
    }
  }
  return made.flatMap((each) => found.get(each) ?? []);
}

/** Options with a value for each that has a default. */
type Prepared = ContrastOptions & Required<Pick<ContrastOptions, 'baseRates' | 'isPrimary'>>;

interface Made {
  readonly entry: Omit<ModelContrasts, keyof ModelVerdict | 'tested'>;
  readonly tested: TestedModel;
  readonly measure: Measure;
  readonly constants: ConstantContrasts;
}

function contrastsOf(
  group: Group,
  fields: FieldContrasts,
  { experiments, seed, resamples, baseRates, isPrimary }: Prepared,
): Made | null {
  const [headline] = experimentNamed(experiments, group.experiment).measures;
  if (headline === undefined || headline.kind !== group.kind || headline.constants === undefined) return null;
  const all = [...group.own.parsed.values()];
  const tallies = all.filter((tally) => headline.n(tally) > 0);
  const fitted = baseRates
    .of(headline, group.own.parsed)
    ?.scores.filter((_, index) => headline.n(all[index] as Float64Array) > 0);
  const constants = constantContrasts(headline, tallies, { fitted, seed, resamples });
  const rule = ruleContrast(headline, tallies, { seed, resamples });
  const { contrast, models } = fields.others(group, headline);
  const items = fields.itemsOnly(group, headline);
  const beyond = fields.beyondShared(group, headline);
  const asWrong = fields.missingAsWrong(group, headline);
  const { run, experiment, model, condition } = group;
  const { units, usable } = group.coverage.own;
  return {
    measure: headline,
    constants,
    entry: {
      ...{ run, experiment, model, condition, measure: headline.name, clusters: tallies.length },
      primary: isPrimary(group),
      baseRate: constants.fitted,
      itemRule: rule,
      ...items,
      others: { ...contrast, models },
      beyondShared: beyond,
      templates: fields.templates(group, headline),
    },
    tested: {
      withheld: group.withheld ?? null,
      clusters: tallies.length,
      base: constants.fitted,
      constants: constants.constants,
      missing: units === 0 ? 0 : 1 - usable / units,
      missingWrong:
        usable === units
          ? constants.constants
          : (asWrong?.constants ?? missingWrongContrasts(headline, [...group.own['failures-wrong'].values()], seed)),
      permutedMissingWrong: asWrong?.permuted ?? null,
      permuted: items.permuted.value === null ? null : items.permuted,
      rule: rule.value === null ? null : rule,
      others: models === 0 ? null : contrast,
      beyondShared: beyond.kind === 'known' ? beyond : null,
    },
  };
}

/** Returns the contrast that decides a verdict: against the best constant answer on the same items, or on other items. */
function testedDifference(
  { constants, measure, tested }: Made,
  { verdict }: ModelVerdict,
  { level, ...drawing }: ContrastDrawing & { readonly level: number },
): TestedDifference {
  const isBelow = verdict === 'below-constant' || verdict === 'below-constant-tells-apart';
  const paired = isBelow ? constants.pairedFitted : constants.best;
  if (paired === null) return { reference: null, difference: null, interval: null, level, detectable: null };
  const weight = paired.reduce((sum, [, each]) => sum + each, 0);
  const difference = ratio(
    paired.reduce((sum, [each]) => sum + each, 0),
    weight,
  );
  return {
    reference: difference === null || constants.own === null ? null : constants.own - gain(measure, difference, 0),
    difference,
    interval: tested.clusters === 0 ? null : intervalOf(paired, { ...drawing, level }),
    level,
    detectable: isBelow ? detectableMean(paired, level) : detectableAbove(constants.required, level),
  };
}
