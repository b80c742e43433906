import type { Command } from 'commander';
import { type AnalyzedRuns, analyzeRuns, type ReadRuns, type RunsAnalysis } from '../../analyze/analyze-runs.ts';
import { csvReport, estimatesTable } from '../../report/render/csv.ts';
import { junitOfFindings, writeJunit } from '../../report/render/junit.ts';
import { explainedTables } from '../../report/render/terminal-table.ts';
import {
  explainedReport,
  jsonReport,
  markdownReport,
  namedTable,
  tableList,
  terminalFacts,
  terminalReport,
  wideReport,
} from '../../report/render-report.ts';
import type { Selection } from '../../results/results.ts';
import type { StudyStory } from '../../results/study-story.ts';
import type { Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { counted } from '../../util/numbers.ts';
import { print, tell, wrapTyped } from '../../util/terminal.ts';
import { pagerOf, printPaged } from '../execution/page-lines.ts';
import { writeFiles } from '../execution/write-files.ts';
import { attributesGiven } from '../flags/attributes-flag.ts';
import { isSet, textOption } from '../flags/command-options.ts';
import { kinshipGiven } from '../flags/kinship-flags.ts';
import { asTyped } from '../flags/next-command.ts';
import { terminalWidth } from '../flags/terminal-options.ts';
import { withSelection } from '../flags/with-runs.ts';
import { worthGiven } from '../flags/worth-flag.ts';
import { tellRunChecks } from './run-checks.ts';

/** Returns what the study of the selected runs found. Studies are loaded only where there is one. */
async function storyIn(store: Store, selection: Selection): Promise<StudyStory | null> {
  const { storyOfSelection } = await import('../../study/report/study-story.ts');
  return await storyOfSelection(store, selection);
}

/** Prints the scores of runs, and writes the files of their report with `--out`. */
export async function report(ids: readonly string[], command: Command): Promise<void> {
  await withSelection(ids, command, async ({ store, selection, ...open }) => {
    const study = selection.kind === 'study' ? await storyIn(store, selection) : null;
    await reportRuns({ ...open, ...orderOf(ids), store, selection, ...(study === null ? {} : { study }) }, command);
  });
}

/** Returns which of two models is the first side of a difference: runs or models that the user named keep their order, as logs do. */
export function orderOf(ids: readonly string[], models: readonly string[] | null = null): Pick<AnalyzedRuns, 'order'> {
  if (ids.length >= 2) return { order: 'as given' };
  return models === null || models.length < 2 ? {} : { order: models };
}

/** Returns what the flags declare about the models of runs, and how they are read. */
export async function declared({ runs }: Pick<AnalyzedRuns, 'runs'>, command: Command) {
  const kinship = kinshipGiven(command, runs);
  const how = { keepsFilled: isSet(command, 'keepFilled'), readAgain: isSet(command, 'readAgain') };
  return { kinship, ...how, ...(await attributesGiven(runs, command)) };
}

/** Prints the scores of runs of a store, and writes the files that the flags ask for. */
export async function reportRuns(
  { reportCommand, ...selected }: ReadRuns & { readonly reportCommand?: string },
  command: Command,
): Promise<void> {
  const folder = textOption(command, 'out');
  if (folder === undefined && isSet(command, 'png'))
    throw new AppError('png-without-out', '--png needs --out', { hint: 'for example --out my-report --png' });
  const worth = worthGiven(selected.runs, command);
  if (folder === undefined && worth !== null)
    throw new AppError('worth-choice', '--worth needs --out', {
      hint: 'for example --worth worth.json --out my-report',
    });
  const read = { ...selected, ...(await declared(selected, command)) };
  const analysis =
    folder === undefined
      ? await analyzeRuns(read)
      : await writeFiles(read, {
          ...{ folder, besidePaper: isSet(command, 'besidePaper'), png: isSet(command, 'png') },
          ...(worth === null ? {} : { worth }),
        });
  if (selected.logs === undefined) tellRunChecks(analysis.checks, ['other model']); // its facts name other models
  const records = textOption(command, 'eee');
  if (records !== undefined) await writeRecords(read, records);
  printReport(analysis, { ...read, ...(reportCommand === undefined ? {} : { reportCommand }) }, command);
}

/** The runs of a report, and the command that reports them. */
interface AboutReport extends Pick<AnalyzedRuns, 'runs'> {
  readonly reportCommand?: string;
}

/** Prints an analysis in the form that the flags ask for, whether its outcomes are those of a store or of logs. */
export function printReport(analysis: RunsAnalysis, about: AboutReport, command: Command): void {
  const junit = textOption(command, 'junit');
  if (junit !== undefined) writeJunit(junit, junitOfFindings(analysis.results().findings));
  if (isSet(command, 'json')) print(jsonReport(analysis, about));
  else if (isSet(command, 'csv') && isSet(command, 'explain'))
    printPaged(explainedTables([estimatesTable], terminalWidth()), pagerOf(command));
  else if (isSet(command, 'csv'))
    print(`${csvReport(analysis.estimates, analysis.results().findings)}\r`); // RFC 4180: the last line has no special ending
  else if (isSet(command, 'markdown')) print(markdownReport(analysis));
  else printPaged(screenOf(analysis, about, command).split('\n'), pagerOf(command));
}

/** Returns what the terminal shows: one table or the names of all, the verdicts at full width, or the first screen. */
function screenOf(analysis: RunsAnalysis, { reportCommand = 'seb report' }: AboutReport, command: Command): string {
  const table = textOption(command, 'table');
  const width = isSet(command, 'wide') ? Number.MAX_SAFE_INTEGER : terminalWidth();
  const explain = isSet(command, 'explain');
  if (isSet(command, 'list')) return tableList(analysis, width, reportCommand);
  if (table !== undefined) return namedTable(analysis, table, { width, explain });
  const explained = explain ? ['', ...explainedReport(analysis, terminalWidth())] : [];
  if (isSet(command, 'wide')) return [wideReport(analysis), ...explained].join('\n');
  const limitsCommand = `${reportCommand} --table limits`;
  const typed = asTyped(textOption(command, 'store'));
  return [
    terminalReport(analysis, { width, command: typed, limitsCommand }),
    ...terminalFacts(analysis).flatMap((line) => wrapTyped(line, terminalWidth())),
    ...explained,
  ].join('\n');
}

/** Writes records of Every Eval Ever, and prints on stderr what was written and what was not. */
async function writeRecords(read: ReadRuns, folder: string): Promise<void> {
  const { writeEeeRecords } = await import('../../report/export/eee-records.ts');
  const { records, samples, unscored } = await writeEeeRecords(read, folder);
  const without =
    unscored === 0
      ? ''
      : `; ${counted(unscored, 'group')} without any score ${unscored === 1 ? 'has' : 'have'} no record`;
  tell(
    `wrote ${counted(records, 'record')} of Every Eval Ever with ${counted(samples, 'sample')} to ${folder}${without}\n`,
  );
}
