import type { Command } from 'commander';
import { analyzeRuns, type RunsAnalysis } from '../../../analyze/analyze-runs.ts';
import { fitChecks, withVerdicts } from '../../../analyze/checks/fit-checks.ts';
import { filesText } from '../../../analyze/next-steps/after-contrasts.ts';
import { nextSteps } from '../../../analyze/next-steps/next-steps.ts';
import { possibleWrongKeys } from '../../../analyze/recordings/possible-wrong-keys.ts';
import type { Experiments } from '../../../experiments/registry.ts';
import { taskNames } from '../../../experiments/task-name.ts';
import {
  checkLine,
  checkRecordings,
  inOrderOfChecks,
  limitLines,
  limitsOfStatements,
} from '../../../recordings/checks/check-recordings.ts';
import { gradesNotes } from '../../../recordings/notes-of-logs.ts';
import type { RecordedLog } from '../../../recordings/recording.ts';
import { safeJson } from '../../../report/render/safe-json.ts';
import type { PossibleWrongKey } from '../../../results/log-facts.ts';
import { type CheckFinding, type CheckName, checksOf, checkTexts } from '../../../results/row-check.ts';
import { AppError } from '../../../util/app-error.ts';
import { counted } from '../../../util/numbers.ts';
import { print, printScreen, wrapTyped } from '../../../util/terminal.ts';
import { table } from '../../../util/text.ts';
import { isSet, textOption } from '../../flags/command-options.ts';
import { filesAsRead } from '../../flags/log-flags.ts';
import { printNext } from '../../flags/next-command.ts';
import { terminalWidth } from '../../flags/terminal-options.ts';
import { withSelection } from '../../flags/with-runs.ts';
import { hasOutcome, ofScore, readLogs, shownNotes } from './read-logs.ts';
import { withSelfPredictionRuns } from './report-logs.ts';
import { areSelfPredictionLogs } from './self-prediction-logs.ts';

const tableName = 'checks';

/** Prints what is wrong with the rows of logs, and what they cannot show; changes nothing. */
export async function checkLogs(files: readonly string[], command: Command): Promise<void> {
  refuseOtherTable(command);
  if (await areSelfPredictionLogs(files))
    return await withSelfPredictionRuns(files, async (selected) =>
      printRunChecks(await analyzeRuns(selected), selected.experiments, command),
    );
  const { logs, findings } = await readLogs(files, command).catch((error: unknown) => {
    throw error instanceof AppError && error.message.includes('has no column for') ? withItems(error) : error;
  });
  const keys = possibleWrongKeys(logs);
  const rows = logs.reduce((sum, log) => sum + log.rows.length, 0);
  printChecks(
    {
      ...{
        findings: inOrderOfChecks([
          ...findings,
          ...checkRecordings(ofScore(logs, command)),
          ...wrongKeys(files, keys ?? []),
        ]),
        checked: `${rows === 0 ? 'No row' : counted(rows, 'row')} of ${counted(logs.length, 'log')} ${rows === 0 ? 'could be ' : ''}checked.`,
      },
      limits: [...shownNotes(logs), ...gradesNotes(ofScore(logs, command))],
      scores: new Set(logs.flatMap((log) => log.scores.map(({ name }) => name))).size,
      logs: logs.map(({ file }) => file),
      notLookedFor: [...(keys === null ? (['wrong keys'] as const) : []), ...notAbout(logs)],
      ...{ names: filesText(filesAsRead(files, command)), ...modelsOf(logs) },
      areTables: logs.every(({ format }) => format === 'table'),
    },
    command,
  );
}

/** Returns the number of models of logs, and of those of which an answer has an outcome. */
function modelsOf(logs: readonly RecordedLog[]): Pick<Checked, 'models' | 'scored'> {
  const scored = logs.flatMap(({ rows }) => rows.flatMap((row) => (hasOutcome(row) ? [row.model] : [])));
  return { models: new Set(logs.flatMap(({ models }) => models)).size, scored: new Set(scored).size };
}

