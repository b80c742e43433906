import type { PredictionRow } from '../../src/study/analyses/rows.ts';
import { seededRandom } from '../../src/util/random.ts';

/** Contributions of predictor and target to accuracy. The skilled predictor is less predictable, so E is biased up. */
const skill = { ann: 0.3, bob: 0.05 };
const predictability = { ann: 0.05, bob: 0.3 };
const scrambled = 0.2;

/**
 * Returns the rows of a study in which accuracy is .2 + the predictor's skill + the target's predictability, without
 * self-knowledge.
 */
export function additiveRows(strings: number, seed: number): readonly PredictionRow[] {
  const random = seededRandom('additive', seed);
  const names = ['ann', 'bob'] as const;
  return Array.from({ length: strings }, (_, string) => string).flatMap((string) =>
    ['first-word', 'last-word'].flatMap((property) =>
      names.flatMap((target) => {
        const truth = random() < 0.5 ? 'x' : 'y';
        return names.flatMap((base) =>
          [false, true].map((scramble): PredictionRow => {
            const chance = scrambled + (scramble ? 0 : skill[base] + predictability[target]);
            const prediction = random() < chance ? truth : 'z';
            return {
              predictor: `${base}, ${scramble ? 'scramble' : 'trained'} on ${target}`,
              base,
              arm: scramble ? 'scramble' : base === target ? 'self' : 'cross',
              trainedOn: target,
              target,
              task: 'simulated',
              property,
              group: `simulated × ${property}`,
              cluster: `string ${string}`,
              truth,
              prediction,
              right: prediction === truth,
              split: 'test',
              wording: 'asked-before',
            };
          }),
        );
      }),
    ),
  );
}
