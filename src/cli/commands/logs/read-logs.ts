import { realpathSync } from 'node:fs';
import type { Command } from 'commander';
import {
  checkLine,
  limitLines,
  limitsOfAnswers,
  limitsOfStatements,
  screenRecordings,
} from '../../../recordings/checks/check-recordings.ts';
import { refuseOutcomeStrata } from '../../../recordings/checks/outcome-strata.ts';
import { readRecordings } from '../../../recordings/formats.ts';
import { joinLogs } from '../../../recordings/joined-logs.ts';
import { notesOfLogs } from '../../../recordings/notes-of-logs.ts';
import type { RecordedLog } from '../../../recordings/recording.ts';
import { pathEnds } from '../../../results/distinct-files.ts';
import type { CheckFinding, CheckName } from '../../../results/row-check.ts';
import { AppError } from '../../../util/app-error.ts';
import { tell } from '../../../util/terminal.ts';
import { oneLine } from '../../../util/text.ts';
import { refuse } from '../../execution/refuse.ts';
import { listOption, textOption } from '../../flags/command-options.ts';
import { fieldChoice } from '../../flags/log-flags.ts';

/** Reads logs in the order given, those of one evaluation as one. AppError where one of them is damaged, unknown, or given twice. */
export async function readLogs(files: readonly string[], command: Command): Promise<ReturnType<typeof joinLogs>> {
  const places = files.map(placeOf);
  const twice = files.find((_, index) => places.indexOf(places[index] ?? '') !== index);
  if (twice !== undefined) throw new AppError('log-twice', `${twice} is given twice`, { hint: 'give each log once' });
  return joinLogs(await readRecordings(files, fieldChoice(command)));
}

/** Returns the path of a file without links and dots; as it was given where there is no such file. */
function placeOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file; // reading it says what is wrong
  }
}

/** Logs whose rows were checked, and what was found in them. */
interface ScoredLogs {
  readonly logs: readonly RecordedLog[];
  /** The logs before rows were left out. */
  readonly asRead: readonly RecordedLog[];
  readonly findings: readonly CheckFinding[];
}

/**
 * Reads logs and checks their rows: what is in doubt is printed in one line each on stderr, and so are the limits of the checks in
 * `said`, of all models together. Null, with a message and exit code 2, where
 * one of them has no samples or no scores, or where no rows are left.
 */
export async function readScoredLogs(
  files: readonly string[],
  command: Command,
  said: readonly CheckName[] = [...limitsOfAnswers, ...limitsOfStatements],
): Promise<ScoredLogs | null> {
  try {
    const { logs: asRead, findings: joined } = await readLogs(files, command);
    refuseOutcomeStrata(asRead);
    const { logs, findings: screened } = screenRecordings(asRead);
    const findings = [...joined, ...screened];
    const scores = new Set(asRead.flatMap((log) => log.scores.map(({ name }) => name))).size;
    const paths = asRead.map(({ file }) => file);
    const faults = findings.filter(({ kind }) => kind === 'fault');
    for (const finding of faults) tell(`check: ${checkLine(finding, scores, paths)}\n`);
    const name = textOption(command, 'score');
    const limits = findings.filter(({ score }) => name === undefined || score === name);
    for (const line of limitLines(limits, said)) tell(`limit: ${line}\n`);
    if (logs.every(({ rows }) => rows.length === 0)) {
      refuse(whyEmpty(asRead, findings), command);
      return null;
    }
    const chosen = ofModels(logs, command);
    return { logs: chosen, asRead: ofModels(asRead, command), findings };
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'log-empty')) throw error;
    refuse({ reason: error.message, advice: error.hint ?? '' }, command);
    return null;
  }
}

/** Returns the notes of logs, with their names for a screen. */
export function shownNotes(logs: readonly Pick<RecordedLog, 'file' | 'notes'>[]): readonly string[] {
  const ends = pathEnds(logs.map(({ file }) => file));
  return notesOfLogs(logs, ({ file }) => oneLine(ends.get(file) ?? file, 120));
}

/** Prints the notes of logs on stderr. */
export function tellNotes(logs: readonly Pick<RecordedLog, 'file' | 'notes'>[]): void {
  for (const note of shownNotes(logs)) tell(`note: ${note}\n`);
}

/** Returns whether a row says whether its answer is right, if only as the tool of the log counts it. */
export function hasOutcome({ outcome }: Pick<RecordedLog['rows'][number], 'outcome'>): boolean {
  return outcome.kind === 'scored' || outcome.counted !== null;
}

/** Returns why no row of logs is left: no score is read, or the checks left all rows out. */
function whyEmpty(asRead: readonly RecordedLog[], findings: readonly CheckFinding[]) {
  const [open] = asRead.flatMap(({ scores }) => scores.flatMap((score) => (score.kind === 'unread' ? [score] : [])));
  if (open !== undefined && asRead.every(({ rows }) => rows.length === 0))
    return { reason: open.reason, advice: open.advice };
  const cause = findings.find(({ kind, changesRows }) => kind === 'fault' && changesRows);
  return {
    reason: `no rows are left${cause === undefined ? '' : `: ${cause.models.join(' and ')}: ${cause.found}`}`,
    advice:
      'remove from the logs what is not the answers of the models, and read them again (`seb data check` shows the checks)',
  };
}

/** Returns logs with the score that the user named only. AppError for a score that no log has. */
export function ofScore(logs: readonly RecordedLog[], command: Command): readonly RecordedLog[] {
  const name = textOption(command, 'score');
  const chosen = name === undefined ? logs : logs.flatMap((log) => withScore(log, name) ?? []);
  if (chosen.length === 0)
    throw new AppError('log-field', `no log has the score "${oneLine(name ?? '', 60)}"`, {
      hint: `scores: ${oneLine([...new Set(logs.flatMap(({ scores }) => scores.map((score) => score.name)))].join(', '), 400)}`,
    });
  return chosen;
}

/** Returns logs with the score that the user named only; null, with a message and exit code 2, where its values are not read. */
export function ofReadScore(logs: readonly RecordedLog[], command: Command): readonly RecordedLog[] | null {
  const chosen = ofScore(logs, command);
  const [open] = chosen.flatMap(({ scores }) => scores.flatMap((score) => (score.kind === 'unread' ? [score] : [])));
  if (open === undefined || chosen.some(({ scores }) => scores.some(({ kind }) => kind !== 'unread'))) return chosen;
  refuse({ reason: open.reason, advice: open.advice }, command);
  return null;
}

function withScore(log: RecordedLog, name: string): RecordedLog | null {
  const score = log.scores.find((each) => each.name === name);
  return score === undefined
    ? null
    : {
        ...log,
        scores: [score],
        rows: log.rows.filter((row) => row.score === name),
        stated: log.stated.filter((each) => each.score === name),
      };
}

/** Returns logs with the models that the user named only. AppError for a model that no log has. */
function ofModels(logs: readonly RecordedLog[], command: Command): readonly RecordedLog[] {
  const models = listOption(command, 'model');
  if (models === null) return logs;
  const unknown = models.find((name) => !logs.some((each) => each.models.includes(name)));
  if (unknown !== undefined)
    throw new AppError('unknown-model', `no log has the model "${unknown}"`, {
      hint: `models: ${[...new Set(logs.flatMap((each) => each.models))].join(', ')}`,
    });
  return logs.map((each) => ({ ...each, models: each.models.filter((name) => models.includes(name)) }));
}
