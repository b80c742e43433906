import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Semaphore } from './semaphore.ts';

describe('Semaphore', () => {
  it('never has more holders than places, first come first served', async () => {
    const semaphore = new Semaphore(2);
    let open = 0;
    let most = 0;
    const order: number[] = [];
    const task = (number: number) =>
      semaphore.run(async () => {
        open += 1;
        most = Math.max(most, open);
        order.push(number);
        await nextTurn();
        open -= 1;
      });
    for (const round of [0, 1]) await Promise.all(Array.from({ length: 9 }, (_, number) => task(9 * round + number)));
    expect(order).toEqual(Array.from({ length: 18 }, (_, number) => number));
    expect(most).toBe(2);
  });

  it('gives the place of work that failed to the next', async () => {
    const semaphore = new Semaphore(1);
    const failing = semaphore.run(async () => {
      throw new Error('no answer');
    });
    const next = semaphore.run(async () => 'answer');
    await expect(failing).rejects.toThrow('no answer');
    expect(await next).toBe('answer');
  });
});
