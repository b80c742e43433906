import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Semaphore } from './semaphore.ts';

it('never has more tasks under way than places, and gives a place on when its task fails', async () => {
  const semaphore = new Semaphore(2);
  let open = 0;
  let most = 0;
  const order: number[] = [];
  const task = (number: number) => async () => {
    open += 1;
    most = Math.max(most, open);
    order.push(number);
    await nextTurn();
    open -= 1;
    if (number % 3 === 0) throw new Error('failed');
  };
  const results = await Promise.allSettled(Array.from({ length: 9 }, (_, number) => semaphore.use(task(number))));
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(3);
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(most).toBe(2);
  await semaphore.use(task(1)); // all places are free again
  expect(open).toBe(0);
});
