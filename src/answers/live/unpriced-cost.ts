import { answerCost, maxCost } from '../../domain/price.ts';
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

/** US dollars of a run beyond those that its answers were stored with. */
interface UnpricedCost {
  /**
   * Dollars of answers that were stored before their price was known, by the server's counts at the price of now; those of a
   * batch at the full price.
   */
  readonly counted: number;
  /** Maximum dollars of answers without a price or counts, and of requests that ended without an answer and may be charged. */
  readonly unsure: number;
}

/** Returns what a run can have cost beyond the costs that its answers were stored with. Looks up every answer if any has none. */
export async function unpricedCost(
  works: Iterable<ItemTask> | AsyncIterable<ItemTask>,
  spending: Spending,
): Promise<UnpricedCost> {
  const { counted, unsure } = await unpricedAnswers(works, spending);
  return { counted, unsure: unsure + (await spending.store.possibleCharges(spending.run)) };
}

/** Returns what the stored answers of a run without a known cost can have cost, without its failed requests. */
export async function unpricedAnswers(
  works: Iterable<ItemTask> | AsyncIterable<ItemTask>,
  { run, store, models }: Spending,
): Promise<UnpricedCost> {
  const { unknown } = await store.spent(run);
  if (unknown === 0) return { counted: 0, unsure: 0 };
  const lookup = batchedAnswers(store);
  const seen = new Set<string>();
  const sums = { counted: 0, unsure: 0 };
  const priceOf = (identity: string): OpenModel['price'] => models.get(identity)?.price ?? null;
  for await (const work of works) {
    await resolveItem(work.experiment, work.context, async (calls, answers) => {
      const planned = calls.map((call) => ({ call, ...buildRequest(work, call) }));
      const found = await lookup(planned);
      for (const { call, key, asked } of planned) {
        const stored = found.get(key);
        if (stored === undefined) continue;
        answers.set(call, stored.answer);
        if (stored.cost !== null || stored.run !== run || seen.has(key)) continue;
        seen.add(key);
        const price = priceOf(targetModel(work, call).identity);
        const cost = answerCost(stored.answer, price);
        if (cost === null) sums.unsure += maxCost(asked, price);
        else sums.counted += cost;
      }
    });
  }
  return sums;
}
