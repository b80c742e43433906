import { basename } from 'node:path';
import { type Absence, absences } from '../../domain/recorded.ts';
import type { RecordedItem, RecordedLog, RecordedOutcome, ScoredRow } from '../../recordings/recording.ts';
import { isSameItem } from '../../recordings/same-item.ts';
import { longestCommonStart } from '../../util/text.ts';
import { countExecutions } from '../contrasts/counted-executions.ts';

/** Scores of one item: means over its executions, in [0, 1]. */
interface ItemScore {
  /** As the tool that wrote the log counts; null where it counts no execution. */
  readonly counted: number | null;
  /** Of the executions with an outcome alone; null where there is none. */
  readonly answered: number | null;
  /** Share of the executions that the tool does not count: they are missing. */
  readonly lost: number;
}

/** One model of one log under one score. */
export interface RecordedSide {
  readonly file: string;
  readonly model: string;
  /** Name that distinguishes the side from the others. */
  readonly name: string;
  readonly recording: RecordedLog;
  readonly rows: readonly ScoredRow[];
  readonly scores: ReadonlyMap<string, ItemScore>;
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

function itemScores(rows: readonly ScoredRow[]): ReadonlyMap<string, ItemScore> {
  const byItem = new Map<string, RecordedOutcome[]>();
  for (const { item, outcome } of rows) {
    const own = byItem.get(item);
    if (own === undefined) byItem.set(item, [outcome]);
    else own.push(outcome);
  }
  const scores = new Map<string, ItemScore>();
  for (const [item, outcomes] of byItem) {
    const values = outcomes.map((outcome) => (outcome.kind === 'scored' ? outcome.value : null));
    const counted = outcomes.map((outcome) => (outcome.kind === 'scored' ? outcome.value : outcome.counted));
    const { score, lost } = countExecutions(counted);
    scores.set(item, { counted: score, answered: countExecutions(values).score, lost });
  }
  return scores;
}

/** Returns the mean of numbers; null for none. */
export function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns the models' names without the provider that all share; with the file where two sides have one model. */
function namesOf(sides: readonly Pick<RecordedSide, 'file' | 'model'>[]): readonly string[] {
  const models = sides.map(({ model }) => model);
  const start = longestCommonStart([...new Set(models)], '/');
  return sides.map(({ file, model }, index) => {
    const short = model.slice(start.length);
    const isShared = models.some((other, at) => at !== index && other === model);
    return isShared ? `${short} (${fileName(file, index, sides)})` : short;
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

/** Returns an item of a side. RangeError where the log has none of that id. */
export function itemOf({ recording }: RecordedSide, id: string): RecordedItem {
  const item = recording.items.get(id);
  if (item === undefined) throw new RangeError(`no item ${id}`);
  return item;
}

/** Executions without an outcome, and whether the tool counts them as wrong or not at all. */
interface MissingCount {
  readonly reason: Absence;
  readonly executions: number;
  readonly counted: boolean;
}

/** Returns how many executions have no outcome, by reason and by how the tool counts them. */
export function missingByReason(rows: readonly ScoredRow[]): MissingCount[] {
  const counts = new Map<string, number>();
  for (const { outcome } of rows) {
    if (outcome.kind === 'scored') continue;
    const key = `${outcome.reason} ${outcome.counted !== null}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return absences.flatMap((reason) =>
    [true, false].flatMap((counted) => {
      const executions = counts.get(`${reason} ${counted}`) ?? 0;
      return executions === 0 ? [] : [{ reason, executions, counted }];
    }),
  );
}