/** Returns the checks that logs have nothing for: no confidence, answer or key, or a single model. */
function notAbout(logs: readonly RecordedLog[]): readonly CheckName[] {
  const rows = logs.flatMap((log) => log.rows);
  const states = rows.some(({ confidence }) => confidence.kind === 'stated' || confidence.reason !== 'not-stated');
  const hasAnswers = rows.some(({ answer }) => answer !== null);
  const hasKeys = logs.some(({ items }) => [...items.values()].some(({ key }) => key !== null));
  const isOne = new Set(logs.flatMap(({ models }) => models)).size < 2;
  return [
    ...(states ? [] : (['filled values', 'constant', 'same confidence', 'other confidence', 'ceiling'] as const)),
    ...(hasAnswers ? [] : (['empty answer', 'not asked', 'same text', 'same answers', 'other keys'] as const)),
    ...(hasKeys ? [] : (['other keys', 'same answers'] as const)),
    ...(isOne ? (['same models', 'same confidence', 'same answers', 'other items', 'partial'] as const) : []),
    ...(logs.every(({ isOfRun }) => isOfRun) ? (['same text'] as const) : []),
  ];
}

/** Returns the items whose key may be wrong as one finding, which is about all logs together; none where there are none. */
function wrongKeys(files: readonly string[], keys: readonly PossibleWrongKey[]): readonly CheckFinding[] {
  if (keys.length === 0) return [];
  const [file = '', ...others] = files;
  return [
    {
      ...{
        check: 'wrong keys',
        kind: 'limit',
        file: others.length === 0 ? file : '',
        score: '',
        models: [],
        changesRows: false,
      },
      rows: keys.map(({ item }) => ({ item, epoch: 1 })),
      found: `on ${counted(keys.length, 'item')} 80 % of the models agree on another answer than the key`,
      effect: 'no item is left out; `seb report` lists both answers',
    },
  ];
}

/** Prints what is in doubt about the answers of stored runs, and what they cannot show; changes nothing. */
export async function checkRuns(ids: readonly string[], command: Command): Promise<void> {
  refuseOtherTable(command);
  await withSelection(ids, command, async (selected) =>
    printRunChecks(await analyzeRuns(selected), selected.experiments, command),
  );
}

/** Returns the checks that runs have nothing for: no judge was asked, there is a single model, or nothing was predicted. */
function notAboutRuns({ readings, results }: RunsAnalysis, models: number): readonly CheckName[] {
  const isJudged = readings.some(({ calls, answers }) => calls === 'judge' && answers > 0);
  return [
    ...(isJudged ? [] : (['unsafe judge', 'one verdict'] as const)),
    ...(models < 2 ? (['same models', 'same confidence'] as const) : []),
    ...(results().findings.length === 0 ? (['unread', 'filled values', 'constant', 'ceiling'] as const) : []),
  ];
}

function printRunChecks(analysis: RunsAnalysis, experiments: Experiments, command: Command): void {
  const { findings, limits, selection } = analysis.results();
  const read = withVerdicts(analysis.checks, findings, taskNames(experiments));
  const checks = inOrderOfChecks([...read, ...fitChecks(findings)]);
  const named = new Set(limitLines(read, limitsOfStatements)); // stand above them
  const models = new Set(findings.map(({ model }) => model)).size;
  const answers = analysis.readings.reduce((sum, each) => sum + each.answers, 0);
  printChecks(
    {
      ...{
        findings: checks,
        limits: limits.filter((limit) => !named.has(limit)),
        scores: new Set(checks.map(({ score }) => score)).size,
      },
      checked:
        answers === 0
          ? `No answer of ${counted(selection.runs.length, 'run')} is stored: nothing could be checked.`
          : `${counted(answers, 'answer')} of ${counted(selection.runs.length, 'run')} checked.`,
      notLookedFor: answers === 0 ? checksOf.runs : notAboutRuns(analysis, models),
      ...{ names: selection.runs.join(' '), models, scored: models, areTables: false },
      unfinished: selection.unfinished.length > 0 && selection.runs.length === 1 ? selection.runs[0] : undefined,
    },
    command,
  );
}

