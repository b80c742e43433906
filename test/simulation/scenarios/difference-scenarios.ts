import { ResponseMatrices, type ResponseMatrix } from '../../../src/analyze/contrasts/response-matrix.ts';
import { runContrasts } from '../../../src/analyze/contrasts/run-contrasts.ts';
import { gateChecks } from '../../../src/analyze/contrasts/run-gate.ts';
import { UnitTables } from '../../../src/analyze/contrasts/unit-tables.ts';
import type { RunConfig } from '../../../src/domain/run-config.ts';
import { experimentRegistry } from '../../../src/experiments/registry.ts';
import { type OutcomeRow, termsOfOutcome } from '../../../src/outcome-kinds/outcome-kinds.ts';
import type { Random } from '../../../src/util/random.ts';
import { type DrawnModel, type DrawnUnits, times, yesNoRows } from './draw.ts';
import { rungRate, type Scenario } from './scenario.ts';

/** Scenarios of two runs, and of two models: the gate and paired differences. */

const experiments = experimentRegistry();

function fieldsOf(rows: readonly OutcomeRow[]): readonly ResponseMatrix[] {
  const matrices = new ResponseMatrices(experiments, new UnitTables(() => 'drawn data'));
  for (const row of rows) matrices.add(row, termsOfOutcome(row.outcome, 'parsed'));
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

/** Returns whether the gate of the runs `old` and `new` passes; undefined where it is not measured. */
function gateWord(rows: readonly OutcomeRow[], rule: 'lower' | 'within', margin: number): boolean | undefined {
  const [check] = gateChecks(fieldsOf(rows), {
    run: { id: 'new', config: { ...config, repeatAs: 'new' } },
    baseline: { id: 'old', config: { ...config, repeatAs: 'old' } },
    ...{ rule, margin },
  });
  if (check === undefined) throw new Error('the gate has no check');
  return check.gate?.passes ?? undefined;
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
      return [gateWord(rows, rule, margin) === (rule === 'within')];
    },
  };
}

/** The gate of two runs with five executions: a true drop of the margin, and the new run loses executions that it is wrong about. */
const lostWithin: Scenario = {
  name: 'gate: within .05, true drop .05, 5 executions, the new run loses 2 % of its wrong executions, 1,000 items',
  claims: [{ word: 'within the margin', kind: 'stated', rate: 0.031 }],
  prints: (random) => {
    const n = 1_000;
    const run = (rate: number, lost: number): DrawnModel => {
      const predictions = times(n, () => random() < 0.5);
      const execution = (said: boolean) => {
        const isRight = random() < rate;
        return !isRight && random() < lost ? null : said === isRight;
      };
      return { name: 'model', predictions, executions: times(5, () => predictions.map(execution)) };
    };
    const rows = [...yesNoRows({ n }, [run(0.7, 0)], 'old'), ...yesNoRows({ n }, [run(0.65, 0.02)], 'new')];
    return [gateWord(rows, 'within', 0.05) === true];
  },
};

/** Two equal models, and two runs of an unchanged model, on declared groups of which one is large and shares its luck. */
function largeGroup(sizes: readonly number[], luck: number): Scenario {
  const units: DrawnUnits = { n: sizes.reduce((sum, size) => sum + size, 0), clusterSizes: sizes };
  const scores = (random: Random) =>
    sizes.flatMap((size) => {
      const [isLucky, fate] = [random() < luck, random() < 0.6];
      return times(size, () => (isLucky ? fate : random() < 0.6));
    });
  return {
    name: `runs: one declared group of ${Math.max(...sizes)} and ${sizes.length - 1} items, luck ${luck}`,
    claims: [
      { word: 'higher or lower', kind: 'stated', rate: 0.05 },
      { word: 'gate: lower', kind: 'stated', rate: rungRate },
    ],
    prints: (random) => {
      const side = (name: string) => responses(random, scores(random), { name, lost: none });
      const contrasts = runContrasts(fieldsOf(yesNoRows(units, [side('model 0'), side('model 1')])));
      const rows = [...yesNoRows(units, [side('model')], 'old'), ...yesNoRows(units, [side('model')], 'new')];
      return [
        contrasts.some(({ word }) => word === 'higher' || word === 'lower'),
        gateWord(rows, 'lower', 0) === false,
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
