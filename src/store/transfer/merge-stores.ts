import type { StoredEvent } from '../event.ts';
import type { Store } from '../store.ts';
import { storedDatasets } from '../stored-datasets.ts';
import type { StoredLabel } from '../stored-label.ts';

/** What a merge added to a store. */
export interface Merged {
  readonly runs: number;
  readonly answers: number;
  /** Answers to calls that the store already had; its own answers are kept. */
  readonly known: number;
  /** People's labels, studies and training jobs. */
  readonly labels: number;
  readonly studies: number;
  readonly jobs: number;
}

/**
 * Copies the histories of jobs, so that the target knows which calls are out and what was trained. One that went on otherwise
 * there stays unchanged.
 */
async function copyHistories(from: Store, into: Store, kind: 'batch' | 'training'): Promise<number> {
  const there = Map.groupBy<string, StoredEvent>(await into.histories(kind), ({ key }) => key);
  let copied = 0;
  for (const [key, events] of Map.groupBy<string, StoredEvent>(await from.histories(kind), (event) => event.key)) {
    const known = there.get(key) ?? [];
    if (known.some(({ at }, index) => at !== events[index]?.at)) continue;
    for (const event of events.slice(known.length)) await into.appendEvent(event);
    copied += Number(known.length === 0);
  }
  return copied;
}

/** Copies people's labels, but those of answers for which the target has a label by this person that is as new. */
async function copyLabels(from: Store, into: Store): Promise<number> {
  const placeOf = ({ by, answer }: StoredLabel) => JSON.stringify([by, answer]);
  const newest = new Map<string, string>();
  for (const label of await into.labels()) {
    const place = placeOf(label);
    if (label.at > (newest.get(place) ?? '')) newest.set(place, label.at);
  }
  const added = (await from.labels()).filter((label) => label.at > (newest.get(placeOf(label)) ?? ''));
  if (added.length > 0) await into.addLabels(added);
  return added.length;
}

/** Copies studies, but those that the target has in a state that is as new. */
async function copyStudies(from: Store, into: Store): Promise<number> {
  const there = new Map((await into.studies()).map(({ id, at }) => [id, at]));
  const added = (await from.studies()).filter(({ id, at }) => at > (there.get(id) ?? ''));
  for (const study of added.toReversed()) await into.putStudy(study); // the oldest first
  return added.length;
}

/**
 * Copies everything of one store into another: runs, answers, failures, jobs, labels, studies. What exists there stays unchanged,
 * unless a label or study of the source is newer.
 */
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
  await copyHistories(from, into, 'batch');
  const jobs = await copyHistories(from, into, 'training');
  for (const { id, endpoints } of records) for (const endpoint of endpoints) await into.putEndpoint(id, endpoint);
  const added = records.filter(({ id }) => !there.has(id));
  for (const { id } of added) {
    const dollars = await from.possibleCharges(id);
    if (dollars > 0) await into.putPossibleCharge(id, dollars);
  }
  const labels = await copyLabels(from, into);
  const studies = await copyStudies(from, into);
  return { runs: added.length, answers, known, labels, studies, jobs };
}
