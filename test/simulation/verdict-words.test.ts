import { describe, it } from 'vitest';
import { Accumulator } from '../../src/analyze/accumulate.ts';
import { ResponseMatrices } from '../../src/analyze/compare/response-matrix.ts';
import { modelContrasts } from '../../src/analyze/findings/model-contrasts.ts';
import type { ModelVerdict } from '../../src/analyze/findings/model-verdicts.ts';
import type { BinaryOutcome, Observed } from '../../src/domain/outcome.ts';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import { type Random, seededRandom } from '../../src/util/random.ts';
import { PrintedTally } from './printed-tally.ts';
import { repeats, unreadIntervals } from './simulate.ts';

const experiments = experimentRegistry();
const items = 60;

/** What one item's sessions give: null where the session is lost. */
interface Drawn {
  readonly says: boolean | null;
  readonly does: boolean | null;
  readonly label?: boolean;
}

/** Draws an item; predictions know nothing about single items. */
type World = (random: Random, item: number) => Drawn;

const coin = (random: Random, rate: number) => random() < rate;

const worlds: Readonly<Record<string, World>> = {
  'says rarely, does nearly always': (random) => ({ says: coin(random, 0.03), does: coin(random, 0.97) }),
  'says nearly always, does rarely': (random) => ({ says: coin(random, 0.97), does: coin(random, 0.03) }),
  'says and does rarely': (random) => ({ says: coin(random, 0.1), does: coin(random, 0.1) }),
  'says one in five, does four in five': (random) => ({ says: coin(random, 0.2), does: coin(random, 0.8) }),
  'prediction lost where the outcome is yes': (random) => {
    const does = coin(random, 0.5);
    return { says: does && coin(random, 0.6) ? null : coin(random, 0.5), does };
  },
  'execution lost where the prediction is yes': (random) => {
    const says = coin(random, 0.5);
    return { says, does: says && coin(random, 0.6) ? null : coin(random, 0.4) };
  },
  'behavior follows the label, predictions do not': (random, item) => ({
    says: coin(random, 0.6),
    does: coin(random, item % 2 === 0 ? 0.9 : 0.1),
    label: item % 2 === 0,
  }),
  'predictions drift over the items, behavior is even': (random, item) => ({
    says: coin(random, item / items),
    does: coin(random, 0.5),
  }),
  'three classes of items, predictions at the common rate': (random, item) => ({
    says: coin(random, 0.5),
    does: coin(random, [0.03, 0.5, 0.97][item % 3] ?? 0.5),
  }),
  'a prediction that contradicts the outcome is lost half of the time': (random) => {
    const [says, does] = [coin(random, 0.5), coin(random, 0.5)];
    return { says: says !== does && coin(random, 0.5) ? null : says, does };
  },
  'an execution that contradicts the prediction is lost half of the time': (random) => {
    const [says, does] = [coin(random, 0.5), coin(random, 0.5)];
    return { says, does: says !== does && coin(random, 0.5) ? null : does };
  },
  'either session is lost where they contradict each other, at skewed rates': (random) => {
    const [says, does] = [coin(random, 0.3), coin(random, 0.6)];
    const isLost = says !== does && coin(random, 0.6);
    const isPrediction = coin(random, 0.5);
    return { says: isLost && isPrediction ? null : says, does: isLost && !isPrediction ? null : does };
  },
  'filtered at random': (random) => ({
    says: coin(random, 0.3) ? null : coin(random, 0.5),
    does: coin(random, 0.3) ? null : coin(random, 0.7),
  }),
};

function observed(value: boolean | null, slot: string): Observed<boolean> {
  return value === null
    ? ({ kind: 'absent', slot, reason: 'filtered', detail: '' } as Observed<boolean>)
    : { kind: 'present', value, step: 'strict' };
}

function verdictIn(world: World, random: Random, count = items): Pick<ModelVerdict, 'verdict' | 'reasons'> {
  const accumulator = new Accumulator(experiments);
  const matrices = new ResponseMatrices(experiments, () => 'data');
  for (let index = 0; index < count; index += 1) {
    const { says, does, label = null } = world(random, index);
    const outcome: BinaryOutcome = {
      ...{ kind: 'binary', unit: '', probability: null, label },
      prediction: observed(says, 'forecast'),
      executions: [observed(does, 'execute')],
    };
    const place = { run: 'r', experiment: 'restriction', model: 'a', condition: 'c', item: `i${index}` };
    const row = { ...place, cluster: `i${index}`, reader: 'both', outcome } as const;
    matrices.add(row, accumulator.add(row).parsed);
  }
  const options = { experiments, dataOf: () => 'data', seed: 1, ...unreadIntervals };
  const [found = { verdict: 'insufficient', reasons: [] } as const] = modelContrasts(
    accumulator.groups(),
    matrices.fields(),
    options,
  );
  return found;
}

describe('words on a model that knows nothing about single items are false in at most 5 % of data sets', () => {
  it.each(Object.entries(worlds))('%s', (name, world) => {
    const above = new PrintedTally(`${name}: above`);
    const apart = new PrintedTally(`${name}: tells items apart`);
    for (let seed = 0; seed < repeats(4, 300); seed += 1) {
      const { verdict } = verdictIn(world, seededRandom('verdict-words', name, seed));
      above.add(verdict.startsWith('above'));
      apart.add(verdict.endsWith('tells-apart'));
    }
    above.expectRate(0, 0.05);
    apart.expectRate(0, 0.05);
  });
});

describe('words on a model of which few predictions are missing, those that would be wrong', () => {
  const world =
    (lost: number): World =>
    (random) => {
      const [says, does] = [coin(random, 0.5), coin(random, 0.5)];
      return { says: says !== does && coin(random, lost) ? null : says, does };
    };

  it.each([
    [0.1, 200],
    [0.1, 500],
    [0.18, 1_000],
  ])('%f of the wrong ones, %i items: say what does not hold if these count as wrong', (lost, count) => {
    const said = new PrintedTally(`${lost} of the wrong predictions lost, ${count} items: tells items apart`);
    const plainly = new PrintedTally(`${lost} of the wrong predictions lost, ${count} items: without the caution`);
    for (let seed = 0; seed < repeats(3, 300); seed += 1) {
      const { verdict, reasons } = verdictIn(world(lost), seededRandom('few lost', lost, count, seed), count);
      const isClaim = verdict.startsWith('above') || verdict.endsWith('tells-apart');
      said.add(isClaim);
      plainly.add(isClaim && !reasons.some((reason) => reason.includes('not if they count as wrong')));
    }
    said.expectRate(0, 1);
    plainly.expectRate(0, 0.05);
  });
});
