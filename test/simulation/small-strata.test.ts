import { describe, expect, it } from 'vitest';
import { logistic } from '../../src/stats/distributions.ts';
import { seededRandom } from '../../src/util/random.ts';
import { PrintedTally } from './printed-tally.ts';
import { normal, times, yesNoRows } from './scenarios/draw.ts';
import { findingsOf } from './scenarios/scenario.ts';
import { repeats } from './simulate.ts';

/** 24 items of 16 undeclared topics: eight topics have two items, eight have one. */
const topics = [...times(16, (item) => `topic ${Math.floor(item / 2)}`), ...times(8, (item) => `topic ${8 + item}`)];

/** 24 items of ten topics. */
const tenTopics = times(24, (item) => `topic ${item % 10}`);

/** Returns the word on a set whose outcomes and predictions follow unrelated values of the topics, with these weights. */
function fitOf(set: number, [outcome, prediction]: readonly [number, number], strata: readonly string[] = topics) {
  const random = seededRandom('small strata', set);
  const draw = (weight: number) => {
    const values = new Map(strata.map((topic) => [topic, normal(random)]));
    return strata.map((topic) => random() < logistic(weight * (values.get(topic) as number)));
  };
  const [predictions, executions] = [draw(prediction), [draw(outcome)]];
  const rows = yesNoRows({ n: strata.length, strata, isDefault: true }, [{ name: 'model', predictions, executions }]);
  return findingsOf({ rows })[0];
}

describe('a default column whose values too few items share', () => {
  it('is not shuffled within, so that few items keep their word', () => {
    const found = fitOf(1, [0, 0]);
    expect(found).toMatchObject({ stratum: null, undealt: { column: 'subject', strata: 16 } });
    expect(found?.fit).not.toBe('too few');
    expect(fitOf(1, [0, 0], tenTopics)).toMatchObject({ stratum: null, undealt: { column: 'subject', strata: 10 } });
    const four = times(40, (item) => `topic ${item % 10}`);
    expect(fitOf(1, [0, 0], four)).toMatchObject({ undealt: null, stratum: { strata: 10 } });
  });

  it.each([
    ['nothing is shared', [0, 0], topics],
    ['items of a topic share their outcomes alone', [2, 0], topics],
    ['items of a topic share their predictions alone', [0, 2], topics],
    ['items of a topic share both, unrelated', [2, 2], topics],
    ['items of ten topics share both, unrelated', [2, 2], tenTopics],
  ] as const)('keeps the stated rate where %s', (name, weights, strata) => {
    const tally = new PrintedTally(`24 items in topics, ${name}: informative`);
    for (let set = 0; set < repeats(40, 4_000); set += 1) {
      const fit = fitOf(set, weights, strata)?.fit;
      tally.add(fit === 'informative' || fit === 'useful');
    }
    tally.expectAtMost(0.05);
  });
});
