import type { Command } from 'commander';
import { reportRecordings } from '../../../analyze/recordings/report-recordings.ts';
import { reportedLogs } from '../../../report/render/reported-logs.ts';
import { safeJson } from '../../../report/render/safe-json.ts';
import { print } from '../../../util/terminal.ts';
import { isSet } from '../../flags/command-options.ts';
import { terminalWidth } from '../../flags/terminal-options.ts';
import { refuse } from '../../refuse.ts';
import { readScoredLogs } from './read-logs.ts';
import { areSelfPredictionLogs, reportSelfPredictionLogs } from './self-prediction-logs.ts';

/** Reports logs of other tools; needs no store. */
export async function reportLogs(files: readonly string[], command: Command): Promise<void> {
  if (await areSelfPredictionLogs(files)) return await reportSelfPredictionLogs(files, command);
  const read = await readScoredLogs(files, command);
  if (read === null) return;
  const recordings = read.logs;
  const report = reportRecordings(recordings);
  const [open] = report.unread;
  if (report.accuracies.length === 0 && open !== undefined)
    return refuse({ reason: open.reason, advice: open.advice }, command);
  print(isSet(command, 'json') ? safeJson(report) : reportedLogs(report, recordings, terminalWidth()));
}
