import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { executeRun } from '../../src/answers/execute-run.ts';
import { prepareRun } from '../../src/answers/prepare/prepare.ts';
import type { PreparedRun } from '../../src/answers/prepare/prepared-run.ts';
import { runItems } from '../../src/answers/stored-run.ts';
import { toJsonl } from '../../src/data/files/jsonl.ts';
import { sourceOf } from '../../src/data/files/published.ts';
import { makeDataset } from '../../src/data/make-dataset.ts';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import { prepareRecording } from '../../src/recordings/import/prepare-recording.ts';
import { placeKey, recordedAnswer } from '../../src/recordings/import/recording.ts';
import { openStore } from '../../src/store/open.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-replay-'));
const store = await openStore(join(folder, 'store.sqlite'));
afterAll(() => store.close());
const experiments = experimentRegistry();

async function textsOf(prepared: PreparedRun): Promise<readonly string[]> {
  const { run } = await executeRun(prepared, { store, stop: new AbortController().signal, onProgress: () => {} });
  const record = await store.run(run);
  if (record === null) throw new Error('the run is in the store');
  const texts: string[] = [];
  for await (const { calls } of runItems(store, record, experiments)) {
    for (const { call, stored } of calls()) texts.push(`${call.slot} ${call.part}: ${stored?.answer.text ?? 'none'}`);
  }
  return texts;
}

test('repeats both answers of a recording to a question that occurs twice', async () => {
  const question = (id: string) => ({
    id,
    question: `Which? ${id}`,
    options: ['one', 'two', 'three', 'four'],
    key: 'A',
  });
  const items = ['1', '2'].map((id) => ({
    id,
    questions: ['a', 'b', 'c'].map((q) => question(q + id)).concat(question('twin')),
  }));
  const file = join(folder, 'items.jsonl');
  writeFileSync(file, toJsonl(items));
  const places = items.flatMap(({ id: item, questions }) => [
    { item, slot: 'forecast' as const },
    ...questions.map(({ id: part }) => ({ item, slot: 'execute' as const, part })),
  ]);
  const answers = new Map(
    places.map((place) => [placeKey(place), recordedAnswer({ text: `answer at ${placeKey(place)}` })]),
  );
  const dataset = makeDataset({ name: 'twins', experiment: 'difficulty', source: sourceOf('MIT', 'a test'), items });
  const recording = prepareRecording(
    { experiment: 'difficulty', model: 'm', answers, notes: [] },
    dataset,
    experiments,
  );
  const recorded = await textsOf(recording);
  expect(new Set(recorded).size).toBe(10);

  const [run] = await store.runs();
  const model = [`replay/${run?.id}`];
  const replayed = await prepareRun({ model, experiment: ['difficulty'], items: { difficulty: file } }, {}, store);
  expect(await textsOf(replayed)).toEqual(recorded);
});
