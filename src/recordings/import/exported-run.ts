import { z } from 'zod';
import { conditionName, type ItemTask } from '../../answers/plan/item-task.ts';
import { provenance } from '../../answers/prepare/provenance.ts';
import { linesOf } from '../../data/files/read-text.ts';
import { exportedRowsField, exportedRunField, exportedTextField, isRecorded } from '../../domain/recorded.ts';
import { defaultSettings, type RunId, runConfigSchema } from '../../domain/run-config.ts';
import { type Experiments, experimentNamed } from '../../experiments/registry.ts';
import { type OutcomeRow, outcomeKinds } from '../../outcome-kinds/outcome-kinds.ts';
import type { RunRecord } from '../../store/store.ts';
import { damagedLog, jsonLines, jsonObject } from '../damaged-log.ts';
import { recordBeside } from '../record-beside.ts';
import { type JsonObject, textOf, valueAt } from '../values.ts';
import { openWholeLog } from '../whole-log.ts';

const runSchema = z.object({ id: z.string(), createdAt: z.string(), updatedAt: z.string(), config: runConfigSchema });
type ExportedRun = z.infer<typeof runSchema>;

const stratum = z.object({ value: z.string(), column: z.string(), isDeclared: z.boolean() });
const rowSchema = z.object({
  ...{ experiment: z.string(), model: z.string(), condition: z.string(), item: z.string(), cluster: z.string() },
  reader: z.enum(['own', 'recorded', 'both']),
  constrained: z.literal(true).exactOptional(),
  askedAt: z.number().exactOptional(),
  part: z.string().exactOptional(),
  stratum: stratum.exactOptional(),
  outcome: z.looseObject({ kind: z.enum(Object.keys(outcomeKinds) as [string, ...string[]]) }), // keys of the list
});

/** A log of a run as `seb` writes it: the run, and every outcome. */
interface ExportedLog {
  readonly file: string;
  readonly run: ExportedRun;
  readonly samples: AsyncIterable<JsonObject> | Iterable<JsonObject>;
  /** Path of the object in a sample that has the outcomes. */
  readonly path: string;
}

/** An outcome with the text of its item; null: it was withheld. */
interface ExportedRow {
  readonly row: OutcomeRow;
  readonly text: string | null;
}

/** A run of exported logs with its outcomes. */
interface RunOfLogs {
  readonly run: RunRecord;
  readonly rows: readonly ExportedRow[];
}

/**
 * Returns the experiments of logs that `seb` wrote of runs: they hold outcomes, so their report is that of the run. Null where a
 * file is another log: also one of a version before 0.4, which holds scores alone, and one of an imported log, whose scores are
 * all that was recorded.
 */
export async function exportedExperiments(files: readonly string[]): Promise<readonly string[] | null> {
  const names = new Set<string>();
  for (const file of files) {
    const log = await openExported(file);
    if (log === null || log.run.config.models.every(isRecorded)) return null;
    for (const { name } of log.run.config.experiments) names.add(name);
  }
  return [...names];
}

/** Returns the runs of exported logs; logs of one run are put together. AppError where one of them is damaged. */
export async function exportedRuns(files: readonly string[]): Promise<readonly RunOfLogs[]> {
  const runs = new Map<string, { readonly run: ExportedRun; readonly rows: ExportedRow[] }>();
  for (const file of files) {
    const log = await openExported(file);
    if (log === null) throw damagedLog(file, '', 'does not say which run it is of');
    const known = runs.get(log.run.id) ?? { run: log.run, rows: [] };
    runs.set(log.run.id, known);
    for await (const sample of log.samples) known.rows.push(...rowsIn(sample, log));
  }
  return [...runs.values()].map(({ run, rows }) => ({ run: runRecord(run, rows), rows: inOrder(run, rows) }));
}

/** Yields the outcomes of exported runs as items, as the analysis of a run reads them. */
export async function* exportedItems(runs: readonly RunOfLogs[], experiments: Experiments) {
  for (const { run, rows } of runs)
    for (const { row, text } of rows) {
      experimentNamed(experiments, row.experiment); // AppError for an unknown one
      const item: Pick<ItemTask['context'], 'item'>['item'] = { id: row.item };
      const title = text === null ? undefined : () => text;
      yield { run, title, item: { rows: [row], predictions: [], control: [], item } };
    }
}

async function openExported(file: string): Promise<ExportedLog | null> {
  const whole = await openWholeLog(file);
  if (whole !== null) {
    const run = runSchema.safeParse(valueAt(whole.header, `eval.metadata.${exportedRunField}`));
    const path = 'scores.self_prediction.metadata';
    return run.success ? { file, run: run.data, samples: whole.samples, path } : null;
  }
  const record = recordBeside(file);
  const text = textOf(valueAt(record, `source_metadata.additional_details.${exportedRunField}`));
  if (text === '') return null;
  const run = runSchema.safeParse(jsonObject(text, file, exportedRunField));
  return run.success ? { file, run: run.data, samples: samplesIn(file), path: 'metadata' } : null;
}

function* samplesIn(file: string): Generator<JsonObject> {
  for (const { row } of jsonLines(linesOf(file), file)) yield row;
}

/** Returns the outcomes that a sample holds: those of an item, with all its executions, are in its first sample. */
function rowsIn(sample: JsonObject, { file, run, path }: ExportedLog): readonly ExportedRow[] {
  const json = textOf(valueAt(sample, `${path}.${exportedRowsField}`));
  if (json === '') return [];
  const text = valueAt(sample, `${path}.${exportedTextField}`);
  const parsed = z.array(rowSchema).safeParse(jsonObject(`{"rows":${json}}`, file, 'outcomes').rows);
  if (!parsed.success) throw damagedLog(file, `sample ${textOf(sample.id)}`, z.prettifyError(parsed.error));
  return parsed.data.map((row) => ({
    row: { ...row, run: run.id } as unknown as OutcomeRow, // the kind is known; its file reads it
    text: typeof text === 'string' ? text : null,
  }));
}

/** Returns outcomes in the order of the run's experiments and models, whatever the order of its logs. */
function inOrder({ config }: ExportedRun, rows: readonly ExportedRow[]): readonly ExportedRow[] {
  const [experiments, models] = [config.experiments, config.models].map((all) => all.map(({ name }) => name));
  const placeOf = ({ row: { experiment, model } }: ExportedRow) =>
    (experiments?.indexOf(experiment) ?? 0) * config.models.length + (models?.indexOf(model) ?? 0);
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Returns the run with what its logs hold: a run of several models or experiments has a log for each. */
function runRecord({ id, createdAt, updatedAt, config }: ExportedRun, rows: readonly ExportedRow[]): RunRecord {
  const has = (of: (row: OutcomeRow) => string) => {
    const found = new Set(rows.map(({ row }) => of(row)));
    return (name: string) => found.has(name);
  };
  const [isModel, isExperiment] = [has(({ model }) => model), has(({ experiment }) => experiment)];
  const isCondition = has(({ experiment, condition }) => JSON.stringify([experiment, condition]));
  return {
    ...{ id: id as RunId, createdAt, updatedAt, status: 'finished', endpoints: [], consents: [] },
    provenance: provenance(defaultSettings, { prices: null, notes: ['read from logs that seb wrote of the run'] }),
    config: {
      ...config,
      models: config.models.filter(({ name }) => isModel(name)),
      experiments: config.experiments
        .filter(({ name }) => isExperiment(name))
        .map((planned) => ({
          ...planned,
          conditions: planned.conditions.filter((condition) =>
            isCondition(JSON.stringify([planned.name, conditionName(condition)])),
          ),
        })),
    },
  };
}
