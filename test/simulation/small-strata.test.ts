import { describe, expect, it } from 'vitest';
import { logistic } from '../../src/stats/distributions.ts';
import { seededRandom } from '../../src/util/random.ts';
import { PrintedTally } from './printed-tally.ts';
import { normal, times, yesNoRows } from './scenarios/draw.ts';
import { findingsOf } from './scenarios/scenario.ts';
import { repeats } from './simulate.ts';

/** 24 items of 16 topics that nobody declared: eight topics have two items, eight have one. */
const topics = [...times(16, (item) => `topic ${Math.floor(item / 2)}`), ...times(8, (item) => `topic ${8 + item}`)];

/** Returns the word on a set whose outcomes and predictions follow what items of a topic share, with these weights. */
function fitOf(set: number, [outcome, prediction]: readonly [number, number], strata: readonly string[] = topics) {
  const random = seededRandom('small strata', set);
  const hardness = new Map(strata.map((topic) => [topic, normal(random)]));
  const draw = (weight: number) => strata.map((topic) => random() < logistic(weight * (hardness.get(topic) as number)));
  const [predictions, executions] = [draw(prediction), [draw(outcome)]];
  const rows = yesNoRows({ n: strata.length, strata, isDefault: true }, [{ name: 'model', predictions, executions }]);
  return findingsOf({ rows })[0];
}

describe('a default column whose values too few items share', () => {
  it('is not shuffled within, so that few items keep their word', () => {
    const found = fitOf(1, [0, 0]);
    expect(found).toMatchObject({ stratum: null, undealt: { column: 'subject', strata: 16 } });
    expect(found?.fit).not.toBe('too few');
    const twelve = times(24, (item) => `topic ${Math.floor(item / 2)}`);
    expect(fitOf(1, [0, 0], twelve)).toMatchObject({ undealt: null, stratum: { strata: 12 } });
  });

  it.each([
    ['nothing is shared', [0, 0]],
    ['items of a topic share their outcomes alone', [2, 0]],
    ['items of a topic share their predictions alone', [0, 2]],
  ] as const)('keeps the stated rate where %s', (name, weights) => {
    const tally = new PrintedTally(`24 items of 16 topics, ${name}: informative`);
    for (let set = 0; set < repeats(40, 4_000); set += 1) {
      const fit = fitOf(set, weights)?.fit;
      tally.add(fit === 'informative' || fit === 'useful');
    }
    tally.expectAtMost(0.05);
  });
});
