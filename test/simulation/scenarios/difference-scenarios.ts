import type { Random } from '../../../src/util/random.ts';
import { comparisonScenario, type DrawnComparison, type FoundComparison } from './comparison.ts';
import { type DrawnModel, type DrawnUnits, times, yesNoRows } from './draw.ts';
import { rungRate, type Scenario } from './scenario.ts';

/** Scenarios of two runs, and of two models: the gate and paired differences. */

/** Shares of the wrong and of the right predictions that cannot be read. */
type Lost = readonly [wrong: number, right: number];
const none: Lost = [0, 0];

/** Returns a model's responses with these scores: an outcome of yes or no, and a prediction that is right or wrong. */
function responses(
  random: Random,
  scores: readonly boolean[],
  { name, lost }: { name: string; lost: Lost },
): DrawnModel {
  const outcome = scores.map(() => random() < 0.5);
  const predictions = scores.map((isRight, unit) =>
    random() < lost[isRight ? 1 : 0] ? null : (outcome[unit] as boolean) === isRight,
  );
  return { name, predictions, executions: [outcome] };
}

/** Returns the comparison of the runs `new` and `old` with a gate. */
function gated(
  units: DrawnUnits,
  [before, now]: readonly [DrawnModel, DrawnModel],
  [rule, margin]: readonly ['lower' | 'within', number],
): DrawnComparison {
  const rows = [...yesNoRows(units, [before], 'old'), ...yesNoRows(units, [now], 'new')];
  return { rows, gate: { rule, margin, runs: ['new', 'old'] } };
}

/** Returns whether the gate passes; undefined where it is not measured. */
function isPassed({ checks: [check] }: FoundComparison): boolean | undefined {
  if (check === undefined) throw new Error('the gate has no check');
  return check.gate?.passes ?? undefined;
}

const isDifferent = ({ differences }: FoundComparison) =>
  differences.some(({ word }) => word === 'higher' || word === 'lower');

interface GateScenario {
  readonly name: string;
  readonly n: number;
  /** Accuracy of the baseline, and how much lower that of the new run is. */
  readonly accuracy: number;
  readonly drop: number;
  readonly margin: number;
  readonly rule: 'lower' | 'within';
  readonly lost?: { readonly before?: Lost; readonly now?: Lost };
  readonly clusterSize?: number;
}

/** Returns the scenario of a gate whose sentence is false: the drop equals the margin, or there is none. */
function gate({ name, n, accuracy, drop, margin, rule, lost = {}, clusterSize = 1 }: GateScenario): Scenario {
  const units: DrawnUnits = { n, clusterSizes: times(n / clusterSize, () => clusterSize) };
  return comparisonScenario({
    name,
    claims: [{ word: rule === 'lower' ? 'lower' : 'within the margin', kind: 'stated', rate: rungRate }],
    draw: (random) => {
      const before = times(n, () => random() < accuracy);
      const falls = times(n / clusterSize, () => random() < drop / accuracy);
      const now = before.map((isRight, unit) => isRight && !falls[Math.floor(unit / clusterSize)]);
      const models = [
        responses(random, before, { name: 'model', lost: lost.before ?? none }),
        responses(random, now, { name: 'model', lost: lost.now ?? none }),
      ] as const;
      return [gated(units, models, [rule, margin])];
    },
    prints: (found) => found.map((each) => isPassed(each) === (rule === 'within')),
  });
}

/** The gate of two runs with five executions: a true drop of the margin, and the new run loses executions that it is wrong about. */
const lostWithin = comparisonScenario({
  name: 'gate: within .05, true drop .05, 5 executions, the new run loses 2 % of its wrong executions, 1,000 items',
  claims: [{ word: 'within the margin', kind: 'stated', rate: 0.031 }],
  draw: (random) => {
    const n = 1_000;
    const run = (rate: number, lost: number): DrawnModel => {
      const predictions = times(n, () => random() < 0.5);
      const execution = (said: boolean) => {
        const isRight = random() < rate;
        return !isRight && random() < lost ? null : said === isRight;
      };
      return { name: 'model', predictions, executions: times(5, () => predictions.map(execution)) };
    };
    return [gated({ n }, [run(0.7, 0), run(0.65, 0.02)], ['within', 0.05])];
  },
  prints: (found) => found.map((each) => isPassed(each) === true),
});

/** Two equal models, and two runs of an unchanged model, on declared groups of which one is large and shares its luck. */
function largeGroup(sizes: readonly number[], luck: number): Scenario {
  const units: DrawnUnits = { n: sizes.reduce((sum, size) => sum + size, 0), clusterSizes: sizes };
  const scores = (random: Random) =>
    sizes.flatMap((size) => {
      const [isLucky, fate] = [random() < luck, random() < 0.6];
      return times(size, () => (isLucky ? fate : random() < 0.6));
    });
  return comparisonScenario({
    name: `runs: one declared group of ${Math.max(...sizes)} and ${sizes.length - 1} items, luck ${luck}`,
    claims: [
      { word: 'higher or lower', kind: 'stated', rate: 0.05 },
      { word: 'gate: lower', kind: 'stated', rate: rungRate },
    ],
    draw: (random) => {
      const side = (name: string) => responses(random, scores(random), { name, lost: none });
      const models = { rows: yesNoRows(units, [side('model 0'), side('model 1')]), gate: null };
      return [models, gated(units, [side('model'), side('model')], ['lower', 0])];
    },
    prints: ([models, runs]) => [
      models !== undefined && isDifferent(models),
      runs !== undefined && isPassed(runs) === false,
    ],
  });
}

/** Two equal models with five executions, of which one loses executions that its prediction is wrong about. */
const lostExecutions = comparisonScenario({
  name: 'differences: one of 2 loses 30 % of the executions that it is wrong about, 5 executions, 200 items',
  claims: [{ word: 'higher or lower', kind: 'stated', rate: 0.05 }],
  draw: (random) => {
    const drawn = [0.3, 0].map((share, index): DrawnModel => {
      const predictions = times(200, () => random() < 0.5);
      const execution = (each: boolean) => {
        const outcome = random() < 0.5;
        return outcome !== each && random() < share ? null : outcome;
      };
      return { name: `model ${index}`, predictions, executions: times(5, () => predictions.map(execution)) };
    });
    return [{ rows: yesNoRows({ n: 200 }, drawn), gate: null }];
  },
  prints: (found) => found.map(isDifferent),
});

export const differenceScenarios: readonly Scenario[] = [
  lostExecutions,
  lostWithin,
  largeGroup([60, ...times(40, () => 1)], 0.5),
  gate({
    ...{ name: 'gate: nothing changed, the baseline loses 30 % of its wrong predictions, 500 items', n: 500 },
    ...{ accuracy: 0.6, drop: 0, margin: 0, rule: 'lower' as const, lost: { before: [0.3, 0] as const } },
  }),
  gate({
    ...{ name: 'gate: within .1, true drop .1, 100 groups of 3 that fall together', n: 300, accuracy: 0.7, drop: 0.1 },
    ...{ margin: 0.1, rule: 'within', clusterSize: 3 },
  }),
];
