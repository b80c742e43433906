import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Semaphore } from './semaphore.ts';

describe('Semaphore', () => {
  it('never has more holders than places, first come first served', async () => {
    const semaphore = new Semaphore(2);
    let open = 0;
    let most = 0;
    const order: number[] = [];
    const task = async (number: number) => {
      await semaphore.take();
      open += 1;
      most = Math.max(most, open);
      order.push(number);
      await nextTurn();
      open -= 1;
      semaphore.release();
    };
    await Promise.all(Array.from({ length: 9 }, (_, number) => task(number)));
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(most).toBe(2);
    await Promise.all([semaphore.take(), semaphore.take()]); // all places are free again
    let third = false;
    void semaphore.take().then(() => {
      third = true;
    });
    await nextTurn();
    expect(third).toBe(false);
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
