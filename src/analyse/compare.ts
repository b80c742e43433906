import { bestOthers } from '../stats/best-other.ts';
import { type Advantage, type SelfAdvantage, selfAdvantages } from '../stats/self-advantage.ts';
import type { Field } from './behaviour.ts';
import { mcc } from './binary-measures.ts';
import type { BestOtherEntry, Comparison, ComparisonMatrix, SelfAdvantageEntry } from './comparison.ts';
import {
  type Crossing,
  cellColumns,
  cellMeasure,
  conditionsOf,
  crossingOf,
  crossTallies,
  itemCount,
  measuredCells,
} from './cross.ts';
import type { SettingsOf } from './data-of-runs.ts';
import { differencesOf, ends } from './differences.ts';
import { divergentPlaces } from './divergent.ts';
import { level } from './estimates.ts';
import type { Measure } from './measure.ts';
import { betaEntries } from './self-access-entries.ts';

/** Sets models that did the same items against each other: who predicts whom, and who scores higher. */
export function compare(
  fields: readonly Field[],
  { seed, settingsOf }: { readonly seed: number; readonly settingsOf?: SettingsOf },
): Comparison {
  const crossings = fields.flatMap((field) =>
    conditionsOf(field).flatMap((condition) => crossingOf(field, condition) ?? []),
  );
  const crossed = crossings.map((crossing) => crossedOf(crossing, seed));
  return {
    matrices: crossed.flatMap(({ matrices }) => matrices),
    self_advantage: crossed.flatMap(({ advantages }) => advantages),
    beta: crossings.flatMap((crossing) => betaEntries(crossing, seed)),
    differences: differencesOf(fields, seed),
    best_other: crossed.flatMap(({ best }) => best),
    divergent: crossed.flatMap(({ divergent }) => divergent),
    notes: [...notesOf(fields, crossings, seed), ...settingNotes(crossings, settingsOf)],
  };
}

interface Crossed {
  readonly matrices: readonly ComparisonMatrix[];
  readonly advantages: readonly SelfAdvantageEntry[];
  readonly best: readonly BestOtherEntry[];
  readonly divergent: readonly SelfAdvantageEntry[];
}

function crossedOf(crossing: Crossing, seed: number): Crossed {
  const measures = measuresOf(crossing.field);
  const clusters = crossTallies(crossing, crossing.shared, seed);
  const found = advantagesOf(crossing, { clusters, measures, seed });
  const divergent = divergentPlaces(crossing);
  const apart = advantagesOf(crossing, { clusters: crossTallies(crossing, divergent, seed), measures, seed });
  const isMatrix = crossing.models.length > 1;
  return {
    matrices: isMatrix ? measures.map((measure, index) => matrixOf(crossing, measure, found[index])) : [],
    advantages: measures.flatMap((measure, index) =>
      entriesOf(crossing, found[index], { measure, n: itemCount(crossing, crossing.shared) }),
    ),
    best: isMatrix ? measures.flatMap((measure) => bestOf(crossing, measure, { clusters, seed })) : [],
    divergent: isMatrix
      ? measures.flatMap((measure, index) =>
          entriesOf(crossing, apart[index], { measure, n: itemCount(crossing, divergent) }),
        )
      : [],
  };
}

/** The headline, and for yes/no outcomes MCC, which the models' own rates of "yes" do not move. */
function measuresOf({ experiment, kind }: Field): readonly Measure[] {
  const [headline] = experiment.measures;
  const own = headline === undefined || headline.kind !== kind ? [] : [headline];
  return kind === 'binary' && headline?.name !== mcc.name ? [...own, mcc] : own;
}

interface Tallied {
  /** As `crossTallies` makes them. */
  readonly clusters: readonly Float64Array[];
  readonly seed: number;
}

function advantagesOf(
  crossing: Crossing,
  { clusters, measures, seed }: Tallied & { readonly measures: readonly Measure[] },
): readonly SelfAdvantage[] {
  const models = crossing.models.length;
  if (clusters.length === 0) return [];
  const cellsOfMeasure = measures.map((measure) => measuredCells(crossing.field.kind, models, measure));
  return selfAdvantages({
    clusters,
    models,
    seed,
    level,
    matrices: (totals) => cellsOfMeasure.map((cells) => cells(totals)),
  });
}

function placeOf({ field, condition }: Crossing) {
  return { experiment: field.experiment.name, condition };
}

function matrixOf(crossing: Crossing, measure: Measure, found: SelfAdvantage | undefined): ComparisonMatrix {
  const { models, shared, setAside, propositions, field } = crossing;
  const items = itemCount(crossing, shared);
  return {
    ...placeOf(crossing),
    measure: measure.name,
    form: 'reuse',
    models,
    values: found?.matrix ?? models.map(() => models.map(() => null)),
    items,
    left_out: new Set(field.itemOf).size - items,
    units: shared.length,
    units_left_out: propositions.unitOf.length - shared.length,
    models_left_out: setAside,
  };
}

