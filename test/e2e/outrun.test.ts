import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { executeRun, type RunResult } from '../../src/answers/execute-run.ts';
import { prepareRun } from '../../src/answers/prepare/prepare.ts';
import type { PreparedRun } from '../../src/answers/prepare/prepared-run.ts';
import { callText } from '../../src/domain/call.ts';
import type { LanguageModel } from '../../src/models/language-model.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { someRunOf } from '../support/answers.ts';

const other = someRunOf(2).id;
const folder = mkdtempSync(join(tmpdir(), 'seb-outrun-'));
let store: Store;
beforeAll(async () => {
  store = await openStore(join(folder, 'store.sqlite'));
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const prepared = () => prepareRun({ model: ['simulated/a'], experiment: ['restriction'], limit: 5 }, {}, store);

/** While a response is in flight, a second process sends the same call, gets another answer, and stores it first. */
function outrun(model: LanguageModel, judged: string[]): LanguageModel {
  return {
    ...model,
    close: () => model.close(),
    async ask(request) {
      const answer = await model.ask(request);
      const { key, messages, sampling, slot, sample } = request;
      if (slot === 'judge') judged.push(messages.map(({ content }) => content).join());
      if (slot !== 'execute' || answer.kind === 'failed') return answer;
      const theirs = { ...answer, text: 'Theirs was first.' };
      const call = callText({ model: model.identity, messages, sampling, slot, sample });
      const asked = { askedAt: new Date(0).toISOString(), latencyMs: 1, attempts: 1, cost: null };
      expect(await store.insertAnswer({ key, call, answer: theirs, run: other, ...asked })).toBe('inserted');
      return answer;
    },
  };
}

function executeOnce(run: PreparedRun): Promise<RunResult> {
  return executeRun(run, { store, stop: new AbortController().signal, onProgress: () => {} });
}

test('continues with the answer that another process stored first', async () => {
  const run = await prepared();
  const judged: string[] = [];
  const models = new Map(
    [...run.models].map(([identity, { model, price }]) => [identity, { model: outrun(model, judged), price }] as const),
  );
  const first = await executeOnce({ ...run, models });
  expect(first.status).toBe('finished');
  expect(judged).toHaveLength(5);
  for (const prompt of judged) expect(prompt).toContain('Theirs was first.');
  expect((await store.finished(first.run))?.contributingRuns).toEqual(new Set([first.run, other]));
  await store.setStatus(first.run, 'running');
  expect((await executeOnce(await prepared())).progress).toMatchObject({ answered: 0, found: 15 });
});
