import { normalQuantile } from '../../src/stats/distributions.ts';
import type { PredictionRow } from '../../src/study/analyses/rows.ts';
import { shiftedSelf } from '../../src/study/design/arms.ts';
import { type Random, seededRandom } from '../../src/util/random.ts';

/** How a target's answers come about. The rest of its strings is noise around its most frequent value. */
interface Target {
  /** Share of strings that every trained predictor learns. */
  readonly easy: number;
  /** Share of strings that a predictor solves with the probability of its skill, whoever the target is. */
  readonly hard: number;
}

/** One model as a target and as a predictor. */
interface Model extends Target {
  readonly skill: number;
  /** Probability of an unreadable prediction, about the model itself and about the other model. */
  readonly unreadable?: { readonly self: number; readonly cross: number };
  /** Probability of naming its own most frequent value instead, in every arm. */
  readonly habit?: number;
  /** Probability of knowing its own answer without any evidence that the other model could see. */
  readonly knowledge?: number;
  /** Skill for a string of the model's own kind; `skill` is then for strings of the other kind. */
  readonly affinity?: number;
  /** Probability that its scramble arms are unreadable. */
  readonly broken?: number;
}

/** A study whose true verdict is known. Knowledge is 0 unless set: a verdict of an advantage is then false. */
export interface StudyWorld {
  readonly ann: Model;
  readonly bob: Model;
  readonly strings?: number;
  /** Share of answers that equal the most frequent value, among all strings; 0.4 unless set. */
  readonly modeShare?: number;
  readonly values?: number;
  /** What a scramble arm says: the mode, a draw from the target's values, or one from all values. */
  readonly scramble?: 'mode' | 'draws' | 'uniform';
  /** Nothing but the mode is learned: the probabilities that an arm names it, about itself, about the other, and scrambled. */
  readonly modeOnly?: { readonly self: number; readonly cross: number; readonly scramble: number };
  /** Share of strings on which both targets give the same answer. */
  readonly copied?: number;
  /** Standard deviation of an arm's accuracy between trainings, and the number of trainings of each arm; 3 unless set. */
  readonly spread?: number;
  readonly trainings?: number;
  /** Probability that a cross arm names the target's most frequent value: the answers of another model are harder to learn. */
  readonly handicap?: number;
  /** Set: each model has a shifted self, with the same answers but nothing private, and this handicap of cross arms. */
  readonly shifted?: { readonly handicap: number };
  /** Number of strings that share their kind and all predictions: near duplicates, which clusters do not know of. */
  readonly template?: number;
}

const groups = 4;
const names = ['ann', 'bob'] as const;

/** Draws the held-out rows of one study of a world. */
export function worldRows(world: StudyWorld, seed: number): readonly PredictionRow[] {
  const { strings = 200, template = 1, trainings = 3 } = world;
  const random = seededRandom('study world', seed);
  const shifts = armShifts(world, trainings, random);
  const rows: PredictionRow[] = [];
  for (let string = 0; string < strings; string += template) {
    const drawn = rowsOfString(world, shifts, random);
    for (let copy = 0; copy < Math.min(template, strings - string); copy += 1) {
      for (const row of drawn) rows.push({ ...row, cluster: `string ${string + copy}` });
    }
  }
  return rows;
}

/** Accuracy that each arm of each training run has gained or lost by its seed. */
function armShifts({ spread = 0 }: StudyWorld, trainings: number, random: Random): readonly number[] {
  const normal = () => normalQuantile(Math.max(random(), Number.MIN_VALUE));
  return Array.from({ length: trainings * 4 }, () => (spread === 0 ? 0 : spread * normal()));
}

type Row = Omit<PredictionRow, 'cluster'>;

function rowsOfString(world: StudyWorld, shifts: readonly number[], random: Random): readonly Row[] {
  const { trainings = 3, copied = 0 } = world;
  const rows: Row[] = [];
  for (let group = 0; group < groups; group += 1) {
    const shared = random() < copied ? truthOf(world, 0, random) : null;
    for (const [target, isShifted] of targetsOf(world)) {
      const truth = shared ?? truthOf(world, target, random);
      const model = world[names[target]];
      const drawn = random();
      const kind = drawn < model.easy ? 'easy' : drawn < model.easy + model.hard ? 'hard' : 'noise';
      const item: Item = { target, isShifted, truth, kind };
      for (let training = 0; training < trainings; training += 1) {
        for (const predictor of [0, 1] as const) {
          const shift = shifts[4 * training + 2 * target + predictor] as number;
          const said = [shifted(trainedValue(world, item, predictor, random), truth, shift, random)];
          said.push(scrambledValue(world, item, predictor, random));
          for (const [index, value] of said.entries()) {
            const place = { group, target, isShifted, predictor, training, isScramble: index === 1 };
            rows.push(rowOf(place, truth, value, trainings));
          }
        }
      }
    }
  }
  return rows;
}

