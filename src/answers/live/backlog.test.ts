import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Backlog } from './backlog.ts';

it('resolves as soon as the number of open calls is below the limit', async () => {
  const backlog = new Backlog(3, new AbortController().signal);
  await backlog.room();
  backlog.opened(5);
  let admitted = false;
  const waiting = backlog.room().then(() => {
    admitted = true;
  });
  backlog.ended();
  backlog.ended();
  await nextTurn();
  expect(admitted).toBe(false);
  backlog.ended();
  await waiting;
  expect(admitted).toBe(true);
});

it('blocks no caller once the execution ends', async () => {
  const stop = new AbortController();
  const backlog = new Backlog(1, stop.signal);
  backlog.opened(2);
  const waiting = backlog.room();
  stop.abort();
  await waiting;
  await backlog.room();
});
