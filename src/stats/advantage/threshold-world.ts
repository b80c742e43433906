import type { Random } from '../../util/random.ts';
import { impliedCorrelation } from './factor-fit.ts';
import { tetrachoric, thresholdOf } from './tetrachoric.ts';

/** Yes/no questions that every model predicted about itself and executed, once or several times. */
export interface LinkedSample {
  readonly models: number;
  readonly items: number;
  /** Returns whether a model predicts "yes" for an item, in [0, 1]. */
  readonly said: (item: number, model: number) => number;
  /** Returns the share of executions with "yes", in [0, 1]. */
  readonly held: (item: number, model: number) => number;
  readonly weight: (item: number) => number;
  /** Number of executions per model. */
  readonly executions: number;
  /** Returns the share of a model's pairs of executions of one item that agree; null without pairs. */
  readonly agreement: (model: number) => number | null;
  /** Declared family of each model, such as its maker; absent: no two models are related. */
  readonly familyOf?: readonly number[];
}

/** Parameters of a data set without self-knowledge. */
interface World {
  readonly models: number;
  readonly items: number;
  readonly executions: number;
  readonly rank: number;
  readonly loadings: Float64Array;
  /** By model: its family, and the loading of its prediction and of its outcome on what only that family shares. */
  readonly familyOf?: readonly number[];
  readonly familyLoadings?: Float64Array;
  readonly thresholds: readonly number[];
  /** By variable: the weight of its unique part, stable (outcomes over executions) and unstable. */
  readonly stable: Float64Array;
  readonly free: Float64Array;
}

interface Fitted {
  readonly loadings: Float64Array;
  readonly rank: number;
  readonly items: number;
  /** By model: covariance of a prediction with a relative's outcome beyond the factors. */
  readonly family: Float64Array;
}

/** Returns the fitted model without self-knowledge: shared factors, stable quirks as far as executions agree, and noise. */
export function worldOf(
  { models, executions, agreement, familyOf }: LinkedSample,
  { rates }: { readonly rates: Float64Array },
  { loadings, rank, items, family }: Fitted,
): World {
  const variables = 2 * models;
  const stable = new Float64Array(variables);
  const free = new Float64Array(variables);
  const familyLoadings = new Float64Array(models);
  for (let one = 0; one < variables; one += 1) {
    const common = impliedCorrelation(loadings, rank, [one, one]);
    const ofFamily = Math.min(Math.max(0, 0.99 - common), Math.max(0, family[one % models] as number));
    // Both loadings of a model are equal, so the smaller room of its prediction and its outcome bounds them.
    const known = one < models ? ofFamily : Math.min(ofFamily, (familyLoadings[one - models] as number) ** 2);
    familyLoadings[one % models] = Math.sqrt(known);
    const shared = common + known;
    const agreed = one < models ? null : agreement(one - models);
    const threshold = thresholdOf(rates[one] as number);
    const both = agreed === null ? null : (agreed - 1) / 2 + threshold.rate;
    const self = both === null ? shared : tetrachoric(threshold, threshold, { both, least: 1e-3 });
    stable[one] = Math.sqrt(Math.min(1 - shared, Math.max(0, self - shared)));
    free[one] = Math.sqrt(Math.max(0, 1 - shared - (stable[one] as number) ** 2));
  }
  const thresholds = Array.from(rates, (rate) => thresholdOf(rate).at);
  const declared = familyOf === undefined ? {} : { familyOf, familyLoadings };
  return { models, items, executions: Math.max(1, executions), rank, loadings, thresholds, stable, free, ...declared };
}

/** Draws a data set from these parameters. */
export function drawn(world: World, random: Random): LinkedSample {
  const { models, items, executions, rank, loadings, thresholds, stable, free, familyOf, familyLoadings } = world;
  const normal = normals(random);
  const variables = 2 * models;
  const values = new Float64Array(items * variables);
  const factors = new Float64Array(rank);
  const families = new Float64Array(familyOf === undefined ? 0 : Math.max(...familyOf) + 1);
  for (let item = 0; item < items; item += 1) {
    for (let factor = 0; factor < rank; factor += 1) factors[factor] = normal();
    for (let family = 0; family < families.length; family += 1) families[family] = normal();
    for (let one = 0; one < variables; one += 1) {
      const model = one % models;
      let level =
        families.length === 0
          ? 0
          : (familyLoadings?.[model] as number) * (families[familyOf?.[model] as number] as number);
      for (let factor = 0; factor < rank; factor += 1) {
        level += (loadings[one * rank + factor] as number) * (factors[factor] as number);
      }
      if ((stable[one] as number) > 0) level += (stable[one] as number) * normal();
      const times = one < models ? 1 : executions;
      let yes = 0;
      for (let time = 0; time < times; time += 1) {
        yes += Number(level + (free[one] as number) * normal() < (thresholds[one] as number));
      }
      values[item * variables + one] = yes / times;
    }
  }
  return {
    models,
    items,
    executions,
    said: (item, model) => values[item * variables + model] as number,
    held: (item, model) => values[item * variables + models + model] as number,
    weight: () => 1,
    agreement: () => null,
    ...(familyOf === undefined ? {} : { familyOf }),
  };
}

/** Returns a generator of standard normal numbers (Box and Muller 1958). */
function normals(random: Random): () => number {
  let spare: number | null = null;
  return () => {
    if (spare !== null) {
      const kept = spare;
      spare = null;
      return kept;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - random()));
    const angle = 2 * Math.PI * random();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
}
