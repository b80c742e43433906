import { logistic } from '../../../src/stats/distributions.ts';
import type { Random } from '../../../src/util/random.ts';
import { clustersOf, type DrawnModel, type DrawnUnits, normal, permutation, times, yesNoRows } from './draw.ts';
import { type DrawnReport, reportScenario, type Scenario } from './scenario.ts';

/** Scenarios of rung C: models that share a difficulty of each item, and know nothing of themselves alone. */

/** How one model's answers and predictions depend on an item: logits. */
interface Weights {
  /** Weight of the shared difficulty in outcomes and in predictions. */
  readonly outcome: number;
  readonly prediction: number;
  /** Constants of both logits. */
  readonly base?: readonly [outcome: number, prediction: number];
  /** Weight of a part of the outcomes that is the model's own, and of the same part in its predictions. */
  readonly own?: readonly [outcome: number, prediction: number];
  /** Weight of a part that all models of a group share, in outcomes and in predictions. */
  readonly group?: { readonly name: string; readonly weight: number };
  /** Where each pass, which has an order of its own, changes, and the constant that both logits have after it. */
  readonly change?: readonly [part: number, added: number];
}

interface Shared {
  readonly units: DrawnUnits;
  readonly models: readonly Weights[];
  readonly clusterWeight?: number;
  readonly executions?: number;
  /** Share of the predictions that are missing where the model is wrong. */
  readonly lost?: number;
}

/** Returns one standard normal number for each unit; one for each cluster with the weight of clusters. */
function quantity(random: Random, units: DrawnUnits, clusterWeight = 0): readonly number[] {
  const clusters = clustersOf(units);
  const shifts = times((clusters.at(-1) ?? 0) + 1, () => normal(random));
  return clusters.map(
    (cluster) => Math.sqrt(clusterWeight) * (shifts[cluster] as number) + Math.sqrt(1 - clusterWeight) * normal(random),
  );
}

function sharedModels(random: Random, options: Shared): readonly DrawnModel[] {
  const { units, models, clusterWeight, executions = 1, lost = 0 } = options;
  const draw = () => quantity(random, units, clusterWeight);
  const difficulty = draw();
  const groups = new Map<string, readonly number[]>();
  return models.map((weights, index) => {
    const { outcome, prediction, base = [0, 0], own = [0, 0], group, change } = weights;
    const alone = draw();
    const inGroup = group === undefined ? [] : (groups.get(group.name) ?? draw());
    if (group !== undefined) groups.set(group.name, inGroup);
    const orders = change === undefined ? null : [permutation(random, units.n), permutation(random, units.n)];
    const logit = (unit: number, side: 0 | 1) =>
      (side === 0 ? outcome : prediction) * (difficulty[unit] as number) +
      base[side] +
      own[side] * (alone[unit] as number) +
      (group === undefined ? 0 : group.weight * (inGroup[unit] as number)) +
      (change !== undefined && (orders?.[side]?.[unit] as number) >= change[0] * units.n ? change[1] : 0);
    const answers = (side: 0 | 1) => times(units.n, (unit) => random() < logistic(logit(unit, side)));
    const did = times(executions, () => answers(0));
    const said = answers(1).map((each, unit) => (each !== did[0]?.[unit] && random() < lost ? null : each));
    return { name: `model ${index}`, predictions: said, executions: did };
  });
}

function shared(options: Shared): (random: Random) => DrawnReport {
  return (random) => ({ rows: yesNoRows(options.units, sharedModels(random, options)) });
}

const alike: Weights = { outcome: 1, prediction: 1, own: [1.5, 0] };
const six = times(6, () => alike);
const items = (n: number, size = 1): DrawnUnits =>
  size === 1 ? { n } : { n, clusterSizes: times(n / size, () => size) };

function never(name: string, options: Shared, more: { kinship?: DrawnReport['kinship'] } = {}): Scenario {
  return reportScenario({
    name,
    draw: (random) => ({ ...shared(options)(random), ...more }),
    never: ['beyond others'],
  });
}

function listed(name: string, options: Shared): Scenario {
  return reportScenario({ name, draw: shared(options), notExcluded: ['beyond others'] });
}

