import type { Store } from '../store.ts';
import { storedDatasets } from '../stored-datasets.ts';

/** What a merge added to a store. */
interface Merged {
  readonly runs: number;
  readonly answers: number;
  /** Answers to calls that the store already had; its own answers are kept. */
  readonly known: number;
}

/**
 * Copies the histories of batches and request files, so that the target knows which calls are out. One that went on otherwise
 * there stays unchanged.
 */
async function copyBatches(from: Store, into: Store): Promise<void> {
  const there = Map.groupBy(await into.histories('batch'), ({ key }) => key);
  for (const [key, events] of Map.groupBy(await from.histories('batch'), (event) => event.key)) {
    const known = there.get(key) ?? [];
    if (known.some(({ at }, index) => at !== events[index]?.at)) continue;
    for (const event of events.slice(known.length)) await into.appendEvent(event);
  }
}

/** Copies everything of one store into another. Runs and answers that exist there stay unchanged. */
export async function mergeStore(from: Store, into: Store): Promise<Merged> {
  const there = new Set((await into.runs()).map(({ id }) => id));
  const records = (await from.runs()).toReversed(); // oldest first
  for (const record of records) {
    for (const dataset of (await storedDatasets(from, record.config)).values()) await into.putDataset(dataset);
    await into.putRun(record);
    for (const consent of record.consents) await into.putConsent(record.id, consent);
  }
  let answers = 0;
  let known = 0;
  for await (const page of from.allAnswers()) {
    const insertions = await Promise.all(page.map((answer) => into.insertAnswer(answer)));
    const inserted = insertions.filter((insertion) => insertion === 'inserted').length;
    answers += inserted;
    known += page.length - inserted;
  }
  for (const failure of await from.allFailures()) await into.putFailure(failure);
  await copyBatches(from, into);
  for (const { id, endpoints } of records) for (const endpoint of endpoints) await into.putEndpoint(id, endpoint);
  return { runs: records.filter(({ id }) => !there.has(id)).length, answers, known };
}