interface Checked {
  readonly findings: readonly CheckFinding[];
  /** What was checked, in a sentence. */
  readonly checked: string;
  /** Paths or ids of what was checked, for a command, and the number of models in it. */
  readonly names: string;
  readonly models: number;
  /** Number of models of which an answer has an outcome. */
  readonly scored: number;
  readonly areTables: boolean;
  /** Number of scores, which are named where there are several. */
  readonly scores: number;
  /** Paths of the logs; absent: runs. */
  readonly logs?: readonly string[];
  /** Checks that the logs leave no room for. */
  readonly notLookedFor?: readonly CheckName[];
  /** The run that is not finished, where it is the only one; absent: none. */
  readonly unfinished?: string | undefined;
  /** What a report says that its answers, or its logs, cannot show. */
  readonly limits: readonly string[];
}

function printChecks(checked: Checked, command: Command): void {
  const { findings, limits } = checked;
  if (isSet(command, 'json')) print(safeJson({ checks: findings, limits }));
  else if (textOption(command, 'table') !== undefined) printScreen(rowsTable(findings));
  else {
    for (const line of checkedLines(checked, terminalWidth())) printScreen(line);
    const { names, models, scored, areTables, logs, unfinished } = checked;
    const of = logs === undefined ? 'runs' : 'logs';
    printNext(nextSteps({ kind: 'checks', findings, names, models, scored, areTables, of, unfinished }), command);
  }
}

function checkedLines(
  { findings, checked, scores, logs, notLookedFor = [], limits }: Checked,
  width: number,
): readonly string[] {
  const faults = findings
    .filter(({ kind }) => kind === 'fault')
    .flatMap((finding) => wrapTyped(`- ${checkLine(finding, scores, logs)}`, width));
  const found = new Set([...findings.map(({ check }) => check), ...notLookedFor]);
  const source = logs === undefined ? 'runs' : 'logs';
  const passed = checksOf[source].filter((check) => !found.has(check));
  const all = [...foldedLimits(findings, scores, logs), ...limits].flatMap((text) => wrapTyped(`- ${text}`, width));
  return [
    ...wrapTyped(checked, width),
    ...(faults.length > 0 ? ['', 'In doubt:', ...faults] : passed.length > 0 ? ['No row is in doubt.'] : []),
    ...(all.length === 0 ? [] : ['', 'What the rows cannot show:', ...all]),
    ...(passed.length === 0
      ? []
      : [
          '',
          ...wrapTyped(
            `Looked for and not found: ${passed.map((check) => checkTexts[source][check]).join('; ')} (bounds: docs/logs.md).`,
            width,
          ),
        ]),
  ];
}

/** Returns the lines of limits; those that differ by model and log only are one line, with the first of them. */
function foldedLimits(findings: readonly CheckFinding[], scores: number, logs?: readonly string[]): readonly string[] {
  const own = findings.filter(({ kind }) => kind === 'limit');
  const alike = Map.groupBy(own, ({ check, score, found, effect }) => JSON.stringify([check, score, found, effect]));
  return [...alike.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const more = new Set(others.flatMap(({ models, file }) => JSON.stringify([models, file]))).size;
    return [`${checkLine(first, scores, logs)}${more === 0 ? '' : `; likewise ${more} other${more === 1 ? '' : 's'}`}`];
  });
}

/** Throws an AppError for the name of a table that there is not. */
export function refuseOtherTable(command: Command): void {
  const chosen = textOption(command, 'table');
  if (chosen !== undefined && chosen !== tableName)
    throw new AppError('unknown-table', `there is no table "${chosen}"`, { hint: `--table ${tableName}` });
}

/** Adds how a file of items, which has no answers, is checked. */
function withItems({ code, message, hint, cause }: AppError): AppError {
  const items = 'To check items without answers, add --experiment NAME (`seb experiments`)';
  return new AppError(code, message, { hint: hint === null ? items : `${hint}. ${items}`, cause });
}

/** Returns a row for each row in question. */
export function rowsTable(findings: readonly CheckFinding[]): string {
  const cells = findings.flatMap(({ check, models, score, rows }) =>
    rows.map(({ item, epoch }) => [check, models.join(', '), score, item, String(epoch)]),
  );
  return table(['check', 'model', 'score', 'item', 'execution'], cells, ['left', 'left', 'left', 'left', 'right']);
}