function entriesOf(
  crossing: Crossing,
  found: SelfAdvantage | undefined,
  { measure, n }: { readonly measure: Measure; readonly n: number },
): readonly SelfAdvantageEntry[] {
  const entry = (model: string, advantage: Advantage | undefined) => ({
    ...placeOf(crossing),
    measure: measure.name,
    model,
    value: advantage?.kind === 'known' ? advantage.value : null,
    interval: advantage?.kind === 'known' ? ends(advantage.interval) : null,
    n,
    ...(advantage?.kind === 'known' ? {} : { reason: advantage?.reason ?? noItems(crossing) }),
  });
  const models = crossing.models.length < 2 ? [] : crossing.models;
  return [
    ...models.map((model, index) => {
      const made = entry(model, found?.byModel[index]);
      const own = found?.matrix[index]?.[index] ?? null;
      return { ...made, own, expected: own === null || made.value === null ? null : own - made.value };
    }),
    entry('all', found?.all),
  ];
}

function noItems({ models }: Crossing): string {
  return models.length < 2
    ? 'needs two models or more on the same items'
    : 'there is no such item that every model has a forecast and an outcome for';
}

function bestOf(crossing: Crossing, measure: Measure, { clusters, seed }: Tallied): readonly BestOtherEntry[] {
  const models = crossing.models.length;
  const tallies = {
    clusters: clusters.map((tally) => wideTally(tally, models)),
    models,
    columns: cellColumns,
    measure: cellMeasure(crossing.field.kind, measure),
    seed,
    level,
  };
  const best = tallies.clusters.length === 0 ? [] : bestOthers(tallies);
  return crossing.models.map((model, target): BestOtherEntry => {
    const found = best[target] ?? null;
    return {
      ...placeOf(crossing),
      measure: measure.name,
      model,
      best: (found?.chosen ?? []).map((chosen) => crossing.models[chosen] ?? ''),
      own: found?.own ?? null,
      other: found?.other ?? null,
      value: found?.difference ?? null,
      interval: ends(found?.interval ?? null),
      n: itemCount(crossing, crossing.shared),
      ...(found === null ? { reason: 'no other predictor can be chosen and scored' } : {}),
    };
  });
}

function wideTally(tally: Float64Array, models: number): Float64Array {
  const wide = new Float64Array(models * models * cellColumns);
  const margins = models * models;
  for (let cell = 0; cell < margins; cell += 1) {
    wide[cell * cellColumns] = tally[cell] as number;
    wide[cell * cellColumns + 1] = tally[margins + Math.floor(cell / models)] as number;
    wide[cell * cellColumns + 2] = tally[margins + models + (cell % models)] as number;
    wide[cell * cellColumns + 3] = tally[margins + 2 * models] as number;
  }
  return wide;
}

function notesOf(fields: readonly Field[], crossings: readonly Crossing[], seed: number): readonly string[] {
  const texts = fields.filter(({ kind }) => kind === 'text' || kind === 'authored');
  const once = crossings.some(({ stances }) => stances.every(({ executions }) => executions.length < 2));
  return [
    'form reuse: a model’s forecast of itself is read as a forecast of every other model',
    `intervals: 95 %, cluster bootstrap, seed ${seed}; p: sign-flip permutation by cluster; p_holm: Holm over all differences listed`,
    ...texts.map(({ experiment }) => `${experiment.name}: no matrix, its outcomes are not yes/no`),
    ...(once ? ['one execution an item: a model’s own outcome is taken as stable (run with --samples 2 or more)'] : []),
    ...crossings.flatMap(({ setAside, field }) =>
      setAside.map(
        (model) => `${field.experiment.name}: ${model} is not in the matrix, too few of its items are usable`,
      ),
    ),
  ];
}

/** Models from runs that sampled or judged otherwise are compared, but not silently. */
function settingNotes(crossings: readonly Crossing[], settingsOf: SettingsOf = () => ''): readonly string[] {
  return crossings.flatMap(({ field: { experiment }, models, runs }) => {
    const settings = Map.groupBy(models.keys(), (place) => settingsOf(runs[place] ?? '', experiment));
    if (settings.size < 2) return [];
    const lists = [...settings].map(([text, of]) => `${of.map((place) => models[place]).join(', ')}: ${text}`);
    return [
      `${experiment.name}: runs with different settings are compared, which may be what tells models apart (${lists.join(' | ')})`,
    ];
  });
}
