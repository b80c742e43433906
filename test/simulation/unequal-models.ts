import { type CompareVerdictWord, compareVerdicts } from '../../src/analyze/self-knowledge/advantage-verdict.ts';
import { mcc } from '../../src/measures/binary/binary-measures.ts';
import { binaryColumns, binaryPlaces } from '../../src/measures/binary/binary-tally.ts';
import { matrixForms } from '../../src/stats/advantage/advantage-forms.ts';
import { thresholdAdvantage } from '../../src/stats/advantage/threshold-advantage.ts';
import { logistic } from '../../src/stats/basic/logistic.ts';
import { seededRandom } from '../../src/util/random.ts';
import { long, normal } from './simulate.ts';

/**
 * Models with their own rates that share a trait of the items and belong to families. Outcome of model b on item i:
 * logit c_b + disc_b s z_i + fam g_i(family) + self u_bi + quirks e_bi; prediction of model a: logit d_a + disc_a t z_i
 * + fam g_i(family) + known u_ai. Only `self` and `known` together are self-knowledge.
 */
export interface UnequalWorld {
  readonly models?: number;
  readonly items?: number;
  readonly executions?: number;
  /** s and t: dependence of outcomes and predictions on the item. */
  readonly trait?: number;
  /** Standard deviation of the models' rates, in log odds. */
  readonly rates?: number;
  /** Whether a model predicts "yes" as often as it does "yes". */
  readonly ownRateKnown?: true;
  /** Standard deviation of the logarithm of a model's dependence on the trait: good predictors are predictable. */
  readonly discrimination?: number;
  readonly family?: number;
  readonly families?: number;
  /** Whether the families are declared, as makers are. */
  readonly declared?: true;
  readonly quirks?: number;
  /** v and w: the private part of a model's behavior, and how much of it its predictions know. */
  readonly self?: number;
  readonly known?: number;
}

interface Drawn {
  readonly said: readonly (readonly number[])[];
  readonly held: readonly (readonly number[])[];
  readonly agreement: readonly (number | null)[];
}

export function drawnFrom(world: UnequalWorld, seed: number): Drawn {
  const { models = 6, items = 200, executions = 1, trait = 1, rates = 0.5, discrimination = 0 } = world;
  const { family = 0, families = 2, quirks = 0, self = 0, known = 0 } = world;
  const random = seededRandom('unequal-models', JSON.stringify(world), seed);
  const each = (of: () => number) => Array.from({ length: models }, of);
  const doing = each(() => rates * normal(random));
  const saying = world.ownRateKnown ? doing : each(() => rates * normal(random));
  const depends = each(() => trait * Math.exp(discrimination * normal(random)));
  const said: number[][] = [];
  const held: number[][] = [];
  const agreed = new Array<number>(models).fill(0);
  for (let item = 0; item < items; item += 1) {
    const shared = normal(random);
    const ofFamily = Array.from({ length: families }, () => normal(random));
    const [saidHere, heldHere]: [number[], number[]] = [[], []];
    for (let model = 0; model < models; model += 1) {
      const own = normal(random);
      const common = (depends[model] as number) * shared + family * (ofFamily[model % families] as number);
      const level = (doing[model] as number) + common + self * own + quirks * normal(random);
      const results = Array.from({ length: executions }, () => Number(random() < logistic(level)));
      const yes = results.reduce((sum, result) => sum + result, 0);
      const pairs = executions * (executions - 1);
      if (pairs > 0)
        agreed[model] =
          (agreed[model] as number) + (yes * (yes - 1) + (executions - yes) * (executions - yes - 1)) / pairs / items;
      heldHere.push(yes / executions);
      saidHere.push(Number(random() < logistic((saying[model] as number) + common + known * own)));
    }
    said.push(saidHere);
    held.push(heldHere);
  }
  return { said, held, agreement: agreed.map((share) => (executions > 1 ? share : null)) };
}

/** Returns the verdict on all models of a world together, by the product's forms and policy. */
export function verdictIn(world: UnequalWorld, seed: number, draws = long ? 100 : 20): CompareVerdictWord {
  const { models = 6, executions = 1 } = world;
  const { said, held, agreement } = drawnFrom(world, seed);
  const at = (rows: readonly (readonly number[])[]) => (item: number, model: number) => rows[item]?.[model] as number;
  const matrix = matrixForms({ clusters: clustersOf({ said, held }, models), models, cells: mccCells(models) });
  const sample = {
    ...{ models, items: said.length, executions, said: at(said), held: at(held), weight: () => 1 },
    ...(world.declared
      ? { familyOf: Array.from({ length: models }, (_, model) => model % (world.families ?? 2)) }
      : {}),
  };
  const latent = thresholdAdvantage({ ...sample, agreement: (model) => agreement[model] ?? null }, { seed, draws });
  const forms = [
    { name: 'additive', estimate: matrix.additive[models] ?? null, reason: null },
    { name: 'multiplicative', estimate: matrix.multiplicative[models] ?? null, reason: null },
    {
      name: 'threshold',
      estimate:
        typeof latent === 'string'
          ? null
          : { value: latent.values[models] as number, error: latent.errors[models] as number, degrees: null },
      reason: null,
    },
  ];
  const about = { experiment: 'simulated', condition: '', measure: 'mcc', model: null, primary: true } as const;
  return (
    compareVerdicts([{ ...about, form: 'reuse', models, clusters: said.length, forms }])[0]?.verdict ?? 'insufficient'
  );
}

/** Returns one item per cluster: for each pair of models TP, FP, TN, FN. */
export function clustersOf({ said, held }: Pick<Drawn, 'said' | 'held'>, models: number): readonly Float64Array[] {
  return said.map((predicted, item) => {
    const tally = new Float64Array(models * models * 4);
    for (let cell = 0; cell < models * models; cell += 1) {
      const yes = predicted[Math.floor(cell / models)] === 1;
      const share = held[item]?.[cell % models] as number;
      tally[cell * 4 + (yes ? 0 : 3)] = share;
      tally[cell * 4 + (yes ? 1 : 2)] = 1 - share;
    }
    return tally;
  });
}

export function mccCells(models: number) {
  const totals = new Float64Array(binaryColumns.length);
  const places = [
    binaryPlaces.truePositive,
    binaryPlaces.falsePositive,
    binaryPlaces.trueNegative,
    binaryPlaces.falseNegative,
  ];
  return (sums: Float64Array) =>
    Float64Array.from({ length: models * models }, (_, cell) => {
      for (const [column, index] of places.entries()) totals[index] = sums[cell * 4 + column] as number;
      return mcc.value(totals) ?? Number.NaN;
    });
}
