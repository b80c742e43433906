import { logistic, normalQuantile } from '../../../src/stats/distributions.ts';
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

const sizes = (count: number, size: number): DrawnUnits => ({
  n: count * size,
  clusterSizes: times(count, () => size),
});

const rare: readonly Scenario[] = [
  reportScenario({
    name: 'rare answers: 400 items, 1 % and 2 %, 15 models',
    draw: unrelated({ models: 15, units: { n: 400 }, rates: { prediction: 0.02, outcome: 0.01 } }),
    never: everyYes,
  }),
  reportScenario({
    name: 'rare answers: 100 groups of 2, 2 % and 3 %, ICC .5, 1 model',
    draw: unrelated({ models: 1, units: sizes(100, 2), rates: { prediction: 0.02, outcome: 0.03 }, icc: 0.5 }),
    never: [...both, 'opposite'],
  }),
  reportScenario({
    name: 'predictions dealt at random: 200 items, 6 models',
    draw: unrelated({ models: 6, units: { n: 200 }, rates: even }),
    never: everyYes,
  }),
];

const unequal = times(40, (index) => 1 + (index % 6));
const clusters: readonly Scenario[] = [
  reportScenario({
    name: 'groups of 1 to 6 (40), ICC .4, 6 models',
    draw: unrelated({ models: 6, units: { n: 138, clusterSizes: unequal }, rates: even, icc: 0.4 }),
    never: everyYes,
  }),
  reportScenario({
    name: 'groups: 20 of 5, ICC .5, 1 model',
    draw: unrelated({ models: 1, units: sizes(20, 5), rates: even, icc: 0.5 }),
    never: both,
  }),
];

const none = [0, 0] as const;
const lost: Readonly<Record<string, NonNullable<Unrelated['missing']>>> = {
  'predictions, 1.9 % of all, only wrong ones': { prediction: [0.038, 0], outcome: none },
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

/** Returns rates that follow a mood: a logit with standard deviation 1 whose correlation halves every `halfLife` calls. */
function moods(random: Random, n: number, halfLife: number): readonly number[] {
  const keep = 0.5 ** (1 / halfLife);
  let mood = normal(random);
  return times(n, () => {
    mood = keep * mood + Math.sqrt(1 - keep ** 2) * normal(random);
    return logistic(mood);
  });
}

const changes: readonly Scenario[] = [
  reportScenario({
    name: 'two replicas alternate every 25 calls, 20 % and 80 %, 200 items, 1 model',
    draw: changing(200, 1, (part) => (Math.floor(part * 8) % 2 === 0 ? 0.2 : 0.8)),
    never: both,
  }),
  reportScenario({
    name: 'the mood of the server changes (half-life of 20 calls), 300 items, 1 model',
    draw: (random) => {
      const rates = moods(random, 300, 20);
      const pass = () => permutation(random, 300).map((place) => random() < (rates[place] as number));
      return { rows: yesNoRows({ n: 300 }, [{ name: 'model', predictions: pass(), executions: [pass()] }]) };
    },
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
    name: 'as good as always yes, tells items apart, 300 items, 1 model',
    draw: edgeOfConstant({ n: 300 }, 0),
    never: ['useful'],
    power: { informative: 0.95 },
  }),
];

/** Draws a model that says "yes" a few times, and is right in half of them. */
const fewYes: readonly Scenario[] = [11].map((count) =>
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
    notExcluded: ['useful'],
  }),
);

/** Draws a judge whose verdict follows the look of an item, as the predictions do. */
const judge: readonly Scenario[] = [0.1].map((share) =>
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

export const reportScenarios: readonly Scenario[] = [
  ...rare,
  ...clusters,
  ...missing,
  lostExecutions,
  ...changes,
  ...constants,
  ...fewYes,
  ...judge,
  ...topics,
];
