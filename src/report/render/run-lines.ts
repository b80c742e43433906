import type { RecordedLog } from '../../recordings/recording.ts';
import { pathEnds } from '../../results/distinct-files.ts';
import type { Selection } from '../../results/results.ts';
import type { RunRecord, RunSize } from '../../store/store.ts';
import { bytesText, counted, dollars, utcMinute } from '../../util/numbers.ts';
import { oneLine, shortenMiddle, wrapText } from '../../util/text.ts';

const maxNameColumns = 24;
const maxModelColumns = 40;
const maxModels = 4;
const indent = '    ';

/** Returns a run in one line: id, name (its own or that of its repetition), time and models. */
export function runLine({ id, provenance, createdAt, config }: RunRecord, columns: number): string {
  const given = provenance.name ?? config.repeatAs;
  const name = given === undefined ? '' : ` ${oneLine(given, maxNameColumns)}`;
  return oneLine(`run ${id}${name}, ${utcMinute(createdAt)}: ${modelsText(config)}`, columns);
}

/** Returns which runs a comparison is about: a line for each of a few runs, else the name of the selection. */
export function selectionLines(
  runs: readonly RunRecord[],
  { name, unfinished }: Selection,
  columns: number,
): readonly string[] {
  const named = runs.length <= maxModels ? runs.map((run) => runLine(run, columns)) : [oneLine(name, columns)];
  return [...named, ...unfinished.flatMap((text) => wrapText(text, columns))];
}

/** Returns which logs a comparison is about: a line for each of a few logs, else their number and formats. */
export function logLines(logs: readonly RecordedLog[], columns: number): readonly string[] {
  if (logs.length > maxModels) {
    const formats = [...new Set(logs.map(({ format }) => format))].join(' and ');
    return [oneLine(`${counted(logs.length, 'log')} of ${formats}`, columns)];
  }
  const ends = pathEnds(logs.map(({ file }) => file));
  return logs.map(({ file, format, models, rows }) => {
    const most = rows.reduce((all, { epoch }) => Math.max(all, epoch), 1);
    const executions = most === 1 ? '' : `, ${most} executions`;
    return oneLine(`log ${ends.get(file) ?? file} (${format}${executions}): ${namesText(models)}`, columns);
  });
}

/** A run in a list, with values besides its record. */
interface ListedRun {
  readonly run: RunRecord;
  /** US dollars; null when the price of an answer is unknown. */
  readonly dollars: number | null;
  readonly size: RunSize;
  /** Blocks of items in the queue, and the workers that execute them; null: the run is not in a queue. */
  readonly queue: { readonly waiting: number; readonly held: number; readonly workers: number } | null;
}

/**
 * Returns a listed run: id, name, status, time, samples and cost, and below them models, experiments and the run that
 * it follows.
 */
export function runListLines({ run, dollars: spent, size, queue }: ListedRun, columns: number): readonly string[] {
  const { id, provenance, status, createdAt, config } = run;
  const samples = `${config.samples} ${config.samples === 1 ? 'sample' : 'samples'}`;
  const isUnpaid = spent === 0 && size.answers === 0 && status !== 'finished';
  const cost = spent === null ? 'cost unknown' : isUnpaid ? 'no answer paid yet' : dollars(spent);
  const name = provenance.name === undefined ? [] : [oneLine(provenance.name, maxNameColumns)];
  const experiments = config.experiments.map(({ name: each, dataset }) => `${each} (${dataset.items})`).join(', ');
  const repeated = config.repeatAs === undefined ? [] : [`repeated as ${oneLine(config.repeatAs, maxNameColumns)}`];
  const follows = provenance.follows === undefined ? [] : [`follows run ${provenance.follows}`];
  const { tags = [], note } = provenance;
  const labels = [
    ...(tags.length === 0 ? [] : [`tags: ${tags.join(', ')}`]),
    ...(note === undefined ? [] : [`note: ${note}`]),
  ];
  const stored = `${counted(size.answers, 'answer')}, ${bytesText(size.bytes)}`;
  return [
    oneLine([id, ...name, status, utcMinute(createdAt), samples, cost].join(', '), columns),
    ...[modelsText(config), experiments, stored, ...labels, ...repeated, ...follows, ...queueLines(queue)].flatMap(
      (text) => wrapText(text, columns - indent.length).map((line) => `${indent}${line}`),
    ),
  ];
}

function queueLines(queue: ListedRun['queue']): readonly string[] {
  if (queue === null) return [];
  const { waiting, held, workers } = queue;
  const workersText = workers === 0 ? 'no worker' : `${workers} ${workers === 1 ? 'worker' : 'workers'}`;
  const start = workers === 0 ? '; to start one: seb worker' : '';
  return [`in the queue: ${waiting} blocks of items wait, ${held} are being executed; ${workersText}${start}`];
}

/** Returns the models of a run; of more than four, the first three and the number of the others. */
function modelsText({ models }: RunRecord['config']): string {
  return namesText(models.map(({ name }) => name));
}

function namesText(models: readonly string[]): string {
  const names = models.map((name) => shortenMiddle(name, maxModelColumns));
  if (names.length <= maxModels) return names.join(', ');
  return `${names.slice(0, maxModels - 1).join(', ')} and ${names.length - maxModels + 1} more`;
}

export function runListJson({ run, dollars: spent, size, queue }: ListedRun) {
  const { id, provenance, status, createdAt, config } = run;
  return {
    run: id,
    name: provenance.name ?? null,
    tags: provenance.tags ?? [],
    note: provenance.note ?? null,
    follows: provenance.follows ?? null,
    status,
    created: createdAt,
    models: config.models.map(({ name }) => name),
    experiments: config.experiments.map(({ name, dataset }) => `${name} (${dataset.items})`),
    samples: config.samples,
    dollars: spent,
    answers: size.answers,
    bytes: size.bytes,
    queue,
  };
}
