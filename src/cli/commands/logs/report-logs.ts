import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { type AnalyzedRuns, analyzeItems } from '../../../analyze/analyze-runs.ts';
import { filesText } from '../../../analyze/next-steps/after-contrasts.ts';
import { nextSteps } from '../../../analyze/next-steps/next-steps.ts';
import { logFacts, type RunOfLog } from '../../../analyze/recordings/log-facts.ts';
import { outcomesAdvice } from '../../../analyze/recordings/refusals.ts';
import { selectRuns } from '../../../answers/default-selection.ts';
import { executeRun } from '../../../answers/execute-run.ts';
import type { PreparedRun } from '../../../answers/prepare/prepared-run.ts';
import type { RunsOfStore } from '../../../answers/stored-run.ts';
import { allExperiments, type Experiments, experimentRegistry } from '../../../experiments/registry.ts';
import { checkLine, limitLines, limitsOfAnswers } from '../../../recordings/checks/check-recordings.ts';
import { exportedExperiments, exportedItems, exportedRuns } from '../../../recordings/import/exported-run.ts';
import { importedLogs, loggedScores } from '../../../recordings/import/import-logs.ts';
import { itemsOfLogs, loggedItems, loggedRuns } from '../../../recordings/import/logged-runs.ts';
import { prepareRecording } from '../../../recordings/import/prepare-recording.ts';
import { prepareSelfPredictionLog } from '../../../recordings/import/self-prediction-log.ts';
import type { RecordedLog } from '../../../recordings/recording.ts';
import { reasonText } from '../../../report/tables/reason-words.ts';
import type { Selection } from '../../../results/results.ts';
import type { CheckFinding } from '../../../results/row-check.ts';
import type { NextStep } from '../../../results/step.ts';
import type { RunRecord, Store } from '../../../store/store.ts';
import { withStore } from '../../../store/use-store.ts';
import { counted } from '../../../util/numbers.ts';
import { tell } from '../../../util/terminal.ts';
import { refuse } from '../../execution/refuse.ts';
import { experimentsWith } from '../../flags/command-experiments.ts';
import { textOption } from '../../flags/command-options.ts';
import { filesAsRead, hasLogFlags } from '../../flags/log-flags.ts';
import { declared, printReport, reportRuns } from '../report.ts';
import { hasOutcome, ofReadScore, readScoredLogs } from './read-logs.ts';
import { areSelfPredictionLogs } from './self-prediction-logs.ts';

/** Reports logs as the runs that `seb import` would store: the same outcomes, and the same way from there on. Keeps nothing. */
export async function reportLogs(files: readonly string[], command: Command): Promise<void> {
  const names = filesText(filesAsRead(files, command));
  const reportCommand = `seb report ${names}`;
  const next = nextSteps({ kind: 'reported-logs', names, logs: files.length });
  const reporting = { command, next, reportCommand };
  if (await areSelfPredictionLogs(files)) return await reportSelfPredictionLogs(files, reporting);
  const writesFiles = ['out', 'eee'].some((name) => textOption(command, name) !== undefined);
  const exported = writesFiles || hasLogFlags(command) ? null : await exportedExperiments(files);
  if (exported !== null) {
    const experiments = await experimentsWith(exported, command);
    const unknown = exported.find((name) => !experiments.has(name));
    if (unknown === undefined) return await reportExported(files, { ...reporting, experiments });
    tell(`note: the experiment ${unknown} is not known here, so only the scores in the logs are reported (--config)\n`);
  }
  const read = await readScoredLogs(files, command, limitsOfAnswers); // the report has the others
  if (read === null) return;
  const logs = ofReadScore(read.logs, command);
  if (logs === null || refuseWithoutOutcome(logs, command)) return;
  await (writesFiles ? reportStored : reportRead)({ ...read, logs }, reporting);
}

/** Prints why there is nothing to report where no execution of the logs has an outcome, with exit code 2; returns whether it did. */
function refuseWithoutOutcome(logs: readonly RecordedLog[], command: Command): boolean {
  const rows = logs.flatMap((log) => log.rows.filter(({ model }) => log.models.includes(model)));
  if (rows.some(hasOutcome)) return false;
  const reasons = Map.groupBy(rows, ({ outcome }) => (outcome.kind === 'absent' ? outcome.reason : 'unscored'));
  const missing = [...reasons].map(([reason, own]) => `${own.length.toLocaleString('en')} ${reasonText(reason)}`);
  const advice = [...new Set(logs.map(outcomesAdvice))].join('; ');
  refuse({ reason: `no answer has an outcome: ${missing.join(', ')}`, advice }, command);
  return true;
}

/** Logs that are reported, and what was found in their rows. */
interface CheckedLogs {
  readonly logs: readonly RecordedLog[];
  readonly findings: readonly CheckFinding[];
}

interface Reporting {
  readonly command: Command;
  readonly next: readonly NextStep[];
  /** The command that reports these logs, for further tables. */
  readonly reportCommand: string;
}

const othersNote =
  'note: these logs do not hold what the models predict of each other (--ask-others), so *beyond others* is not compared with it; the report of the run is\n';

/**
 * Reports logs that `seb` wrote of runs, with the outcomes of the runs: their answers are not read again. They hold no items, so runs
 * of other data sets are not compared here: equal ids may be other items.
 */
