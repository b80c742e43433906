import { minGroupRows } from '../../analyze/categorical/categorical-layout.ts';
import { normalQuantile } from '../../stats/distributions.ts';
import { counted, fixed } from '../../util/numbers.ts';
import { equivalenceBound, equivalenceLevel, fewestTrainings, oneSidedLevel } from '../analyses/pair-estimates.ts';
import { smallestEffect, type VarianceParts } from '../analyses/study-power.ts';
import type { StudyDesign } from './design.ts';

/** Size of a study: test strings, trainings of each arm, and the standard deviation of an arm's accuracy between trainings. */
interface StudySize {
  readonly strings: number;
  readonly trainings: number;
  readonly deviation: number;
}

/** Standard deviation of a string's difference between two predictors: two trials of p = 1/2. */
const stringDeviation = Math.SQRT1_2;

/** Standard deviations between trainings for which a plan says what its design can show. */
const deviations = [0.02, 0.05] as const;

const power = 0.8;

/** Returns the number of trainings of each arm; of models that are already trained, of the arm of a verdict that has fewest. */
export function trainingsOf({ trainingSeeds, trained }: Pick<StudyDesign, 'trainingSeeds' | 'trained'>): number {
  if (trained === undefined) return trainingSeeds?.length ?? 1;
  const compared = trained.filter(({ arm }) => arm !== 'shifted');
  const arms = Map.groupBy(compared, ({ base, arm, target }) => JSON.stringify([base, arm, target]));
  return Math.min(...[...arms.values()].map(({ length }) => length));
}

/**
 * Returns the smallest difference of two arms that 80 % of such studies find at a two-sided 5 %, by the power of t with se² =
 * `leads` 0.5 / strings + 2 leads sd² / trainings and Satterthwaite's degrees of freedom. `leads`: 2 where it is compared with a
 * difference on a shifted self. Null below three trainings, without strings, and where such studies miss every difference.
 */
export function detectableByDesign({ strings, trainings, deviation }: StudySize, leads = 1): number | null {
  if (trainings < fewestTrainings || strings < 2) return null;
  const arm = { variance: deviation ** 2 / trainings, df: trainings - 1 };
  const parts = {
    ...overStrings(strings, leads),
    trainings: Array.from({ length: 2 * leads }, () => arm),
  };
  return smallestEffect([{ parts, level: oneSidedLevel, shift: 0 }]);
}

/** What a plan compares, where trainings of an arm do not vary. */
interface PlannedTests {
  readonly strings: number;
  /** Directions that are adjusted together: two of each pair of targets. */
  readonly directions: number;
  /** 2 where a lead is compared with that on a shifted self, else 1. */
  readonly leads: number;
}

/**
 * Returns the smallest advantage, equal in both directions, that 80 % of such studies find, by the function that finished studies
 * use: both directions, Holm over all of them, t over strings with the variance of `detectableByDesign`. Null with fewer than two
 * strings, and where such studies miss every advantage.
 */
export function detectableAdvantage({ strings, directions, leads }: PlannedTests): number | null {
  const levels = { level: oneSidedLevel / (directions - 1), firstLevel: oneSidedLevel / directions };
  const test = { parts: overStrings(strings, leads), ...levels, shift: 0 };
  return strings < 2 ? null : smallestEffect([test, test]);
}

/**
 * Returns the smallest difference that 80 % of such studies find by one t over strings at a two-sided 5 %, adjusted for `tests`. Null
 * as in `detectableAdvantage`.
 */
export function detectableOverStrings(strings: number, { leads = 1, tests = 1 } = {}): number | null {
  if (strings < 2) return null;
  return smallestEffect([{ parts: overStrings(strings, leads), level: oneSidedLevel / tests, shift: 0 }]);
}

function overStrings(strings: number, leads: number): VarianceParts {
  return { strings: { variance: (leads * stringDeviation ** 2) / strings, df: strings - 1 }, trainings: [] };
}

/**
 * Returns how many strings show in 80 % of studies, in both directions, that a model and its shifted self are equally hard to
 * learn, where they are (two one-sided tests, normal approximation); null where trainings vary too much for any number.
 */
export function stringsForEquivalence({ trainings, deviation }: Omit<StudySize, 'strings'>): number | null {
  const each = Math.sqrt(power); // both directions must hold
  const se = equivalenceBound / (normalQuantile(1 - equivalenceLevel) + normalQuantile((1 + each) / 2));
  const rest = se ** 2 - (2 * deviation ** 2) / trainings;
  return rest > 0 ? Math.ceil(stringDeviation ** 2 / rest) : null;
}

/** Test items of a study: their strings, and the rows of the largest group of task and property at most. */
export interface TestSize {
  readonly strings: number;
  readonly groupRows: number;
}

/** Returns what a design can show, as sentences; nothing was sent or trained for it. */
export function whatDesignShows(design: StudyDesign, { strings, groupRows }: TestSize): readonly string[] {
  if (groupRows < minGroupRows) {
    return [
      `This study will end as “not measured”: accuracies are means over groups of task and property with ${minGroupRows} rows or more, and the largest group has ${groupRows}. Use ${minGroupRows} test items of each task or more (--items-per-task ${minGroupRows}, or itemsPerTask.test in the study file).`,
    ];
  }
  const trainings = trainingsOf(design);
  if (trainings < fewestTrainings) {
    const how = design.trained === undefined ? 'trainingSeeds: [1, 2, 3]' : 'three trained models of each arm';
    return [
      `${trainings === 1 ? 'One training' : 'Two trainings'} of each arm: the study can say how far these copies differ, and has no verdict. A verdict needs three trainings of each arm (${how}).`,
    ];
  }
  const points = (value: number | null) => (value === null ? 'no difference' : `${fixed(100 * value, 1)} points`);
  const found = deviations.map(
    (deviation) =>
      `${points(detectableByDesign({ strings, trainings, deviation }))} if trainings of an arm vary by ${100 * deviation} points (standard deviation)`,
  );
  return [
    `With ${trainings} trainings of each arm and ${counted(strings, 'test string')}, 4 of 5 such studies find a difference of ${found.join(', and of ')}.`,
    ...(design.shiftedSelves === undefined ? [] : [equivalenceText(trainings)]),
  ];
}

function equivalenceText(trainings: number): string {
  const needed = deviations.map((deviation) => {
    const strings = stringsForEquivalence({ trainings, deviation });
    const text = strings === null ? 'no number of test strings' : `about ${counted(strings, 'test string')}`;
    return `${text} (trainings that vary by ${100 * deviation} points)`;
  });
  return `The word advantage also needs that a model and its shifted self are shown to be as hard to learn for the other model, within ${100 * equivalenceBound} points: ${needed.join(' or ')}.`;
}
