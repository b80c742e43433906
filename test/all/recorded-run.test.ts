import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { executeRun } from '../../src/answers/execute-run.ts';
import { prepareRun } from '../../src/answers/prepare/prepare.ts';
import type { PreparedRun } from '../../src/answers/prepare/prepared-run.ts';
import { runOutcomes } from '../../src/answers/stored-run.ts';
import { makeDataset } from '../../src/data/make-dataset.ts';
import type { Dataset } from '../../src/domain/dataset.ts';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import { readSelfExecutionBenchmark } from '../../src/papers/self-execution-benchmark/index.ts';
import { prepareRecording } from '../../src/recordings/import/prepare-recording.ts';
import type { Recording } from '../../src/recordings/import/recording.ts';
import type { Estimate } from '../../src/results/estimate.ts';
import { openStore } from '../../src/store/open.ts';
import { analyzed } from '../support/analyzed.ts';
import { repliesOf, startRecordedServer } from '../support/recorded-server.ts';
import { recordingsFolder, withoutRecordings } from '../support/reference.ts';

const experiments = experimentRegistry();
const closers: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

async function newStore() {
  const store = await openStore(join(await mkdtemp(join(tmpdir(), 'seb-')), 'store.sqlite'));
  closers.push(() => store.close());
  return store;
}

/**
 * Returns the estimates of a run by name, without the run's and the model's names. The import's tests cover the policy
 * `published`, which uses the values that the authors extracted, because these are not sent over HTTP.
 */
async function numbers(prepared: PreparedRun): Promise<ReadonlyMap<string, Partial<Estimate>>> {
  const store = await newStore();
  const stop = new AbortController().signal;
  const { run } = await executeRun(prepared, { store, stop, onProgress: () => {} });
  const record = await store.run(run);
  if (record === null) throw new Error('the run is in the store');
  const { estimates } = await analyzed(runOutcomes(store, record, experiments), { experiments });
  return new Map(
    estimates
      .filter(({ policy }) => policy !== 'published')
      .map(({ run: _, model: __, ...rest }) => [`${rest.measure} ${rest.policy}`, rest]),
  );
}

/**
 * Returns a data set without the groups that contain a question of an earlier group: the recordings answer eleven MMLU
 * questions twice, and a server that looks up prompts can return only one answer. Excluded on both sides of the
 * comparison.
 */
function withoutRepeats(dataset: Dataset): Dataset {
  if (dataset.experiment !== 'difficulty') return dataset;
  const seen = new Set<string>();
  const items = [...dataset.items].filter((item) => {
    const texts = (item as unknown as { questions: { question: string; options: string[] }[] }).questions.map(
      ({ question, options }) => JSON.stringify([question, options]),
    );
    const repeats = texts.some((text) => seen.has(text));
    for (const text of texts) seen.add(text);
    return !repeats;
  });
  return makeDataset({ name: dataset.name, experiment: dataset.experiment, source: dataset, items });
}

async function overHttp(recording: Recording, dataset: Dataset): Promise<PreparedRun> {
  const server = await startRecordedServer(new Map([[recording.model, await repliesOf(recording, dataset)]]));
  closers.push(() => server.close());
  const file = join(await mkdtemp(join(tmpdir(), 'seb-')), 'items.jsonl');
  await writeFile(file, Array.from(dataset.items, (item) => JSON.stringify(item)).join('\n'));
  const options = {
    model: [`openai-compatible/${recording.model}`],
    baseUrl: server.baseUrl,
    experiment: [dataset.experiment],
    items: { [dataset.experiment]: file },
    retries: 0,
    concurrency: 32,
  };
  const prepared = await prepareRun(options, {}, await newStore());
  closers.push(async () => {
    for (const { model } of prepared.models.values()) await model.close();
  });
  return prepared;
}

test.skipIf(recordingsFolder === null).each(['association', 'restriction', 'difficulty'])(
  `%s: a run over HTTP gives the numbers of the import, to the last digit${withoutRecordings}`,
  async (experiment) => {
    const sets = await readSelfExecutionBenchmark(recordingsFolder ?? '');
    const set = sets.find(({ dataset }) => dataset.experiment === experiment);
    if (set === undefined) throw new Error('the recordings hold the experiment');
    const dataset = withoutRepeats(set.dataset);
    for (const recording of set.recordings) {
      const imported = await numbers(prepareRecording(recording, dataset, experiments));
      const asked = await numbers(await overHttp(recording, dataset));
      expect(imported.size).toBeGreaterThan(10);
      expect(asked, recording.model).toEqual(imported);
    }
  },
  600_000,
);
