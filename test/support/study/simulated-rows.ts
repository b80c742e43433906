import type { PredictionRow } from '../../../src/study/analyses/rows.ts';
import { type Random, seededRandom } from '../../../src/util/random.ts';
import { AnswerModel, type AnswerWorld, type Asked, type SimulatedModel } from './answer-model.ts';

/** Size and seed of a simulated study. */
export interface Sample {
  readonly strings: number;
  readonly seed: number;
  /** Number of times that every row is repeated, as in joins with duplicated keys; 1 unless set. */
  readonly copies?: number;
  /** Trainings of each arm, which predict independently; 1 unless set. A word needs three. */
  readonly trainings?: number;
  /**
   * Whether a predictor of a target uses the same random numbers in all groups of a string, so that its rows are
   * dependent.
   */
  readonly sameChances?: boolean;
}

/** Returns a model with the given parameters in every group, and default values for the others. */
export function simulatedModel(
  name: string,
  groups: number,
  parameters: Partial<Omit<SimulatedModel, 'public' | 'skill'>> & {
    readonly public?: number | readonly number[];
    readonly skill?: number | readonly number[];
  } = {},
): SimulatedModel {
  const inGroups = (value: number | readonly number[]) =>
    typeof value === 'number' ? Array.from({ length: groups }, () => value) : value;
  const plain = { family: name, familyWeight: 0, private: 1, format: 0, habit: 0, knowledge: 0 };
  const { public: seen = 1, skill = 0.7, ...rest } = parameters;
  return { name, ...plain, ...rest, public: inGroups(seen), skill: inGroups(skill) };
}

/** Draws the held-out rows of a study: every model trained on every target, with true and with permuted labels. */
export function simulatedRows(
  model: AnswerModel,
  { strings, seed, copies = 1, trainings = 1, sameChances = false }: Sample,
): readonly PredictionRow[] {
  const random = seededRandom('simulated rows', seed);
  const rows: PredictionRow[] = [];
  for (let string = 0; string < strings; string += 1) {
    for (const row of rowsOfString(model, { name: `string ${string}`, trainings, sameChances }, random)) {
      for (let copy = 0; copy < copies; copy += 1) rows.push(row);
    }
  }
  return rows;
}

interface SimulatedString {
  readonly name: string;
  readonly trainings: number;
  readonly sameChances: boolean;
}

function rowsOfString(model: AnswerModel, string: SimulatedString, random: Random): readonly PredictionRow[] {
  const { models } = model.world;
  const items = model.string(random);
  return models.flatMap((_, target) =>
    models.flatMap((__, predictor) =>
      [false, true].flatMap((scramble) =>
        Array.from({ length: string.trainings }, (_, training) => {
          const draw = string.sameChances ? repeating(random) : () => random;
          return items.map((item, group) => {
            const asked = { predictor, target, group, scramble };
            const row = simulatedRow(models, asked, {
              cluster: string.name,
              truth: `v${item.answers[target]}`,
              said: model.prediction(item, asked, draw()),
            });
            return string.trainings === 1
              ? row
              : { ...row, predictor: `${row.predictor}, ${training}`, training: `${training}` };
          });
        }).flat(),
      ),
    ),
  );
}

/** Returns generators that all yield the same numbers. */
function repeating(random: Random): () => Random {
  const numbers = [random(), random(), random(), random()];
  return () => {
    let index = -1;
    return () => {
      index += 1;
      return numbers[index] as number; // a prediction takes at most four
    };
  };
}

interface Said {
  readonly cluster: string;
  readonly truth: string;
  readonly said: number | null;
}

function simulatedRow(models: readonly SimulatedModel[], asked: Asked, { cluster, truth, said }: Said): PredictionRow {
  const base = models[asked.predictor]?.name as string;
  const target = models[asked.target]?.name as string;
  const property = `property-${asked.group + 1}`;
  const prediction = said === null ? null : `v${said}`;
  return {
    predictor: `${base}, ${asked.scramble ? 'scramble' : 'trained'} on ${target}`,
    base,
    arm: asked.scramble ? 'scramble' : base === target ? 'self' : 'cross',
    trainedOn: target,
    target,
    task: 'simulated',
    property,
    group: `simulated × ${property}`,
    cluster,
    truth,
    prediction,
    right: prediction === null ? null : prediction === truth,
    split: 'test',
    wording: 'asked-before',
  };
}

/** Builds the answer model of these models. */
export function simulatedWorld(models: readonly SimulatedModel[], groups: number, seed = 1): AnswerModel {
  const world: AnswerWorld = { models, groups, values: 8, seed };
  return new AnswerModel(world);
}
