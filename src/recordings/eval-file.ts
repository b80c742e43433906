import { isRecord } from '../util/is-record.ts';
import { damagedLog, jsonObject } from './damaged-log.ts';
import { jsonElements } from './json-elements.ts';
import { fieldsOf, type JsonObject, textOf, valueAt } from './values.ts';
import { wholeJson } from './whole-json.ts';
import { openZip, type Zip } from './zip.ts';

/** A log of Inspect: what stands at its head, and its samples, or their summaries, one after another. */
export interface EvalFile {
  readonly header: JsonObject;
  readonly samples: AsyncIterable<JsonObject>;
}

/** `all`: every summary; `last`: the last summary of each sample and epoch, for which all of them are loaded. */
type SummaryChoice = 'all' | 'last';

/** Opens a `.json` log, which is loaded whole. AppError where it is not JSON, or above 500 MB. */
export function openJsonLog(file: string): EvalFile {
  const header = jsonObject(wholeJson(file, '`inspect log convert --to eval`'), file, '');
  const list: readonly unknown[] = Array.isArray(header.samples) ? header.samples : [];
  return { header, samples: objects(list, file) };
}

/**
 * Opens an `.eval` log: its header (of a killed run, its journal's start) and the summaries of its samples. A sample itself
 * is read only where its summary leaves out metadata of its scores. A sample that was run again may have two summaries, of which the
 * last one counts in Inspect. AppError where it is damaged.
 */
export async function openEvalLog(file: string, choice: SummaryChoice): Promise<EvalFile> {
  const zip = await openZip(file);
  const entry = ['header.json', '_journal/start.json'].find((name) => zip.names.has(name));
  if (entry === undefined)
    throw damagedLog(
      file,
      '',
      'a zip without header.json is not a log of Inspect',
      'unpack it, and give the logs inside; a workbook: save it as CSV (UTF-8)',
    );
  return {
    header: jsonObject(await zip.text(entry), file, entry),
    samples: completed(choice === 'all' ? summaries(zip, file) : lastOfEach(summaries(zip, file)), zip, file),
  };
}

async function* summaries(zip: Zip, file: string): AsyncGenerator<JsonObject> {
  const journal = [...zip.names]
    .filter((name) => name.startsWith('_journal/summaries/'))
    .toSorted((one, other) => numberIn(one) - numberIn(other));
  if (!zip.names.has('summaries.json') && journal.length === 0)
    throw damagedLog(
      file,
      '',
      'the log has no summaries of samples (summaries.json)',
      [...zip.names].some((name) => name.startsWith('samples/'))
        ? '`inspect log convert --to json` writes its samples as one file that is read'
        : 'no sample was finished, or the log was cut when it was copied: run the evaluation, or copy it again',
    );
  for (const entry of zip.names.has('summaries.json') ? ['summaries.json'] : journal)
    yield* objects(jsonElements(zip.chunks(entry), { file, entry }), file);
}

async function* lastOfEach(samples: AsyncIterable<JsonObject>): AsyncGenerator<JsonObject> {
  const last = new Map<string, JsonObject>();
  for await (const sample of samples) last.set(JSON.stringify([textOf(sample.id), sample.epoch]), sample);
  yield* last.values();
}

async function* objects(values: AsyncIterable<unknown> | Iterable<unknown>, file: string): AsyncGenerator<JsonObject> {
  let number = 0;
  for await (const value of values) {
    number += 1;
    if (!isRecord(value)) throw damagedLog(file, `sample ${number}`, 'is not a JSON object');
    yield value;
  }
}

/** Returns the number of a part of the journal, which are in the order of their numbers: `_journal/summaries/12.json`. */
function numberIn(name: string): number {
  return Number(/(\d+)\.json$/.exec(name)?.[1] ?? 0);
}

/** What a summary has in place of a long value. */
const removed = 'Key removed from summary (> 1k)';

async function* completed(samples: AsyncIterable<JsonObject>, zip: Zip, file: string): AsyncGenerator<JsonObject> {
  for await (const sample of samples) {
    const isShortened = fieldsOf(sample.scores).some(([, score]) =>
      fieldsOf(valueAt(score, 'metadata')).some(([, value]) => value === removed),
    );
    const entry = isShortened ? `samples/${textOf(sample.id)}_epoch_${textOf(sample.epoch)}.json` : null;
    if (entry === null || !zip.names.has(entry)) yield sample;
    else yield { ...sample, scores: jsonObject(await zip.text(entry), file, entry).scores };
  }
}
