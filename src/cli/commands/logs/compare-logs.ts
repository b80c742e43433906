import type { Command } from 'commander';
import type { MarginRule } from '../../../analyze/contrasts/make-contrasts.ts';
import { lookAtLogs } from '../../../analyze/next-steps/after-contrasts.ts';
import { nextSteps } from '../../../analyze/next-steps/next-steps.ts';
import { changedWords } from '../../../analyze/recordings/changed-words.ts';
import {
  type ComparedLogs,
  compareRecordings,
  type RefusedLogs,
} from '../../../analyze/recordings/compare-recordings.ts';
import { splitExecutions } from '../../../analyze/recordings/refusals.ts';
import { tasksAsSets } from '../../../analyze/recordings/tasks-as-sets.ts';
import { limitsOfAnswers } from '../../../recordings/checks/check-recordings.ts';
import type { RecordedLog } from '../../../recordings/recording.ts';
import { contrastLine } from '../../../report/render/gate-lines.ts';
import { type JunitCheck, junitOfChecks, writeJunit } from '../../../report/render/junit.ts';
import { comparedLogs, logsAnswer, logsQuestion } from '../../../report/render/recordings-look.ts';
import { safeJson } from '../../../report/render/safe-json.ts';
import { countChecks, selfCheckVerdict } from '../../../report/render/self-check-text.ts';
import type { PrintedComparison, PrintedSelfCheck } from '../../../results/comparison.ts';
import { type CheckFinding, resultChecks } from '../../../results/row-check.ts';
import { AppError } from '../../../util/app-error.ts';
import { print, printScreen, tell } from '../../../util/terminal.ts';
import { wrapText } from '../../../util/text.ts';
import { printDiffering } from '../../execution/print-differing.ts';
import { refuse } from '../../execution/refuse.ts';
import { isSet, listOption, textOption } from '../../flags/command-options.ts';
import { gateRule, isGate, setGateExit } from '../../flags/gate.ts';
import { printNext } from '../../flags/next-command.ts';
import { terminalWidth, wrapMessage } from '../../flags/terminal-options.ts';
import { exitCodes } from '../../process/exit-codes.ts';
import { readScoredLogs } from './read-logs.ts';

/** Compares the models of logs of other tools; needs no store. */
export async function compareLogs(files: readonly string[], command: Command): Promise<void> {
  const screened = await readScoredLogs(files, command, limitsOfAnswers);
  if (screened === null) return;
  const [logs, asRead] = [tasksAsSets(screened.logs), tasksAsSets(screened.asRead)];
  const [only] = logs.length === 1 && isSet(command, 'selfCheck') ? logs : [];
  const recordings = only === undefined ? logs : splitExecutions(only);
  if ('reason' in recordings) return refuse({ ...recordings, lead: 'seb: cannot check' }, command);
  const gate = gateOf(command);
  const isSelfCheck = isSet(command, 'selfCheck');
  const rule = isSelfCheck ? (gate ?? anyDrop) : gate;
  const compare = (sides: readonly RecordedLog[]) =>
    compareRecordings(sides, {
      ...{ score: textOption(command, 'score'), gate: rule },
      models: listOption(command, 'model') ?? [],
    });
  const found = await compare(recordings);
  if (found.kind === 'refused') return refuse({ ...found, lead: 'seb: cannot compare' }, command);
  const isChanged = only === undefined && asRead.some((log, index) => log.rows !== logs[index]?.rows);
  const comparison = isChanged
    ? { ...found, notes: [...changedWords(found, await compare(asRead)), ...found.notes] }
    : found;
  if (isSet(command, 'items')) return printDiffering(comparison.pairs, comparison.textOf, command);
  if (isSelfCheck)
    return selfCheckLogs([comparison, await compare(recordings.toReversed())], { recordings, gate }, command);
  printCompared(comparison, { recordings, files, gate, findings: screened.findings }, command);
  if (gate === undefined) return;
  const checks = gateTexts(comparison);
  reportChecks(checks, command);
  const gated = { checks: checks.map(({ contrast }) => contrast), look: lookAtLogs(files) };
  if (!isSet(command, 'json')) printNext(nextSteps({ kind: 'gate', ...gated }), command);
}

interface Compared {
  readonly recordings: readonly RecordedLog[];
  readonly files: readonly string[];
  readonly gate: MarginRule | undefined;
  readonly findings: readonly CheckFinding[];
}

/** Prints a comparison of logs, as that of runs is printed. */
function printCompared(
  comparison: ComparedLogs,
  { recordings, files, gate, findings }: Compared,
  command: Command,
): void {
  const { kind, differences, missing, notes, logs, checks } = comparison;
  const next = gate === undefined ? nextSteps({ kind: 'logs', differences, files }) : [];
  if (isSet(command, 'json')) {
    const printed: PrintedComparison = {
      ...{ kind, question: logsQuestion(differences), answer: logsAnswer(differences) },
      ...{ tasks: [], differences, missing, pooled: [], notes, limits: notes, next },
      logs: { ...logs, checks: resultChecks(findings) },
      ...(gate === undefined ? {} : { gate: { ...gate, checks: checks ?? [] } }),
    };
    print(safeJson(printed));
    return;
  }
  printScreen(comparedLogs(comparison, recordings, terminalWidth()));
  if (gate === undefined) printNext(next, command);
}
/** Prints what a gate says of two sides that are the same thing, in both directions; sets the exit code. */
function selfCheckLogs(
  directions: readonly [ComparedLogs, ComparedLogs | RefusedLogs],
  { recordings, gate }: Pick<Compared, 'recordings' | 'gate'>,
  command: Command,
): void {
  const rule = gate ?? anyDrop;
  const compared = directions.filter((each) => each.kind === 'compared');
  const checks = compared.flatMap(gateTexts);
  const counts = { ...rule, ...countChecks(checks.map(({ contrast }) => contrast)) };
  if (isSet(command, 'json')) {
    const printed: PrintedSelfCheck = {
      selfCheck: { ...counts, directions: compared.map((each) => ({ ...rule, checks: each.checks ?? [] })) },
    };
    print(safeJson(printed));
  } else {
    printScreen(comparedLogs(directions[0], recordings, terminalWidth()));
    printScreen(`\n${wrapText(selfCheckVerdict(counts), terminalWidth()).join('\n')}`);
  }
  if (counts.measured === 0) process.exitCode = exitCodes.incomplete;
  if (gate !== undefined) reportChecks(checks, command);
}

/** Prints the checks of a gate, writes JUnit XML, and sets the exit code. */
function reportChecks(checks: readonly JunitCheck[], command: Command): void {
  const junit = textOption(command, 'junit');
  if (junit !== undefined) writeJunit(junit, junitOfChecks(checks));
  for (const { line } of checks) tell(wrapMessage(`${line}\n`));
  const counts = countChecks(checks.map(({ contrast }) => contrast));
  if (isGate(command)) setGateExit({ ...counts, checks: checks.length });
}

/** Returns what the gate says of each pair, with its line. */
function gateTexts({ checks, logs: { task, score } }: ComparedLogs): readonly JunitCheck[] {
  return (checks ?? []).map((check) => {
    const { set, a, b } = check;
    const about = `${a} against ${b}${set === undefined ? '' : ` on ${set}`}`;
    const place = `${task === '' ? score : `${task}, ${score}`}: ${about}`;
    const line = contrastLine(check, { about: place, note: check.note, sides: [a, b] });
    return { className: task === '' ? score : `${task}.${score}`, name: about, line, contrast: check };
  });
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
