import { statSync } from 'node:fs';
import type { Command } from 'commander';
import type { MarginRule } from '../../../analyze/contrasts/make-contrasts.ts';
import { lookAtLogs } from '../../../analyze/next-steps/after-contrasts.ts';
import { nextSteps } from '../../../analyze/next-steps/next-steps.ts';
import { changedWords } from '../../../analyze/recordings/changed-words.ts';
import { compareRecordings } from '../../../analyze/recordings/compare-recordings.ts';
import { type DifferingItem, differingItems } from '../../../analyze/recordings/differing-items.ts';
import { splitExecutions } from '../../../analyze/recordings/refusals.ts';
import { tasksAsSets } from '../../../analyze/recordings/tasks-as-sets.ts';
import type { RecordedLog } from '../../../recordings/recording.ts';
import { contrastLine } from '../../../report/render/gate-lines.ts';
import { type JunitCheck, junitOfChecks, writeJunit } from '../../../report/render/junit.ts';
import { comparedLogs } from '../../../report/render/recordings-look.ts';
import { safeJson } from '../../../report/render/safe-json.ts';
import { countChecks, selfCheckVerdict } from '../../../report/render/self-check-text.ts';
import type { RecordedComparison } from '../../../results/log-comparison.ts';
import { AppError } from '../../../util/app-error.ts';
import { counted } from '../../../util/numbers.ts';
import { print, printScreen, tell } from '../../../util/terminal.ts';
import { oneLine, wrapText } from '../../../util/text.ts';
import { pagerOf, printPaged } from '../../execution/page-lines.ts';
import { refuse } from '../../execution/refuse.ts';
import { isSet, listOption, textOption } from '../../flags/command-options.ts';
import { gateRule, isGate, setGateExit } from '../../flags/gate.ts';
import { refuseFlags } from '../../flags/log-flags.ts';
import { printNext } from '../../flags/next-command.ts';
import { terminalWidth, wrapMessage } from '../../flags/terminal-options.ts';
import { exitCodes } from '../../process/exit-codes.ts';
import { readScoredLogs } from './read-logs.ts';

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

/** Compares the models of logs of other tools; needs no store. */
export async function compareLogs(files: readonly string[], command: Command): Promise<void> {
  const screened = await readScoredLogs(files, command);
  if (screened === null) return;
  const [logs, asRead] = [tasksAsSets(screened.logs), tasksAsSets(screened.asRead)];
  const [only] = logs.length === 1 && isSet(command, 'selfCheck') ? logs : [];
  const recordings = only === undefined ? logs : splitExecutions(only);
  if ('reason' in recordings) return refuse({ ...recordings, lead: 'seb: cannot check' }, command);
  const gate = gateOf(command);
  const isSelfCheck = isSet(command, 'selfCheck');
  const checked = isSelfCheck ? (gate ?? anyDrop) : gate;
  const compare = (sides: readonly RecordedLog[]) =>
    compareRecordings(sides, {
      ...{ score: textOption(command, 'score'), gate: checked },
      models: listOption(command, 'model') ?? [],
    });
  const checkedRows = await compare(recordings);
  const isChanged = only === undefined && asRead.some((log, index) => log.rows !== logs[index]?.rows);
  const comparison =
    checkedRows.kind === 'compared' && isChanged
      ? { ...checkedRows, notes: [...changedWords(checkedRows, await compare(asRead)), ...checkedRows.notes] }
      : checkedRows;
  const swapped = isSelfCheck ? await compare(recordings.toReversed()) : null;
  const checks = [comparison, swapped].flatMap((each) => (each?.kind === 'compared' ? checksOf(each) : []));
  const { failed, measured } = countChecks(checks.map(({ contrast }) => contrast));
  const selfCheck = { ...(checked ?? anyDrop), failed, measured };
  if (comparison.kind === 'refused') return refuse({ ...comparison, lead: 'seb: cannot compare' }, command);
  if (isSet(command, 'items')) return printItems(await differingItems(comparison, recordings), command);
  if (isSet(command, 'json')) print(safeJson(isSelfCheck ? { ...comparison, selfCheck } : comparison));
  if (!isSet(command, 'json')) {
    printScreen(comparedLogs(comparison, recordings, terminalWidth()));
    if (isSelfCheck) printScreen(`\n${wrapText(selfCheckVerdict(selfCheck), terminalWidth()).join('\n')}`);
    else if (gate === undefined) printNext(nextSteps({ kind: 'logs', pairs: comparison.pairs, files }), command);
  }
  if (isSelfCheck && measured === 0) process.exitCode = exitCodes.incomplete;
  if (gate === undefined) return;
  const junit = textOption(command, 'junit');
  if (junit !== undefined) writeJunit(junit, junitOfChecks(checks));
  for (const { line } of checks) tell(wrapMessage(`${line}\n`));
  const gated = { checks: checks.map(({ contrast }) => contrast), look: lookAtLogs(files) };
  if (!isSet(command, 'json') && !isSelfCheck) printNext(nextSteps({ kind: 'gate', ...gated }), command);
  if (isGate(command)) setGateExit({ failed, measured, checks: checks.length });
}

/** Returns what the gate says of each pair, with its line. */
function checksOf({ pairs, task, score }: Extract<RecordedComparison, { kind: 'compared' }>): readonly JunitCheck[] {
  return pairs.flatMap(({ set, a, b, check }) => {
    if (check === null) return [];
    const about = `${a} against ${b}${set === null ? '' : ` on ${set}`}`;
    const place = `${task === '' ? score : `${task}, ${score}`}: ${about}`;
    const line = contrastLine(check, { about: place, note: check.note, sides: [a, b] });
    return [{ className: `${task}.${score}`, name: about, line, contrast: check }];
  });
}

/** Prints the items on which the sides differ, a row each; with `--json` a line each. */
function printItems(items: readonly DifferingItem[], command: Command): void {
  if (isSet(command, 'json')) {
    for (const item of items) print(safeJson(item));
    return;
  }
  const score = (value: number) => (Number.isInteger(value) ? (value === 1 ? 'right' : 'wrong') : value.toFixed(2));
  const lines = items.map(({ set, item, a, b, text }) => {
    const place = `${set === null ? '' : `${set}: `}${item}`;
    return oneLine(`${place}  ${a.name}: ${score(a.score)}, ${b.name}: ${score(b.score)}  ${text}`, terminalWidth());
  });
  printPaged([...lines, `${counted(items.length, 'item')} on which the sides differ`], pagerOf(command));
}

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
