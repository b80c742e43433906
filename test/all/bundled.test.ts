import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { executeRun } from '../../src/answers/execute-run.ts';
import { storedAnswers } from '../../src/answers/outcomes/outcome-rows.ts';
import { prepareRun } from '../../src/answers/prepare/prepare.ts';
import { storedWorks } from '../../src/answers/stored-run.ts';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import { batchedAnswers } from '../../src/store/answers/batched-answers.ts';
import { openStore } from '../../src/store/open.ts';
import { sebHere } from '../support/in-process.ts';
import { newStore } from '../support/refusal.ts';

const experiments = experimentRegistry();
const closers: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

/** Executes a small run of every experiment on both bundled models and returns their answers, call by call. */
async function answersOf(concurrency: number): Promise<readonly string[]> {
  const store = await openStore(join(await mkdtemp(join(tmpdir(), 'seb-')), 'store.sqlite'));
  closers.push(() => store.close());
  const model = ['bundled/ada', 'bundled/bo'];
  const options = { model, experiment: [...experiments.keys()], limit: 1, samples: 2, concurrency };
  const prepared = await prepareRun(options, {}, store);
  const { run, status } = await executeRun(prepared, {
    store,
    stop: new AbortController().signal,
    onProgress: () => {},
  });
  for (const opened of prepared.models.values()) await opened.model.close();
  expect(status).toBe('finished');
  const record = await store.run(run);
  if (record === null) throw new Error('the run is in the store');
  const texts: string[] = [];
  for (const work of await storedWorks(store, record, experiments)) {
    const answers = await storedAnswers(store, work, batchedAnswers(store));
    for (const { slot, part, sample } of work.experiment.plan(work.context, answers)) {
      const answer = answers.get(slot, part, sample);
      if (answer.kind === 'failed' || answer.kind === 'not-asked') throw new Error(`${slot} has no answer`);
      texts.push(
        `${work.context.subject} ${work.experiment.name} ${work.context.item.id} ${slot} ${part} ${sample}: ${answer.text}`,
      );
    }
  }
  return texts;
}

test('answers every call of every experiment, independent of the order of the calls', async () => {
  const answers = await answersOf(1);
  expect(answers.length).toBeGreaterThan(experiments.size * 4);
  expect(await answersOf(4)).toEqual(answers);
  const [first, second] = answers.filter((answer) => answer.includes('execute')).map((answer) => answer.split(': ')[1]);
  expect(first).not.toBe(second); // two samples are separate calls
}, 120_000);

test('answers prompts that exceeded the context when resumed with a longer one', async () => {
  const store = ['--store', newStore(), '--json'];
  const model = ['--model', 'bundled/ada', '--experiment', 'association', '--limit', '1'];
  const ran = await sebHere(['run', ...model, '--context-size', '40', ...store]);
  expect(ran.code).toBe(2);
  expect(ran.stderr).toContain('holds only 40: increase --context-size');
  const { run: id } = JSON.parse(ran.stdout) as { run: string };
  expect((await sebHere(['resume', id, ...store])).stderr).toContain('holds only 40');
  const resumed = await sebHere(['resume', id, '--context-size', '400', ...store]);
  expect(resumed).toMatchObject({ code: 0, stdout: expect.stringContaining(`"run":"${id}","status":"finished"`) });
});
