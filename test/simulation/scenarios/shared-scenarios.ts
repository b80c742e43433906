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

/** A drawn text and the measures that a model can follow. */
interface DrawnText {
  readonly text: string;
  readonly characters: number;
  readonly words: number;
  readonly sentences: number;
  readonly options: number;
}

type Measure = Exclude<keyof DrawnText, 'text'>;

/** Draws a question of 1 to 8 sentences with 2 to 8 options, of 300 words that are rarer the higher their number. */
function drawText(random: Random): DrawnText {
  const upTo = (least: number, most: number) => least + Math.floor((most - least + 1) * random());
  let words = 0;
  const drawWords = (count: number) => {
    words += count;
    return times(count, () => `word${Math.floor(300 * random() ** 2)}`).join(' ');
  };
  const [sentences, options] = [upTo(1, 8), upTo(2, 8)];
  const body = times(sentences, () => `${drawWords(upTo(4, 17))}.`).join(' ');
  const list = times(options, (index) => `\n${String.fromCharCode(65 + index)}) ${drawWords(upTo(1, 4))}`);
  const text = `${body}${list.join('')}`;
  return { text, characters: text.length, words: words + options, sentences, options };
}

/** How often the model says yes, by the share of the texts that are shorter. */
type Form = (share: number) => number;

const threshold: Form = (share) => (share < 0.5 ? 0.1 : 0.9);
const twoThresholds: Form = (share) => (share > 0.3 && share < 0.7 ? 0.9 : 0.1);
const wave: Form = (share) => (Math.floor(8 * share) % 2 === 0 ? 0.15 : 0.85);

interface Followed {
  readonly measures: readonly Measure[];
  readonly forms: readonly Form[];
}

/** Returns the scenario of a model whose answers and predictions follow one measure of the text, which everybody sees; drawn by set. */
function byLength(name: string, { measures, forms }: Followed): Scenario {
  return reportScenario({
    name: `one of 6 follows ${name}, 300 items`,
    draw: (random) => {
      const one = <T>(of: readonly T[]) => of[Math.floor(of.length * random())] as T;
      const [measure, form] = [one(measures), one(forms)];
      const drawn = times(300, () => drawText(random));
      const order = drawn.map((each) => each[measure]).sort((x, y) => x - y);
      const share = (own: number) => (order.indexOf(own) + order.lastIndexOf(own) + 1) / (2 * order.length);
      const rates = drawn.map((each) => form(share(each[measure])));
      const follows = () => rates.map((rate) => random() < rate);
      const follower = { name: 'model 0', predictions: follows(), executions: [follows()] };
      const others = sharedModels(random, { units: items(300), models: six }).slice(1);
      const texts = new Map(drawn.map(({ text }, item) => [`item ${item}`, text]));
      return { rows: yesNoRows({ n: 300 }, [follower, ...others]), texts };
    },
    counted: (model) => model === 'model 0',
    never: ['beyond others'],
  });
}

const characters = (form: Form): Followed => ({ measures: ['characters'], forms: [form] });

const texts: readonly Scenario[] = [
  byLength(
    'the length of the text: logistic',
    characters((share) => logistic(6 * (share - 0.5))),
  ),
  byLength('the length of the text: a sharp threshold', characters(threshold)),
  byLength('the length of the text: a wave', characters(wave)),
  byLength('its number of words, sentences or options: one threshold, two or a wave', {
    measures: ['words', 'sentences', 'options'],
    forms: [threshold, twoThresholds, wave],
  }),
];

export const sharedScenarios: readonly Scenario[] = [...difficulties, ...relatives, labelled, ...texts];
