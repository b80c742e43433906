import type { OutcomeRow } from '../../../src/outcome-kinds/outcome-kinds.ts';
import { logistic } from '../../../src/stats/distributions.ts';
import type { Random } from '../../../src/util/random.ts';
import {
  clustersOf,
  type DrawnModel,
  type DrawnUnits,
  normal,
  observed,
  permutation,
  rowOf,
  times,
  yesNoRows,
} from './draw.ts';
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
const strong: Weights = { outcome: 2.5, prediction: 2.5 };
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

const sharp: Weights = { outcome: 1, prediction: 6, own: [1.5, 0] };
const sharpAndPredictable: Weights = { outcome: 4, prediction: 4 };
const related = (name: string, weight: number): Weights => ({ outcome: 1, prediction: 1, group: { name, weight } });
const plain: Weights = { outcome: 1, prediction: 1 };

const difficulties: readonly Scenario[] = [
  never('shared difficulty, 6 models, 300 items', { units: items(300), models: six }),
  never('shared difficulty, strong, 6 models, 300 items', { units: items(300), models: times(6, () => strong) }),
  never('shared difficulty, 15 models, 300 items', { units: items(300), models: times(15, () => alike) }),
  never('shared difficulty, 75 groups of 4, ICC .4, 6 models', {
    units: items(300, 4),
    models: six,
    clusterWeight: 0.4,
  }),
  never('one sharp predictor of 6, 500 items', { units: items(500), models: [sharp, ...six.slice(1)] }),
  never('one of 6 sharp and predictable, 500 items', {
    units: items(500),
    models: [sharpAndPredictable, ...times(5, () => plain)],
  }),
  listed('one of 6 sharp and predictable, 3 executions, 300 items', {
    units: items(300),
    models: [sharpAndPredictable, ...times(5, () => plain)],
    executions: 3,
  }),
  never('one logit at six temperatures (.3 to 2), 300 items', {
    units: items(300),
    models: [0.3, 0.5, 0.8, 1, 1.5, 2].map((t) => ({ outcome: 1.5 / t, prediction: 1.5 / t })),
  }),
  listed('six temperatures (.05 to 2) with own thresholds, 300 items', {
    units: items(300),
    models: [0.05, 0.3, 0.5, 1, 1.5, 2].map((t, index) => {
      const base = (0.4 * (index - 2.5)) / t;
      return { outcome: 1.5 / t, prediction: 1.5 / t, base: [base, base] };
    }),
  }),
  never('rates of 2, 50 and 98 %, shared difficulty, 6 models, 400 items', {
    units: items(400),
    models: times(6, (index) => {
      const base = [-4.5, 0, 4.5][index % 3] as number;
      return { outcome: 1, prediction: 1, base: [base, base] };
    }),
  }),
  never('one of 6 replaced half way, 300 items', {
    units: items(300),
    models: [{ ...alike, base: [-1.5, -1.5], change: [0.5, 3] }, ...six.slice(1)],
  }),
  never('one of 6 replaced at 60 %, 500 items', {
    units: items(500),
    models: [{ ...alike, base: [-1.5, -1.5], change: [0.6, 3] }, ...six.slice(1)],
  }),
  never('all 6 replaced, each elsewhere, 300 items', {
    units: items(300),
    models: times(6, (index) => ({ ...alike, base: [-1, -1], change: [0.2 + 0.12 * index, 2] })),
  }),
  never('5 % of the wrong predictions missing, 6 models, 300 items', { units: items(300), models: six, lost: 0.12 }),
  never('two executions, shared difficulty, 6 models, 300 items', { units: items(300), models: six, executions: 2 }),
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

/** Returns models whose predictions are the item's label, which is right in 75 % of the items. */
function ruleFollowers(models: number): Scenario {
  return reportScenario({
    name: `predictions are the item's label, right in 75 %, ${models} models, 300 items`,
    draw: (random) => {
      const label = times(300, () => random() < 0.5);
      const drawn = times(models, (index) => ({
        name: `model ${index}`,
        predictions: label,
        executions: [label.map((each) => (random() < 0.75 ? each : !each))],
      }));
      return { rows: yesNoRows({ n: 300, label }, drawn) };
    },
    never: ['beyond others'],
  });
}

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

/** Draws one model of six whose own part others know as well as it does, and that others were asked about. */
const asked = reportScenario({
  name: 'one of 6 is predicted as well by others who were asked, 300 items',
  draw: (random) => {
    const own = times(300, () => normal(random));
    const answers = () => own.map((each) => random() < logistic(1.5 * each));
    const subject = { name: 'model 0', predictions: answers(), executions: [answers()] };
    const others = sharedModels(random, { units: items(300), models: six }).slice(1);
    const predicted = others.flatMap(({ name }) =>
      answers().map((said, unit): { readonly predictor: string; readonly row: OutcomeRow } => ({
        predictor: name,
        row: rowOf(
          { model: 'model 0', unit, cluster: unit },
          {
            ...{ kind: 'binary', unit: '', probability: null, label: null },
            prediction: observed(said),
            executions: [observed(subject.executions[0]?.[unit] ?? null)],
          },
        ),
      })),
    );
    return { rows: yesNoRows({ n: 300 }, [subject, ...others]), asked: predicted };
  },
  never: ['beyond others'],
});

/** Draws numbers that share one difficulty. */
const numbers = reportScenario({
  name: 'numbers that share a difficulty, 6 models, 200 items',
  draw: (random) => {
    const difficulty = times(200, () => normal(random));
    const value = (unit: number, noise: number) =>
      observed(Math.max(1, 200 * Math.exp(0.6 * (difficulty[unit] as number) + noise * normal(random))));
    return {
      rows: times(6, (index) =>
        difficulty.map((_, unit) =>
          rowOf(
            { model: `model ${index}`, unit, cluster: unit },
            {
              kind: 'numeric',
              unit: 'tokens',
              prediction: value(unit, 0.5),
              executions: [value(unit, 0.7)],
              rule: null,
            },
          ),
        ),
      ).flat(),
    };
  },
  never: ['beyond others'],
});

/** Draws stated probabilities that share one difficulty. */
const probabilities = reportScenario({
  name: 'stated probabilities that share a difficulty, 6 models, 300 items',
  draw: (random) => {
    const difficulty = times(300, () => normal(random));
    const drawn = times(6, (index) => {
      const stated = difficulty.map((each) => logistic(each + 0.5 * normal(random)));
      const own = difficulty.map((each) => random() < logistic(each + 1.2 * normal(random)));
      return {
        name: `model ${index}`,
        predictions: stated.map((p) => p > 0.5),
        executions: [own],
        probabilities: stated,
      };
    });
    return { rows: yesNoRows({ n: 300 }, drawn) };
  },
  never: ['beyond others'],
});

/** Draws models of which the first alone knows its own part. */
function oneKnows(models: number, n: number): (random: Random) => DrawnReport {
  const weights = { outcome: 1, prediction: 1, base: [-0.5, -0.3] } as const;
  return shared({
    units: items(n),
    models: times(models, (index) => ({ ...weights, own: index === 0 ? [1.5, 1.5] : [1.5, 0] })),
  });
}

const power: readonly Scenario[] = [
  reportScenario({
    name: 'power: one of 15 knows its own part (weight 1.5), 300 items',
    draw: oneKnows(15, 300),
    counted: (model) => model === 'model 0',
    power: { 'beyond others': 0.85 },
  }),
  reportScenario({
    name: 'the other 14 of these models, 300 items',
    draw: oneKnows(15, 300),
    counted: (model) => model !== 'model 0',
    never: ['beyond others'],
  }),
  reportScenario({
    name: 'power: one of 6 knows its own part (weight 1.5), 200 items',
    draw: oneKnows(6, 200),
    counted: (model) => model === 'model 0',
    power: { 'beyond others': 0.5 },
  }),
];

export const sharedScenarios: readonly Scenario[] = [
  ...difficulties,
  ...relatives,
  ...[2, 6].map(ruleFollowers),
  ...[labelled, asked, numbers, probabilities],
  ...power,
];
