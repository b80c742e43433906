import { maxStudyLines, type ScreenOptions, screenText } from '../../report/render/screen.ts';
import {
  explainedTables,
  limitsList,
  type NamedList,
  tableNamed,
  tableNames,
  terminalSections,
} from '../../report/render/terminal-table.ts';
import type { ReportSection, ReportTable } from '../../results/page.ts';
import type { StudyFindings } from '../../results/study-result.ts';
import { stateText } from '../../train/job-lines.ts';
import { escapeControls } from '../../util/text.ts';
import type { ArmJob } from '../steps/train-arms.ts';
import { afterTraining } from './study-sections.ts';

/** Returns the screen of a study: the verdict, who predicts whom after the same training, limits, next steps. */
export function studyScreen(
  results: StudyFindings,
  { explain = false, ...look }: Omit<ScreenOptions, 'maxLines' | 'limitsCommand'> & { readonly explain?: boolean },
): string {
  const { study, question, answer, sections, limits, next } = results;
  const table = afterTraining(sections);
  const screen = screenText(
    {
      question: escapeControls(question),
      answer: escapeControls(answer),
      tables: table === null ? [] : [{ ...table, title: '' }],
      limits: limits.map(escapeControls),
      next,
      unfinished: [],
    },
    {
      ...look,
      maxLines: maxStudyLines,
      limitsCommand: `seb study report ${study.slice(0, 12)} --table limits`,
    },
  );
  const explained = explain && table !== null ? ['', ...explainedTables([table], look.width)] : [];
  return [screen, ...explained].join('\n');
}

/** Returns all tables of a study at full width. */
export function wideStudy(sections: readonly ReportSection[], explain: boolean): string {
  return terminalSections(sections, { width: Number.POSITIVE_INFINITY, wide: true, explain });
}

/** A study whose tables are shown by name. */
interface NamedStudy {
  readonly results: StudyFindings;
  /** The sections of the results, and the costs. */
  readonly sections: readonly ReportSection[];
  /** Width of the terminal in columns. */
  readonly width: number;
  /** Whether to explain each column below a table; absent: no. */
  readonly explain?: boolean;
}

/** Returns the names of the tables of a study, a line each. */
export function studyTableNames({ results, sections, width }: NamedStudy): string {
  const command = `seb study report ${results.study.slice(0, 12)}`;
  return tableNames({ tables: tablesOf(sections), lists: listsOf(results), width }, command);
}

/** Returns one table of a study by its name. AppError `unknown-table` with near names for an unknown one. */
export function studyTable({ results, sections, ...look }: NamedStudy, name: string): string {
  const listCommand = `seb study report ${results.study.slice(0, 12)} --list`;
  return tableNamed({ tables: tablesOf(sections), lists: listsOf(results), ...look }, name, listCommand);
}

function tablesOf(sections: readonly ReportSection[]): readonly ReportTable[] {
  return sections.flatMap(({ tables }) => tables);
}

/** Returns the reasons of each verdict with the definitions of I and E, and the limits. */
function listsOf({ findings, limits, adjustedOver }: StudyFindings): readonly NamedList[] {
  const reasons = findings.flatMap((each) => [each.sentence, ...each.reasons, ...each.definitions]);
  const lines = [...reasons, `Adjusted together: ${adjustedOver}.`].map(escapeControls);
  return [{ id: 'reasons', title: 'How the verdict was reached', lines }, limitsList(limits.map(escapeControls))];
}

/** Returns the jobs that a study waits for, and how to continue. */
export function waitingLines(jobs: readonly ArmJob[]): readonly string[] {
  return [
    ...jobs.map(({ arm, job }) => `job ${job.key.slice(0, 12)} (${escapeControls(arm.name)}): ${stateText(job)}`),
    `Training jobs are still running. Run the same command again later (or with --wait), or check them with \`seb train list\`.`,
  ];
}
