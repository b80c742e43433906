import { gain, type Measure } from '../../domain/measure.ts';
import { mcc } from '../../measures/binary/binary-measures.ts';
import { accuracyMicro } from '../../measures/categorical/categorical-measures.ts';
import { closestOthers } from '../../stats/advantage/closest-other.ts';
import type { Advantage, SelfAdvantage } from '../../stats/advantage/self-advantage.ts';
import { accuracyMacro, divergentCrossing, oneSidedMatrix, weightedByGroup } from '../categorical/categorical-cross.ts';
import type { SettingsOf } from '../data-of-runs.ts';
import { compareVerdicts, type TestedAdvantage } from '../self-knowledge/advantage-verdict.ts';
import { askedComparison } from '../self-knowledge/asked-form.ts';
import { advantageForms, printedForms, testedAdvantage } from '../self-knowledge/forms-of-crossing.ts';
import { othersCurves } from '../self-knowledge/others-curve.ts';
import { familiesOf, type Kinship } from '../self-knowledge/relatives.ts';
import { type BesideVerdict, besideVerdicts, requirementsOf } from '../self-knowledge/requirements.ts';
import { bestOtherEntries } from './best-other-entries.ts';
import { limitNotes, notesOf } from './compare-notes.ts';
import type {
  BestOtherEntry,
  Comparison,
  ComparisonMatrix,
  DirectionEntry,
  SelfAdvantageEntry,
} from './comparison-types.ts';
import { costliest, type WithoutEach, withoutEach } from './costliest-model.ts';
import {
  buildCrossPrediction,
  type CrossPrediction,
  conditionsOf,
  crossTallies,
  itemCount,
  measuredCells,
} from './cross-prediction.ts';
import { disagreementItems } from './disagreement-items.ts';
import { gained, withheldOfTwo } from './gained-advantage.ts';
import { advantagesOf } from './matrix-advantages.ts';
import { withResiduals } from './matrix-residuals.ts';
import { pairedDifferences } from './paired-differences.ts';
import { pooledPeople } from './people-pooled.ts';
import { predictionDirections } from './prediction-directions.ts';
import type { ResponseMatrix } from './response-matrix.ts';

interface ComparingOptions {
  readonly seed: number;
  readonly settingsOf?: SettingsOf;
  /** What is declared about relatives; absent: makers are read from the models' names. */
  readonly kinship?: Kinship | undefined;
}

/** Compares models on the same items: how well each predicts each, and which scores higher. */
export function compareModels(
  fields: readonly ResponseMatrix[],
  { seed, settingsOf, kinship }: ComparingOptions,
): Comparison {
  const crossings = fields.flatMap((field) =>
    conditionsOf(field).flatMap((condition) => buildCrossPrediction(field, condition) ?? []),
  );
  const crossed = crossings.flatMap((crossing) =>
    variantsOf(crossing).map((variant) => crossedOf(variant, { seed, kinship })),
  );
  const oneSided = fields.flatMap((field) =>
    conditionsOf(field).flatMap((condition) => oneSidedMatrix(field, condition) ?? []),
  );
  const reused = crossed.flatMap(({ tested }) => tested);
  const asked = fields.map((field) => askedComparison(field, reused, seed));
  const askedTests = asked.flatMap(({ tested }) => tested);
  const beside = [...askedTests.map(() => ({})), ...crossed.flatMap((each) => each.beside)];
  const verdicts = compareVerdicts(primaryFirst([...askedTests, ...reused])).map((verdict, index) => ({
    ...verdict,
    ...beside[index],
  }));
  const pooled = pooledPeople(fields, seed);
  const limits = limitNotes(fields, crossings, settingsOf);
  return {
    matrices: [...[...crossed, ...asked].flatMap(({ matrices }) => matrices), ...oneSided].map(withResiduals),
    selfAdvantage: [...crossed, ...asked].flatMap(({ advantages }) => advantages),
    differences: pairedDifferences(fields, seed),
    ...(pooled.length === 0 ? {} : { pooled }),
    bestOther: crossed.flatMap(({ best }) => best),
    others: othersCurves(fields, seed),
    divergent: crossed.flatMap(({ divergent }) => divergent),
    verdicts,
    directions: crossed.flatMap(({ directions }) => directions),
    notes: [...limits, ...notesOf(fields, seed)],
    ...(limits.length === 0 ? {} : { limits }),
  };
}

