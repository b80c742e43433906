import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { safeJson } from '../../../report/render/safe-json.ts';
import { withExistingStore, withStore } from '../../../store/use-store.ts';
import { studyReport, studyReportJson } from '../../../study/report/study-report.ts';
import { studyScreen, studyTable, studyTableNames, wideStudy } from '../../../study/report/study-screen.ts';
import { studyMarkdown } from '../../../study/report/study-texts.ts';
import { AppError } from '../../../util/app-error.ts';
import { counted } from '../../../util/numbers.ts';
import { shellWord } from '../../../util/shell-word.ts';
import { print, printScreen, tell } from '../../../util/terminal.ts';
import { oneLine } from '../../../util/text.ts';
import { pagerOf, printPaged } from '../../execution/page-lines.ts';
import { isSet, textOption } from '../../flags/command-options.ts';
import { asTyped } from '../../flags/next-command.ts';
import { terminalWidth, wrapScreen } from '../../flags/terminal-options.ts';

/** Prints a finished study, and writes the files of its report with `--out`. */
export async function reportStudy(id: string | null, command: Command): Promise<void> {
  const folder = textOption(command, 'out');
  const png = isSet(command, 'png');
  if (folder === undefined && png)
    throw new AppError('png-without-out', '--png needs --out', { hint: 'for example --out my-report --png' });
  await withExistingStore(textOption(command, 'store'), async (store) => {
    const report = await studyReport(store, id);
    if (folder !== undefined) {
      const { writeStudyFiles } = await import('../../../study/report/study-files.ts');
      const { files } = await writeStudyFiles(report, { folder, png });
      tell(`wrote ${counted(files.length, 'file')}; open ${join(folder, 'study.md')}\n`);
    }
    if (isSet(command, 'json')) return print(safeJson(studyReportJson(report)));
    if (isSet(command, 'markdown')) return print(studyMarkdown(report, []));
    const { results, sections } = report;
    const width = terminalWidth();
    const table = textOption(command, 'table');
    const explain = isSet(command, 'explain');
    const text = isSet(command, 'list')
      ? studyTableNames({ results, sections, width })
      : table !== undefined
        ? studyTable({ results, sections, width, explain }, table)
        : isSet(command, 'wide')
          ? wideStudy(sections, explain)
          : studyScreen(results, { width, explain, command: asTyped(textOption(command, 'store')) });
    printPaged(text.split('\n'), pagerOf(command));
  });
}

/** Stores a study that was trained elsewhere, from two tables or from folders of runs, and prints its screen. */
export async function importStudyFiles(paths: readonly string[], command: Command): Promise<void> {
  const { study, notes, findings } = await readStudy(paths, textOption(command, 'models') ?? null);
  const { checkLine } = await import('../../../recordings/checks/check-recordings.ts');
  for (const finding of findings) tell(`check: ${checkLine(finding, 1)}\n`);
  await withStore(textOption(command, 'store'), async (store) => {
    await store.putStudy(study);
    for (const note of notes) tell(`${note}\n`);
    const report = await studyReport(store, study.id, importCommand(paths, command));
    const { results } = report;
    if (isSet(command, 'json')) return print(safeJson({ ...studyReportJson(report), checks: findings }));
    printScreen(studyScreen(results, { width: terminalWidth(), command: asTyped(textOption(command, 'store')) }));
  });
}

/** Returns the command that imports the same paths again. */
function importCommand(paths: readonly string[], command: Command): string {
  const models = textOption(command, 'models');
  const words = [...paths, ...(models === undefined ? [] : ['--models', models])];
  return `seb study import ${words.map(shellWord).join(' ')}`;
}

/** Prints what is wrong with the tables of a study, and what they cannot show; stores nothing. */
export async function checkStudyFiles(paths: readonly string[], command: Command): Promise<void> {
  const { refuseOtherTable, rowsTable } = await import('../logs/check-logs.ts');
  refuseOtherTable(command);
  const { findings } = await readStudy(paths, textOption(command, 'models') ?? null);
  if (isSet(command, 'json')) return print(safeJson({ checks: findings }));
  if (textOption(command, 'table') !== undefined) return printScreen(rowsTable(findings));
  const { checkLine } = await import('../../../recordings/checks/check-recordings.ts');
  if (findings.length === 0) printScreen('No row is in doubt.');
  for (const finding of findings) printScreen(wrapScreen(`- ${checkLine(finding, 1)}`));
}

/** Creates the error for paths that are neither two tables nor folders alone: it says what they are. */
function noStudy(paths: readonly string[], folders: readonly string[], models: string | null): AppError {
  const files = paths.filter((path) => !folders.includes(path));
  const shown = (names: readonly string[]) => oneLine(names.slice(0, 3).join(', '), 200);
  const given =
    folders.length > 0
      ? `${shown(folders)} is a folder and ${shown(files)} is not`
      : models !== null
        ? `--models is about folders, and ${shown(files)} is not one`
        : `${counted(files.length, 'table')} given`;
  const [folder = 'FOLDER'] = folders;
  const table = files.length === 1 ? (files[0] ?? '') : 'models.csv';
  return new AppError('study-table', `a study is two tables, answers and predictions, or folders of runs: ${given}`, {
    hint: `\`seb study import answers.csv predictions.csv\`, or \`seb study import ${shellWord(folder)} --models ${shellWord(folders.length > 0 ? table : 'models.csv')}\``,
  });
}

async function readStudy(paths: readonly string[], models: string | null) {
  const folders = paths.filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true);
  const [answers, predictions, ...others] = paths;
  if (folders.length === paths.length) {
    const { importStudyFolder } = await import('../../../study/recorded/import-folder.ts');
    return await importStudyFolder(paths, models);
  }
  if (folders.length > 0 || models !== null || answers === undefined || predictions === undefined || others.length > 0)
    throw noStudy(paths, folders, models);
  const { importStudy } = await import('../../../study/recorded/import-study.ts');
  return await importStudy(answers, predictions);
}
