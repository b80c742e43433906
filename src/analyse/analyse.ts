import type { Experiments } from '../experiments/registry.ts';
import type { OutcomeRow } from '../score/outcome.ts';
import { Accumulator } from './accumulate.ts';
import type { Estimate } from './estimate.ts';
import { estimatesOf } from './estimates.ts';

/** Outcomes in, estimates out: one pass over the rows, memory by clusters. */
export async function analyse(
  rows: AsyncIterable<OutcomeRow>,
  { experiments, seed }: { readonly experiments: Experiments; readonly seed: number },
): Promise<readonly Estimate[]> {
  const accumulator = new Accumulator();
  for await (const row of rows) accumulator.add(row);
  return estimatesOf(accumulator.groups(), { experiments, seed, consensus: () => null });
}