interface Crossed {
  readonly matrices: readonly ComparisonMatrix[];
  readonly advantages: readonly SelfAdvantageEntry[];
  readonly best: readonly BestOtherEntry[];
  readonly divergent: readonly SelfAdvantageEntry[];
  readonly tested: readonly TestedAdvantage[];
  /** By entry of `tested`. */
  readonly beside: readonly BesideVerdict[];
  readonly directions: readonly DirectionEntry[];
}

/**
 * Sorts the tests by priority. Each experiment has one primary test, of all its models together: that of the first
 * condition, and of models that predicted each other by name, if any.
 */
function primaryFirst(tested: readonly TestedAdvantage[]): readonly TestedAdvantage[] {
  const seen = new Set<string>();
  return tested.map((each) => {
    if (each.model !== null || seen.has(each.experiment)) return each;
    seen.add(each.experiment);
    return { ...each, primary: true };
  });
}

/** A crossing with the measures of its cells, and the propositions on which the models behave differently. */
interface Variant {
  readonly crossing: CrossPrediction;
  readonly measures: readonly Measure[];
  /** The crossing to use where the choice of propositions changes the scores. */
  readonly apart: CrossPrediction;
  readonly divergent: readonly number[];
}

/** Returns the variants for categorical outcomes: every unit counts equally, then every group of task and property does. */
function variantsOf(crossing: CrossPrediction): readonly Variant[] {
  if (crossing.field.kind !== 'categorical') {
    const divergent = disagreementItems(crossing);
    return [{ crossing, measures: measuresOf(crossing.field), apart: crossing, divergent }];
  }
  const chosen = divergentCrossing(crossing);
  const variant = (each: CrossPrediction, apart: CrossPrediction, measure: Measure): Variant => ({
    crossing: each,
    measures: [measure],
    apart,
    divergent: apart.shared,
  });
  return [
    variant(crossing, chosen, accuracyMicro),
    variant(weightedByGroup(crossing), weightedByGroup(chosen), accuracyMacro),
  ];
}

function crossedOf(
  { crossing, measures, apart: chosen, divergent }: Variant,
  { seed, kinship }: Pick<ComparingOptions, 'seed' | 'kinship'>,
): Crossed {
  const clusters = crossTallies(crossing, crossing.shared, seed);
  const primary = measures.at(-1); // the one that is tested
  const found = advantagesOf(crossing, { clusters, measures, seed, tested: primary });
  const apartClusters = crossTallies(chosen, divergent, seed);
  const apart = advantagesOf(chosen, { clusters: apartClusters, measures, seed, tested: undefined });
  const isMatrix = crossing.models.length > 1;
  const without = withoutEach(crossing);
  const { advantages, tested, beside } = withForms(
    crossing,
    measures.map((measure, index) =>
      entriesOf(crossing, found[index], { measure, n: itemCount(crossing, crossing.shared) }),
    ),
    { measures, clusters, seed, kinship },
  );
  return {
    matrices: isMatrix
      ? measures.map((measure, index) => matrixOf(crossing, measure, { found: found[index], without }))
      : [],
    advantages,
    tested,
    beside,
    directions: isMatrix ? predictionDirections(crossing, { measure: measures.at(-1) as Measure, clusters, seed }) : [],
    best: isMatrix ? measures.flatMap((measure) => bestOtherEntries(crossing, measure, { clusters, seed })) : [],
    divergent: isMatrix
      ? measures.flatMap((measure, index) =>
          entriesOf(crossing, apart[index], { measure, n: itemCount(crossing, divergent) }).map(withoutInterval),
        )
      : [],
  };
}

interface Forming {
  readonly measures: readonly Measure[];
  readonly clusters: readonly Float64Array[];
  readonly seed: number;
  readonly kinship: Kinship | undefined;
}

