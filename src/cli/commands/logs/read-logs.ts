import type { Command } from 'commander';
import { checkLine, screenRecordings } from '../../../recordings/checks/check-recordings.ts';
import { readRecording } from '../../../recordings/formats.ts';
import type { FieldChoice, RecordedLog } from '../../../recordings/recording.ts';
import type { CheckFinding } from '../../../results/row-check.ts';
import { AppError } from '../../../util/app-error.ts';
import { tell } from '../../../util/terminal.ts';
import { refuse } from '../../execution/refuse.ts';
import { listOption } from '../../flags/command-options.ts';
import { fieldChoice } from '../../flags/log-flags.ts';
import { wrapMessage } from '../../flags/terminal-options.ts';

/** Reads logs in the order given; `choice` adds to what the flags choose. AppError where one of them is damaged, unknown, or given twice. */
export async function readLogs(
  files: readonly string[],
  command: Command,
  choice: FieldChoice = {},
): Promise<readonly RecordedLog[]> {
  const recordings: RecordedLog[] = [];
  const twice = files.find((file, index) => files.indexOf(file) !== index);
  if (twice !== undefined) throw new AppError('log-twice', `${twice} is given twice`, { hint: 'give each log once' });
  for (const file of files) recordings.push(await readRecording(file, { ...fieldChoice(command), ...choice }));
  return recordings;
}

/** Logs whose rows were checked, and what was found in them. */
interface ScoredLogs {
  readonly logs: readonly RecordedLog[];
  /** The logs before rows were left out. */
  readonly asRead: readonly RecordedLog[];
  readonly findings: readonly CheckFinding[];
}

/**
 * Reads logs and checks their rows: what is in doubt is printed in one line each on stderr. Null, with a message and exit code 2, where
 * one of them has no samples or no scores, or where no rows are left.
 */
export async function readScoredLogs(
  files: readonly string[],
  command: Command,
  choice: FieldChoice = {},
): Promise<ScoredLogs | null> {
  try {
    const asRead = await readLogs(files, command, choice);
    const { logs, findings } = screenRecordings(asRead);
    const scores = new Set(asRead.flatMap((log) => log.scores.map(({ name }) => name))).size;
    const faults = findings.filter(({ kind }) => kind === 'fault');
    for (const finding of faults) tell(wrapMessage(`check: ${checkLine(finding, scores)}\n`));
    if (logs.every(({ rows }) => rows.length === 0)) {
      refuse({ reason: 'no rows are left', advice: '`seb data check` lists them: --table checks' }, command);
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
