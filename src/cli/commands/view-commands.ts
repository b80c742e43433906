import { type Command, Option } from 'commander';
import {
  attributesOption,
  configOption,
  explainOption,
  jsonOption,
  pagerOption,
  removedFlag,
  storeOption,
} from '../flags/common-flags.ts';

/** Adds the flags that select rows of a run. */
export function addRowFlags(command: Command): Command {
  return command
    .option('--wrong', 'only rows whose prediction differs from most executions')
    .option('--mixed', 'only rows whose executions are split evenly')
    .option('--missing', 'only rows without a usable prediction or outcome')
    .option('--graded', 'only rows with grades, which are neither right nor wrong')
    .option('--divergent', 'only rows on which the models of the run behaved differently')
    .option('--experiment <NAME>', 'only this experiment')
    .option('--model <NAME>', 'only this model')
    .option('--condition <NAME>', 'only this condition');
}

/** Adds the commands that show single items: list, view, label. */
export function addViewCommands(program: Command): void {
  addRowFlags(program.command('items'))
    .argument('<RUN>', 'id or name of the run, or latest')
    .description('list the items of a run: predicted, done, right or wrong')
    .option('--right', 'only rows whose prediction matches most executions')
    .option('--reason <REASON>', 'only rows that are missing for this reason, such as "prediction: unparsed"')
    .option('--search <TEXT>', 'only rows whose title, id or answers contain the text or match a pattern: /coach|bus/')
    .option('--matrix', 'items by models: a row for each item, a column for each model')
    .option('--all', 'show all rows instead of the first 50')
    .addOption(pagerOption())
    .option('--csv', 'all columns as CSV')
    .addOption(explainOption('what each column of --csv holds').conflicts('json'))
    .addOption(configOption())
    .addOption(storeOption())
    .addOption(jsonOption('one JSON object per line'))
    .action(async (id: string, _, command: Command) => (await import('./items.ts')).items(id, command));
  program
    .command('view')
    .description('open the viewer on a store, live during runs')
    .option('--port <N>', 'port to listen on (default: 4680, or the next free one)')
    .option(
      '--host <ADDRESS>',
      'address to listen on (default: localhost only; other addresses require the printed token)',
    )
    .option('--no-open', 'do not open a browser')
    .option('--worth <FILE>', 'also show this result of `seb worth --json`')
    .addOption(attributesOption())
    .addOption(configOption())
    .addOption(storeOption())
    .addOption(
      removedFlag(
        '--export',
        'a report is a page without scripts',
        '`seb report RUN --out FOLDER` writes it, for any web host; `seb view` searches all items',
      ),
    )
    .action(async (_, command: Command) => (await import('./view.ts')).view(command));
  program
    .command('index', { hidden: true })
    .argument('[RUN...]', 'ids of the runs (default: all of the store)')
    .description('update the index of the viewer')
    .addOption(attributesOption())
    .addOption(configOption())
    .addOption(storeOption())
    .addOption(jsonOption())
    .action(async (ids: string[], _, command: Command) => (await import('./index-runs.ts')).indexRuns(ids, command));
  addLabelCommands(program);
}

function addLabelCommands(program: Command): void {
  const label = program.command('label').description('human labels of responses, to compare with the judges');
  label
    .command('sample')
    .argument('<RUN>', 'id or name of the run, or latest')
    .argument('<COUNT>', 'number of responses')
    .description('draw responses to label, without model, judge or prediction')
    .addOption(new Option('--stratify <BY>', "draw equal numbers of each of the judge's verdicts").choices(['judge']))
    .option('--seed <N>', 'random seed of the draw', '1')
    .option('--out <FILE>', 'CSV file to write (default: stdout)')
    .addOption(configOption())
    .addOption(storeOption())
    .action(async (id: string, count: string, _, command: Command) =>
      (await import('./label.ts')).sampleLabels(id, count, command),
    );
  label
    .command('import')
    .argument('<FILE>', 'CSV file of `seb label sample` with the column "value" filled in')
    .description('add the labels of one person; nothing is added if a line is invalid')
    .requiredOption('--by <NAME>', 'name of the person who labeled')
    .addOption(configOption())
    .addOption(storeOption())
    .action(async (file: string, _, command: Command) => (await import('./label.ts')).importLabels(file, command));
  label
    .command('export')
    .description('print every label as CSV')
    .addOption(storeOption())
    .action(async (_, command: Command) => (await import('./label.ts')).exportLabels(command));
  label
    .command('results')
    .argument('[RUN...]', 'ids of the runs (default: all of the store)')
    .description('agreement between people and with the judges, and corrected rates')
    .addOption(configOption())
    .addOption(storeOption())
    .addOption(jsonOption())
    .action(async (ids: string[], _, command: Command) => (await import('./label.ts')).labelResults(ids, command));
}
