import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ItemTask } from './item-task.ts';
import { planWithoutAnswers } from './planned-calls.ts';

const maxTurnMs = 20;

/**
 * Counts the calls of the tasks if each call is answered. A million calls take about a second; the loop yields so that
 * signals are handled.
 */
export async function countCalls(works: Iterable<ItemTask>): Promise<number> {
  let calls = 0;
  let turnBegan = performance.now();
  for (const { experiment, context } of works) {
    calls += planWithoutAnswers(experiment, context).length;
    if (performance.now() - turnBegan < maxTurnMs) continue;
    await nextTurn();
    turnBegan = performance.now();
  }
  return calls;
}
