import { maxCost } from '../../domain/price.ts';
import type { RunId } from '../../domain/run-config.ts';
import type { OpenModel } from '../../models/open-model.ts';
import { batchedAnswers } from '../../store/answers/batched-answers.ts';
import type { Store } from '../../store/store.ts';
import { buildRequest, type ItemTask, targetModel } from '../plan/item-task.ts';
import { resolveItem } from '../plan/planned-calls.ts';

interface Spending {
  readonly run: RunId;
  readonly store: Store;
  /** Models by identity. */
  readonly models: ReadonlyMap<string, OpenModel>;
}

/**
 * Returns the most US dollars that a run can have cost beyond what is known: its answers without a known cost, and requests
 * that ended without an answer and may be charged.
 */
export async function unsureCost(
  works: Iterable<ItemTask> | AsyncIterable<ItemTask>,
  spending: Spending,
): Promise<number> {
  const { store, run } = spending;
  const { unknown } = await store.spent(run);
  const unpriced = unknown > 0 ? await unpricedCost(works, spending) : 0;
  return unpriced + (await store.possibleCharges(run));
}

/**
 * Returns the maximum dollars that the stored answers of a run without a known cost can have cost. Looks up every
 * answer.
 */
export async function unpricedCost(
  works: Iterable<ItemTask> | AsyncIterable<ItemTask>,
  { run, store, models }: Spending,
): Promise<number> {
  const lookup = batchedAnswers(store);
  const counted = new Set<string>();
  let dollars = 0;
  const priceOf = (identity: string): OpenModel['price'] => models.get(identity)?.price ?? null;
  for await (const work of works) {
    await resolveItem(work.experiment, work.context, async (calls, answers) => {
      const planned = calls.map((call) => ({ call, ...buildRequest(work, call) }));
      const found = await lookup(planned);
      for (const { call, key, asked } of planned) {
        const stored = found.get(key);
        if (stored === undefined) continue;
        answers.set(call, stored.answer);
        if (stored.cost !== null || stored.run !== run || counted.has(key)) continue;
        counted.add(key);
        dollars += maxCost(asked, priceOf(targetModel(work, call).identity));
      }
    });
  }
  return dollars;
}