async function reportExported(
  files: readonly string[],
  { command, next, reportCommand, experiments }: Reporting & { readonly experiments: Experiments },
): Promise<void> {
  const found = await exportedRuns(files);
  const runs = found.map(({ run }) => run);
  if (runs.some(({ config }) => config.askOthers === true)) tell(othersNote);
  const about: AnalyzedRuns = {
    ...{ runs, experiments, next, ...(runs.length > 1 ? { order: 'as given' as const } : {}) },
    selection: {
      ...{ kind: 'import', name: counted(files.length, 'exported log'), unfinished: [] },
      runs: runs.map(({ id }) => id),
    },
    ...(await declared({ runs }, command)),
  };
  printReport(
    await analyzeItems({ items: exportedItems(found, experiments), itemsOf: async () => null }, about),
    { runs, reportCommand },
    command,
  );
}

/** Reports logs from their outcomes, without a store: the answers are in the logs. */
async function reportRead({ logs, findings }: CheckedLogs, { command, next, reportCommand }: Reporting): Promise<void> {
  const found = loggedRuns(logs);
  const runs = found.map(({ run }) => run);
  const about: AnalyzedRuns = {
    ...{ runs, experiments: allExperiments(), next },
    selection: selectionOf(
      logs,
      runs.map(({ id }) => id),
    ),
    logs: logFacts(
      logs,
      found.map(({ run, source }) => ({ ...source, run: run.id })),
      findings,
    ),
    ...(await declared({ runs }, command)),
  };
  printReport(
    await analyzeItems({ items: loggedItems(found), itemsOf: itemsOfLogs(found) }, about),
    { runs, reportCommand },
    command,
  );
}

/** Reports logs from a store that is removed afterwards: the files of a report show answers. */
async function reportStored({ logs, findings }: CheckedLogs, { command, ...reporting }: Reporting): Promise<void> {
  const experiments = allExperiments();
  const prepared = logs
    .flatMap(importedLogs)
    .map(({ dataset, recording }) => prepareRecording(recording, dataset, experiments));
  await withStoredRuns(prepared, async (store, ids) => {
    const { runs } = await selectRuns(store, experiments, { ids, all: false });
    const named = logs
      .flatMap(loggedScores)
      .map(({ log: { stratum } }) => (stratum?.isNamed === true ? stratum.column : null));
    const inOrder = ids.flatMap((id, index): RunRecord[] => {
      const run = runs.find((each) => each.id === id);
      const stratum = named[index] ?? null;
      return run === undefined ? [] : [stratum === null ? run : { ...run, stratum }];
    });
    const facts = logFacts(logs, runsOfLogs(logs, ids), findings);
    const about = {
      ...{ selection: selectionOf(logs, ids), ...reporting },
      logs: { ...facts, notes: [...facts.notes, ...faultTexts(logs, findings)] },
    };
    await reportRuns({ store, runs: inOrder, experiments, ...about, ...keptNowhere }, command);
  });
}

/** Returns what is in doubt, for pages: they are passed on without what the command prints on stderr. */
function faultTexts(logs: readonly RecordedLog[], findings: readonly CheckFinding[]): readonly string[] {
  const scores = new Set(logs.flatMap((log) => log.scores.map(({ name }) => name))).size;
  const files = logs.map(({ file }) => file);
  const faults = findings.filter(({ kind }) => kind === 'fault').map((each) => checkLine(each, scores, files));
  return [...faults, ...limitLines(findings, limitsOfAnswers)];
}

/** Reports logs of self-predictions, whose answers are read and scored as those of a run. */
async function reportSelfPredictionLogs(files: readonly string[], { command, ...reporting }: Reporting): Promise<void> {
  await withSelfPredictionRuns(files, async (selected) => {
    await reportRuns({ ...selected, ...reporting, ...keptNowhere }, command);
  });
}

/** Stores logs of self-predictions as runs in a temporary store for `use`. */
export async function withSelfPredictionRuns(
  files: readonly string[],
  use: (selected: RunsOfStore & { readonly selection: Selection }) => Promise<void>,
): Promise<void> {
  const experiments = experimentRegistry();
  const prepared: PreparedRun[] = [];
  for (const file of files) prepared.push(await prepareSelfPredictionLog(file, experiments));
  await withStoredRuns(prepared, async (store, ids) => {
    await use({ store, experiments, ...(await selectRuns(store, experiments, { ids, all: false })) });
  });
}

/** The store is removed with the outcomes that would be kept in it. */
const keptNowhere = { keptFrom: Number.POSITIVE_INFINITY } as const;

/** Stores runs, whose models repeat answers, in a temporary store for `use`, which gets their ids in the same order. */
async function withStoredRuns(
  prepared: readonly PreparedRun[],
  use: (store: Store, ids: readonly string[]) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'seb-log-'));
  try {
    await withStore(join(folder, 'store.sqlite'), async (store) => {
      const ids: string[] = [];
      for (const each of prepared) ids.push((await executeRun(each, { store })).run);
      await use(store, ids);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function selectionOf(logs: readonly RecordedLog[], runs: readonly string[]): Selection {
  const formats = [...new Set(logs.map(({ format }) => format))].join(' and ');
  return { kind: 'import', name: `${counted(logs.length, 'log')} of ${formats}`, runs, unfinished: [] };
}

/** Returns which model and score of which log each run holds; runs are in the order of the logs, their scores and models. */
function runsOfLogs(logs: readonly RecordedLog[], ids: readonly string[]): readonly RunOfLog[] {
  return logs.flatMap(loggedScores).map((own, index) => ({ ...own, run: ids[index] ?? '' }));
}
