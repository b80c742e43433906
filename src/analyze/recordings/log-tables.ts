import type { ScoredItem } from '../../answers/outcomes/outcome-rows.ts';
import { allExperiments } from '../../experiments/registry.ts';
import { termsOfOutcome } from '../../outcome-kinds/outcome-kinds.ts';
import type { LoggedScore } from '../../recordings/import/import-logs.ts';
import { loggedItems, loggedRuns } from '../../recordings/import/logged-runs.ts';
import type { RecordedItem, RecordedLog, ScoredRow } from '../../recordings/recording.ts';
import { isSameItem } from '../../recordings/same-item.ts';
import { distinctFiles, fileLabels } from '../../results/distinct-files.ts';
import { longestCommonStart } from '../../util/text.ts';
import { type ModelResponses, ResponseMatrices, type ResponseMatrix } from '../contrasts/response-matrix.ts';
import { UnitTables } from '../contrasts/unit-tables.ts';
import { DistinctItems } from '../units/distinct-items.ts';

/** One model of one log under one score and data set. */
export interface LogSide extends Pick<LoggedScore, 'log' | 'model' | 'rows'> {
  /** Name that distinguishes the side from the others. */
  readonly name: string;
  /** Name of its run among those of the logs. */
  readonly run: string;
  readonly condition: string;
  readonly responses: ModelResponses;
  /** Units of the side by the ids of its items. */
  readonly units: ReadonlyMap<string, number>;
}

/** An item whose name is that of its unit, and its executions in the log. */
interface LoggedItemRows {
  readonly item: ScoredItem;
  readonly source: readonly ScoredRow[];
}

/** The outcomes of logs on one data set, as those of the runs that `seb import` would store. */
export interface LogTable {
  /** Name of the data set; null where the logs have one. */
  readonly set: string | null;
  readonly field: ResponseMatrix;
  /** In the order of the logs and their models. */
  readonly sides: readonly LogSide[];
}

/**
 * Returns a table for each data set of logs under one score, and passes each item to `also`. Equal ids are one unit where they stand
 * for the same item, as far as the logs tell.
 */
export async function logTables(
  logs: readonly RecordedLog[],
  score: string,
  also?: (item: LoggedItemRows) => void,
): Promise<readonly LogTable[]> {
  const runs = loggedRuns(logs.map((log) => ofScore(log, score)));
  const sets = Map.groupBy(runs, ({ source }) => source.set);
  const tables: LogTable[] = [];
  for (const [set, own] of sets) {
    const tableOf = new UnitTables(() => score);
    const matrices = new ResponseMatrices(allExperiments(), tableOf);
    const items = new DistinctItems<RecordedItem>(isSameItem);
    const logOf = new Map(own.map(({ run, source }) => [run.id, source.log]));
    const units = new Map<string, Map<string, number>>();
    for await (const { run, item, source } of loggedItems(own)) {
      const { id } = item.item;
      const name = items.nameOf(id, itemOf(logOf.get(run.id), id));
      const ofRun = units.get(run.id) ?? new Map<string, number>();
      units.set(run.id, ofRun);
      const rows = item.rows.map((row) => ({ ...row, item: name }));
      for (const row of rows) {
        ofRun.set(id, tableOf.of(row).of(row));
        matrices.add(row, termsOfOutcome(row.outcome, 'parsed'));
      }
      also?.({ item: { ...item, rows }, source });
    }
    const [field] = matrices.fields();
    if (field === undefined) continue;
    const sideNames = namesOf(own.map(({ source: { log, model } }) => ({ file: log.file, model })));
    const sides = own.flatMap(({ run, source }, index): LogSide[] => {
      const name = sideNames[index] ?? source.model;
      const responses = field.responses.find((each) => each.run === run.id);
      const { log, model, rows } = source;
      if (responses === undefined) return [];
      const { condition } = responses;
      return [{ log, model, rows, name, run: run.id, condition, responses, units: units.get(run.id) ?? new Map() }];
    });
    tables.push({ set: sets.size < 2 ? null : set, field, sides });
  }
  return tables;
}

function ofScore(log: RecordedLog, name: string): RecordedLog {
  const score = log.scores.find((each) => each.name === name);
  return score === undefined
    ? { ...log, rows: [] }
    : { ...log, scores: [score], rows: log.rows.filter((row) => row.score === name) };
}

interface NamedSide {
  readonly file: string;
  readonly model: string;
}

/** Returns the models' names without the provider that all share; with the file where two files have one model. */
function namesOf(sides: readonly NamedSide[]): readonly string[] {
  const start = longestCommonStart([...new Set(sides.map(({ model }) => model))], '/');
  const files = [...new Set(sides.map(({ file }) => file))];
  const names = fileLabels(files);
  const labels = distinctFiles([...names.values()]);
  return sides.map(({ file, model }) => {
    const short = model.slice(start.length);
    const isShared = sides.some((other) => other.file !== file && other.model === model);
    if (!isShared) return short;
    const name = names.get(file) ?? file;
    return `${short} (${labels.get(name) ?? name})`;
  });
}

/** Returns the ids of items that both sides were asked. */
export function sharedIds(first: LogSide, second: LogSide): readonly string[] {
  return [...first.units.keys()].filter((id) => second.units.has(id));
}

/** Returns whether an id stands for one item in both sides. */
export function isShared(first: LogSide, second: LogSide, id: string): boolean {
  return first.units.get(id) === second.units.get(id);
}

/** Returns how many items two sides have in common. */
export function countShared(first: LogSide, second: LogSide) {
  const ids = sharedIds(first, second);
  return {
    ...{ shared: ids.length, differing: ids.filter((id) => !isShared(first, second, id)).length },
    larger: Math.max(first.units.size, second.units.size),
  };
}

/** Returns an item of a log. RangeError where the log has none of that id. */
export function itemOf(log: RecordedLog | undefined, id: string): RecordedItem {
  const item = log?.items.get(id);
  if (item === undefined) throw new RangeError(`no item ${id}`);
  return item;
}
