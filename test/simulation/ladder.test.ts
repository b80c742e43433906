import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LadderUnit, ladderCurves } from '../../src/analyze/ladder/ladder-curves.ts';
import type { Observed } from '../../src/domain/outcome.ts';
import type { CategoricalOutcome } from '../../src/outcome-kinds/categorical.ts';
import { type Random, seededRandom } from '../../src/util/random.ts';
import { generateLadder, rungCount } from '../../workshop/property/ladder.ts';
import { type Bench, openBench } from '../support/simulated-run.ts';
import { PrintedTally } from './printed-tally.ts';
import { long, repeats, seedsOf } from './simulate.ts';

const strings = 60;
const items = generateLadder(strings * rungCount);
const knowledge = [0, 0.7, 1] as const;
const modelOf = (known: number) => `simulated/climber?private=${known}&skill=0`;

describe('models that know their answers, each time less at the next rung', () => {
  let bench: Bench;
  let units: ReadonlyMap<string, readonly LadderUnit[]>;
  beforeAll(async () => {
    bench = await openBench();
    const run = await bench.run(
      { model: knowledge.map(modelOf), experiment: ['property'], samples: 1 },
      { property: items },
    );
    const own = run.rows.flatMap(({ model, cluster, outcome }) =>
      outcome.kind === 'categorical'
        ? [{ model, group: `${outcome.group} × ${outcome.unit}`, cluster, outcome, other: null }]
        : [],
    );
    units = Map.groupBy(own, ({ model }) => model);
  });
  afterAll(() => bench.close());

  it.each(knowledge)('knowledge %d: recovers knowledge ** rung and its slope', (known) => {
    const curves = ladderCurves(units.get(modelOf(known)) ?? []);
    const [none] = knowledge.map((each) => ladderCurves(units.get(modelOf(each)) ?? []));
    expect(curves.map(({ axis, rungs }) => [axis, rungs.length])).toEqual([
      ['length', 4],
      ['steps', 4],
      ['planning', 4],
    ]);
    for (const [at, { rungs, slope }] of curves.entries()) {
      const guess = none?.[at]?.rungs.map(({ score }) => score.value ?? 9) ?? [];
      const truth = rungs.map(({ rung }, index) => known ** rung + (1 - known ** rung) * (guess[index] ?? 9));
      // Three standard errors of 60 strings are below 0.2.
      for (const [index, { score }] of rungs.entries())
        expect(Math.abs((score.value ?? 9) - (truth[index] ?? 9))).toBeLessThan(0.2);
      const expected = truth.reduce((sum, value, index) => sum + (index - 1.5) * value, 0) / 5;
      expect(Math.abs((slope.value ?? 9) - expected)).toBeLessThan(0.08);
    }
  });

  it('finds full knowledge at every rung, and none without knowledge', () => {
    const of = (known: number) => ladderCurves(units.get(modelOf(known)) ?? []);
    expect(of(1).map(({ notAboveFrom }) => notAboveFrom)).toEqual([null, null, null]);
    expect(of(0).map(({ notAboveFrom }) => notAboveFrom)).toEqual(['word', '0 steps', 'next move']);
  });
});

const present = (value: string): Observed<string> => ({ kind: 'present', value, step: 'text' });

interface Said {
  readonly value: string;
  readonly prediction: string;
  readonly axis?: string;
}

function unitAt(rung: number, item: number, { value, prediction, axis = 'length' }: Said): LadderUnit {
  const group = `${axis} ${rung}`;
  const outcome: CategoricalOutcome = {
    ...{ kind: 'categorical', unit: 'u', group, values: 'open' },
    predictions: [present(prediction)],
    executions: [present(value)],
    ...{ modal: 0, label: null, echo: null, rung: { axis, rung, label: String(rung) } },
  };
  return { group, cluster: `c${item}`, outcome, other: null };
}

/** Returns units whose values and predictions do not depend on each other; `values` of one rung are ever more alike. */
function nullUnits(predict: (random: Random) => string, count: number, random: Random): readonly LadderUnit[] {
  return Array.from({ length: count }, (_, item) =>
    ['length', 'steps', 'planning'].flatMap((axis) =>
      [1, 2, 3, 4].map((rung) => {
        const value = random() < rung / 5 ? 'a' : `v${Math.floor(8 * random())}`;
        return unitAt(rung, item, { value, prediction: predict(random), axis });
      }),
    ),
  ).flat();
}

describe('a model without self-knowledge is above the best constant answer at some rung in at most 5 % of data sets', () => {
  it.each<readonly [string, (random: Random) => string]>([
    ['always gives the most frequent value', () => 'a'],
    ['guesses with the right frequencies', (random) => (random() < 0.5 ? 'a' : `v${Math.floor(8 * random())}`)],
    ['always gives another value', () => 'v1'],
  ])('%s', (name, predict) => {
    for (const count of [10, 40]) {
      const above = new PrintedTally(`ladder, ${name}, ${count} strings`);
      for (let seed = 0; seed < repeats(2, 300); seed += 1) {
        const units = nullUnits(predict, count, seededRandom('ladder null', name, count, seed));
        const curves = ladderCurves(units);
        above.add(curves.some(({ rungs }) => rungs.some(({ isAbove }) => isAbove)));
      }
      above.expectRate(0, 0.05);
    }
  });
});

/** Returns units whose predictions are right equally often at each rung; `rightOf` draws how often, for one string. */
function flatUnits(rightOf: (random: Random) => number, count: number, random: Random): readonly LadderUnit[] {
  return Array.from({ length: count }, (_, item) => {
    const right = rightOf(random);
    return [1, 2, 3, 4].map((rung): LadderUnit => {
      const value = random() < 0.4 ? 'a' : `v${Math.floor(8 * random())}`;
      return unitAt(rung, item, { value, prediction: random() < right ? value : 'another' });
    });
  }).flat();
}

describe('an interval of the slope of the difference lies off 0 in at most 5 % of data sets where all rungs are alike', () => {
  it.each<readonly [string, (random: Random) => number]>([
    ['right in 60 %', () => 0.6],
    ['right in 90 %', () => 0.9],
    ['right in 20 % of some strings and in 95 % of others', (random) => (random() < 0.5 ? 0.2 : 0.95)],
  ])('%s', (name, rightOf) => {
    for (const count of long ? [10, 20, 40] : [20]) {
      const off = new PrintedTally(`ladder slope, ${name}, ${count} strings`);
      for (const seed of seedsOf([0, 2], 300)) {
        const units = flatUnits(rightOf, count, seededRandom('ladder slope', name, count, seed));
        const [curve] = ladderCurves(units);
        const { interval } = curve?.gainSlope ?? { interval: null };
        off.add(interval !== null && (interval[0] > 0 || interval[1] < 0));
      }
      off.expectAtMost(0.05);
    }
  });
});
