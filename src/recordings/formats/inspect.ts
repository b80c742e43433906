import { isRecord } from '../../util/is-record.ts';
import { damagedLog } from '../damaged-log.ts';
import { openEvalLog, openJsonLog } from '../eval-file.ts';
import type { LogFormat, RecordedOutcome } from '../recording.ts';
import { outcomeOf, RecordingBuilder } from '../recording-builder.ts';
import { fieldsOf, type JsonObject, numberOf, objectsOf, scoreOf, sumOf, textOf, valueAt } from '../values.ts';

/** Logs of Inspect: `.eval` (a zip with a header and summaries of the samples) and `.json`. */
export const inspect: LogFormat = {
  name: 'Inspect',
  looksLike: ({ isZip, text }) => isZip || /"eval":\s*\{\s*"(?:eval_id|run_id|created)"/.test(text),
  read: async (file, choice, start) => {
    const { header, samples } = start.isZip ? await openEvalLog(file) : openJsonLog(file);
    const version = numberOf(header.version) ?? 1;
    if (version > 2) throw damagedLog(file, '', `is a log of version ${version}; versions up to 2 are read`);
    const builder = new RecordingBuilder({ file, format: 'Inspect', choice });
    const model = textOf(valueAt(header, 'eval.model'));
    const results = objectsOf(valueAt(header, 'results.scores'));
    for (const result of results) builder.declareScore(nameOf(result.scorer, result.name));
    let number = 0;
    for await (const sample of samples) {
      number += 1;
      const usage = fieldsOf(sample.model_usage).map(([, each]) => each);
      const scored = fieldsOf(sample.scores).flatMap(([scorer, score]) =>
        fieldsOf(isRecord(valueAt(score, 'value')) ? valueAt(score, 'value') : { '': valueAt(score, 'value') }).map(
          ([part, value]) => {
            const confidence =
              choice.confidence === undefined
                ? valueAt(score, 'metadata.confidence')
                : valueAt(sample, choice.confidence);
            return {
              score: nameOf(scorer, part || scorer),
              outcome: outcome(sample, value),
              answer: textOf(valueAt(score, 'answer')),
              confidence,
            };
          },
        ),
      );
      const key = textOf(sample.target);
      const group = choice.group === undefined ? null : valueAt(sample, choice.group);
      builder.addAll(
        { id: sample.id, text: textOf(sample.input), content: [sample.choices, key], group, key },
        {
          ...{
            model,
            epoch: numberOf(sample.epoch) ?? 1,
            scored,
            otherwise: outcome(sample, undefined),
            seconds: numberOf(sample.total_time),
          },
          ...{ inputTokens: sumOf(usage, 'input_tokens'), outputTokens: sumOf(usage, 'output_tokens') },
        },
        `sample ${number}`,
      );
    }
    const status = textOf(header.status) || 'started';
    if (status !== 'success')
      builder.note(
        `the run ended with status "${status}": its samples are those that finished first, not a random part`,
      );
    if (header.invalidated === true) builder.note('the log is marked as invalidated');
    if (number === 0)
      builder.note('the log holds no samples: it was written without them, or before the first one finished');
    const reducer = textOf(valueAt(header, 'eval.config.epochs_reducer'));
    if (!/^$|^\["mean"\]$/.test(reducer))
      builder.note(`Inspect reduced the epochs by ${reducer}; here they are averaged`);
    const { scorer, score } = (valueAt(header, 'results.headline') ?? {}) as JsonObject; // fields are read as texts
    return builder.finish({
      ...{
        version: textOf(valueAt(header, 'eval.packages.inspect_ai')) || null,
        task: textOf(valueAt(header, 'eval.task')),
      },
      headline: nameOf(scorer, score),
      stated: results.map((result) => ({
        ...{
          score: nameOf(result.scorer, result.name),
          model,
          accuracy: numberOf(valueAt(result, 'metrics.accuracy.value')),
        },
        stderr: numberOf(valueAt(result, 'metrics.stderr.value')),
      })),
    });
  },
};

/** Returns the name of a score; a scorer whose value is an object has several: `parts.right`. */
function nameOf(scorer: unknown, name: unknown): string {
  return scorer === undefined || scorer === name ? textOf(name) : `${textOf(scorer)}.${textOf(name)}`;
}

/** Inspect counts no answer (N) as wrong, and leaves errors out unless it scored them. */
function outcome(sample: JsonObject, value: unknown): RecordedOutcome {
  const number = scoreOf(value);
  const error = textOf(valueAt(sample.error, 'message') ?? sample.error);
  const isLimit = textOf(sample.limit) !== '';
  if (value === 'N') return { kind: 'absent', reason: isLimit ? 'limit' : 'no-answer', counted: 0 };
  if (error === '')
    return number === null && isLimit ? { kind: 'absent', reason: 'limit', counted: null } : outcomeOf(number);
  return {
    kind: 'absent',
    reason: error.startsWith('CancelledError') ? 'cancelled' : 'failed',
    counted: number === 0 ? 0 : null,
  };
}
