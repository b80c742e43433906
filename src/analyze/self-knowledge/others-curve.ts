import { ratio } from '../../stats/basic/moments.ts';
import { seededRandom, shuffled } from '../../util/random.ts';
import { conditionsOf } from '../compare/cross-prediction.ts';
import type { ModelResponses, ResponseMatrix } from '../compare/response-matrix.ts';
import { OtherModels } from './other-models.ts';

/** Score of the behavior of k other models as the prediction of a model, on the units of all of them. */
interface OthersAt {
  readonly k: number;
  readonly value: number | null;
}

/** How the score of other models depends on their number: an entry of `others` in `seb compare --json`. */
export interface OthersCurve {
  readonly run: string;
  readonly experiment: string;
  readonly condition: string;
  readonly model: string;
  /** The headline. */
  readonly measure: string;
  /**
   * For increasing k up to all others, the mean over subsets of k: all single models, else 10 random subsets. With many
   * units, each is scored with some of the subsets in turn.
   */
  readonly curve: readonly OthersAt[];
}

/** Maximum number of subsets per size that the mean is taken over. */
const maxSubsets = 10;

/**
 * Number of scores per size that is enough: with it, the choice of subsets adds less than .004 to the standard error of
 * scores between 0 and 1.
 */
const manyScores = 20_000;

/**
 * Returns the curve of every model that others share items with. One other model and fourteen are references of different
 * strength, so a verdict against "the others" needs their number.
 */
export function othersCurves(fields: readonly ResponseMatrix[], seed: number): readonly OthersCurve[] {
  return fields.flatMap((field) => {
    const [headline] = field.experiment.measures;
    if (headline === undefined || headline.kind !== field.kind) return [];
    return conditionsOf(field).flatMap((condition) => {
      const models = new OtherModels(field, condition);
      const turns = new Turns(field.itemOf.length, seed);
      const responses = field.responses.filter((each) => each.condition === condition);
      return responses.flatMap((own): readonly OthersCurve[] => {
        const curve = curveOf(models, own, { seed, turns });
        const { run, model } = own;
        const place = { run, experiment: field.experiment.name, condition, model, measure: headline.name };
        return curve === null ? [] : [{ ...place, curve }];
      });
    });
  });
}

interface Drawing {
  readonly seed: number;
  readonly turns: Turns;
}

function curveOf(models: OtherModels, own: ModelResponses, { seed, turns }: Drawing): readonly OthersAt[] | null {
  const others = models.othersOf(own);
  const all = models.scores(own, others);
  if (all === null) return null;
  // Sizes one, two, four, ... and the total; a curve needs no more.
  const sizes = [1, 2, 4, 8, 16, 32].filter((k) => k < others.length);
  const points = sizes.map((k): OthersAt => {
    const subsets = subsetsOf(others, k, seed);
    const means = subsets.flatMap((subset, index) => {
      return meanOf(models.scores(own, subset, turns.unitsOf(index, subsets.length))) ?? [];
    });
    return { k, value: ratio(means.reduce((sum, mean) => sum + mean, 0), means.length) }; // biome-ignore format: short
  });
  return [...points, { k: others.length, value: meanOf(all) }];
}

/** Assigns units to subsets, so that each subset scores an equal share. */
class Turns {
  /** The units in random order: the order of the data may repeat. */
  readonly #places: readonly number[];
  readonly #known = new Map<string, Uint32Array>();

  constructor(units: number, seed: number) {
    this.#places = shuffled([...new Array(units).keys()], seededRandom('turns', seed));
  }

  /** Returns the units of one of several subsets: all units, or with many units an equal share of them. */
  unitsOf(subset: number, subsets: number): Uint32Array {
    const key = `${subset} ${subsets}`;
    const known = this.#known.get(key) ?? this.#chosen(subset, subsets);
    this.#known.set(key, known);
    return known;
  }

  #chosen(subset: number, subsets: number): Uint32Array {
    const each = Math.ceil(manyScores / this.#places.length); // subsets that score a unit
    return Uint32Array.from([...this.#places.keys()].filter((unit) => ((this.#places[unit] as number) + subset) % subsets < each)); // biome-ignore format: short
  }
}

/** Returns every single model where k is 1, else random subsets. */
function subsetsOf(others: readonly ModelResponses[], k: number, seed: number): readonly (readonly ModelResponses[])[] {
  if (k === 1) return others.map((other) => [other]);
  return Array.from({ length: maxSubsets }, (_, draw) => {
    return shuffled(others, seededRandom('others', seed, k, draw)).slice(0, k);
  });
}

function meanOf(scores: Float64Array | null): number | null {
  if (scores === null) return null;
  let [sum, known] = [0, 0];
  for (let unit = 0; unit < scores.length; unit += 1) {
    const score = scores[unit] as number;
    if (Number.isNaN(score)) continue;
    sum += score;
    known += 1;
  }
  return ratio(sum, known);
}
