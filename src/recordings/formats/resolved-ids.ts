import { basename } from 'node:path';
import { readText } from '../../data/files/read-text.ts';
import { AppError } from '../../util/app-error.ts';
import { counted } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import { ChosenFields } from '../chosen-fields.ts';
import { damagedLog, jsonObject, rowsOfList } from '../damaged-log.ts';
import type { LogFormat } from '../recording.ts';
import { type NewOutcome, outcomeOf, RecordingBuilder } from '../recording-builder.ts';
import { answerText, fieldsOf, type JsonObject, numberOf, textOf, valueAt } from '../values.ts';

/** How SWE-bench counts the instances of each list: everything that is not resolved is not. */
const lists: readonly (readonly [name: string, outcome: NewOutcome])[] = [
  ['resolved_ids', outcomeOf(true)],
  ['unresolved_ids', outcomeOf(false)],
  ['empty_patch_ids', { kind: 'absent', reason: 'no-answer', counted: 0 }],
  ['error_ids', { kind: 'absent', reason: 'failed', counted: 0 }],
  ['incomplete_ids', { kind: 'absent', reason: 'unscored', counted: 0 }],
];

/** Run reports of SWE-bench (`MODEL.RUN.json`): lists of the ids that are resolved, unresolved, empty, failed or not submitted. */
export const sweBench: LogFormat = {
  name: 'SWE-bench',
  looksLike: ({ text }) => /^\s*\{/.test(text) && /"(?:resolved_ids|completed_ids|submitted_instances)":/.test(text),
  read: async (file, choice) => {
    const report = jsonObject(readText(file), file, '');
    const builder = new RecordingBuilder({ file, format: 'SWE-bench', choice });
    const fields = new ChosenFields(file, choice);
    const model = modelNamed(file);
    const seen = new Map<string, string>();
    for (const [list, outcome] of lists)
      for (const [index, id] of idsIn(report, list).entries()) {
        const before = seen.get(id);
        if (before === list) continue;
        if (before !== undefined)
          throw damagedLog(
            file,
            `${list}, element ${index + 1}`,
            `${oneLine(id, 60)} is in ${before}, too: its outcome is open`,
          );
        seen.set(id, list);
        if (!fields.keeps({ id, list, repository: repositoryOf(id) })) continue;
        const row = { id, list, repository: repositoryOf(id) };
        const about = { group: fields.at(row, 'group'), stratum: fields.at(row, 'stratum') };
        builder.add(
          { id, text: '', content: null, ...about },
          { model, score: 'resolved', outcome },
          `${list}, element ${index + 1}`,
        );
      }
    fields.check();
    const total = numberOf(report.total_instances);
    const resolved = idsIn(report, 'resolved_ids').length;
    if (seen.size === resolved)
      throw new AppError('log-empty', `${oneLine(file, 200)} lists resolved instances only`, {
        hint: 'give a report that also lists those that are not resolved (unresolved_ids)',
      });
    if (total !== null && total > seen.size)
      builder.note(`the report counts ${counted(total, 'instance')} and names ${seen.size}: the others are left out`);
    const accuracy = total === null || total === 0 ? null : resolved / total;
    const stated = [{ score: 'resolved', model, accuracy, stderr: null }];
    return builder.finish({
      version: null,
      task: 'SWE-bench',
      stated,
      fields: fields.listed(),
      stratum: fields.stratum,
    });
  },
};

function idsIn(report: JsonObject, list: string): readonly string[] {
  const ids = report[list];
  return Array.isArray(ids) ? ids.map(textOf) : [];
}

/** Returns the repository of an instance: `django__django` of `django__django-1234`. */
function repositoryOf(id: string): string {
  return id.replace(/-[^-]*$/, '');
}

/** Returns the model that the name of a report begins with: `MODEL.RUN.json`. */
function modelNamed(file: string): string {
  const name = basename(file).replace(/(?:[._]eval_results)?\.json$/, '');
  return name.replace(/\.[^.]+$/, '').replaceAll('__', '/') || name;
}

/** Results of EvalPlus (`SAMPLES_eval_results.json`): for each task whether the base and the extra tests passed. */
export const evalPlus: LogFormat = {
  name: 'EvalPlus',
  looksLike: ({ text }) =>
    /^\s*\{\s*"date":/.test(text) && /"eval":\s*\{/.test(text) && /"base_status"|"base":/.test(text),
  read: async (file, choice) => {
    const results = jsonObject(readText(file), file, '');
    const builder = new RecordingBuilder({ file, format: 'EvalPlus', choice });
    const fields = new ChosenFields(file, choice);
    const model =
      basename(file)
        .replace(/[._-]?eval_results\.json$/, '')
        .replace(/\.json$/, '') || 'model';
    for (const [task, samples] of fieldsOf(valueAt(results, 'eval')))
      for (const [index, sample] of rowsOfList(Array.isArray(samples) ? samples : [], file).entries())
        addSample(builder, { task, sample, epoch: index + 1, model, fields, file });
    fields.check();
    return builder.finish({
      version: null,
      task: '',
      headline: 'plus',
      fields: fields.listed(),
      stratum: fields.stratum,
    });
  },
};

interface Sample {
  readonly task: string;
  readonly sample: JsonObject;
  readonly epoch: number;
  readonly model: string;
  readonly fields: ChosenFields;
  readonly file: string;
}

/** Returns whether tests passed; a status that EvalPlus does not have as it is written, so that it is shown and not read. */
function statusOf(status: string): boolean | string {
  return status === 'pass' || (status === 'fail' || status === 'timeout' ? false : status);
}

/** Adds one completion: `base` and `plus` (both passed, as EvalPlus counts it); a time-out counts as wrong. */
function addSample(builder: RecordingBuilder, { task, sample, epoch, model, fields, file }: Sample): void {
  const row = { task_id: task, ...sample };
  if (!fields.keeps(row)) return;
  const [base, plus] = [textOf(sample.base_status), textOf(sample.plus_status)];
  if (base === '') throw damagedLog(file, `task ${oneLine(task, 60)}`, 'has no base_status');
  const right = { base: statusOf(base), plus: base === 'pass' ? statusOf(plus) : statusOf(base) };
  const scores = plus === '' ? (['base'] as const) : (['plus', 'base'] as const);
  const about = { group: fields.at(row, 'group'), stratum: fields.at(row, 'stratum') };
  builder.addAll(
    { id: task, text: '', content: null, ...about },
    {
      ...{ model, epoch, otherwise: outcomeOf(null) },
      scored: scores.map((score) => ({
        score,
        outcome: outcomeOf(right[score]),
        answer: answerText(sample.solution),
      })),
    },
    `task ${oneLine(task, 60)}`,
  );
}
