import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, openBench } from '../../test/support/simulated-run.ts';
import { type RunConfig, type RunId, runId } from '../domain/run-config.ts';
import { type Experiments, experimentNamed, experimentRegistry } from '../experiments/registry.ts';
import { runsToRead } from './choose-runs.ts';
import { executeRun } from './execute-run.ts';
import { prepareResume, prepareRun } from './prepare/prepare.ts';
import type { PreparedRun } from './prepare/prepared-run.ts';
import { refuseOtherVersion } from './prepare/refuse-other-version.ts';
import { runItems } from './stored-run.ts';

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

describe('a run of version 1 of property', () => {
  /** Returns the experiments as they were: property had version 1 and 8 tokens for a direct prediction. */
  function earlier(experiments: Experiments): Experiments {
    const property = experimentNamed(experiments, 'property');
    const plan: typeof property.plan = (context, answers) => property.plan({ ...context, version: 1 }, answers);
    return new Map([...experiments, ['property', { ...property, version: 1, plan }]]);
  }

  it('is read and resumed under the keys that its answers have', async () => {
    const now = await prepareRun({ ...options, experiment: ['property'] }, {}, bench.store);
    const config = {
      ...now.config,
      experiments: now.config.experiments.map((planned) => ({ ...planned, version: 1 })),
    };
    const stored = { ...now, id: runId(config), config, experiments: earlier(now.experiments) };
    const { progress } = await carriedOut(stored);
    expect(progress.found).toBe(0);

    const [record] = await runsToRead(bench.store, [stored.id], now.experiments);
    if (record === undefined) throw new Error('the run is in the store');
    const limits = new Set<number | undefined>();
    let answers = 0;
    for await (const { asked } of runItems(bench.store, record, now.experiments)) {
      for (const { call, stored: found } of asked()) {
        if (found !== null) answers += 1;
        if (call.slot === 'forecast') limits.add(call.maxOutputTokens);
      }
    }
    expect(answers).toBe(progress.answered);
    expect(limits).toEqual(new Set([8]));
    const resumed = await prepareResume(record, { options: {}, config: {}, store: bench.store });
    expect((await carriedOut(resumed)).progress).toMatchObject({ answered: 0, found: progress.answered });
    expect(now.config.experiments[0]?.version).toBe(2);
  });

  it('is refused where the experiment no longer plans its calls', () => {
    const experiments = experimentRegistry();
    const of = (version: number) => ({
      id: 'abc' as RunId,
      config: { experiments: [{ name: 'property', version }] } as unknown as RunConfig, // the only field that is read
    });
    expect(() => refuseOtherVersion(of(1), experiments)).not.toThrow();
    expect(() => refuseOtherVersion(of(3), experiments)).toThrow('version 3 of property');
  });
});
