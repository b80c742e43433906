import type { Observed } from '../../src/domain/outcome.ts';
import type { OutcomeRow } from '../../src/outcome-kinds/outcome-kinds.ts';
import { seededRandom } from '../../src/util/random.ts';

const reasons = ['unparsed', 'truncated', 'declined'] as const;

/** Generates rows of a run in reading order: item by item, the models in turn. */
export function* madeRows(
  run: string,
  { items, models, seed }: { readonly items: number; readonly models: number; readonly seed: number },
): Generator<OutcomeRow> {
  const random = seededRandom(seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T; // never empty
  for (const experiment of ['association', 'restriction']) {
    for (let item = 0; item < items; item += 1) {
      for (const condition of ['paper, direct', 'paper, deliberate']) {
        for (let model = 0; model < models; model += 1) {
          const part = (slot: 'forecast' | 'execute'): Observed<boolean> =>
            random() < 0.1
              ? { kind: 'absent', slot, reason: pick(reasons), detail: '' }
              : { kind: 'present', value: random() < 0.4, step: 'strict' };
          for (const unit of experiment === 'association' ? ['sea', 'sun'] : ['']) {
            yield {
              ...{
                run,
                experiment,
                model: `simulated/${model}`,
                condition,
                item: `item-${item}`,
                cluster: `item-${item}`,
              },
              reader: 'both',
              outcome: {
                ...{ kind: 'binary', unit, prediction: part('forecast'), probability: null, label: null },
                executions: [part('execute'), part('execute'), part('execute')],
              },
            };
          }
        }
      }
    }
  }
}
