import { ResponseMatrices, type ResponseMatrix } from '../../../src/analyze/contrasts/response-matrix.ts';
import { runContrasts } from '../../../src/analyze/contrasts/run-contrasts.ts';
import { gateChecks } from '../../../src/analyze/contrasts/run-gate.ts';
import type { RunConfig } from '../../../src/domain/run-config.ts';
import { experimentRegistry } from '../../../src/experiments/registry.ts';
import { type OutcomeRow, tallyOf } from '../../../src/outcome-kinds/outcome-kinds.ts';
import type { Random } from '../../../src/util/random.ts';
import { type DrawnModel, type DrawnUnits, times, yesNoRows } from './draw.ts';
import { rungRate, type Scenario } from './scenario.ts';

/** Scenarios of two runs, and of two models: the gate and paired differences. */

const experiments = experimentRegistry();

function fieldsOf(rows: readonly OutcomeRow[]): readonly ResponseMatrix[] {
  const matrices = new ResponseMatrices(experiments, () => 'drawn data');
  for (const row of rows) matrices.add(row, tallyOf(row.outcome, 'parsed'));
  return matrices.fields();
}

const config: RunConfig = {
  models: [{ name: 'model', identity: 'model', baseUrl: null }],
  judge: null,
  judgeRubric: 'plain' as RunConfig['judgeRubric'], // the gate reads no rubric
  experiments: [
    { name: 'restriction', version: 1, dataset: { name: 'drawn', sha256: 'drawn', items: 1 }, conditions: [] },
  ],
  samples: 1,
  sampling: {},
  seed: 1,
};

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
  return {
    name,
    claims: [{ word: rule === 'lower' ? 'lower' : 'within the margin', kind: 'stated', rate: rungRate }],
    prints: (random) => {
      const before = times(n, () => random() < accuracy);
      const falls = times(n / clusterSize, () => random() < drop / accuracy);
      const now = before.map((isRight, unit) => isRight && !falls[Math.floor(unit / clusterSize)]);
      const rows = [
        ...yesNoRows(units, [responses(random, before, { name: 'model', lost: lost.before ?? none })], 'old'),
        ...yesNoRows(units, [responses(random, now, { name: 'model', lost: lost.now ?? none })], 'new'),
      ];
      const [check] = gateChecks(fieldsOf(rows), {
        run: { id: 'new', config: { ...config, repeatAs: 'new' } },
        baseline: { id: 'old', config: { ...config, repeatAs: 'old' } },
        ...{ rule, margin },
      });
      if (check === undefined) throw new Error('the gate has no check');
      return [rule === 'lower' ? check.gate?.passes === false : check.gate?.passes === true];
    },
  };
}

interface EqualModels {
  readonly name: string;
  readonly n: number;
  readonly models: number;
  /** What the first model loses, and what the others lose. */
  readonly lost: readonly [Lost, Lost];
}

/** Returns the scenario of equal models of which none may be higher or lower; two-sided 5 %, Holm over all pairs. */
function equalModels({ name, n, models, lost }: EqualModels): Scenario {
  return {
    name,
    claims: [{ word: 'higher or lower', kind: 'stated', rate: 0.05 }],
    prints: (random) => {
      const drawn = times(models, (index) =>
        responses(
          random,
          times(n, () => random() < 0.6),
          { name: `model ${index}`, lost: lost[index === 0 ? 0 : 1] },
        ),
      );
      const differences = runContrasts(fieldsOf(yesNoRows({ n }, drawn)));
      return [differences.some(({ word }) => word === 'higher' || word === 'lower')];
    },
  };
}

/** Returns the scenario of two equal models that differ in a few items, of which a fair coin decides who is right. */
function differInFew(count: number): Scenario {
  return {
    name: `differences: two equal models differ in ${count} of 300 items`,
    claims: [
      count < 5
        ? { word: 'higher or lower', kind: 'stated', rate: 0.05 }
        : { word: 'higher or lower', kind: 'not excluded' },
    ],
    prints: (random) => {
      const same = times(300, () => random() < 0.6);
      const isFirst = times(count, () => random() < 0.5);
      const scores = [true, false].map((first) =>
        same.map((isRight, unit) => (unit < count ? isFirst[unit] === first : isRight)),
      );
      const drawn = scores.map((each, index) => responses(random, each, { name: `model ${index}`, lost: none }));
      return [
        runContrasts(fieldsOf(yesNoRows({ n: 300 }, drawn))).some(({ word }) => word === 'higher' || word === 'lower'),
      ];
    },
  };
}