/** Returns the targets, each with whether it is a shifted self. */
function targetsOf({ shifted }: StudyWorld): readonly (readonly [0 | 1, boolean])[] {
  return (shifted === undefined ? [false] : [false, true]).flatMap((each) => [[0, each] as const, [1, each] as const]);
}

interface Item {
  readonly target: 0 | 1;
  readonly isShifted: boolean;
  readonly truth: number;
  readonly kind: 'easy' | 'hard' | 'noise';
}

/** A target's most frequent value: each target has its own. */
const modeOf = (target: 0 | 1) => target;

function truthOf({ modeShare = 0.4, values = 8 }: StudyWorld, target: 0 | 1, random: Random): number {
  if (random() < modeShare) return modeOf(target);
  return (modeOf(target) + 1 + Math.floor(random() * (values - 1))) % values;
}

/** Returns what an arm with true labels says; null where it is unreadable. */
function trainedValue(world: StudyWorld, item: Item, predictor: 0 | 1, random: Random): number | null {
  const model = world[names[predictor]];
  const { target, isShifted, truth, kind } = item;
  const side = predictor === target ? 'self' : 'cross';
  if (random() < (model.unreadable?.[side] ?? 0)) return null;
  if (random() < (model.habit ?? 0)) return modeOf(predictor);
  if (world.modeOnly !== undefined) return namedMode(world, target, world.modeOnly[side], random);
  if (side === 'self' && !isShifted && random() < (model.knowledge ?? 0)) return truth;
  const { handicap = 0 } = (isShifted ? world.shifted : world) ?? {};
  if (side === 'cross' && handicap > 0 && random() < handicap) return modeOf(target);
  if (kind === 'easy') return truth;
  const skill = side === 'self' ? (model.affinity ?? model.skill) : model.skill;
  return kind === 'hard' && random() < skill ? truth : modeOf(target);
}

function scrambledValue(world: StudyWorld, { target }: Item, predictor: 0 | 1, random: Random): number | null {
  const { scramble = 'mode', modeOnly, values = 8 } = world;
  const model = world[names[predictor]];
  const side = predictor === target ? 'self' : 'cross';
  if (random() < (model.broken ?? 0) || random() < (model.unreadable?.[side] ?? 0)) return null;
  if (random() < (model.habit ?? 0)) return modeOf(predictor);
  if (modeOnly !== undefined) return namedMode(world, target, modeOnly.scramble, random);
  if (scramble === 'draws') return truthOf(world, target, random);
  return scramble === 'uniform' ? Math.floor(random() * values) : modeOf(target);
}

function namedMode({ values = 8 }: StudyWorld, target: 0 | 1, share: number, random: Random): number {
  if (random() < share) return modeOf(target);
  return (modeOf(target) + 1 + Math.floor(random() * (values - 1))) % values;
}

/** Changes an arm's accuracy by a training run's shift: about half of the predictions can change in either direction. */
function shifted(said: number | null, truth: number, shift: number, random: Random): number | null {
  if (shift === 0 || random() >= 2 * Math.abs(shift)) return said;
  return shift > 0 ? truth : truth + 1;
}

interface Place {
  readonly group: number;
  readonly target: 0 | 1;
  readonly isShifted: boolean;
  readonly predictor: 0 | 1;
  readonly training: number;
  readonly isScramble: boolean;
}

function rowOf(place: Place, truth: number, said: number | null, trainings: number): Row {
  const [base, of] = [names[place.predictor], names[place.target]];
  const target = place.isShifted ? shiftedSelf(of) : of;
  const [wanted, prediction] = [`v${truth}`, said === null ? null : `v${said}`];
  const property = `property-${place.group}`;
  return {
    predictor: `${base}, ${place.isScramble ? 'scramble' : 'trained'} on ${target}, ${place.training}`,
    base,
    arm: place.isScramble ? 'scramble' : base === target ? 'self' : 'cross',
    trainedOn: target,
    target,
    ...(place.isShifted ? { shiftedOf: of } : {}),
    task: 'simulated',
    property,
    group: `simulated × ${property}`,
    truth: wanted,
    prediction,
    right: prediction === null ? null : prediction === wanted,
    split: 'test',
    wording: 'asked-before',
    ...(trainings === 1 ? {} : { training: String(place.training + 1) }),
  };
}

