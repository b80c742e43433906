import { normalQuantile } from '../../../src/stats/distributions.ts';
import type { Random } from '../../../src/util/random.ts';
import { clustersOf, type DrawnModel, type DrawnUnits, normal, permutation, times, yesNoRows } from './draw.ts';
import { type DrawnReport, reportScenario, type Scenario } from './scenario.ts';

/** Scenarios of rungs A and B: no model knows anything of single items, or it does not beat a constant. */

interface Rates {
  readonly prediction: number;
  readonly outcome: number;
}

/** Returns answers with a rate; those of one cluster go together (a latent normal with an intraclass correlation). */
function clustered(
  random: Random,
  units: DrawnUnits,
  { rate, icc }: { rate: number; icc: number },
): readonly boolean[] {
  const limit = normalQuantile(rate);
  const shifts = new Map<number, number>();
  return clustersOf(units).map((cluster) => {
    const shift = shifts.get(cluster) ?? normal(random);
    shifts.set(cluster, shift);
    return Math.sqrt(icc) * shift + Math.sqrt(1 - icc) * normal(random) < limit;
  });
}

interface Unrelated {
  readonly models: number;
  readonly units: DrawnUnits;
  readonly rates: Rates;
  readonly icc?: number;
  readonly executions?: number;
  /** Shares of the predictions and of the outcomes that are missing where the prediction is wrong, and where it is right. */
  readonly missing?: {
    readonly prediction: readonly [wrong: number, right: number];
    readonly outcome: readonly [number, number];
  };
}

/** Draws predictions that have nothing to do with the outcomes. */
function unrelated(options: Unrelated): (random: Random) => DrawnReport {
  const { models, units, rates, icc = 0, executions = 1, missing } = options;
  return (random) => ({
    rows: yesNoRows(
      units,
      times(models, (index): DrawnModel => {
        const predictions = clustered(random, units, { rate: rates.prediction, icc });
        const outcomes = times(executions, () => clustered(random, units, { rate: rates.outcome, icc }));
        const lost = (unit: number, shares: readonly [number, number] | undefined, execution = outcomes[0]) =>
          shares !== undefined && random() < shares[predictions[unit] === execution?.[unit] ? 1 : 0];
        return {
          name: `model ${index}`,
          predictions: predictions.map((value, unit) => (lost(unit, missing?.prediction) ? null : value)),
          executions: outcomes.map((each) =>
            each.map((value, unit) => (lost(unit, missing?.outcome, each) ? null : value)),
          ),
        };
      }),
    ),
  });
}

/** Draws models of which each knows only its rate, which changes during each pass; every pass has an order of its own. */
function changing(
  n: number,
  models: number,
  rateAt: (part: number, model: number) => number,
): (random: Random) => DrawnReport {
  return (random) => {
    const at = (model: number) => permutation(random, n).map((place) => random() < rateAt(place / n, model));
    return {
      rows: yesNoRows(
        { n },
        times(models, (model) => ({ name: `model ${model}`, predictions: at(model), executions: [at(model)] })),
      ),
    };
  };
}

const even = { prediction: 0.4, outcome: 0.5 };
const both = ['informative', 'useful'] as const;
const everyYes = ['informative', 'useful', 'beyond others'] as const;

const rare: readonly Scenario[] = [
  ...[1, 6].map((models) =>
    reportScenario({
      name: `rare answers: 300 items, 2 %, ${models} ${models === 1 ? 'model' : 'models'}`,
      draw: unrelated({ models, units: { n: 300 }, rates: { prediction: 0.02, outcome: 0.02 } }),
      never: models === 1 ? both : everyYes,
    }),
  ),
  reportScenario({
    name: 'rare answers: 400 items, 1 % and 2 %, 15 models',
    draw: unrelated({ models: 15, units: { n: 400 }, rates: { prediction: 0.02, outcome: 0.01 } }),
    never: everyYes,
  }),
  reportScenario({
    name: 'rates of 2, 50 and 98 % in one report, 6 models, 300 items',
    draw: (random) => ({
      rows: yesNoRows(
        { n: 300 },
        times(6, (index) => {
          const rate = [0.02, 0.5, 0.98][index % 3] as number;
          const answers = () => times(300, () => random() < rate);
          return { name: `model ${index}`, predictions: answers(), executions: [answers()] };
        }),
      ),
    }),
    never: everyYes,
  }),
];

const sizes: readonly Scenario[] = [2, 3, 5, 6, 15].map((models) =>
  reportScenario({
    name: `predictions dealt at random: 200 items, ${models} models`,
    draw: unrelated({ models, units: { n: 200 }, rates: even }),
    never: everyYes,
  }),
);

