import type { Command } from 'commander';
import { checkLine, checkRecordings } from '../../../recordings/checks/check-recordings.ts';
import { safeJson } from '../../../report/render/safe-json.ts';
import type { CheckFinding } from '../../../results/row-check.ts';
import { AppError } from '../../../util/app-error.ts';
import { counted } from '../../../util/numbers.ts';
import { print, printScreen } from '../../../util/terminal.ts';
import { table, wrapText } from '../../../util/text.ts';
import { isSet, textOption } from '../../flags/command-options.ts';
import { terminalWidth } from '../../flags/terminal-options.ts';
import { ofScore, readLogs } from './read-logs.ts';

const tableName = 'checks';

/** Prints what is wrong with the rows of logs, and what they cannot show; changes nothing. */
export async function checkLogs(files: readonly string[], command: Command): Promise<void> {
  const chosen = textOption(command, 'table');
  if (chosen !== undefined && chosen !== tableName)
    throw new AppError('unknown-table', `there is no table "${chosen}"`, { hint: `--table ${tableName}` });
  const logs = await readLogs(files, command).catch((error: unknown) => {
    throw error instanceof AppError && error.message.includes('has no column for') ? withItems(error) : error;
  });
  const findings = checkRecordings(ofScore(logs, command));
  if (isSet(command, 'json')) return print(safeJson({ checks: findings }));
  if (chosen !== undefined) return printScreen(rowsTable(findings));
  const width = terminalWidth();
  const scores = new Set(logs.flatMap((log) => log.scores.map(({ name }) => name))).size;
  const lines = (kind: CheckFinding['kind']) =>
    findings
      .filter((finding) => finding.kind === kind)
      .flatMap((finding) => wrapText(`- ${checkLine(finding, scores)}`, width));
  const [faults, limits] = [lines('fault'), lines('limit')];
  const rows = logs.reduce((sum, log) => sum + log.rows.length, 0);
  for (const line of wrapText(`${counted(rows, 'row')} of ${counted(logs.length, 'log')} checked.`, width))
    printScreen(line);
  if (faults.length === 0) printScreen('No row is in doubt.');
  else for (const line of ['', 'In doubt:', ...faults]) printScreen(line);
  if (limits.length > 0) for (const line of ['', 'What the rows cannot show:', ...limits]) printScreen(line);
  if (findings.some((finding) => finding.rows.length > 0))
    printScreen(`\nthe rows in question: --table ${tableName}, or --json`);
}

/** Adds how a file of items, which has no answers, is checked. */
function withItems({ code, message, hint, cause }: AppError): AppError {
  const items = 'To check items without answers, add --experiment NAME (`seb experiments`)';
  return new AppError(code, message, { hint: hint === null ? items : `${hint}. ${items}`, cause });
}

/** Returns a row for each row in question. */
function rowsTable(findings: readonly CheckFinding[]): string {
  const cells = findings.flatMap(({ check, models, score, rows }) =>
    rows.map(({ item, epoch }) => [check, models.join(', '), score, item, String(epoch)]),
  );
  return table(['check', 'model', 'score', 'item', 'execution'], cells, ['left', 'left', 'left', 'left', 'right']);
}
