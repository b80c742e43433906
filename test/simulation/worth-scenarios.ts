import type { UsedThreshold, WorthItems, WorthSignal } from '../../src/analyze/worth/cross-fit.ts';
import { type Random, seededRandom } from '../../src/util/random.ts';

/** How requests, two models and the confidence of the first one come about. */
export interface Scenario {
  /** Effect on A's answers of what only A's confidence knows. */
  readonly private: number;
  /** Effect of the difficulty that all share on A's confidence. */
  readonly shared: number;
  /** Number of different values of the confidence, about. */
  readonly values: number;
  /** Number of confidences that are asked for; all but the first know nothing private. */
  readonly signals: number;
  /** Utility that passing on costs, in right answers. */
  readonly passPrice: number;
  /** Price of a confidence. */
  readonly price: number;
  /** Effect of A's private knowledge on B's answers: below 0, B is worse on what A passes on. */
  readonly privateOfB: number;
  /** Items of each group, which share half of their difficulty. */
  readonly groupSize: number;
}

export const noSignal: Scenario = {
  ...{ private: 0, shared: 0, values: 1000, signals: 1, passPrice: 0.12, price: 0.002, privateOfB: 0, groupSize: 1 },
};

const subjects = 25;

interface Drawn {
  readonly items: WorthItems;
  readonly signals: readonly WorthSignal[];
}

interface Draw {
  readonly count: number;
  /** Effect of each subject, so that a second draw is of the same kind. */
  readonly effects: readonly number[];
  readonly random: Random;
  /** Whether outcomes are their probabilities, for exact gains, and not drawn. */
  readonly isExpected?: boolean;
}

/** Draws a data set of `count` items. */
export function drawItems(scenario: Scenario, { count, effects, random, isExpected = false }: Draw): Drawn {
  const difference = new Float64Array(count);
  const right = new Float64Array(count);
  const labels: string[] = [];
  const stated = Array.from({ length: scenario.signals }, () => new Float64Array(count));
  const group = Int32Array.from(difference, (_, item) => Math.floor(item / scenario.groupSize));
  let [label, own] = [0, 0];
  for (let item = 0; item < count; item += 1) {
    if (item % scenario.groupSize === 0) {
      label = Math.floor(random() * subjects);
      own = normal(random);
    } else own = 0.7 * own + Math.sqrt(1 - 0.49) * normal(random);
    const hard = 0.8 * (effects[label] as number);
    const outcome = (chance: number) => (isExpected ? chance : Number(random() < chance));
    const a = outcome(logistic(1.1 - 1.2 * hard + scenario.private * own));
    const b = outcome(logistic(2.2 - 0.8 * hard + scenario.privateOfB * own));
    labels.push(String(label));
    right[item] = a;
    difference[item] = b - a - scenario.passPrice;
    for (const [at, values] of stated.entries()) {
      const known = at === 0 ? scenario.private * own : 0;
      const raw = logistic(1.5 + known - scenario.shared * hard + 0.8 * normal(random));
      values[item] = Math.round(raw * scenario.values) / scenario.values;
    }
  }
  const groupNames = Array.from({ length: (group[count - 1] as number) + 1 }, (_, each) => `group ${each}`);
  return {
    items: { group, groupNames, difference, lowest: difference, highest: difference, right },
    signals: [
      ...stated.map(
        (values, at): WorthSignal => ({
          ...{ name: `own ${at + 1}`, asks: true, price: scenario.price, passPrice: 0 },
          values: { kind: 'stated', values },
        }),
      ),
      { name: 'subject', asks: false, price: 0, passPrice: 0, values: { kind: 'gain-by-label', labels } },
    ],
  };
}

export function subjectEffects(random: Random): readonly number[] {
  return Array.from({ length: subjects }, () => normal(random));
}

/** True gains of a policy. */
interface TrueGains {
  readonly overKeep: number;
  readonly overPass: number;
  readonly overRandom: number;
}

/** Requests over which true gains are means: their error is about 0.5 per 1,000, a fortieth of a standard error. */
const fresh = 8192;

