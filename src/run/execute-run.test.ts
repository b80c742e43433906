import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bench, openBench } from '../../test/support/simulated-run.ts';
import type { Experiments } from '../experiments/registry.ts';
import { executeRun } from './execute-run.ts';
import { prepareRun } from './prepare/prepare.ts';
import type { PreparedRun } from './prepare/prepared-run.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const options = { model: ['simulated/a'], experiment: ['association'], limit: 4 };

function carriedOut(prepared: PreparedRun) {
  return executeRun(prepared, { store: bench.store, stop: new AbortController().signal, onProgress: () => {} });
}

/** Returns the experiments with a changed word in every prompt and unchanged versions. */
function reworded(experiments: Experiments): Experiments {
  return new Map(
    [...experiments].map(([name, experiment]) => [
      name,
      {
        ...experiment,
        plan: (...given: Parameters<typeof experiment.plan>) =>
          experiment.plan(...given).map((call) => ({
            ...call,
            messages: call.messages.map((message) => ({ ...message, content: `${message.content} Please.` })),
          })),
      },
    ]),
  );
}

it('sends nothing for a finished run, unless its prompts have changed', async () => {
  const prepared = await prepareRun(options, {}, bench.store);
  expect((await carriedOut(prepared)).progress).toMatchObject({ answered: 8, found: 0 });
  expect((await carriedOut(prepared)).progress).toMatchObject({ answered: 0, found: 8 });
  const changed = { ...prepared, experiments: reworded(prepared.experiments) };
  expect((await carriedOut(changed)).progress).toMatchObject({ answered: 8, found: 0 });
});