/** Adds the forms of the expected diagonal to the entries of the primary measure: MCC, or the order score. */
function withForms(
  crossing: CrossPrediction,
  entries: readonly (readonly SelfAdvantageEntry[])[],
  { measures, clusters, seed, kinship }: Forming,
): Pick<Crossed, 'advantages' | 'tested' | 'beside'> {
  const primary = measures.at(-1);
  if (primary === undefined || crossing.models.length < 2)
    return { advantages: entries.flat(), tested: [], beside: [] };
  const { familyOf, unknown } = familiesOf(crossing.models, kinship);
  const forms = advantageForms(crossing, primary, { familyOf, seed });
  const models = crossing.models.length;
  const cells = measuredCells(crossing.field.kind, models, primary);
  const beside = besideVerdicts(crossing, closestOthers({ clusters, models, cells }, seed), { unknown, seed });
  const formed = (entries.at(-1) ?? []).map((entry, index) => ({ entry, forms: forms[index] ?? [] }));
  return {
    advantages: [
      ...entries.slice(0, -1).flat().map(withoutInterval), // one number per question: the tested one has it
      ...formed.map((each) => ({ ...each.entry, forms: printedForms(each.forms) })),
    ],
    beside,
    tested: formed.map((each, index) =>
      testedAdvantage(each.entry, {
        ...{ primary: false, clusters: clusters.length, models, forms: each.forms },
        requirements: requirementsOf(beside[index] as BesideVerdict),
      }),
    ),
  };
}

/** Returns the headline, and for yes/no outcomes MCC. */
function measuresOf({ experiment, kind }: ResponseMatrix): readonly Measure[] {
  const [headline] = experiment.measures;
  const own = headline === undefined || headline.kind !== kind ? [] : [headline];
  return kind === 'binary' && headline?.name !== mcc.name ? [...own, mcc] : own;
}

function placeOf({ field, condition }: CrossPrediction) {
  return { experiment: field.experiment.name, condition };
}

interface Found {
  readonly found: SelfAdvantage | undefined;
  readonly without: WithoutEach;
}

function matrixOf(crossing: CrossPrediction, measure: Measure, { found, without }: Found): ComparisonMatrix {
  const { models, shared, excludedModels: setAside, propositions, field } = crossing;
  const items = itemCount(crossing, shared);
  return {
    ...placeOf(crossing),
    measure: measure.name,
    form: 'reuse',
    models,
    values: found?.matrix ?? models.map(() => models.map(() => null)),
    items,
    leftOut: new Set(field.itemOf).size - items,
    units: shared.length,
    unitsLeftOut: propositions.unitOf.length - shared.length,
    modelsLeftOut: setAside,
    ...costliest(crossing, measure, without),
  };
}

function entriesOf(
  crossing: CrossPrediction,
  found: SelfAdvantage | undefined,
  { measure, n }: { readonly measure: Measure; readonly n: number },
): readonly SelfAdvantageEntry[] {
  const entry = (model: string, advantage: Advantage | undefined) => ({
    ...placeOf(crossing),
    measure: measure.name,
    form: 'reuse' as const,
    model,
    ...(advantage?.kind === 'known'
      ? gained(measure, advantage)
      : { value: null, interval: null, reason: advantage?.reason ?? noItems(crossing) }),
    n,
  });
  const models = crossing.models.length < 2 ? [] : crossing.models;
  return withheldOfTwo([
    ...models.map((model, index) => {
      const made = entry(model, found?.byModel[index]);
      const own = found?.matrix[index]?.[index] ?? null;
      return {
        ...made,
        own,
        expected: own === null || made.value === null ? null : own - gain(measure, made.value, 0),
      };
    }),
    entry('all', found?.all),
  ]);
}

/** Returns a self-advantage that is not corrected for rates or for the choice of items, and so has no interval. */
function withoutInterval(entry: SelfAdvantageEntry): SelfAdvantageEntry {
  return { ...entry, interval: null };
}

function noItems({ models }: CrossPrediction): string {
  return models.length < 2
    ? 'needs at least two models on the same items'
    : 'no such item has a prediction and an outcome of every model';
}