/** Returns the gains of thresholds over all requests of a scenario, which had no part in them. */
export function trueGains(
  thresholds: readonly UsedThreshold[],
  scenario: Scenario,
  effects: readonly number[],
): TrueGains {
  const { items, signals } = drawItems(
    { ...scenario, signals: 1, groupSize: 1 },
    { count: fresh, effects, random: evenlySpread(5), isExpected: true },
  );
  const [signal] = signals;
  if (signal?.values.kind !== 'stated') throw new Error('the first signal is stated');
  const { values } = signal.values;
  const ascending = Float64Array.from(new Set(thresholds.map(({ threshold }) => threshold))).sort();
  const weights = new Float64Array(ascending.length); // of the thresholds that are at least this one
  for (const { threshold, weight } of thresholds)
    for (let at = ascending.indexOf(threshold); at >= 0; at -= 1) weights[at] = (weights[at] as number) + weight;
  const mean = items.difference.reduce((sum, each) => sum + each / fresh, 0);
  let [passed, random] = [0, 0];
  for (let item = 0; item < fresh; item += 1) {
    const value = values[item] as number;
    let [low, high] = [0, ascending.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ascending[middle] as number) < value) low = middle + 1;
      else high = middle;
    }
    const share = (weights[low] ?? 0) / fresh;
    passed += share * (items.difference[item] as number);
    random += share * mean;
  }
  return {
    overKeep: passed - signal.price,
    overPass: passed - signal.price - mean,
    overRandom: passed - random,
  };
}

/**
 * Returns numbers in [0, 1) of which each `dimensions` in a row are a point of an evenly spread sequence (Kronecker, with
 * the powers of the root of x^(d + 1) = x + 1).
 */
function evenlySpread(dimensions: number): Random {
  let root = 2;
  for (let step = 0; step < 60; step += 1) root = (1 + root) ** (1 / (dimensions + 1));
  const steps = Array.from({ length: dimensions }, (_, place) => root ** -(place + 1));
  const point = steps.map(() => 0.5);
  let place = -1;
  return () => {
    place = (place + 1) % dimensions;
    const value = ((point[place] as number) + (steps[place] as number)) % 1;
    point[place] = value;
    return value;
  };
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

/** A scenario with the numbers of items that it is drawn with, and whether only asking can find what it holds. */
export interface NamedScenario {
  readonly name: string;
  readonly scenario: Scenario;
  readonly counts: readonly number[];
  /** Whether `worth asking` is true of the scenario; elsewhere its rate is that of false claims. */
  readonly isWorthAsking: boolean;
}

/** The scenarios of `bench/worth.ts`. */
export const worthScenarios: readonly NamedScenario[] = [
  { name: 'no signal', scenario: noSignal, counts: [200, 500], isWorthAsking: false },
  { name: 'coarse ties, 3 values', scenario: { ...noSignal, values: 3 }, counts: [200, 500], isWorthAsking: false },
  { name: 'groups of 4', scenario: { ...noSignal, groupSize: 4 }, counts: [800], isWorthAsking: false },
  { name: 'no signal, chosen among six', scenario: { ...noSignal, signals: 6 }, counts: [500], isWorthAsking: false },
  {
    name: 'shared difficulty only',
    scenario: { ...noSignal, shared: 1.2 },
    counts: [200, 500],
    isWorthAsking: false,
  },
  {
    name: 'shared difficulty, 6 values',
    scenario: { ...noSignal, shared: 1.2, values: 6 },
    counts: [500],
    isWorthAsking: false,
  },
  {
    name: 'shared difficulty, chosen among six',
    scenario: { ...noSignal, shared: 1.2, signals: 6 },
    counts: [500],
    isWorthAsking: false,
  },
  {
    name: 'B worse on what is passed on',
    scenario: { ...noSignal, private: 0.8, privateOfB: 2.5, shared: 0.6 },
    counts: [200, 500],
    isWorthAsking: false,
  },
  {
    name: 'price above the gain',
    scenario: { ...noSignal, private: 0.8, price: 0.1 },
    counts: [500],
    isWorthAsking: false,
  },
  {
    name: 'own knowledge 1.5',
    scenario: { ...noSignal, private: 1.5, shared: 0.6 },
    counts: [200, 500],
    isWorthAsking: true,
  },
];

/** Returns the generator of one set of a scenario. */
export function randomOf(scenario: string, set: number): Random {
  return seededRandom('worth', scenario, set);
}
