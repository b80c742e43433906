import { basename } from 'node:path';
import { type Absence, absences } from '../../domain/recorded.ts';
import type { RecordedItem, RecordedLog, ScoredRow } from '../../recordings/recording.ts';
import { isSameItem } from '../../recordings/same-item.ts';
import { distinctFiles } from '../../results/distinct-files.ts';
import { longestCommonStart } from '../../util/text.ts';
import { type ModelResponses, noResponses, setRight } from '../contrasts/response-matrix.ts';
import {
  addMissing,
  countRight,
  type MissingCount,
  type RightExecution,
  type RightScore,
} from '../contrasts/right-executions.ts';

/** One model of one log under one score. */
export interface RecordedSide {
  readonly file: string;
  readonly model: string;
  /** Name that distinguishes the side from the others. */
  readonly name: string;
  readonly recording: RecordedLog;
  readonly rows: readonly ScoredRow[];
  /** How right the executions of each item are: counted as the tool that wrote the log counts. */
  readonly scores: ReadonlyMap<string, RightScore>;
}

/** Returns the models of logs under one score, each log's models in its own order. */
export function sidesOf(recordings: readonly RecordedLog[], score: string): readonly RecordedSide[] {
  const sides = recordings.flatMap((recording) => {
    const byModel = Map.groupBy(
      recording.rows.filter((row) => row.score === score),
      ({ model }) => model,
    );
    return recording.models.flatMap((model) => {
      const rows = byModel.get(model) ?? [];
      return rows.length === 0 ? [] : [{ file: recording.file, model, recording, rows, scores: itemScores(rows) }];
    });
  });
  const names = namesOf(sides);
  return sides.map((side, index) => ({ ...side, name: names[index] ?? side.model }));
}

/** Returns the data sets that the rows of a score belong to, in the order of their first rows; [] where no row names one. */
export function setsOf(recordings: readonly RecordedLog[], score: string): readonly string[] {
  const sets = new Set<string>();
  for (const { rows, items } of recordings)
    for (const row of rows) {
      const set = row.score === score ? items.get(row.item)?.set : null;
      if (set !== null && set !== undefined) sets.add(set);
    }
  return [...sets];
}

/** Returns logs with the rows of one data set alone. */
export function ofSet(recordings: readonly RecordedLog[], set: string): readonly RecordedLog[] {
  return recordings.map((log) => ({ ...log, rows: log.rows.filter(({ item }) => log.items.get(item)?.set === set) }));
}

function itemScores(rows: readonly ScoredRow[]): ReadonlyMap<string, RightScore> {
  const byItem = Map.groupBy(rows, ({ item }) => item);
  return new Map(Array.from(byItem, ([item, own]) => [item, countRight(own.map(executionOf))]));
}

/** Returns an execution as the tool that wrote the log counts it. */
function executionOf({ outcome }: ScoredRow): RightExecution<Absence> {
  return outcome.kind === 'scored'
    ? { share: outcome.value, missing: null }
    : { share: outcome.counted, missing: { reason: outcome.reason, counted: outcome.counted } };
}

/** Returns the models' names without the provider that all share; with the file where two sides have one model. */
function namesOf(sides: readonly Pick<RecordedSide, 'file' | 'model'>[]): readonly string[] {
  const models = sides.map(({ model }) => model);
  const start = longestCommonStart([...new Set(models)], '/');
  const labels = distinctFiles(sides.map(({ file }) => basename(file)));
  return sides.map(({ file, model }, index) => {
    const short = model.slice(start.length);
    const isShared = models.some((other, at) => at !== index && other === model);
    if (!isShared) return short;
    const name = fileName(file, index, sides);
    return `${short} (${labels.get(name) ?? name})`;
  });
}

function fileName(file: string, index: number, sides: readonly Pick<RecordedSide, 'file'>[]): string {
  const name = basename(file);
  const isShared = sides.some((other, at) => at !== index && other.file !== file && basename(other.file) === name);
  return isShared
    ? `${new Set(sides.map((side) => side.file)).size > 1 ? [...new Set(sides.map((side) => side.file))].indexOf(file) + 1 : 1}`
    : name;
}

/** Returns the ids of items that both sides were asked. */
export function sharedItems(first: RecordedSide, second: RecordedSide): readonly string[] {
  return [...first.scores.keys()].filter((id) => second.scores.has(id));
}

/** Returns those of the ids that stand for equal texts in both sides: all of them within one log. */
export function sameTexts(
  [first, second]: readonly [RecordedSide, RecordedSide],
  ids: readonly string[],
): readonly string[] {
  if (first.recording.items === second.recording.items) return ids;
  return ids.filter((id) => isSameItem(itemOf(first, id), itemOf(second, id)));
}

/** Returns a side's responses to items in their order: from here on, logs are compared as runs are. */
export function responsesTo({ file, model, scores }: RecordedSide, ids: readonly string[]): ModelResponses {
  const responses = noResponses({ run: file, model, condition: '' });
  for (const [unit, id] of ids.entries()) {
    const score = scores.get(id);
    if (score !== undefined) setRight(responses.right, unit, score);
  }
  return responses;
}

/** Returns an item of a side. RangeError where the log has none of that id. */
export function itemOf({ recording }: RecordedSide, id: string): RecordedItem {
  const item = recording.items.get(id);
  if (item === undefined) throw new RangeError(`no item ${id}`);
  return item;
}

/** Executions without an outcome, and whether the tool counts them as wrong or not at all. */
interface MissingByReason {
  readonly reason: Absence;
  readonly executions: number;
  readonly counted: boolean;
}

/** Returns how many executions have no outcome, by reason and by how the tool counts them. */
export function missingByReason(rows: readonly ScoredRow[]): readonly MissingByReason[] {
  const counts = new Map<string, MissingCount<Absence>>();
  addMissing(counts, rows.map(executionOf));
  return [...counts.values()]
    .map(({ reason, executions, counted }) => ({ reason, executions, counted: counted !== null }))
    .toSorted(
      (a, b) => absences.indexOf(a.reason) - absences.indexOf(b.reason) || Number(b.counted) - Number(a.counted),
    );
}
