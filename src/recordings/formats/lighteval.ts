import { lstatSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { parquetRows } from '../../data/files/parquet.ts';
import { readText } from '../../data/files/read-text.ts';
import { isRecord } from '../../util/is-record.ts';
import { ChosenFields } from '../chosen-fields.ts';
import { damagedLog, jsonObject } from '../damaged-log.ts';
import type { LogFormat, StatedValue } from '../recording.ts';
import { outcomeOf, RecordingBuilder } from '../recording-builder.ts';
import { fieldsOf, type JsonObject, numberOf, objectsOf, patternOf, textOf, valueAt } from '../values.ts';
import { likeliestChoice } from './likeliest-choice.ts';

const columns = ['doc', 'metric', 'model_response'];

/** Details of lighteval (`details/MODEL/DATE/details_TASK_DATE.parquet`), with `results/MODEL/results_DATE.json`. */
export const lighteval: LogFormat = {
  name: 'lighteval',
  looksLike: ({ columns: own }) => columns.every((name) => own.includes(name)),
  read: async (file, choice) => {
    const place = placeOf(file);
    const builder = new RecordingBuilder({ file, format: 'lighteval', choice });
    const fields = new ChosenFields(file, choice);
    const results = resultsOf(file, place);
    const model = textOf(valueAt(results, 'config_general.model_name')) || place.model;
    if (results === null) builder.note(`no results file beside the details: the folder names the model, ${model}`);
    const pattern = choice.confidence === undefined ? null : patternOf(choice.confidence);
    let task = '';
    for (const [index, { value: row }] of (await parquetRows(file)).entries()) {
      const at = `row ${index + 1}`;
      if (!isRecord(row)) throw damagedLog(file, at, 'is not a row of lighteval');
      if (!fields.keeps(row)) continue;
      const { doc, metric } = row;
      if (!isRecord(doc) || !isRecord(metric))
        throw damagedLog(file, at, 'is not a row of lighteval (no doc or metric)');
      if (index === 0) for (const name of Object.keys(metric)) builder.declareScore(name, factsOn(results, doc, name));
      task ||= textOf(doc.task_name);
      const texts = textsOf(row);
      builder.addAll(
        {
          ...{ id: doc.id ?? index, text: textOf(doc.query), key: keyOf(doc) },
          ...{ content: [doc.instruction, doc.choices, doc.gold_index] },
          ...{ group: fields.at(row, 'group'), stratum: fields.at(row, 'stratum') },
        },
        {
          ...{ model, epoch: 1, otherwise: outcomeOf(undefined), ...answerOf(row, texts) },
          scored: Object.entries(metric).map(([score, value]) => ({
            ...{ score, outcome: outcomeOf(value), confidence: pattern?.(texts.join('\n')) },
          })),
        },
        at,
      );
    }
    fields.check(['group', 'stratum']);
    task ||= place.task;
    return builder.finish({
      ...{ version: null, task, stated: statedIn(results, task, model), settings: settingsOf(results, task) },
      ...{ fields: fields.listed(), stratum: fields.stratum },
    });
  },
};

/** What the path of a details file tells. */
interface DetailsPlace {
  /** Folder with `details` and `results`; null where the file is not in such a folder. */
  readonly folder: string | null;
  readonly model: string;
  readonly task: string;
  readonly date: string;
}

function placeOf(file: string): DetailsPlace {
  const path = resolve(file).split(sep).join('/');
  const [, task = '', date = ''] = /^details_(.+)_(\d{4}-\d\d-\d\dT[\d.-]+)\.parquet$/.exec(basename(path)) ?? [];
  const [, folder = null, model = basename(dirname(path))] = /^(.*)\/details\/(.+)\/[^/]+\/[^/]+$/.exec(path) ?? [];
  return { folder, model, task, date };
}

/** Returns the results file of the same date, from the folder of results or beside the details; null where there is none. */
function resultsOf(file: string, { folder, model, date }: DetailsPlace): JsonObject | null {
  const name = `results_${date}.json`;
  const paths = [...(folder === null ? [] : [join(folder, 'results', model, name)]), join(dirname(file), name)];
  const path = paths.find((each) => lstatSync(each, { throwIfNoEntry: false })?.isFile() === true); // no link
  return path === undefined ? null : jsonObject(readText(path), path, '');
}

function factsOn(results: JsonObject | null, doc: JsonObject, name: string) {
  const metrics = objectsOf(valueAt(valueAt(valueAt(results, 'config_tasks'), textOf(doc.task_name)), 'metrics'));
  const isHigher = metrics.find((each) => each.metric_name === name)?.higher_is_better;
  const better = typeof isHigher === 'boolean' ? (isHigher ? 'higher' : 'lower') : undefined;
  return { better, column: `metric.${name}` } as const;
}

/** Returns the texts of the executions of a document, without reasoning where the tool took it out. */
function textsOf(row: JsonObject): readonly string[] {
  const [read, whole] = ['text_post_processed', 'text'].map((name) => valueAt(row, `model_response.${name}`));
  const texts = Array.isArray(read) && read.length > 0 ? read : whole;
  return Array.isArray(texts) ? texts.map(textOf) : [];
}

/** Returns the answer: the first text, or the choice of the highest log-likelihood with its probability. */
function answerOf(row: JsonObject, [text]: readonly string[]) {
  const choices = valueAt(row, 'doc.choices');
  const logs = valueAt(row, 'model_response.logprobs');
  const likeliest = likeliestChoice(Array.isArray(logs) ? logs.map(numberOf) : []);
  if (text !== undefined || likeliest === null) return { answer: text ?? null };
  const { best, probability } = likeliest;
  return { answer: textOf(Array.isArray(choices) ? choices[best] : best), tokenProbability: probability };
}

/** Returns the right choices, as the tool compares answers with any of them. */
function keyOf({ choices, gold_index: gold }: JsonObject): string {
  const places = Array.isArray(gold) ? gold : [gold];
  return Array.isArray(choices) ? places.map((at) => textOf(choices[Number(at)])).join(' | ') : '';
}

function statedIn(results: JsonObject | null, task: string, model: string): readonly StatedValue[] {
  const own = fieldsOf(valueAt(valueAt(results, 'results'), task));
  return own.flatMap(([score, value]) => {
    const stderr = own.find(([name]) => name === `${score}_stderr`)?.[1];
    return score.endsWith('_stderr') ? [] : [{ score, model, accuracy: numberOf(value), stderr: numberOf(stderr) }];
  });
}

/** Returns the settings that tell two runs of one model apart. */
function settingsOf(results: JsonObject | null, task: string): Readonly<Record<string, string>> {
  const general = valueAt(results, 'config_general');
  const settings = [
    ['generation_parameters', valueAt(general, 'model_config.generation_parameters')],
    ['system_prompt', valueAt(general, 'model_config.system_prompt')],
    ['max_samples', valueAt(general, 'max_samples')],
    ['num_fewshots', valueAt(valueAt(valueAt(results, 'config_tasks'), task), 'num_fewshots')],
  ] as const;
  return Object.fromEntries(settings.flatMap(([name, value]) => (textOf(value) === '' ? [] : [[name, textOf(value)]])));
}
