import { z } from 'zod';
import { isComplete, isRecorded } from '../domain/recorded.ts';
import type { Experiments } from '../experiments/registry.ts';
import type { Selection } from '../results/results.ts';
import type { RunRecord, Store } from '../store/store.ts';
import { AppError } from '../util/app-error.ts';
import { counted } from '../util/numbers.ts';
import { countCalls } from './plan/count-calls.ts';
import { findRun, latestRun } from './prepare/find-run.ts';
import { refuseOtherVersion } from './prepare/refuse-other-version.ts';
import { countText, runName, selectionOf } from './selected-runs.ts';
import { storedWorks } from './stored-run.ts';

/** Runs that a command reads, oldest first, and what they are called together. */
export interface SelectedRuns {
  readonly runs: readonly RunRecord[];
  readonly selection: Selection;
}

/** What is selected: named runs, every run, or what `defaultSelection` returns. */
interface RunChoice {
  readonly ids: readonly string[];
  readonly all: boolean;
}

/**
 * Returns the runs that a user chose; without a choice, the default selection. Every command and the viewer select with
 * this function. AppError for an id that matches no run or several, and where the store has no run.
 */
export async function selectRuns(store: Store, experiments: Experiments, choice: RunChoice): Promise<SelectedRuns> {
  if (choice.ids.length === 0 && !choice.all) return defaultSelection(store, experiments);
  const runs = await runsOfChoice(store, choice);
  if (runs.length === 0) throw await noRuns(store);
  const { kind, name } = selectionOf(runs);
  const isAll = choice.ids.length === 0;
  return selected(
    store,
    experiments,
    isAll ? { kind: 'all', name: `all runs (${runs.length})`, runs } : { kind, name, runs },
  );
}

/** Returns the runs of a choice, oldest first; none where the store has no run. `latest` is the newest run with answers. */
export async function runsOfChoice(store: Store, { ids, all }: RunChoice): Promise<readonly RunRecord[]> {
  const newestFirst = await store.runs();
  if (newestFirst.length === 0) return ids.map((id) => findRun(newestFirst, id));
  if (ids.length === 0) return all ? newestFirst.toReversed() : (await defaultGroup(store)).runs;
  const latest = await newestWithAnswers(store, newestFirst);
  const found = ids.map((id) => (id === latestRun && latest !== null ? latest : findRun(newestFirst, id)));
  return [...new Set(found)];
}

/**
 * Returns the newest run that has answers; if it belongs to an import or a study, the whole import or study. A run
 * without answers is selected only if every run is without answers. AppError where the store has no run.
 */
export async function defaultSelection(
  store: Store,
  experiments: Experiments,
  expected?: ExpectedCalls,
): Promise<SelectedRuns> {
  return selected(store, experiments, await defaultGroup(store), expected);
}

/** Returns the runs of the default selection, in less time than it. AppError where the store has no run. */
export async function defaultGroup(store: Store): Promise<RunGroup> {
  const newestFirst = await store.runs();
  const newest = (await newestWithAnswers(store, newestFirst)) ?? newestFirst[0];
  if (newest === undefined) throw await noRuns(store);
  return groupOf(store, newestFirst, newest);
}

/** Returns the number of calls of a run; null where it is not known. */
type ExpectedCalls = (run: RunRecord) => Promise<number | null>;

/** Returns the newest run of a store that has answers; null where none has. */
async function newestWithAnswers(store: Store, newestFirst: readonly RunRecord[]): Promise<RunRecord | null> {
  for (const run of newestFirst) {
    if (run.status === 'finished' || (await store.activity(run.id)).answers > 0) return run;
  }
  return null;
}

/** Runs that belong together, oldest first. */
interface RunGroup extends Pick<Selection, 'kind' | 'name'> {
  readonly runs: readonly RunRecord[];
}

const studyRuns = z.object({ runs: z.array(z.object({ run: z.string() })) });

/** Returns the runs of the study or import that a run belongs to, oldest first; the run alone if it belongs to none. */
async function groupOf(store: Store, newestFirst: readonly RunRecord[], run: RunRecord): Promise<RunGroup> {
  if (isImported(run)) {
    const runs = newestFirst.filter(isImported).toReversed();
    return { kind: 'import', name: `import of published recordings (${countText(runs)})`, runs };
  }
  for (const { id, record } of await store.studies()) {
    const parsed = studyRuns.safeParse(record);
    const ids = new Set(parsed.success ? parsed.data.runs.map((each) => each.run) : []);
    if (!ids.has(run.id)) continue;
    const runs = newestFirst.filter((each) => ids.has(each.id)).toReversed();
    return { kind: 'study', name: `study ${id.slice(0, 12)} (${countText(runs)})`, runs };
  }
  return { kind: 'run', name: runName(run), runs: [run] };
}

function isImported({ config }: RunRecord): boolean {
  return config.models.every(isRecorded);
}

async function selected(
  store: Store,
  experiments: Experiments,
  { kind, name, runs }: RunGroup,
  expected: ExpectedCalls = async (run) => countCalls(await storedWorks(store, run, experiments)),
): Promise<SelectedRuns> {
  for (const run of runs) {
    refuseOtherVersion(run, experiments);
  }
  const unfinished: string[] = [];
  for (const run of runs) {
    if (!isComplete(run)) unfinished.push(await stateText(store, run, await expected(run)));
  }
  return { runs, selection: { kind, name, runs: runs.map(({ id }) => id), unfinished } };
}

/** Returns the state of an unfinished run: `run kill2: paused, 1,048 of 2,700 calls answered`. */
async function stateText(store: Store, run: RunRecord, expected: number | null): Promise<string> {
  const { answers, failures, live } = await store.activity(run.id);
  const failed = Object.values(failures).reduce((sum, each) => sum + (each ?? 0), 0);
  const state = live ? 'running' : run.status === 'incomplete' ? 'incomplete' : 'paused';
  const calls = expected === null ? 'calls' : `of ${numberText(expected)} calls`;
  const open = expected === null ? 0 : expected - answers - failed;
  const rest = [
    ...(failed === 0 ? [] : [`${numberText(failed)} failed`]),
    ...(failed === 0 || open <= 0 ? [] : [`${numberText(open)} not sent`]),
  ];
  return [`${runName(run)}: ${state}, ${numberText(answers)} ${calls} answered`, ...rest].join(', ');
}

function numberText(count: number): string {
  return count.toLocaleString('en-US');
}

/** Returns the refusal of a store without a run, which may have studies that were trained elsewhere. */
export async function noRuns(store: Pick<Store, 'studies'>): Promise<AppError> {
  const { length } = await store.studies();
  if (length > 0)
    return new AppError('no-runs', `the store holds no run, and ${counted(length, 'study', 'studies')}`, {
      hint: 'print the results of a study with `seb study report`',
    });
  return new AppError('no-runs', 'the store holds no run', {
    hint: 'make one with `seb run --model provider/model`; two models can be compared',
  });
}
