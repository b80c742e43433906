import { join } from 'node:path';
import type { Command } from 'commander';
import { safeJson } from '../../../report/render/safe-json.ts';
import { withExistingStore, withStore } from '../../../store/use-store.ts';
import { studyReport, studyReportJson } from '../../../study/report/study-report.ts';
import { studyScreen, studyTable, studyTableNames, wideStudy } from '../../../study/report/study-screen.ts';
import { studyMarkdown } from '../../../study/report/study-texts.ts';
import { AppError } from '../../../util/app-error.ts';
import { counted } from '../../../util/numbers.ts';
import { print, printScreen, tell } from '../../../util/terminal.ts';
import { isSet, textOption } from '../../flags/command-options.ts';
import { asTyped } from '../../flags/next-command.ts';
import { terminalWidth, wrapMessage } from '../../flags/terminal-options.ts';

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
    if (isSet(command, 'list')) return printScreen(studyTableNames({ results, sections, width }));
    if (table !== undefined) return printScreen(studyTable({ results, sections, width }, table));
    if (isSet(command, 'wide')) return printScreen(wideStudy(sections));
    printScreen(studyScreen(results, { width, command: asTyped(textOption(command, 'store')) }));
  });
}

/** Stores a study that was trained elsewhere, and prints its screen. */
export async function importTables(answers: string, predictions: string, command: Command): Promise<void> {
  const { importStudy } = await import('../../../study/recorded/import-study.ts');
  const { study, notes } = await importStudy(answers, predictions);
  await withStore(textOption(command, 'store'), async (store) => {
    await store.putStudy(study);
    for (const note of notes) tell(wrapMessage(`${note}\n`));
    const { results } = await studyReport(store, study.id);
    printScreen(studyScreen(results, { width: terminalWidth(), command: asTyped(textOption(command, 'store')) }));
  });
}
