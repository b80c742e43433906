import { type Random, seededRandom } from '../../../src/util/random.ts';

/** Parameters of a target's answers: arg max over values of base + public u + family w + private z (+ drift). */
interface SimulatedTarget {
  readonly name: string;
  /** Family whose trait w it shares. */
  readonly family: string;
  /** Weight of the public trait u, by group index. */
  readonly public: readonly number[];
  /** Weight of its family's trait w. */
  readonly familyWeight: number;
  /** Weight of its own trait z. */
  readonly private: number;
  /** Model whose constant preferences it shares: for a near copy, the original. Its trait z is independent. */
  readonly copyOf?: string;
}

/** How a model predicts, whichever model it was trained on. */
interface SimulatedPredictor {
  readonly name: string;
  /** Probability of the public best guess, by group index. */
  readonly skill: readonly number[];
  /** Probability of an unreadable prediction. */
  readonly format: number;
  /** Probability of predicting its own most frequent value instead. */
  readonly habit: number;
  /** Probability of predicting the target's actual answer where the target is the predictor. */
  readonly knowledge: number;
}

export type SimulatedModel = SimulatedTarget & SimulatedPredictor;

export interface AnswerWorld {
  readonly models: readonly SimulatedModel[];
  readonly groups: number;
  /** Number of values of each property. */
  readonly values: number;
  /** Seeds the constant part of behavior; strings have their own seed. */
  readonly seed: number;
}

/** Answers, public best guesses and modes of every model for one group of one string, by model index. */
export interface SimulatedItem {
  readonly answers: Int8Array;
  /** The best guess about each target from what a predictor of its family, and of another family, can see. */
  readonly seenByFamily: Int8Array;
  readonly seenByOthers: Int8Array;
}

/** Simulates answers for the known-truth simulations (docs/introspection.md). */
export class AnswerModel {
  readonly world: AnswerWorld;
  /** Each model's constant preferences, by group and value. */
  readonly #base: readonly (readonly Float64Array[])[];
  readonly #families: readonly string[];
  readonly #traits: readonly string[];
  /** Each model's most frequent value, by group. */
  readonly modes: readonly Int8Array[];

  constructor(world: AnswerWorld) {
    this.world = world;
    this.#families = [...new Set(world.models.map(({ family }) => family))];
    this.#traits = world.models.map(({ name }) => name);
    this.#base = world.models.map((model) => {
      const random = seededRandom('base', world.seed, model.copyOf ?? model.name);
      return Array.from({ length: world.groups }, () => normals(random, world.values));
    });
    const random = seededRandom('modes', world.seed);
    const counts = world.models.map(() => Array.from({ length: world.groups }, () => new Int32Array(world.values)));
    for (let string = 0; string < 2_000; string += 1) {
      for (const [group, item] of this.string(random).entries()) {
        for (const [model, value] of item.answers.entries()) {
          const count = counts[model]?.[group] as Int32Array;
          count[value] = (count[value] as number) + 1;
        }
      }
    }
    this.modes = counts.map((groups) => Int8Array.from(groups.map((count) => count.indexOf(Math.max(...count)))));
  }

  /** Draws a string: each model's answer in each group. */
  string(random: Random): readonly SimulatedItem[] {
    const { groups, values, models } = this.world;
    return Array.from({ length: groups }, (_, group) => {
      const shared = normals(random, values);
      const families = new Map(this.#families.map((family) => [family, normals(random, values)]));
      const traits = new Map(this.#traits.map((trait) => [trait, normals(random, values)]));
      const item = {
        answers: new Int8Array(models.length),
        seenByFamily: new Int8Array(models.length),
        seenByOthers: new Int8Array(models.length),
      };
      for (const [number, model] of models.entries()) {
        const base = this.#base[number]?.[group] as Float64Array;
        const ofFamily = families.get(model.family) as Float64Array;
        const ofItself = traits.get(model.name) as Float64Array;
        const seen = base.map((value, v) => value + (model.public[group] ?? 0) * (shared[v] as number));
        const familiar = seen.map((value, v) => value + model.familyWeight * (ofFamily[v] as number));
        item.seenByOthers[number] = largest(seen);
        item.seenByFamily[number] = largest(familiar);
        item.answers[number] = largest(familiar.map((value, v) => value + model.private * (ofItself[v] as number)));
      }
      return item;
    });
  }

  /**
   * Draws the prediction of a predictor that was trained on a target: unreadable (null) with `format`; its own mode
   * with `habit`; the target's answer with `knowledge` if it is the target; the public best guess with `skill`; else
   * the target's mode. A scramble arm has neither the knowledge nor the skill.
   */
  prediction(item: SimulatedItem, asked: Asked, random: Random): number | null {
    const { models } = this.world;
    const predictor = models[asked.predictor] as SimulatedModel;
    const target = models[asked.target] as SimulatedModel;
    const ownMode = this.modes[asked.predictor]?.[asked.group] as number;
    const mode = this.modes[asked.target]?.[asked.group] as number;
    if (random() < predictor.format) return null;
    if (random() < predictor.habit) return ownMode;
    if (asked.scramble) return mode;
    if (asked.predictor === asked.target && random() < predictor.knowledge) return item.answers[asked.target] as number;
    if (random() >= (predictor.skill[asked.group] ?? 0)) return mode;
    const seen = predictor.family === target.family ? item.seenByFamily : item.seenByOthers;
    return seen[asked.target] as number;
  }
}

/** Predictor, target and group of a prediction, by index. */
export interface Asked {
  readonly predictor: number;
  readonly target: number;
  readonly group: number;
  readonly scramble: boolean;
}

/** Returns standard normal numbers (Box and Muller 1958). */
function normals(random: Random, length: number): Float64Array {
  const drawn = new Float64Array(length);
  for (let index = 0; index < length; index += 2) {
    const [radius, angle] = [Math.sqrt(-2 * Math.log(1 - random())), 2 * Math.PI * random()];
    drawn[index] = radius * Math.cos(angle);
    if (index + 1 < length) drawn[index + 1] = radius * Math.sin(angle);
  }
  return drawn;
}

function largest(values: Float64Array): number {
  let best = 0;
  for (let v = 1; v < values.length; v += 1) if ((values[v] as number) > (values[best] as number)) best = v;
  return best;
}
