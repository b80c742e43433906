import { createHash } from 'node:crypto';
import { givenItem, type ScoredItem } from '../../answers/outcomes/outcome-rows.ts';
import type { ItemTask } from '../../answers/plan/item-task.ts';
import { provenance } from '../../answers/prepare/provenance.ts';
import type { Attempt } from '../../domain/answer.ts';
import { isNeverAsked } from '../../domain/asked.ts';
import { paperCondition } from '../../domain/condition.ts';
import { recordedPrefix } from '../../domain/recorded.ts';
import { defaultSettings, type RunConfig, type RunId } from '../../domain/run-config.ts';
import type { Answers, SlotState } from '../../domain/slot.ts';
import { type Stratum, stratumOf } from '../../domain/stratum.ts';
import { experimentNamed, importedExperiments } from '../../experiments/registry.ts';
import { scored } from '../../experiments/scored/index.ts';
import { failedSlot } from '../../models/failures/failure.ts';
import { pathEnds } from '../../results/distinct-files.ts';
import type { RunRecord } from '../../store/store.ts';
import type { RecordedItem, RecordedLog, ScoredRow } from '../recording.ts';
import { compareIds } from './id-order.ts';
import { executionOf, type LoggedScore, loggedItem, loggedScores, predictionOf } from './import-logs.ts';

/** A run whose outcomes a log holds. */
interface LoggedRun {
  readonly run: RunRecord;
  readonly source: OrderedRows;
}

/** The rows behind a run, in the order of their items: those of an item are adjacent. */
interface OrderedRows extends LoggedScore {
  /** The items of the rows, in their order. */
  readonly items: readonly RecordedItem[];
}

/** Returns a run for each model and score of logs, as `seb import` would store them. Nothing is stored. */
export function loggedRuns(logs: readonly RecordedLog[]): readonly LoggedRun[] {
  const names = new Map<string, number>();
  const ends = pathEnds(logs.map(({ file }) => file));
  return logs.flatMap(loggedScores).map((own) => {
    const file = ends.get(own.log.file) ?? own.log.file;
    const number = (names.get(file) ?? 0) + 1;
    names.set(file, number);
    const id = number === 1 ? file : `${file} ${number}`;
    const rows = inOrder(own);
    const source = { ...own, rows, items: itemsIn(own.log, rows) };
    return { run: runRecord(source, id as RunId), source };
  });
}

/** Returns rows with those of an item together: in the order of the items, as the import has it. */
function inOrder({ log, rows }: LoggedScore): readonly ScoredRow[] {
  if (!log.isOfRun) return rows.toSorted((one, other) => compareIds(one.item, other.item));
  return [...Map.groupBy(rows, ({ item }) => item).values()].flat();
}

/** Returns the item of each row that is not of the item of the row before. */
function itemsIn(log: RecordedLog, rows: readonly ScoredRow[]): readonly RecordedItem[] {
  return rows.flatMap(({ item: id }, at) => {
    if (id === rows[at - 1]?.item) return [];
    const item = log.items.get(id);
    if (item === undefined) throw new RangeError(`no item ${id}`);
    return [item];
  });
}

function runRecord(source: OrderedRows, id: RunId): RunRecord {
  const { log, model, task, samples, factors, notes } = source;
  const name = `${recordedPrefix}${model}`;
  const config: RunConfig = {
    models: [{ name, identity: `${name}@${id}`, baseUrl: null }],
    judge: null,
    judgeRubric: 'two-way',
    experiments: [
      {
        name: scored.name,
        version: scored.version,
        dataset: { name: task, ...itemsOf(source) },
        conditions: [{ ...paperCondition, mode: scored.factors.mode.levels[0], ...factors }],
      },
    ],
    samples,
    sampling: {},
    seed: 1,
  };
  return {
    ...{ id, config, status: 'finished', endpoints: [], consents: [] },
    ...{ createdAt: unknownTime, updatedAt: unknownTime },
    provenance: provenance(defaultSettings, { prices: null, notes }),
    ...(log.stratum?.isNamed === true ? { stratum: log.stratum.column } : {}),
  };
}

/** Time of runs of logs: when they were made is not known. */
const unknownTime = '1970-01-01T00:00:00.000Z';

