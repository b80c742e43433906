import type { Command } from 'commander';
import { nextSteps } from '../../analyze/next-steps/next-steps.ts';
import { storedWorks } from '../../answers/stored-run.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import { shellWord } from '../../util/shell-word.ts';
import { print, printScreen } from '../../util/terminal.ts';
import { readItem } from '../../view/page/item-sessions.ts';
import { nextRow } from '../../view/search-index/next-row.ts';
import { chooseTasks, isTaskOf } from '../../view/text/choose-items.ts';
import { itemJson, itemText } from '../../view/text/item-text.ts';
import { isSet, textOption } from '../flags/command-options.ts';
import { printNext } from '../flags/next-command.ts';
import { choosesRows, rowFilter, rowFlags, withRowIndex } from '../flags/row-filter.ts';
import { terminalWidth } from '../flags/terminal-options.ts';
import { withRun } from '../flags/with-runs.ts';

/** Prints one item with its prompts and answers, session by session. */
export async function show(id: string, item: string | null, command: Command): Promise<void> {
  const next = isSet(command, 'next');
  const step =
    choosesRows(command) || next
      ? await withRowIndex(id, command, (database, { run }) =>
          nextRow(database, { filter: rowFilter(run.id, command), item, next }),
        )
      : null;
  await withRun(id, command, async ({ store, run, experiments }) => {
    const all = [...(await storedWorks(store, run, experiments))];
    const [experiment, model] = [textOption(command, 'experiment') ?? null, textOption(command, 'model') ?? null];
    const tasks =
      step === null ? chooseTasks(all, { item, experiment, model }) : all.filter((task) => isTaskOf(task, step.row));
    const read = [];
    for (const task of tasks) read.push(await readItem(store, task));
    if (isSet(command, 'json')) return print(safeJson(read.map(itemJson)));
    const isFirst = item === null && step === null;
    const options = { run: run.id.slice(0, 12), isFirst, full: isSet(command, 'full'), columns: terminalWidth() };
    printScreen(read.map((each) => itemText(each, options)).join('\n\n'));
    if (step !== null) printScreen(`\nrow ${step.position} of ${step.total}`);
    const onward = step === null ? null : nextCommand(run.id, command);
    printNext(nextSteps({ kind: 'item', run: run.id, item, onward }), command);
  });
}

/** Returns the command with its flags, for continuing with the next row. */
function nextCommand(run: string, command: Command): string {
  return `seb show ${shellWord(run)}${rowFlags(command)} --next`;
}
