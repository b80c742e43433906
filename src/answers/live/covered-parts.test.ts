import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { newStore } from '../../../test/support/refusal.ts';
import { openStore } from '../../store/open.ts';
import type { TaskPart } from '../plan/task-parts.ts';
import { taskParts } from '../plan/task-parts.ts';
import { prepareRun } from '../prepare/prepare.ts';
import { CoveredParts, type Money } from './covered-parts.ts';

/** Two parts of 50 items each, with a prediction and an execution for each item. */
async function twoParts(): Promise<readonly [TaskPart, TaskPart]> {
  const store = await openStore(newStore());
  const options = { model: ['simulated/m'], experiment: ['association'], limit: 100, samples: 1 };
  const parts = Array.from(taskParts(await prepareRun(options, {}, store)), ({ name, tasks }) => ({
    name,
    tasks: [...tasks],
  }));
  await store.close();
  return parts as unknown as readonly [TaskPart, TaskPart]; // 100 items have two parts
}

async function bench(money: Money | null, others: readonly number[] = []) {
  const stop = new AbortController();
  const seen = { givenBack: 0, asked: 0, onGiveBack: () => {} };
  const covered = new CoveredParts({
    money: async () => money,
    giveBack: async () => {
      seen.givenBack += 1;
      seen.onGiveBack();
    },
    begunByOthers: async () => others[Math.min(seen.asked++, others.length - 1)] ?? 0,
    stop: stop.signal,
  });
  const [first, second] = await twoParts();
  const begin = (part: TaskPart) => covered.begin(part, [...part.tasks]);
  /** Returns whether a part begins within a few turns. */
  const begins = async (part: TaskPart) => {
    let hasBegun = false;
    const begun = begin(part).then(() => {
      hasBegun = true;
    });
    for (let count = 0; count < 5; count += 1) await turn();
    return { isAtOnce: hasBegun, begun };
  };
  return { covered, stop, seen, first, second, begins };
}

const calls = ({ tasks }: TaskPart) => 2 * [...tasks].length;

describe('CoveredParts', () => {
  it('begins every part at once without a budget', async () => {
    const { begins, first, second, seen } = await bench(null, [3]);
    expect([(await begins(first)).isAtOnce, (await begins(second)).isAtOnce]).toEqual([true, true]);
    expect(seen.givenBack).toBe(0);
  });

  it('begins a part alone, whatever is left', async () => {
    const { begins, first } = await bench({ left: 0, mean: 1 });
    expect((await begins(first)).isAtOnce).toBe(true);
  });

  it('begins a part beside another where the budget covers both', async () => {
    const { begins, first, second } = await bench({ left: 1000, mean: 1 });
    await begins(first);
    expect((await begins(second)).isAtOnce).toBe(true);
  });

  it('lets a part wait until the budget covers what is open of the other', async () => {
    const { covered, begins, first, second, seen } = await bench({ left: 0, mean: 1 });
    await begins(first);
    const waiting = await begins(second);
    expect([waiting.isAtOnce, seen.givenBack > 0]).toEqual([false, true]);
    for (const task of first.tasks) covered.callEnded(task); // one of two calls each
    const still = await Promise.race([waiting.begun.then(() => 'begun'), turn('waits')]);
    expect(still).toBe('waits');
    for (const task of first.tasks) covered.taskEnded(task);
    await waiting.begun;
  });

  it('counts the calls that are open, and not those that have ended', async () => {
    const { covered, begins, first, second } = await bench({ left: 150, mean: 1 });
    await begins(first);
    const waiting = await begins(second);
    expect(waiting.isAtOnce).toBe(calls(first) + calls(second) <= 150);
    for (const task of first.tasks) covered.callEnded(task);
    await waiting.begun;
  });

  it('notices an end while it looks', async () => {
    const { covered, begins, first, second, seen } = await bench({ left: 0, mean: 1 });
    await begins(first);
    seen.onGiveBack = () => {
      for (const task of first.tasks) covered.taskEnded(task);
    };
    expect((await begins(second)).isAtOnce).toBe(true);
  });

  it('lets a part wait while the cost of a call is not known', async () => {
    const { begins, first, second, stop } = await bench({ left: 1000, mean: null });
    await begins(first);
    const waiting = await begins(second);
    expect(waiting.isAtOnce).toBe(false);
    stop.abort();
    await waiting.begun;
  });

  it('waits for parts that other workers have begun before', async () => {
    const { begins, first, seen } = await bench({ left: 150, mean: 1 }, [1, 1, 0]);
    const waiting = await begins(first);
    expect(waiting.isAtOnce).toBe(false);
    await waiting.begun;
    expect([seen.asked, seen.givenBack]).toEqual([3, 2]);
  });
});
