import type { Command } from 'commander';
import { withStore } from '../../../store/use-store.ts';
import { importStudy } from '../../../study/recorded/import-study.ts';
import { studyReport } from '../../../study/report/study-report.ts';
import { studyScreen } from '../../../study/tables/study-lines.ts';
import { print, tell } from '../../../util/terminal.ts';
import { textOption } from '../../flags/command-options.ts';
import { asTyped } from '../../flags/next-command.ts';
import { terminalWidth, wrapMessage } from '../../flags/terminal-options.ts';

/** Stores a study that was trained elsewhere, and prints its screen. */
export async function importTables(answers: string, predictions: string, command: Command): Promise<void> {
  const { study, notes } = await importStudy(answers, predictions);
  await withStore(textOption(command, 'store'), async (store) => {
    await store.putStudy(study);
    for (const note of notes) tell(wrapMessage(`${note}\n`));
    const { results } = await studyReport(store, study.id);
    print(studyScreen(results, { width: terminalWidth(), command: asTyped(textOption(command, 'store')) }));
  });
}
