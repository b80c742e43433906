import { basename, dirname, join, resolve } from 'node:path';
import { linesOf, ownFilesIn, readText } from '../../data/files/read-text.ts';
import { oneLine } from '../../util/text.ts';
import { ChosenFields } from '../chosen-fields.ts';
import { damagedLog, jsonLines, jsonObject } from '../damaged-log.ts';
import type { LogFormat, StatedValue } from '../recording.ts';
import { outcomeOf, RecordingBuilder } from '../recording-builder.ts';
import { answerText, fieldsOf, type JsonObject, numberOf, patternOf, textOf, valueAt } from '../values.ts';
import { heldNote } from './held-note.ts';
import { likeliestChoice } from './likeliest-choice.ts';

/** Metrics of versions whose rows do not list theirs. */
const usualMetrics = ['exact_match', 'acc', 'acc_norm', 'em', 'pass@1', 'prompt_level_strict_acc'];

/** Samples of lm-evaluation-harness (`samples_TASK_DATE.jsonl`), with the `results_DATE.json` beside them. */
export const lmEval: LogFormat = {
  name: 'lm-eval',
  looksLike: ({ text }) => /^\s*\{\s*"doc_id":/.test(text),
  read: async (file, choice) => {
    const [, task = '', date = ''] = /samples_(.*)_(\d{4}-\d\d-\d\dT[\d.:-]+)\.jsonl$/.exec(basename(file)) ?? [];
    const builder = new RecordingBuilder({ file, format: 'lm-eval', choice });
    const fields = new ChosenFields(file, choice);
    const declared = new Set<string>();
    const { results, other } = resultsBeside(file, date);
    const model = textOf(results?.model_name) || basename(dirname(resolve(file))) || 'model';
    if (results === null)
      builder.note(
        `no results file ${other === null ? '' : `of this run (${oneLine(other, 80)} has another date) `}beside the samples: the folder names the model, ${model}`,
      );
    const pattern = choice.confidence === undefined ? null : patternOf(choice.confidence);
    const evaluated = numberOf(valueAt(valueAt(results, 'n-samples'), `${task}.effective`));
    const documents = new Set<string>(); // counted where the results say how many there were
    const nameless = new Map<string, number>(); // versions before 0.4.4 do not name the filters of a document
    for (const { row, place } of jsonLines(linesOf(file), file)) {
      const { doc_id: id, doc, filter, metrics } = row;
      if (evaluated !== null) documents.add(textOf(id));
      if (!fields.keeps(row)) continue;
      if (id === undefined || doc === undefined)
        throw damagedLog(file, place, 'is not a sample of lm-eval (no doc_id or doc)');
      const hash = textOf(row.doc_hash ?? doc);
      const nth = filter === undefined ? (nameless.get(`${textOf(id)} ${hash}`) ?? 0) + 1 : 0;
      if (nth > 0) nameless.set(`${textOf(id)} ${hash}`, nth);
      const names = Array.isArray(metrics)
        ? metrics.map(textOf)
        : usualMetrics.filter((name) => row[name] !== undefined);
      const responses: readonly unknown[] = Array.isArray(row.filtered_resps) ? row.filtered_resps : [];
      const choices = choicesOf(responses);
      const group = choice.group === undefined ? hash : fields.at(row, 'group'); // equal documents are one group
      const about = {
        ...{ model, epoch: 1, confidence: pattern?.(textOf(row.resps)) },
        ...(choices === null
          ? { answer: answerText(responses[0]) }
          : { answer: String(choices.best), tokenProbability: choices.probability }),
      };
      for (const name of names) {
        const score = `${name},${nth > 0 ? `filter-${nth}` : textOf(filter)}`;
        if (!declared.has(score))
          builder.declareScore(score, { better: directionOf(results, task, name), column: name });
        declared.add(score);
        const item = {
          id,
          text: promptOf(row),
          content: [hash, row.target_hash ?? row.target],
          ...{ group, stratum: fields.at(row, 'stratum') },
          key: textOf(row.target),
        };
        builder.add(
          item,
          { ...about, score, outcome: outcomeOf(Object.hasOwn(row, name) ? row[name] : undefined) },
          place,
        );
      }
    }
    fields.check(['group', 'stratum']);
    for (const note of heldNote(documents.size, evaluated, 'lm-eval')) builder.note(note);
    return builder.finish({
      ...{ version: textOf(results?.lm_eval_version) || null, task, stated: statedIn(results, task, model) },
      ...{ settings: settingsOf(results, task), fields: fields.listed(), stratum: fields.stratum },
    });
  },
};

/** Returns the values that the results file states for a task. */
function statedIn(results: JsonObject | null, task: string, model: string): readonly StatedValue[] {
  const values = valueAt(results, 'results') as JsonObject | undefined; // its fields are checked below
  const own = fieldsOf(Object.hasOwn(values ?? {}, task) ? values?.[task] : undefined);
  return own.flatMap(([score, value]) => {
    const stderr = own.find(([name]) => name === score.replace(',', '_stderr,'))?.[1];
    return /_stderr,|^[^,]*$/.test(score)
      ? []
      : [{ score, model, accuracy: numberOf(value), stderr: numberOf(stderr) }];
  });
}

/** Returns which end of a metric is the better one by the results file; undefined where it does not say so. */
function directionOf(results: JsonObject | null, task: string, metric: string): 'higher' | 'lower' | undefined {
  const isHigher = valueAt(valueAt(results, 'higher_is_better'), `${task}.${metric}`);
  return typeof isHigher === 'boolean' ? (isHigher ? 'higher' : 'lower') : undefined;
}

/** Returns the settings that tell two runs of one model apart. */
function settingsOf(results: JsonObject | null, task: string): Readonly<Record<string, string>> {
  const names = ['model_args', 'gen_kwargs', 'num_fewshot', 'system_instruction', 'chat_template_sha', 'limit'];
  const settings = names.map((name) => [name, textOf(valueAt(results, `config.${name}`) ?? results?.[name])] as const);
  const ofTask = (field: string) => textOf(valueAt(valueAt(results, field), task));
  const all = [...settings, ['task version', ofTask('versions')] as const, ['n-shot', ofTask('n-shot')] as const];
  return Object.fromEntries(all.filter(([, value]) => value !== ''));
}

/** The results file of a run, where the folder of its samples has one. */
interface ResultsFile {
  readonly results: JsonObject | null;
  /** Name of a results file beside the samples that is of another run; null: there is none. */
  readonly other: string | null;
}

/**
 * Returns the results file of the date of the samples, or the only one where one of the two names has no date: a file of another date
 * is of another run, with another model and other values.
 */
function resultsBeside(file: string, date: string): ResultsFile {
  const names = ownFilesIn(dirname(file)).filter((name) => /^results.*\.json$/.test(name));
  const dateless = names.filter((name) => date === '' || !/\d{4}-\d\d-\d\dT/.test(name));
  const name =
    names.find((each) => each === `results_${date}.json`) ?? (dateless.length === 1 ? dateless[0] : undefined);
  if (name === undefined) return { results: null, other: names[0] ?? null };
  const path = join(dirname(file), name);
  return { results: jsonObject(readText(path), path, ''), other: null };
}

/** Returns the most probable choice from log-likelihoods of all choices; null for a generated text. */
function choicesOf(responses: readonly unknown[]) {
  const isChoice = (each: unknown) => Array.isArray(each) && /^(true|false)$/i.test(String(each[1]));
  return likeliestChoice(responses.map((each) => (Array.isArray(each) && isChoice(each) ? numberOf(each[0]) : null)));
}

/** Returns the prompt: a list with one JSON text for chat models, the text itself for others, else the document. */
function promptOf(row: JsonObject): string {
  const prompt = valueAt(row, 'arguments.gen_args_0.arg_0');
  return textOf(Array.isArray(prompt) ? prompt[0] : (prompt ?? row.doc));
}
