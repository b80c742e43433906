import { partField, rightScore, taskOfExport } from '../../domain/recorded.ts';
import { AppError } from '../../util/app-error.ts';
import { isRecord } from '../../util/is-record.ts';
import { counted } from '../../util/numbers.ts';
import { ChosenFields, isOfRun } from '../chosen-fields.ts';
import { openEvalLog, openJsonLog } from '../eval-file.ts';
import type { Evaluation, FieldChoice, FileStart, LogFormat, RecordedLog } from '../recording.ts';
import { type NewOutcome, outcomeOf, RecordingBuilder, repeatedCode } from '../recording-builder.ts';
import { statusNote } from '../run-status.ts';
import { answerText, fieldsOf, type JsonObject, numberOf, objectsOf, sumOf, textOf, valueAt } from '../values.ts';
import { heldNote } from './held-note.ts';
import { cutProblem } from './row-problem.ts';

/** Highest version of a log that was seen; a newer one is read where its samples still have the fields that are used. */
const seenVersion = 2;

/** Logs of Inspect: `.eval` (a zip with a header and summaries of the samples) and `.json`. */
export const inspect: LogFormat = {
  name: 'Inspect',
  looksLike: ({ isZip, text }) =>
    isZip || /^\s*\{\s*(?:"[a-z_]+":\s*[^{]*?,\s*)?"eval":\s*\{\s*"(?:eval_\w*id|run_id|created)"/.test(text),
  read: async (file, choice, start) => {
    try {
      return await readLog(file, choice, start);
    } catch (error) {
      if (!(start.isZip && error instanceof AppError && error.code === repeatedCode)) throw error;
      return await readLog(file, choice, start, 'last');
    }
  },
};

/** Reads a log. AppError `log-repeated` where a sample has several summaries and all of them are taken. */
async function readLog(
  file: string,
  choice: FieldChoice,
  start: FileStart,
  summaries: 'all' | 'last' = 'all',
): Promise<RecordedLog> {
  const { header, samples } = start.isZip ? await openEvalLog(file, summaries) : openJsonLog(file);
  const builder = new RecordingBuilder({ file, format: 'Inspect', choice });
  const fields = new ChosenFields(file, choice);
  const model = modelOf(header);
  const results = objectsOf(valueAt(header, 'results.scores'));
  for (const result of results) builder.declareScore(nameOf(result.scorer, result.name));
  const planned = new PlannedEpochs(numberOf(valueAt(header, 'eval.config.epochs')) ?? 1);
  let [number, scoredSamples] = [0, 0];
  for await (const sample of samples) {
    number += 1;
    const epoch = numberOf(sample.epoch) ?? 1;
    planned.see(sample.id, epoch);
    if (!fields.keeps(sample)) continue;
    const key = isOfRun(sample) ? '' : textOf(sample.target); // in the log of a run, the target is what an execution did
    const item = {
      ...{ id: sample.id, text: textOf(sample.input), content: [sample.choices, key], key },
      ...{ group: fields.groupOf(sample), stratum: fields.stratumOf(sample) },
    };
    if (!isOfRun(sample)) planned.keep(item); // the log of a run has a sample for each execution that was sent
    const scored = scoredParts(sample, { choice, fields });
    scoredSamples += Number(scored.length > 0);
    builder.addAll(
      item,
      { ...{ model, epoch, scored, otherwise: outcome(sample, undefined) }, ...factsOf(sample) },
      `sample ${number}`,
    );
  }
  const absent = planned.absent();
  for (const { item, epoch } of absent)
    builder.addAll(item, { model, epoch, scored: [], otherwise: cancelled }, `epoch ${epoch} of ${textOf(item.id)}`);
  fields.check();
  for (const note of notesOn(header, number)) builder.note(note);
  if (number > 0 && scoredSamples === 0)
    builder.note(`none of its ${counted(number, 'sample')} has a score: add them with \`inspect score LOG\``);
  if (summaries === 'last') builder.note('samples that were run again have two summaries: the last one counts');
  if (absent.length > 0)
    builder.note(
      `${counted(absent.length, 'planned epoch of the samples is not in the log: it is', 'planned epochs of samples of the log are not in it: they are')} missing`,
    );
  const { scorer, score } = (valueAt(header, 'results.headline') ?? {}) as JsonObject; // fields are read as texts
  return builder.finish({
    ...{
      version: textOf(valueAt(header, 'eval.packages.inspect_ai')) || null,
      ...{ task: taskOf(header, fields.isOfRun), evaluation: evaluationOf(header) },
      ...{ settings: settingsOf(header), fields: fields.listed(), stratum: fields.stratum, isOfRun: fields.isOfRun },
    },
    headline: fields.isOfRun ? rightScore : nameOf(scorer, score),
    asked: fields.asked,
    stated: results
      .toSorted((one, other) => Number(isMean(textOf(other.reducer))) - Number(isMean(textOf(one.reducer))))
      .map((result) => ({
        score: nameOf(result.scorer, result.name),
        model,
        accuracy: numberOf(valueAt(result, 'metrics.accuracy.value') ?? valueAt(result, 'metrics.mean.value')),
        stderr: numberOf(valueAt(result, 'metrics.stderr.value')),
      })),
  });
}

/** Returns the name of the task; of an imported log that `seb` exported, that of the log. */
function taskOf(header: JsonObject, isOfRun: boolean): string {
  const task = textOf(valueAt(header, 'eval.task'));
  return isOfRun ? taskOfExport(task, textOf(valueAt(header, 'eval.dataset.name'))) : task;
}

/** Returns the name of the model; where the task calls models by their roles alone, those models: `solver a/b, critic c/d`. */
function modelOf(header: JsonObject): string {
  const model = textOf(valueAt(header, 'eval.model'));
  const roles = rolesOf(header);
  if (model !== 'none/none' || roles.length === 0) return model;
  const [[, only = ''] = [], ...more] = roles;
  return more.length === 0 ? only : roles.map(([role, name]) => `${role} ${name}`).join(', ');
}

/** Returns the roles of models with the models behind each. */
function rolesOf(header: JsonObject): readonly (readonly [role: string, models: string])[] {
  return fieldsOf(valueAt(header, 'eval.model_roles')).map(([role, value]) => {
    const models = Array.isArray(value) ? objectsOf(value) : [value];
    return [role, models.map((each) => textOf(valueAt(each, 'model'))).join('+')];
  });
}

/** Returns what the log is an attempt of; null for versions that do not say it. */
function evaluationOf(header: JsonObject): Evaluation | null {
  const id = textOf(valueAt(header, 'eval.task_id'));
  const { name, location } = (valueAt(header, 'eval.dataset') ?? {}) as JsonObject; // fields are read as texts
  return id === ''
    ? null
    : { id, started: textOf(valueAt(header, 'eval.created')), data: `${textOf(name)} ${textOf(location)}`.trim() };
}

const cancelled = { kind: 'absent', reason: 'cancelled', counted: null } as const;

type SampleItem = Parameters<RecordingBuilder['addAll']>[0];

/** The epochs that a log states for each of its samples: one that is not in the log was planned and is missing. */
class PlannedEpochs {
  readonly #count: number;
  readonly #samples = new Map<unknown, { item: SampleItem | null; readonly seen: Set<number> }>();

  constructor(count: number) {
    this.#count = count;
  }

  /** Adds an epoch of a sample that is in the log. */
  see(id: unknown, epoch: number): void {
    if (this.#count < 2) return;
    const known = this.#samples.get(id) ?? { item: null, seen: new Set<number>() };
    this.#samples.set(id, known);
    known.seen.add(epoch);
  }

  /** Counts the sample of an item: the user has not left it out. */
  keep(item: SampleItem): void {
    const known = this.#samples.get(item.id);
    if (known !== undefined) known.item ??= item;
  }

  /** Returns the epochs that are not in the log, of the samples that count. */
  absent(): readonly { readonly item: SampleItem; readonly epoch: number }[] {
    return [...this.#samples.values()].flatMap(({ item, seen }) =>
      Array.from({ length: item === null ? 0 : this.#count }, (_, index) => index + 1).flatMap((epoch) =>
        item === null || seen.has(epoch) ? [] : [{ item, epoch }],
      ),
    );
  }
}

/** Returns the scores of a sample; a scorer whose value is an object or a list has a score for each part: `parts.right`. */
function scoredParts(
  sample: JsonObject,
  { choice, fields }: { readonly choice: FieldChoice; readonly fields: ChosenFields },
) {
  return fieldsOf(sample.scores).flatMap(([scorer, score]) => {
    const value = valueAt(score, 'value');
    const parts = isRecord(value) || Array.isArray(value) ? Object.entries(value) : [[scorer, value] as const];
    const confidence =
      choice.confidence === undefined ? valueAt(score, 'metadata.confidence') : fields.at(sample, 'confidence');
    const answer = answerText(valueAt(score, 'answer'));
    return parts.map(([part, each]) => ({
      ...{ score: nameOf(scorer, part), outcome: outcome(sample, each), answer, confidence },
    }));
  });
}

/** Returns the sentences that a reader of the numbers must know: status, version, samples that are not there, other reducers. */
function notesOn(header: JsonObject, samples: number): readonly string[] {
  const notes: string[] = [];
  const version = numberOf(header.version) ?? 1;
  if (version > seenVersion)
    notes.push(
      `the log has version ${version}; versions up to ${seenVersion} were seen, and its samples have the known fields`,
    );
  const status = statusNote(header);
  const planned = numberOf(valueAt(header, 'results.total_samples'));
  if (status !== null) notes.push(status);
  else notes.push(...heldNote(samples, planned, 'Inspect'));
  if (header.invalidated === true) notes.push('the log is marked as invalidated');
  if (samples === 0)
    notes.push('the log holds no samples: it was written without them, or before the first one finished');
  const reducer = valueAt(header, 'eval.config.epochs_reducer');
  const other = (Array.isArray(reducer) ? reducer.map(textOf) : []).filter((name) => !isMean(name));
  if (other.length > 0) notes.push(`Inspect reduced the epochs by ${JSON.stringify(reducer)}; here they are averaged`);
  const shards = objectsOf(valueAt(header, 'eval.shards.ledger'));
  const open = shards.filter(({ status: own }) => own !== 'success').length;
  if (open > 0) notes.push(`${open} of ${shards.length} shards of this merged log did not end with success`);
  return notes;
}

/** Returns whether a reducer of epochs is the mean, which is Inspect's default. */
function isMean(reducer: string): boolean {
  return reducer === '' || reducer === 'mean';
}

/** Returns the settings that tell two logs of one model apart. */
function settingsOf(header: JsonObject): Readonly<Record<string, string>> {
  const settings = [
    ['task version', valueAt(header, 'eval.task_version')] as const,
    ...fieldsOf(valueAt(header, 'eval.model_args')).map(([name, value]) => [`model_args.${name}`, value] as const),
    ...fieldsOf(valueAt(header, 'eval.model_generate_config')),
    ...fieldsOf(valueAt(header, 'eval.task_args')).map(([name, value]) => [`task_args.${name}`, value] as const),
    ...rolesOf(header).map(([role, models]) => [`model_roles.${role}`, models] as const),
  ];
  return Object.fromEntries(settings.map(([name, value]) => [name, textOf(value)]));
}

/** Returns the name of a score; a scorer whose value is an object has several: `parts.right`. */
function nameOf(scorer: unknown, name: unknown): string {
  return scorer === undefined || scorer === name ? textOf(name) : `${textOf(scorer)}.${textOf(name)}`;
}

/** Inspect counts no answer (N) as wrong, and leaves errors out unless it scored them. */
function outcome(sample: JsonObject, value: unknown): NewOutcome {
  const error = textOf(valueAt(sample.error, 'message') ?? sample.error);
  const isLimit = textOf(sample.limit) !== '';
  if (value === 'N') return { kind: 'absent', reason: isLimit ? 'limit' : 'no-answer', counted: 0 };
  const hasValue = value !== undefined && value !== null;
  if (error === '') return !hasValue && isLimit ? { kind: 'absent', reason: 'limit', counted: null } : outcomeOf(value);
  const isWrong = value === 'I' || numberOf(value) === 0 || value === false;
  return {
    kind: 'absent',
    reason: error.startsWith('CancelledError') ? 'cancelled' : 'failed',
    counted: isWrong ? 0 : null,
  };
}

/** Returns what an execution took, and the part of the run that it belongs to if `seb` wrote the log. */
function factsOf({ model_usage: usage, total_time: seconds, metadata, uuid, output }: JsonObject) {
  const used = fieldsOf(usage).map(([, each]) => each);
  return {
    ...{ seconds: numberOf(seconds), inputTokens: sumOf(used, 'input_tokens') },
    ...{ outputTokens: sumOf(used, 'output_tokens'), part: textOf(valueAt(metadata, partField)) || null },
    uuid: textOf(uuid) || null,
    problem: cutProblem(valueAt(output, 'choices.0.stop_reason') ?? valueAt(output, 'stop_reason')),
  };
}
