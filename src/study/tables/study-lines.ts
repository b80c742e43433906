import { shareCell } from '../../report/model/report-table.ts';
import { stateText } from '../../train/job-lines.ts';
import { fraction } from '../../util/numbers.ts';
import { escapeControls } from '../../util/text.ts';
import { ruleName } from '../analyses/baselines/rule-names.ts';
import { minCoverage } from '../analyses/min-coverage.ts';
import type { PairRecord, StudyResult } from '../analyses/study-result.ts';
import type { StudyOutcome } from '../steps/run-study.ts';
import type { ArmJob } from '../steps/train-arms.ts';
import { studySteps } from '../study-record.ts';
import { analysisLines } from './analysis-lines.ts';
import { estimateText } from './estimate-text.ts';
import { studyTable, wrapLines } from './study-table.ts';

type Finished = Extract<StudyOutcome, { readonly kind: 'finished' }>;

/**
 * Formats a finished study in lines of at most `width` columns: one verdict for each pair, the matrix of accuracies, I
 * and E, and their basis.
 */
export function finishedLines({ result, record }: Finished, notice: string | null, width: number): readonly string[] {
  const verdicts = result.pairs.flatMap(({ sentence, reasons, caution }) => [
    escapeControls(sentence),
    ...[...reasons, ...(caution === null ? [] : [caution])].map((reason) => `  ${escapeControls(reason)}`),
  ]);
  const lines = [
    ...(notice === null ? [] : [notice, '']),
    ...verdicts,
    ...result.pairs.flatMap((pair) => ['', ...pairLines(pair, width)]),
    '',
    ...untrainedLines(result),
    ...ruleLines(result),
    '',
    ...analysisLines(result, width),
    `${record.testItems} test items, ${record.testStrings} strings; 95 % intervals by ${result.resamples} bootstrap draws over strings.`,
    ...record.notes,
    `runs: ${record.runs.map(({ step, run }) => `${run} (${studySteps[step]})`).join(', ')}`,
    ...(record.jobs.length === 0
      ? []
      : [`training jobs: ${record.jobs.length} finished; \`seb train list\` lists them, --json names their models`]),
  ];
  return wrapLines(lines, width);
}

/** Returns the matrix S of a pair (share of right predictions, macro over groups) and the statistics from it. */
function pairLines({ a, b, accuracy, I, E, plain, excludedGroups }: PairRecord, width: number): readonly string[] {
  const cell = (value: number | undefined) => shareCell(value, I.missing ?? 'not measured');
  const [left, right] = [escapeControls(a), escapeControls(b)];
  const fits = 2 * (left.length + right.length) + 40 <= width;
  const [first, second] = fits ? [left, right] : ['the first', 'the second'];
  const matrix = studyTable(
    [{ name: 'S: share correct', isText: true }, { name: `about ${first}` }, { name: `about ${second}` }],
    [
      [`${left} trained on it`, cell(accuracy?.aa), cell(accuracy?.ab)],
      [`${right} trained on it`, cell(accuracy?.ba), cell(accuracy?.bb)],
    ],
    width,
  );
  return [
    matrix,
    '',
    `I (double difference)  ${estimateText(I)}`,
    `E (excess)             ${estimateText(E)}`,
    ...plain.map(
      (each) =>
        `${escapeControls(each.target)} minus ${escapeControls(each.other)} about ${escapeControls(each.target)}: ${estimateText(each)}`,
    ),
    ...excludedGroups.map(({ group, reason }) => `excluded: ${escapeControls(group)} (${reason})`),
  ];
}

/**
 * Returns the accuracy of each model about itself before training, macro over groups, with the share of readable
 * predictions.
 */
function untrainedLines({ untrainedPairs, accuracy: entries }: StudyResult): readonly string[] {
  const own = new Map<string, number>();
  for (const { a, b, accuracy } of untrainedPairs) {
    if (accuracy !== null) own.set(a, accuracy.aa).set(b, accuracy.bb);
  }
  return [...own].map(([model, value]) => {
    const rows = entries.filter(({ arm, base, target }) => arm === 'untrained' && base === model && target === model);
    const n = rows.reduce((sum, row) => sum + row.n, 0);
    const readable = rows.reduce((sum, row) => sum + row.coverage * row.n, 0) / n;
    const accuracy = readable < minCoverage ? 'n/a' : fraction(value);
    return `before training, ${escapeControls(model)} about itself: ${accuracy}, ${(100 * readable).toFixed(0)} % of predictions readable`;
  });
}

/** Returns by how much each target's own trained model exceeds the best baseline rule. */
function ruleLines({ beyondBaselines }: StudyResult): readonly string[] {
  return beyondBaselines.map(
    ({ predictor, target, best, difference }) =>
      `${escapeControls(predictor)} about ${escapeControls(target)}, minus the best baseline rule (${best === null ? 'none' : ruleName(best)}): ${estimateText(difference)}`,
  );
}

/** Returns the jobs that a study waits for, and how to continue. */
export function waitingLines(jobs: readonly ArmJob[], seb: string): readonly string[] {
  return [
    ...jobs.map(({ arm, job }) => `job ${job.key.slice(0, 12)} (${escapeControls(arm.name)}): ${stateText(job)}`),
    `Training jobs are still running. Run the same command again later (or with --wait), or check them with ${seb} train list.`,
  ];
}
