import { describe, it } from 'vitest';
import { analyzePairs, type NearCopy } from '../../src/study/analyses/analyze-pairs.ts';
import { CellIndex } from '../../src/study/analyses/cells.ts';
import type { PredictionRow } from '../../src/study/analyses/rows.ts';
import type { AnswerModel } from '../support/study/answer-model.ts';
import { simulatedModel, simulatedRows, simulatedWorld } from '../support/study/simulated-rows.ts';
import { nullWorlds as answerWorlds, worldOf } from './introspection-worlds.ts';
import { PrintedTally } from './printed-tally.ts';
import { long } from './simulate.ts';
import { notExcluded, nullWorlds, type StudyWorld, worldRows } from './study-worlds.ts';

type Draw = (strings: number, seed: number) => readonly PredictionRow[];

interface SmallWorld {
  readonly draw: Draw;
  readonly nearCopies?: readonly NearCopy[];
}

const answers =
  (model: AnswerModel, further: { readonly copies?: number; readonly sameChances?: boolean } = {}): Draw =>
  (strings, seed) =>
    simulatedRows(model, { trainings: 3, ...further, strings, seed });
const kinds =
  (world: StudyWorld): Draw =>
  (strings, seed) =>
    worldRows({ ...world, strings }, seed);

const kin = { family: 'x', familyWeight: 1.5, public: 1, skill: 0.8 };
const family = simulatedWorld(
  [
    simulatedModel('ann', 4, kin),
    simulatedModel('ann-2', 4, { ...kin, copyOf: 'ann' }),
    simulatedModel('bob', 4, { ...kin, family: 'y' }),
  ],
  4,
);
const named = Object.entries(answerWorlds).map(([name, { model, sample }]): [string, SmallWorld] => [
  name,
  { draw: answers(model, sample) },
]);
const ofKinds = (worlds: Readonly<Record<string, StudyWorld>>) =>
  Object.entries(worlds)
    .filter(([, { strings }]) => strings === undefined)
    .map(([name, world]): [string, SmallWorld] => [`by kinds of strings: ${name}`, { draw: kinds(world) }]);

const worlds: readonly [string, SmallWorld][] = [
  ...named,
  ['unequal skill, one property', { draw: answers(worldOf({ skill: 0.9, public: 1.5 }, { skill: 0.4 }, 1).model) }],
  ['nothing learned', { draw: answers(worldOf({ skill: 0, format: 0.15 }, { skill: 0, format: 0.15 }).model) }],
  ['family knowledge', { draw: answers(family), nearCopies: [{ of: 'ann', copy: 'ann-2' }] }],
  ...ofKinds(nullWorlds),
];

const studies = 200;

/** Prints the shares of verdicts among small studies of a world, and returns that of an advantage of any pair. */
function advantagesIn(name: string, { draw, nearCopies = [] }: SmallWorld, strings: number): PrintedTally {
  const tally = new PrintedTally(`${strings} strings, ${name}: any verdict own better`);
  const found = new Map<string, number>();
  for (let seed = 1; seed <= studies; seed += 1) {
    const pairs = analyzePairs(new CellIndex(draw(strings, seed)), nearCopies, { seed });
    for (const { verdict } of pairs) found.set(verdict, (found.get(verdict) ?? 0) + 1);
    tally.add(pairs.some(({ verdict }) => verdict === 'own better'));
  }
  console.log(`${strings} strings, ${name}:`, JSON.stringify(Object.fromEntries(found)));
  return tally;
}

describe.runIf(long)('a small study in which nothing is private', () => {
  const sizes = [20, 30, 50];

  it.each(worlds)('finds an advantage in at most 5 %% of cases: %s', (name, world) => {
    for (const strings of sizes) advantagesIn(name, world, strings).expectAtMost(0.05);
  });

  it.each(ofKinds(notExcluded))('finds one where the design cannot tell: %s', (name, world) => {
    for (const strings of sizes) advantagesIn(name, world, strings).expectRate(0, 1);
  });
});