const ceiling = { ann: { easy: 0.1, hard: 0.6, skill: 0.8 }, bob: { easy: 0.7, hard: 0.05, skill: 0.4 } };
const even = { easy: 0.3, hard: 0.3, skill: 0.6 };
const draws = { ann: { easy: 0, hard: 0.6, skill: 0.8 }, bob: { easy: 0, hard: 0.3, skill: 0.4 } };
const equal = { ann: even, bob: even };

/** Worlds without privileged access, by name. In all of them an advantage is a false verdict. */
export const nullWorlds = {
  'equal models': equal,
  'ceiling: one target is easy for everyone': ceiling,
  'ceiling, 90 strings': { ...ceiling, strings: 90 },
  'mild ceiling': { ann: { easy: 0.2, hard: 0.4, skill: 0.8 }, bob: { easy: 0.5, hard: 0.2, skill: 0.5 } },
  'slight ceiling': { ann: { easy: 0.4, hard: 0.3, skill: 0.7 }, bob: { easy: 0.6, hard: 0.2, skill: 0.5 } },
  'slight ceiling, hard targets': {
    ann: { easy: 0.3, hard: 0.4, skill: 0.8 },
    bob: { easy: 0.4, hard: 0.3, skill: 0.6 },
  },
  'scramble arms draw values': { ...draws, scramble: 'draws' },
  'scramble arms draw from all values': { ...draws, scramble: 'uniform' },
  'own base rates are copied sooner': { ...equal, modeOnly: { self: 0.8, cross: 0.6, scramble: 0.4 } },
  'scramble arms of one model are half broken': {
    ann: { ...even, skill: 0.8, broken: 0.5 },
    bob: { ...even, skill: 0.4 },
  },
  'near copy': { ann: { ...even, skill: 0.8 }, bob: { ...even, skill: 0.4 }, copied: 0.8 },
  'one training, sd 0.05': { ...equal, spread: 0.05, trainings: 1 },
  'two trainings, sd 0.05': { ...equal, spread: 0.05, trainings: 2 },
  'three trainings, sd 0.02': { ...equal, spread: 0.02 },
  'three trainings, sd 0.05': { ...equal, spread: 0.05 },
  'cross arms often answer in an unreadable form': {
    ann: { ...even, unreadable: { self: 0, cross: 0.2 } },
    bob: { ...even, unreadable: { self: 0, cross: 0.2 } },
  },
  'templates of five strings': { ...ceiling, template: 5 },
  'two values, one of them in 85 %': { ...ceiling, values: 2, modeShare: 0.85 },
  '30 strings': { ...ceiling, strings: 30 },
} satisfies Readonly<Record<string, StudyWorld>>;

/** Worlds in which the verdict is false more often than 5 %: what an advantage does not exclude. */
export const notExcluded = {
  'ceiling, and every arm names its own usual value': {
    ann: { ...ceiling.ann, habit: 0.25 },
    bob: { ...ceiling.bob, habit: 0.25 },
  },
  'each model is skilled at the kind of strings on which it is predictable': {
    ann: { ...even, affinity: 0.8 },
    bob: { ...even, affinity: 0.8 },
  },
} satisfies Readonly<Record<string, StudyWorld>>;

const knowing = (knowledge: number, skills: readonly [number, number]): StudyWorld => ({
  ann: { ...even, skill: skills[0], knowledge },
  bob: { ...even, skill: skills[1], knowledge },
});

/** Worlds in which both models know the given share of their own answers. */
export const knowingWorlds: Readonly<Record<string, StudyWorld>> = {
  'knowledge 0.1, equal skills': knowing(0.1, [0.6, 0.6]),
  'knowledge 0.1, skills 0.8 and 0.4': knowing(0.1, [0.8, 0.4]),
  'knowledge 0.1, equal skills, 400 strings': { ...knowing(0.1, [0.6, 0.6]), strings: 400 },
  'knowledge 0.25, equal skills': knowing(0.25, [0.6, 0.6]),
  'knowledge 0.25, skills 0.7 and 0.5': knowing(0.25, [0.7, 0.5]),
  'knowledge 0.25, skills 0.8 and 0.4': knowing(0.25, [0.8, 0.4]),
};

// In the following three worlds, each model predicts itself .20 better than the other one does.

export const knowingWorld: StudyWorld = { ...knowing(0.64, [0.6, 0.6]), strings: 150, shifted: { handicap: 0 } };
export const handicapWorld: StudyWorld = { ...equal, strings: 60, handicap: 0.7, shifted: { handicap: 0.7 } };
export const halfHandicapWorld: StudyWorld = { ...handicapWorld, shifted: { handicap: 0.35 } };
