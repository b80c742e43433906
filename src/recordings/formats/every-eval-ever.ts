import { linesOf } from '../../data/files/read-text.ts';
import { partField, rightScore, taskOfExport } from '../../domain/recorded.ts';
import { readAbsence } from '../../experiments/scored/index.ts';
import { ChosenFields } from '../chosen-fields.ts';
import { damagedLog, jsonLines } from '../damaged-log.ts';
import { recordBeside } from '../record-beside.ts';
import type { LogFormat, StatedValue } from '../recording.ts';
import { type NewOutcome, outcomeOf, RecordingBuilder } from '../recording-builder.ts';
import type { ScoreFacts } from '../score-scale.ts';
import { answerText, fieldsOf, type JsonObject, numberOf, objectsOf, secondsOf, textOf, valueAt } from '../values.ts';
import { cutProblem } from './row-problem.ts';

/** Samples of Every Eval Ever (`UUID_samples.jsonl`, schema 0.2 and 0.3), with the record `UUID.json` beside them. */
export const everyEvalEver: LogFormat = {
  name: 'Every Eval Ever',
  looksLike: ({ text }) => /^\s*\{\s*"schema_version":\s*"\d/.test(text) && /"sample_id"/.test(text),
  read: async (file, choice) => {
    const builder = new RecordingBuilder({ file, format: 'Every Eval Ever', choice });
    const fields = new ChosenFields(file, choice);
    const record = recordBeside(file);
    for (const result of objectsOf(record?.evaluation_results))
      builder.declareScore(scoreName(result), factsOf(valueAt(result, 'metric_config')));
    let [version, task] = ['', ''];
    for (const { row, place } of jsonLines(linesOf(file), file)) {
      version = textOf(row.schema_version);
      task ||= textOf(row.evaluation_name);
      if (row.sample_id === undefined || version === '')
        throw damagedLog(file, place, 'is not a sample of Every Eval Ever (no sample_id or schema_version)');
      if (!/^0\.[23]\./.test(version)) throw damagedLog(file, place, `has schema ${version}; 0.2 and 0.3 are read`);
      if (!fields.keeps(row)) continue;
      const reference = valueAt(row, 'input.reference');
      const key = textOf(Array.isArray(reference) ? reference[0] : reference);
      const raw = valueAt(row, 'output.raw');
      const answer =
        objectsOf(row.answer_attribution).at(-1)?.extracted_value ?? (Array.isArray(raw) ? raw.at(-1) : raw);
      builder.add(
        {
          id: row.sample_id,
          text: textOf(valueAt(row, 'input.raw')),
          content: [valueAt(row, 'input.choices'), key],
          ...{ group: fields.groupOf(row), stratum: fields.stratumOf(row) },
          key,
        },
        {
          ...{
            model: textOf(row.model_id),
            score: scoreName(row),
            epoch: numberOf(valueAt(row, 'metadata.epoch')),
            settings: { evaluation_id: row.evaluation_id, input: row.input, interaction_type: row.interaction_type },
          },
          outcome: outcomeIn(row),
          ...{
            answer: answerText(answer),
            confidence:
              choice.confidence === undefined ? valueAt(row, 'metadata.confidence') : fields.at(row, 'confidence'),
          },
          ...{
            inputTokens: numberOf(valueAt(row, 'token_usage.input_tokens')),
            outputTokens: numberOf(valueAt(row, 'token_usage.output_tokens')),
          },
          problem: cutProblem(valueAt(row, 'metadata.stop_reason')),
          seconds: secondsOf(valueAt(row, 'performance.latency_ms')),
          part: textOf(valueAt(row, `metadata.${partField}`)) || null,
        },
        place,
      );
    }
    fields.check();
    const [result] = objectsOf(record?.evaluation_results);
    const dataset = textOf(valueAt(result, 'source_data.dataset_name'));
    return builder.finish({
      ...{ version: version || null, stated: statedIn(record) },
      task: fields.isOfRun ? taskOfExport(task, dataset) : task,
      ...(fields.isOfRun ? { headline: rightScore } : {}),
      asked: fields.asked,
      ...{ settings: settingsOf(record), fields: fields.listed(), stratum: fields.stratum, isOfRun: fields.isOfRun },
    });
  },
};

/** Returns the outcome of a sample; records of imported logs keep why there is none, and how the log's tool counts it. */
function outcomeIn(row: JsonObject): NewOutcome {
  const absence = readAbsence(textOf(valueAt(row, 'metadata.absent')));
  if (absence !== null) return { kind: 'absent', ...absence };
  if (textOf(row.error) !== '') return { kind: 'absent', reason: 'failed', counted: null }; // the format wants a score, too
  return outcomeOf(valueAt(row, 'evaluation.score'));
}

function scoreName(row: JsonObject): string {
  return textOf(row.evaluation_result_id) || textOf(row.evaluation_name);
}

/** Returns the range and the better end of a result, where its metric states them. */
function factsOf(metric: unknown): ScoreFacts {
  const [low, high] = [numberOf(valueAt(metric, 'min_score')), numberOf(valueAt(metric, 'max_score'))];
  const isLower = valueAt(metric, 'lower_is_better');
  return {
    range: low === null || high === null || low >= high ? undefined : [low, high],
    better: typeof isLower === 'boolean' ? (isLower ? 'lower' : 'higher') : undefined,
  };
}

function settingsOf(record: JsonObject | null): Readonly<Record<string, string>> {
  const [first] = objectsOf(record?.evaluation_results);
  const settings = fieldsOf(valueAt(first, 'generation_config.generation_args'));
  return Object.fromEntries(settings.map(([name, value]) => [name, textOf(value)]));
}

function statedIn(record: JsonObject | null): readonly StatedValue[] {
  return objectsOf(record?.evaluation_results).map((result) => {
    const accuracy = numberOf(valueAt(result, 'score_details.score'));
    const stderr = numberOf(valueAt(result, 'score_details.uncertainty.standard_error.value'));
    return { score: scoreName(result), model: textOf(valueAt(record, 'model_info.id')), accuracy, stderr };
  });
}
