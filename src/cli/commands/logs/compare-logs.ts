import { statSync } from 'node:fs';
import type { Command } from 'commander';
import type { MarginRule } from '../../../analyze/contrasts/make-contrasts.ts';
import { compareRecordings, type RecordedComparison } from '../../../analyze/recordings/compare-recordings.ts';
import { splitExecutions } from '../../../analyze/recordings/refusals.ts';
import { readRecording } from '../../../recordings/formats.ts';
import type { RecordedLog } from '../../../recordings/recording.ts';
import { contrastLine } from '../../../report/render/gate-lines.ts';
import { type JunitCheck, junitOfChecks, writeJunit } from '../../../report/render/junit.ts';
import { comparedLogs } from '../../../report/render/recordings-look.ts';
import { safeJson } from '../../../report/render/safe-json.ts';
import { nextLines } from '../../../report/render/screen.ts';
import { countChecks, selfCheckVerdict } from '../../../report/render/self-check-text.ts';
import type { NextStep } from '../../../results/step.ts';
import { AppError } from '../../../util/app-error.ts';
import { shellWord } from '../../../util/shell-word.ts';
import { print, printScreen, tell, typedCommand } from '../../../util/terminal.ts';
import { wrapText } from '../../../util/text.ts';
import { isSet, listOption, textOption } from '../../flags/command-options.ts';
import { gateRule, isGate, setGateExit } from '../../flags/gate.ts';
import { fieldChoice, refuseFlags } from '../../flags/log-flags.ts';
import { terminalWidth, wrapMessage } from '../../flags/terminal-options.ts';
import { refuse } from '../../refuse.ts';

/** Returns whether arguments are paths of logs and not ids or names of runs. AppError for a flag that these do not have. */
export function areLogs(args: readonly string[], command: Command): boolean {
  const logs = args.filter(isLog);
  if (logs.length === 0 || logs.length === args.length) {
    refuseFlags(command, logs.length === 0 ? 'runs' : 'logs');
    return logs.length > 0;
  }
  throw new AppError('logs-and-runs', `${logs[0]} is a file and ${args.find((arg) => !isLog(arg))} is not`, {
    hint: 'give logs only, or runs only; `seb import` stores logs as runs',
  });
}

function isLog(arg: string): boolean {
  return (
    /[/\\]|\.(?:eval|json|jsonl|csv|tsv|parquet)$/i.test(arg) ||
    (statSync(arg, { throwIfNoEntry: false })?.isFile() ?? false)
  );
}

/** Reads logs in the order given. AppError where one of them is damaged, unknown, or given twice. */
async function readLogs(files: readonly string[], command: Command): Promise<readonly RecordedLog[]> {
  const recordings: RecordedLog[] = [];
  const twice = files.find((file, index) => files.indexOf(file) !== index);
  if (twice !== undefined) throw new AppError('log-twice', `${twice} is given twice`, { hint: 'give each log once' });
  for (const file of files) recordings.push(await readRecording(file, fieldChoice(command)));
  const models = listOption(command, 'model');
  if (models === null) return recordings;
  const unknown = models.find((name) => !recordings.some((each) => each.models.includes(name)));
  if (unknown !== undefined)
    throw new AppError('unknown-model', `no log has the model "${unknown}"`, {
      hint: `models: ${[...new Set(recordings.flatMap((each) => each.models))].join(', ')}`,
    });
  return recordings.map((each) => ({ ...each, models: each.models.filter((name) => models.includes(name)) }));
}

/** Reads logs; null, with a message and exit code 2, where one of them has no samples or no scores. */
export async function readScoredLogs(
  files: readonly string[],
  command: Command,
): Promise<readonly RecordedLog[] | null> {
  try {
    return await readLogs(files, command);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'log-empty')) throw error;
    refuse({ reason: error.message, advice: error.hint ?? '' }, command);
    return null;
  }
}

/** Compares the models of logs of other tools; needs no store. */
export async function compareLogs(files: readonly string[], command: Command): Promise<void> {
  const logs = await readScoredLogs(files, command);
  if (logs === null) return;
  const [only] = logs.length === 1 && isSet(command, 'selfCheck') ? logs : [];
  const recordings = only === undefined ? logs : splitExecutions(only);
  if ('reason' in recordings) return refuse({ ...recordings, lead: 'seb: cannot check' }, command);
  const gate = gateOf(command);
  const isSelfCheck = isSet(command, 'selfCheck');
  const checked = isSelfCheck ? (gate ?? anyDrop) : gate;
  const compare = (sides: readonly RecordedLog[]) =>
    compareRecordings(sides, { score: textOption(command, 'score'), gate: checked });
  const comparison = compare(recordings);
  const swapped = isSelfCheck ? compare(recordings.toReversed()) : null;
  const checks = [comparison, swapped].flatMap((each) => (each?.kind === 'compared' ? checksOf(each) : []));
  const { failed, measured } = countChecks(checks.map(({ contrast }) => contrast));
  const selfCheck = { ...(checked ?? anyDrop), failed, measured };
  if (comparison.kind === 'refused') return refuse({ ...comparison, lead: 'seb: cannot compare' }, command);
  if (isSet(command, 'json')) print(safeJson(isSelfCheck ? { ...comparison, selfCheck } : comparison));
  if (!isSet(command, 'json')) {
    printScreen(comparedLogs(comparison, recordings, terminalWidth()));
    if (isSelfCheck) printScreen(`\n${wrapText(selfCheckVerdict(selfCheck), terminalWidth()).join('\n')}`);
    else printScreen(`\n${nextLines(stepsAfter(files), { width: terminalWidth(), command: typedCommand }).join('\n')}`);
  }
  if (gate === undefined) return;
  const junit = textOption(command, 'junit');
  if (junit !== undefined) writeJunit(junit, junitOfChecks(checks));
  for (const { line } of checks) tell(wrapMessage(`${line}\n`));
  if (isGate(command)) setGateExit({ failed, measured, checks: checks.length });
}

/** Returns what the gate says of each pair, with its line. */
function checksOf({ pairs, task, score }: Extract<RecordedComparison, { kind: 'compared' }>): readonly JunitCheck[] {
  return pairs.flatMap(({ a, b, check }) => {
    if (check === null) return [];
    const about = `${a} against ${b}`;
    const line = contrastLine(check, { about: `${task === '' ? score : `${task}, ${score}`}: ${about}`, note: null });
    return [{ className: `${task}.${score}`, name: about, line, contrast: check }];
  });
}

/** Returns what to do after a comparison of logs. */
function stepsAfter(files: readonly string[]): readonly NextStep[] {
  const [first = 'FILE'] = files;
  const all = files.length > maxFilesNamed ? 'FILE...' : files.map(shellWord).join(' ');
  return [
    { command: `seb report ${shellWord(first)}`, about: 'right answers, stated confidence' },
    { command: `seb import ${all}`, about: 'to read the items (seb items)' },
  ];
}

const maxFilesNamed = 4;

/** Gate of a self-check without a flag. */
const anyDrop: MarginRule = { rule: 'lower', margin: 0 };

function gateOf(command: Command): MarginRule | undefined {
  const isGiven = ['failIfLower', 'failUnlessWithin', 'junit'].some((name) => textOption(command, name) !== undefined);
  if (!isGiven) return undefined;
  const gate = gateRule(command);
  if (gate.margin < 1) return gate;
  throw new AppError('bad-margin', `a margin of ${gate.margin} can never fail: the score is a share`, {
    hint: 'give the margin as a share: 0.05 is five percentage points',
  });
}
