import { basename, dirname, join } from 'node:path';
import { linesOf, namesIn, readText } from '../../data/files/read-text.ts';
import { damagedLog, jsonLines, jsonObject } from '../damaged-log.ts';
import type { LogFormat, StatedValue } from '../recording.ts';
import { outcomeOf, RecordingBuilder } from '../recording-builder.ts';
import { numberOf, objectsOf, secondsOf, textOf, valueAt } from '../values.ts';

/** Samples of Every Eval Ever (`UUID_samples.jsonl`, schema 0.2 and 0.3), with the record `UUID.json` beside them. */
export const everyEvalEver: LogFormat = {
  name: 'Every Eval Ever',
  looksLike: ({ text }) => /^\s*\{\s*"schema_version":\s*"\d/.test(text) && /"sample_id"/.test(text),
  read: async (file, choice) => {
    const builder = new RecordingBuilder({ file, format: 'Every Eval Ever', choice });
    let [version, task] = ['', ''];
    for (const { row, place } of jsonLines(linesOf(file), file)) {
      version = textOf(row.schema_version);
      task ||= textOf(row.evaluation_name);
      if (row.sample_id === undefined || version === '')
        throw damagedLog(file, place, 'is not a sample of Every Eval Ever (no sample_id or schema_version)');
      if (!/^0\.[23]\./.test(version)) throw damagedLog(file, place, `has schema ${version}; 0.2 and 0.3 are read`);
      const reference = valueAt(row, 'input.reference');
      const key = textOf(Array.isArray(reference) ? reference[0] : reference);
      const raw = valueAt(row, 'output.raw');
      const answer =
        objectsOf(row.answer_attribution).at(-1)?.extracted_value ?? (Array.isArray(raw) ? raw.at(-1) : raw);
      const group = choice.group === undefined ? null : valueAt(row, choice.group);
      builder.add(
        {
          id: row.sample_id,
          text: textOf(valueAt(row, 'input.raw')),
          content: [valueAt(row, 'input.choices'), key],
          group,
          key,
        },
        {
          ...{
            model: textOf(row.model_id),
            score: textOf(row.evaluation_result_id) || textOf(row.evaluation_name),
            epoch: numberOf(valueAt(row, 'metadata.epoch')),
          },
          outcome:
            textOf(row.error) === ''
              ? outcomeOf(numberOf(valueAt(row, 'evaluation.score')))
              : { kind: 'absent', reason: 'failed', counted: null },
          ...{ answer: textOf(answer), confidence: valueAt(row, choice.confidence ?? 'metadata.confidence') },
          ...{
            inputTokens: numberOf(valueAt(row, 'token_usage.input_tokens')),
            outputTokens: numberOf(valueAt(row, 'token_usage.output_tokens')),
          },
          seconds: secondsOf(valueAt(row, 'performance.latency_ms')),
        },
        place,
      );
    }
    return builder.finish({ version: version || null, task, stated: statedBeside(file) });
  },
};

/** Returns the values of the record beside the samples; none without a record of that name. */
function statedBeside(file: string): readonly StatedValue[] {
  const name = basename(file).replace(/_samples\.jsonl$/, '.json');
  if (name === basename(file) || !namesIn(dirname(file)).includes(name)) return [];
  const path = join(dirname(file), name);
  const record = jsonObject(readText(path), path, '');
  return objectsOf(record.evaluation_results).map((result) => {
    const accuracy = numberOf(valueAt(result, 'score_details.score'));
    const stderr = numberOf(valueAt(result, 'score_details.uncertainty.standard_error.value'));
    const score = textOf(result.evaluation_result_id) || textOf(result.evaluation_name);
    return { score, model: textOf(valueAt(record, 'model_info.id')), accuracy, stderr };
  });
}
