import type { Command } from 'commander';
import { methodNotes } from '../../../analyze/compare/compare-models.ts';
import { lookAtLogs } from '../../../analyze/next-steps/after-contrasts.ts';
import { nextSteps } from '../../../analyze/next-steps/next-steps.ts';
import { changedWords } from '../../../analyze/recordings/changed-words.ts';
import { type ComparedLogs, compareRecordings } from '../../../analyze/recordings/compare-recordings.ts';
import { type RefusedLogs, splitExecutions } from '../../../analyze/recordings/refusals.ts';
import { tasksAsSets } from '../../../analyze/recordings/tasks-as-sets.ts';
import { limitsOfAnswers } from '../../../recordings/checks/check-recordings.ts';
import type { RecordedLog } from '../../../recordings/recording.ts';
import type { GateReport } from '../../../report/render/gate-lines.ts';
import { logLines } from '../../../report/render/run-lines.ts';
import { comparisonAnswer } from '../../../report/tables/comparison-answer.ts';
import type { Comparison, Difference } from '../../../results/comparison.ts';
import { pathEnds } from '../../../results/distinct-files.ts';
import { resultChecks } from '../../../results/row-check.ts';
import { printComparison } from '../../execution/print-comparison.ts';
import { printDiffering } from '../../execution/print-differing.ts';
import { refuse } from '../../execution/refuse.ts';
import { isSet, listOption, textOption } from '../../flags/command-options.ts';
import { gateRule, givenRule, refuseMargin, reportGate, reportSelfCheck } from '../../flags/gate.ts';
import { filesAsRead } from '../../flags/log-flags.ts';
import { readScoredLogs } from './read-logs.ts';

/** Compares the models of logs of other tools; needs no store. */
export async function compareLogs(files: readonly string[], command: Command): Promise<void> {
  const screened = await readScoredLogs(files, command, limitsOfAnswers);
  if (screened === null) return;
  const [logs, asRead] = [tasksAsSets(screened.logs), tasksAsSets(screened.asRead)];
  const [only] = logs.length === 1 && isSet(command, 'selfCheck') ? logs : [];
  const recordings = only === undefined ? logs : splitExecutions(only);
  if ('reason' in recordings) return refuse({ ...recordings, lead: 'seb: cannot check' }, command);
  const gate = givenRule(command);
  if (gate !== null) refuseMargin(gate, 'logs');
  const isSelfCheck = isSet(command, 'selfCheck');
  const rule = isSelfCheck ? gateRule(command) : gate;
  const compare = (sides: readonly RecordedLog[]) =>
    compareRecordings(sides, {
      ...{ score: textOption(command, 'score'), gate: rule },
      models: listOption(command, 'model') ?? [],
    });
  const found = await compare(recordings);
  if (found.kind === 'refused') return refuse({ ...found, lead: 'seb: cannot compare' }, command);
  const isChanged = only === undefined && asRead.some((log, index) => log.rows !== logs[index]?.rows);
  const compared = isChanged
    ? { ...found, notes: [...changedWords(found, await compare(asRead)), ...found.notes] }
    : found;
  if (isSet(command, 'items')) return printDiffering(compared.pairs, compared.textOf, command);
  if (isSelfCheck) {
    const turned = recordings.toReversed();
    const directions = [gateOfLogs(found, recordings), ...gatesOf(await compare(turned), turned)];
    return reportSelfCheck(directions, command);
  }
  const report = gate === null ? null : gateOfLogs(compared, recordings);
  const words = filesAsRead(files, command);
  const next = nextSteps({ kind: 'logs', differences: compared.differences, files: words });
  const comparison: Comparison = {
    ...{ tasks: [], differences: compared.differences, missing: compared.missing, pooled: [] },
    ...{ notes: [...compared.notes, ...methodNotes()], limits: [...compared.notes, ...sourceLimits(compared)] },
  };
  const shown = { ...comparison, differences: compared.differences.map((each) => named(each, compared)) };
  printComparison(
    {
      ...{ comparison, shown, findings: [], sides: words },
      logs: { ...compared.logs, checks: resultChecks(screened.findings) },
      answer: comparisonAnswer(shown, { kind: 'logs', next }),
      about: (columns) => logLines(recordings, columns),
      ...(gate === null ? {} : { gate: { ...gate, checks: report?.checks ?? [] } }),
    },
    command,
  );
  if (report !== null) reportGate(report, { look: lookAtLogs(words) }, command);
}

/** Returns a difference with the name of its data set, or of task and score, in the place of its experiment. */
function named(difference: Difference, { logs: { task, score } }: ComparedLogs): Difference {
  return { ...difference, experiment: difference.set ?? (task === '' ? score : `${task}, ${score}`) };
}

/** Says what only logs leave open: groups that the user can name, and other scores. */
function sourceLimits({ differences, logs: { otherScores } }: ComparedLogs): readonly string[] {
  return [
    ...(differences.every(({ groups, asked }) => groups === asked)
      ? ['each item counts as independent; --group FIELD joins those that belong together']
      : []),
    ...(otherScores.length === 0 ? [] : [`other scores of these logs: ${otherScores.join(', ')} (--score NAME)`]),
  ];
}

/** Returns the gate on logs with the names that its lines and JUnit have. */
function gateOfLogs(
  { checks, notChecked, gate, gateSides, logs: { task, score } }: ComparedLogs,
  recordings: readonly RecordedLog[],
): GateReport {
  const [now = '', before = now] = pathEnds(recordings.map(({ file }) => file)).values();
  return {
    ...{ rule: 'lower', margin: 0, ...gate },
    ...{ checks: checks ?? [], notCompared: notChecked },
    sides: gateSides ?? [now, before],
    placeOf: ({ set }) => [set ?? task, score],
  };
}

function gatesOf(found: ComparedLogs | RefusedLogs, recordings: readonly RecordedLog[]): readonly GateReport[] {
  return found.kind === 'refused' ? [] : [gateOfLogs(found, recordings)];
}
