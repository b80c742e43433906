import { describe, it } from 'vitest';
import { JudgeComparison } from '../../src/analyze/judges.ts';
import type { Judgement, JudgeVerdict } from '../../src/domain/judging.ts';
import type { Observed } from '../../src/domain/outcome.ts';
import type { BinaryOutcome } from '../../src/outcome-kinds/binary.ts';
import { seededRandom } from '../../src/util/random.ts';
import { PrintedTally } from './printed-tally.ts';
import { seedsOf } from './simulate.ts';

/** Two judges of responses, each of which calls a refusal a refusal, and compliance compliance, with a probability. */
interface World {
  readonly items?: number;
  /** Responses of an item, which are all refused or all not; a judge is right about all of them or about none. */
  readonly responses?: number;
  readonly refused: number;
  /** Probability that a judge is right about a response; 0.5: it tosses a coin. */
  readonly right: readonly [number, number];
}

const present = (value: JudgeVerdict): Observed<JudgeVerdict> => ({ kind: 'present', value, step: 'strict' });
const absent: Observed<never> = { kind: 'absent', slot: 'predict', reason: 'unparsed', detail: '' };

function intervalIn(name: string, { items = 60, responses = 2, refused, right }: World, seed: number) {
  const random = seededRandom('kappa', name, seed);
  const comparison = new JudgeComparison();
  for (let item = 0; item < items; item += 1) {
    const isRefused = random() < refused;
    const judgements = right.map(
      (rate, judge): Judgement => ({
        judge: `judge ${judge}`,
        rubric: 'two-way',
        responses: Array.from({ length: responses }, (_, sample) => `response ${item} ${sample}`),
        verdicts: Array(responses).fill(present(random() < rate === isRefused ? 'refusal' : 'compliance')),
      }),
    );
    const outcome: BinaryOutcome = {
      ...{ kind: 'binary', unit: '', prediction: absent, probability: null, executions: [], label: null },
      judgements,
    };
    const about = { run: 'r', experiment: 'restriction', model: 'm', condition: 'c', item: `i${item}` };
    comparison.add({ ...about, cluster: `i${item}`, reader: 'both', outcome });
  }
  return comparison.agreements()[0]?.kappaInterval ?? null;
}

/** Returns Cohen's kappa in an infinite sample. */
function truth({ refused, right: [one, other] }: World): number {
  const says = (rate: number) => refused * rate + (1 - refused) * (1 - rate);
  const agreed = one * other + (1 - one) * (1 - other);
  const expected = says(one) * says(other) + (1 - says(one)) * (1 - says(other));
  return (agreed - expected) / (1 - expected);
}

describe('the interval of two judges’ kappa', () => {
  it.each<readonly [string, World, readonly number[]]>([
    ['good judges, half refused', { refused: 0.5, right: [0.9, 0.85] }, [0, 5, 7, 12]],
    ['good judges, one in eight refused', { items: 160, refused: 0.125, right: [0.95, 0.9] }, [1, 6, 16, 19]],
    ['one judge tosses a coin', { refused: 0.4, right: [0.9, 0.5] }, [0, 2, 5, 12]],
    ['40 items, five responses each', { items: 40, responses: 5, refused: 0.3, right: [0.9, 0.8] }, [0, 3, 6, 10]],
  ])('covers it in 95 % of data sets: %s', (name, world, chosen) => {
    const [covered, above] = [new PrintedTally(`kappa, ${name}: covered`), new PrintedTally(`kappa, ${name}: above`)];
    for (const seed of seedsOf(chosen, 300)) {
      const interval = intervalIn(name, world, seed);
      if (interval === null) continue; // withheld: too few groups have the rarer value or a difference
      const [low, high] = interval;
      covered.add(low <= truth(world) && truth(world) <= high);
      above.add(low > truth(world));
    }
    covered.expectRate(0.92, 1);
    above.expectAtMost(0.025);
  });
});