const unequal = times(40, (index) => 1 + (index % 6));
const clusters: readonly Scenario[] = [
  reportScenario({
    name: 'groups: 60 of 5, ICC .3, 6 models',
    draw: unrelated({ models: 6, units: { n: 300, clusterSizes: times(60, () => 5) }, rates: even, icc: 0.3 }),
    never: everyYes,
  }),
  reportScenario({
    name: 'groups: 40 of 5, ICC .5, 15 models',
    draw: unrelated({ models: 15, units: { n: 200, clusterSizes: times(40, () => 5) }, rates: even, icc: 0.5 }),
    never: everyYes,
  }),
  reportScenario({
    name: 'groups of 1 to 6 (40), ICC .4, 6 models',
    draw: unrelated({ models: 6, units: { n: 138, clusterSizes: unequal }, rates: even, icc: 0.4 }),
    never: everyYes,
  }),
  reportScenario({
    name: 'groups: 20 of 5, ICC .5, 1 model',
    draw: unrelated({ models: 1, units: { n: 100, clusterSizes: times(20, () => 5) }, rates: even, icc: 0.5 }),
    never: both,
  }),
  reportScenario({
    name: 'two executions: 200 items, 6 models',
    draw: unrelated({ models: 6, units: { n: 200 }, rates: even, executions: 2 }),
    never: everyYes,
  }),
  reportScenario({
    name: 'two executions: 30 groups of 4, ICC .3, 6 models',
    draw: unrelated({
      ...{ models: 6, units: { n: 120, clusterSizes: times(30, () => 4) }, rates: even, icc: 0.3 },
      executions: 2,
    }),
    never: everyYes,
  }),
];

const none = [0, 0] as const;
const lost: Readonly<Record<string, NonNullable<Unrelated['missing']>>> = {
  'predictions, 12 % of the wrong ones': { prediction: [0.12, 0], outcome: none },
  'predictions, 30 % of the wrong ones': { prediction: [0.3, 0], outcome: none },
  'predictions, 30 % of the right ones': { prediction: [0, 0.3], outcome: none },
  'predictions, 15 % of all': { prediction: [0.15, 0.15], outcome: none },
  'outcomes, 30 % where the prediction is wrong': { prediction: none, outcome: [0.3, 0] },
  'predictions and outcomes, 15 % of the wrong ones each': { prediction: [0.15, 0], outcome: [0.15, 0] },
};
const missing = Object.entries(lost).map(([what, shares]) =>
  reportScenario({
    name: `missing ${what}, 300 items, 1 model`,
    draw: unrelated({ models: 1, units: { n: 300 }, rates: even, missing: shares }),
    never: [...both, 'opposite'],
  }),
);

const lostExecutions = reportScenario({
  name: 'missing executions, 30 % of those that the prediction is wrong about, 5 executions, 300 items, 1 model',
  draw: unrelated({
    ...{ models: 1, units: { n: 300 }, rates: even, executions: 5 },
    missing: { prediction: none, outcome: [0.3, 0] },
  }),
  never: [...both, 'opposite'],
});

const replaced =
  (cut: number, [before, after] = [0.2, 0.8]) =>
  (part: number) =>
    (part < cut ? before : after) as number;
const changes: readonly Scenario[] = [
  reportScenario({
    name: 'replaced half way, 20 % then 80 %, 200 items, 1 model',
    draw: changing(200, 1, replaced(0.5)),
    never: both,
  }),
  reportScenario({
    name: 'replaced half way, 35 % then 65 %, 200 items, 1 model',
    draw: changing(200, 1, replaced(0.5, [0.35, 0.65])),
    never: both,
  }),
  reportScenario({ name: 'replaced at 60 %, 500 items, 1 model', draw: changing(500, 1, replaced(0.6)), never: both }),
  reportScenario({
    name: 'replaced at 62.5 %, 500 items, 1 model',
    draw: changing(500, 1, replaced(0.625)),
    never: both,
  }),
  reportScenario({
    name: 'rates drift from 30 % to 70 %, 200 items, 1 model',
    draw: changing(200, 1, (part) => 0.3 + 0.4 * part),
    never: both,
  }),
  reportScenario({
    name: 'rates drift from 30 % to 70 %, 1,000 items, 1 model',
    draw: changing(1_000, 1, (part) => 0.3 + 0.4 * part),
    never: both,
  }),
  reportScenario({
    name: 'replaced twice, at 30 % and at 65 %, 500 items, 1 model',
    draw: changing(500, 1, (part) => (part < 0.3 || part >= 0.65 ? 0.2 : 0.8)),
    never: both,
  }),
  reportScenario({
    name: 'two replicas alternate every 25 calls, 20 % and 80 %, 200 items, 1 model',
    draw: changing(200, 1, (part) => (Math.floor(part * 8) % 2 === 0 ? 0.2 : 0.8)),
    never: both,
  }),
  reportScenario({
    name: 'two replicas alternate every 10 calls, 20 % and 80 %, 500 items, 1 model',
    draw: changing(500, 1, (part) => (Math.floor(part * 50) % 2 === 0 ? 0.2 : 0.8)),
    never: both,
  }),
];

