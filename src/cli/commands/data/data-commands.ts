import type { Command } from 'commander';
import { AppError } from '../../../util/app-error.ts';
import { configOption, jsonOption, removedSeed, storeOption } from '../../flags/common-flags.ts';
import { addLogFlags, scoreOption } from '../../flags/log-flags.ts';

/** Adds `seb data`, and `seb card`, which describes it. */
export function addDataCommands(program: Command): void {
  const data = program.command('data').description('data sets');
  data
    .command('list')
    .description('shipped data sets: license, items, sha256')
    .addOption(jsonOption())
    .action(async (_, command: Command) => (await import('./data.ts')).listData(command));
  data
    .command('example')
    .argument('<EXPERIMENT>', 'name of an experiment (see `seb experiments`)')
    .description('print two rows of the shipped set, as JSON lines')
    .addOption(configOption())
    .action(async (experiment: string, _, command: Command) =>
      (await import('./own-data.ts')).printExample(experiment, command),
    );
  addLogFlags(data.command('check'))
    .argument(
      '<FILE...>',
      'logs of other tools, or runs; with --experiment: one file with named columns, or a published layout',
    )
    .description(
      'check the rows of logs, the answers of runs, or a data file as `seb run --items EXPERIMENT=FILE` reads it; send nothing',
    )
    .option('--experiment <NAME>', 'experiment to check a data file for; absent: logs or runs')
    .option('--study', 'the files are the tables of a study, or its folders (docs/study.md)')
    .option('--models <FILE>', 'with --study and folders: table of the trained models')
    .addOption(scoreOption())
    .option('--table <NAME>', 'logs and runs: one row for each row in question (checks)')
    .option('--map <FIELD=COLUMN...>', 'column that holds a field, as in prompt=text')
    .option('--map-value <FIELD:VALUE=NEW...>', 'value of the file and what it stands for, as in label:benign=safe')
    .addOption(configOption())
    .addOption(storeOption())
    .addOption(jsonOption())
    .action(async (files: string[], _, command: Command) => (await import('./own-data.ts')).checkFiles(files, command));
  data
    .command('print')
    .argument('<SET>', 'name of a shipped set (see `seb data list`), such as property/ladder')
    .description('print a shipped set as JSON lines, for --items EXPERIMENT=FILE')
    .option('--limit <N>', 'print the first N items only')
    .action(async (name: string, _, command: Command) => (await import('./data.ts')).printSet(name, command));
  addDrawCommand(data);
  removedCommand(data, 'generate', {
    hint: '`seb data list` lists the shipped sets, and `seb data print property/large` prints one; a clone of the project has the generators: `node workshop/generate.ts EXPERIMENT COUNT`',
  });
  removedCommand(data, 'export', {
    hint: '`seb data print SET` prints a shipped set; a clone of the project writes the release: `node workshop/release/release.ts FOLDER`',
  });
  addCardCommand(program);
}

function addDrawCommand(data: Command): void {
  data
    .command('draw')
    .argument('<EXPERIMENT>', 'name of an experiment (see `seb experiments`)')
    .description('print the items that a run draws from a file or folder, as JSON lines')
    .requiredOption('--from <FILE>', 'a data file, or a folder such as the MMLU test files')
    .option('--paper', "refuse anything but the paper's sample: 250 groups of four questions of ten MMLU subjects")
    .option('--seed <N>', 'seed of the draw', '1')
    .action(async (experiment: string, _, command: Command) =>
      (await import('./data.ts')).drawData(experiment, command),
    );
}

/** Adds a hidden command that was removed: it accepts any arguments and throws an AppError that says what replaces it. */
function removedCommand(data: Command, name: string, { hint }: { readonly hint: string }): void {
  data
    .command(name, { hidden: true })
    .allowUnknownOption()
    .allowExcessArguments()
    .action(() => {
      throw new AppError('removed-command', `\`seb data ${name}\` was removed`, { hint });
    });
}

function addCardCommand(program: Command): void {
  program
    .command('card')
    .argument('[RUN...]', 'ids or names of the runs to describe, with their results (default: the shipped benchmark)')
    .description('print a BenchmarkCard: purpose, data, methods, interpretation, risks, limits, licenses')
    .option('--study [STUDY]', 'describe a finished study instead: beginning of its id (default: the latest)')
    .option('--statements <FILE>', 'JSON with what only a person can state (default: data/card/statements.json)')
    .addOption(removedSeed())
    .addOption(configOption())
    .addOption(storeOption())
    .addOption(jsonOption())
    .action(async (ids: string[], _, command: Command) => (await import('./card.ts')).card(ids, command));
}
