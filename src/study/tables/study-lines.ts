import { terminalSections } from '../../report/render/terminal-sections.ts';
import { stateText } from '../../train/job-lines.ts';
import { escapeControls } from '../../util/text.ts';
import type { ArmJob } from '../steps/train-arms.ts';
import { type StudyRecord, studySteps } from '../study-record.ts';
import type { StudyResults } from '../study-results.ts';
import { wrapIndented } from './wrap-indented.ts';

interface StudyLinesOptions {
  readonly width: number;
  /** Whether to show every column and table. */
  readonly wide: boolean;
  /** Whether to explain each table and column. */
  readonly explain: boolean;
  /** Returns a suggested command as the user has to type it, with the store; absent: commands are shown unchanged. */
  readonly command?: (command: string) => string;
}

/** Formats a study in lines of at most `width` columns: the verdicts, their definitions, the tables, limits, next steps. */
export function studyLines(results: StudyResults, record: StudyRecord, options: StudyLinesOptions): readonly string[] {
  const { question, answer, findings, sections, limits, next, adjustedOver } = results;
  const { width, command = (text) => text } = options;
  const verdicts = findings.flatMap(({ sentence, reasons, definitions }) => [
    ...(findings.length === 1 ? [] : [escapeControls(sentence)]),
    ...reasons.map((reason) => `  ${escapeControls(reason)}`),
    ...definitions.map((line) => `  ${escapeControls(line)}`),
  ]);
  return [
    ...wrapIndented([escapeControls(question), escapeControls(answer), ...verdicts, ''], width),
    ...sections
      .map((section) => terminalSections([section], options))
      .filter((text) => text !== '')
      .flatMap((text) => [text, '']),
    ...wrapIndented(
      [
        'What limits this',
        ...limits.map((limit) => `  ${escapeControls(limit)}`),
        ...(findings.length > 1 ? [`  Adjusted together: ${adjustedOver}.`] : []),
        'Next',
        ...next.map((line) => `  ${command(line)}`),
        `runs: ${record.runs.map(({ step, run }) => `${run} (${studySteps[step]})`).join(', ')}`,
        ...(record.jobs.length === 0
          ? []
          : [`training jobs: ${record.jobs.length} finished; \`seb train list\` lists them`]),
      ],
      width,
    ),
  ];
}

/** Returns the jobs that a study waits for, and how to continue. */
export function waitingLines(jobs: readonly ArmJob[], seb: string): readonly string[] {
  return [
    ...jobs.map(({ arm, job }) => `job ${job.key.slice(0, 12)} (${escapeControls(arm.name)}): ${stateText(job)}`),
    `Training jobs are still running. Run the same command again later (or with --wait), or check them with ${seb} train list.`,
  ];
}