/** Draws predictions that are right in half of the items where they differ from the best constant, "yes". */
function edgeOfConstant(units: DrawnUnits, icc: number): (random: Random) => DrawnReport {
  return (random) => {
    const no = clustered(random, units, { rate: 0.4, icc });
    const isNo = clustered(random, units, { rate: 0.5, icc });
    const rest = times(units.n, () => random() < 0.1);
    return {
      rows: yesNoRows(units, [
        {
          name: 'model',
          predictions: no.map((each) => !each),
          executions: [no.map((each, unit) => !(each ? isNo[unit] : rest[unit]))],
        },
      ]),
    };
  };
}

const constants: readonly Scenario[] = [
  reportScenario({
    name: 'as good as always yes, tells items apart, 60 items, 1 model',
    draw: edgeOfConstant({ n: 60 }, 0),
    never: ['useful'],
  }),
  reportScenario({
    name: 'as good as always yes, tells items apart, 300 items, 1 model',
    draw: edgeOfConstant({ n: 300 }, 0),
    never: ['useful'],
    power: { informative: 0.95 },
  }),
  reportScenario({
    name: 'as good as always yes, 40 groups of 5, ICC .4, 1 model',
    draw: edgeOfConstant({ n: 200, clusterSizes: times(40, () => 5) }, 0.4),
    never: ['useful'],
  }),
];

/** Draws a model that says "yes" a few times, and is right in half of them. */
const fewYes: readonly Scenario[] = [4, 11].map((count) =>
  reportScenario({
    name: `says yes ${count} times, right in half of them, 300 items, 1 model`,
    draw: (random) => {
      const predictions = times(
        300,
        (unit) => unit % Math.floor(300 / count) === 0 && unit < count * Math.floor(300 / count),
      );
      const outcome = predictions.map((isYes) => random() < (isYes ? 0.5 : 0.002));
      return { rows: yesNoRows({ n: 300 }, [{ name: 'model', predictions, executions: [outcome] }]) };
    },
    ...(count < 6 ? { never: ['useful'] } : { notExcluded: ['useful'] }),
  }),
);

/** Draws a judge whose verdict follows the look of an item, as the predictions do. */
const judge: readonly Scenario[] = [0.1, 0.25].map((share) =>
  reportScenario({
    name: `the own judge follows the look of ${100 * share} % of the items, 200 items, 1 model`,
    draw: (random) => {
      const look = times(200, () => random() < 0.5);
      const outcome = look.map((each) => (random() < share ? each : random() < 0.5));
      return { rows: yesNoRows({ n: 200 }, [{ name: 'model', predictions: look, executions: [outcome] }]) };
    },
    notExcluded: ['informative'],
  }),
);

const topics: readonly Scenario[] = [
  reportScenario({
    name: 'undeclared topics: 20 of 10 items, sd 1, 1 model',
    draw: (random) => {
      const rates = times(20, () => 1 / (1 + Math.exp(-normal(random))));
      const others = times(20, () => 1 / (1 + Math.exp(-normal(random))));
      return {
        rows: yesNoRows({ n: 200 }, [
          {
            name: 'model',
            predictions: times(200, (unit) => random() < (others[Math.floor(unit / 10)] as number)),
            executions: [times(200, (unit) => random() < (rates[Math.floor(unit / 10)] as number))],
          },
        ]),
      };
    },
    notExcluded: ['informative'],
  }),
];

const power = [
  { n: 100, accuracy: 0.65, rate: 0.75 },
  { n: 200, accuracy: 0.6, rate: 0.7 },
].map(({ n, accuracy, rate }) =>
  reportScenario({
    name: `power: ${n} items, 50 % yes, right in ${100 * accuracy} %, 1 model`,
    draw: (random) => {
      const outcome = times(n, () => random() < 0.5);
      const predictions = outcome.map((each) => (random() < accuracy ? each : !each));
      return { rows: yesNoRows({ n }, [{ name: 'model', predictions, executions: [outcome] }]) };
    },
    power: { informative: rate },
  }),
);

export const reportScenarios: readonly Scenario[] = [
  ...rare,
  ...sizes,
  ...clusters,
  ...missing,
  lostExecutions,
  ...changes,
  ...constants,
  ...fewYes,
  ...judge,
  ...topics,
  ...power,
];