/** Returns the number of items, and a hash that is equal for models with the same items of one task under one score. */
function itemsOf({ items, task }: OrderedRows): { readonly sha256: string; readonly items: number } {
  const hash = createHash('sha256');
  // logs of other scores are other data sets
  for (const { id, sha256, group } of items) hash.update(`${task}\n${id}\n${sha256}\n${group}\n`);
  return { sha256: hash.digest('hex'), items: items.length };
}

/** Returns a function from runs of logs to their items, as `seb import` would store them. */
export function itemsOfLogs(runs: readonly LoggedRun[]) {
  const sources = new Map<string, OrderedRows>(runs.map(({ run, source }) => [run.id, source]));
  return async ({ run }: { readonly run: string }) => {
    const source = sources.get(run);
    if (source === undefined) return null;
    return Array.from(new Set(source.items), (item) => loggedItem(item, source));
  };
}

/** A scored item of a log, and its executions. */
interface ItemOfLog {
  readonly run: RunRecord;
  readonly item: ScoredItem;
  /** Returns how the item is named. */
  readonly title: () => string;
  readonly source: readonly ScoredRow[];
}

/** Yields the scored items of runs of logs, run by run: the outcomes that the stored runs would have. */
export async function* loggedItems(runs: readonly LoggedRun[]): AsyncGenerator<ItemOfLog> {
  for (const { run, source } of runs) {
    const ofRun = workOf(run);
    for (const { rows, recorded } of executionsOf(source)) {
      const item = loggedItem(recorded, source);
      const work: ItemTask = { ...ofRun, context: { ...ofRun.context, item } };
      const stratum: Stratum | null = stratumOf(item, run.stratum);
      const part = rows.find((row) => row.part !== null)?.part ?? null;
      const place = { run: run.id, part, stratum };
      const title = () => work.experiment.title(item);
      yield { run, title, item: givenItem(work, new LoggedAnswers(rows, source), place), source: rows };
    }
  }
}

/** Yields each item with its rows. */
function* executionsOf({ rows, items }: OrderedRows) {
  let at = 0;
  for (const recorded of items) {
    const start = at;
    while (rows[at]?.item === recorded.id) at += 1;
    yield { recorded, rows: rows.slice(start, at) };
  }
}

function workOf({
  config,
}: RunRecord): Omit<ItemTask, 'context'> & { readonly context: Omit<ItemTask['context'], 'item'> } {
  const [subject] = config.models;
  const [planned] = config.experiments;
  const [condition] = planned?.conditions ?? [];
  if (subject === undefined || condition === undefined)
    throw new RangeError('a run of a log has a model and a condition');
  const experiment = experimentNamed(new Map(Object.entries(importedExperiments)), scored.name);
  const context = {
    ...{ condition, samples: config.samples, seed: config.seed, peers: [], subject: subject.name },
    judging: { judge: null, rubric: config.judgeRubric },
  };
  return { experiment, subject, judge: subject, context, config };
}

/** The answers of one item: the executions by their numbers, and the first confidence that could be read. */
class LoggedAnswers implements Answers {
  readonly #rows: readonly ScoredRow[];
  readonly #isAsked: boolean;
  readonly #isGraded: boolean;

  constructor(rows: readonly ScoredRow[], { factors, isGraded }: Pick<LoggedScore, 'factors' | 'isGraded'>) {
    this.#rows = rows;
    this.#isAsked = !isNeverAsked(factors);
    this.#isGraded = isGraded;
  }

  get(slot: string, _: string, sample: number): SlotState {
    if (slot !== 'execute') return this.#isAsked ? this.#prediction() : { kind: 'not-asked' };
    const row = this.#rows.find(({ epoch }) => epoch === sample + 1);
    return stateOf(row === undefined ? null : executionOf(row, this.#isGraded), 'no execution');
  }

  #prediction(): SlotState {
    const stated = this.#rows.find(({ confidence }) => confidence.kind === 'stated');
    return stateOf(stated === undefined ? null : predictionOf(stated), 'no confidence');
  }
}

/** Returns an attempt as the state of a slot; what the log lacks failed, as in the stored run. */
function stateOf(attempt: Attempt | null, missing: string): SlotState {
  if (attempt === null) return failedSlot({ code: 'not-recorded', message: `the log has ${missing}` });
  return attempt.kind === 'failed' ? failedSlot(attempt) : attempt;
}