/** Two equal models with five executions, of which one loses executions that its prediction is wrong about. */
const lostExecutions: Scenario = {
  name: 'differences: one of 2 loses 30 % of the executions that it is wrong about, 5 executions, 200 items',
  claims: [{ word: 'higher or lower', kind: 'stated', rate: 0.05 }],
  prints: (random) => {
    const drawn = [0.3, 0].map((share, index): DrawnModel => {
      const predictions = times(200, () => random() < 0.5);
      const execution = (each: boolean) => {
        const outcome = random() < 0.5;
        return outcome !== each && random() < share ? null : outcome;
      };
      return { name: `model ${index}`, predictions, executions: times(5, () => predictions.map(execution)) };
    });
    return [
      runContrasts(fieldsOf(yesNoRows({ n: 200 }, drawn))).some(({ word }) => word === 'higher' || word === 'lower'),
    ];
  },
};

export const differenceScenarios: readonly Scenario[] = [
  differInFew(4),
  differInFew(8),
  lostExecutions,
  gate({
    name: 'gate: true drop .05 = margin, 200 items',
    n: 200,
    accuracy: 0.7,
    drop: 0.05,
    margin: 0.05,
    rule: 'lower',
  }),
  gate({
    name: 'gate: true drop .02 = margin, 500 items',
    n: 500,
    accuracy: 0.7,
    drop: 0.02,
    margin: 0.02,
    rule: 'lower',
  }),
  gate({
    ...{ name: 'gate: true drop .1 = margin, 60 groups of 5 that fall together', n: 300, accuracy: 0.7, drop: 0.1 },
    ...{ margin: 0.1, rule: 'lower', clusterSize: 5 },
  }),
  ...[200, 500].map((n) =>
    gate({
      ...{ name: `gate: nothing changed, the baseline loses 30 % of its wrong predictions, ${n} items`, n },
      ...{ accuracy: 0.6, drop: 0, margin: 0, rule: 'lower' as const, lost: { before: [0.3, 0] as const } },
    }),
  ),
  gate({
    ...{ name: 'gate: nothing changed, the new run loses 15 % of its right predictions, 500 items', n: 500 },
    ...{ accuracy: 0.6, drop: 0, margin: 0, rule: 'lower', lost: { now: [0, 0.15] } },
  }),
  gate({
    ...{ name: 'gate: nothing changed, both lose 20 % of their wrong predictions, 500 items', n: 500, accuracy: 0.6 },
    ...{ drop: 0, margin: 0, rule: 'lower', lost: { before: [0.2, 0], now: [0.2, 0] } },
  }),
  ...[40, 100, 200, 500].map((n) =>
    gate({
      ...{ name: `gate: true drop .05 = --fail-unless-within .05, ${n} items`, n, accuracy: 0.7, drop: 0.05 },
      ...{ margin: 0.05, rule: 'within' as const },
    }),
  ),
  gate({
    ...{ name: 'gate: within .1, true drop .1, the new run loses 20 % of its wrong predictions, 300 items', n: 300 },
    ...{ accuracy: 0.7, drop: 0.1, margin: 0.1, rule: 'within', lost: { now: [0.2, 0] } },
  }),
  equalModels({ name: 'differences: 6 equal models, 200 items', n: 200, models: 6, lost: [none, none] }),
  equalModels({
    name: 'differences: one of 2 loses 20 % of its wrong predictions, 500 items',
    n: 500,
    models: 2,
    lost: [[0.2, 0], none],
  }),
  equalModels({
    name: 'differences: one of 6 loses 30 % of its wrong predictions, 200 items',
    n: 200,
    models: 6,
    lost: [[0.3, 0], none],
  }),
  equalModels({
    name: 'differences: one of 2 loses 15 % of its right predictions, 500 items',
    n: 500,
    models: 2,
    lost: [[0, 0.15], none],
  }),
  equalModels({
    name: 'differences: both lose 20 % of their wrong predictions, 500 items',
    n: 500,
    models: 2,
    lost: [
      [0.2, 0],
      [0.2, 0],
    ],
  }),
];
