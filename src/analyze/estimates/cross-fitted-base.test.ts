import { expect, it } from 'vitest';
import type { Observed } from '../../domain/outcome.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import { seededRandom } from '../../util/random.ts';
import { Analyzer } from '../analyze.ts';

const present = (value: boolean): Observed<boolean> => ({ kind: 'present', value, step: 'strict' });
const lost = { kind: 'absent', slot: 'forecast', reason: 'unparsed', detail: '' } as const;

it('is the same in a score and in the contrast with it, also where items have no prediction', () => {
  for (let seed = 0; seed < 20; seed += 1) {
    const random = seededRandom('base rate', seed);
    const analyzer = new Analyzer({ experiments: experimentRegistry() });
    for (let item = 0; item < 60; item += 1) {
      const prediction = random() < 0.2 ? lost : present(random() < 0.5);
      const executions = [present(random() < 0.6)];
      const place = { run: 'r', experiment: 'restriction', model: 'a', condition: 'c', reader: 'both' } as const;
      const outcome = { kind: 'binary', unit: '', prediction, probability: null, executions, label: null } as const;
      analyzer.add({ ...place, item: `i${item}`, cluster: `i${item}`, outcome });
    }
    const { estimates, contrasts } = analyzer.finish();
    const [contrast] = contrasts();
    const score = estimates.find(({ measure, policy }) => measure === contrast?.measure && policy === 'parsed');
    const expected = Number(score?.value) - Number(score?.baseRate);
    expect(contrast?.baseRate.value).toBeCloseTo(expected, 12);
  }
});