const sharpAndPredictable: Weights = { outcome: 4, prediction: 4 };
const related = (name: string, weight: number): Weights => ({ outcome: 1, prediction: 1, group: { name, weight } });
const plain: Weights = { outcome: 1, prediction: 1 };

const difficulties: readonly Scenario[] = [
  never('one of 6 sharp and predictable, 500 items', {
    units: items(500),
    models: [sharpAndPredictable, ...times(5, () => plain)],
  }),
  listed('six temperatures (.05 to 2) with own thresholds, 300 items', {
    units: items(300),
    models: [0.05, 0.3, 0.5, 1, 1.5, 2].map((t, index) => {
      const base = (0.4 * (index - 2.5)) / t;
      return { outcome: 1.5 / t, prediction: 1.5 / t, base: [base, base] };
    }),
  }),
  listed('three shared quantities: all 8 models follow one, five of them another one too, 400 items', {
    units: items(400),
    models: times(8, (index) =>
      index % 3 === 0
        ? { outcome: 1.5, prediction: 1.5 }
        : { outcome: 0.5, prediction: 0.5, group: { name: `quantity ${index % 3}`, weight: 1 } },
    ),
  }),
];

const relatives: readonly Scenario[] = [
  never(
    'three declared relatives of 8, 300 items',
    { units: items(300), models: [...times(3, () => related('maker', 1)), ...times(5, () => alike)] },
    { kinship: { relatives: [['model 0', 'model 1', 'model 2']] } },
  ),
  listed('three undeclared relatives of 6, 300 items', {
    units: items(300),
    models: [...times(3, () => related('maker', 1)), ...times(3, () => alike)],
  }),
  listed('five undeclared makers of 3 models, 300 items', {
    units: items(300),
    models: times(15, (index) => related(`maker ${index % 5}`, 1)),
  }),
  listed('own topics that the model knows: 30 of 10 items, 6 models', {
    units: items(300, 10),
    models: times(6, () => ({ outcome: 0.5, prediction: 0.5, own: [1, 1] })),
    clusterWeight: 0.9,
  }),
];

/** Draws one model of six whose own part a label tells, which its predictions repeat. */
const labelled = reportScenario({
  name: 'one of 6 predicts by a label that tells only its answers, 300 items',
  draw: (random) => {
    const label = times(300, () => random() < 0.5);
    const follower = {
      name: 'model 0',
      predictions: label.map((each) => (random() < 0.95 ? each : !each)),
      executions: [label.map((each) => (random() < 0.8 ? each : !each))],
    };
    const others = sharedModels(random, { units: items(300), models: six }).slice(1);
    return { rows: yesNoRows({ n: 300, label }, [follower, ...others]) };
  },
  never: ['beyond others'],
});

const vocabulary = 200;

/** Returns the scenario of a model whose answers and predictions follow the length of the text, which everybody sees. */
function byLength(name: string, rate: (share: number) => number, claim: 'never' | 'notExcluded'): Scenario {
  return reportScenario({
    name: `one of 6 follows the length of the text: ${name}, 300 items`,
    draw: (random) => {
      const lengths = times(300, () => 10 + Math.floor(60 * random()));
      const texts = new Map(
        lengths.map((length, item) => [
          `item ${item}`,
          times(length, () => `word${Math.floor(vocabulary * random() ** 2)}`).join(' '),
        ]),
      );
      const follows = () => lengths.map((length) => random() < rate((length - 10) / 60));
      const follower = { name: 'model 0', predictions: follows(), executions: [follows()] };
      const others = sharedModels(random, { units: items(300), models: six }).slice(1);
      return { rows: yesNoRows({ n: 300 }, [follower, ...others]), texts };
    },
    counted: (model) => model === 'model 0',
    [claim]: ['beyond others'],
  });
}

const texts: readonly Scenario[] = [
  byLength('logistic', (share) => logistic(6 * (share - 0.5)), 'never'),
  byLength('a sharp threshold', (share) => (share < 0.5 ? 0.1 : 0.9), 'never'),
  byLength('a wave', (share) => (Math.floor(8 * share) % 2 === 0 ? 0.15 : 0.85), 'notExcluded'),
];

export const sharedScenarios: readonly Scenario[] = [...difficulties, ...relatives, labelled, ...texts];
