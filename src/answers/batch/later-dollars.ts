import { maxCost } from '../../domain/price.ts';
import { declaredSlot } from '../../domain/slot.ts';
import { typicalAnswer } from '../plan/dry-run.ts';
import { buildRequest, type ItemTask, targetModel } from '../plan/item-task.ts';
import { planWithoutAnswers } from '../plan/planned-calls.ts';
import { type BatchContext, modelOf } from './batch-context.ts';

/**
 * Returns a function that returns the maximum dollars of the calls of an item that follow from the answers of its first ones,
 * such as those of a judge; `first`: the number of these. A judged response is taken to have the typical length.
 */
export function laterDollarsOf(context: Pick<BatchContext, 'prepared'>): (task: ItemTask, first: number) => number {
  return (task, first) => {
    let dollars = 0;
    for (const call of planWithoutAnswers(task.experiment, task.context).slice(first)) {
      const { model, price } = modelOf(context, targetModel(task, call).identity);
      const isJudge = declaredSlot(task.experiment, call.slot).kind === 'judge';
      const judged = isJudge ? (typicalAnswer * (price?.input ?? 0)) / 1e6 : 0;
      dollars += (maxCost(buildRequest(task, call).asked, price) + judged) * (model.batch?.priceFactor ?? 1);
    }
    return dollars;
  };
}
