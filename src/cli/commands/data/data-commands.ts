import type { Command } from 'commander';
import { configOption, jsonOption, removedSeed, storeOption } from '../../flags/common-flags.ts';

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
  data
    .command('check')
    .argument('<FILE>', 'CSV, TSV, JSON, JSON lines or Parquet with named columns, or a published layout')
    .description('read a data file as `seb run --items EXPERIMENT=FILE` would; send nothing')
    .requiredOption('--experiment <NAME>', 'experiment to check the file for')
    .option('--map <FIELD=COLUMN...>', 'column that holds a field, as in prompt=text')
    .option('--map-value <FIELD:VALUE=NEW...>', 'value of the file and what it stands for, as in label:benign=safe')
    .addOption(configOption())
    .addOption(jsonOption())
    .action(async (file: string, _, command: Command) => (await import('./own-data.ts')).checkData(file, command));
  data
    .command('generate')
    .argument('<EXPERIMENT>', 'name of an experiment (see `seb experiments`)')
    .argument('<COUNT>', 'number of items to generate (at least 10,000 per experiment)')
    .description('print a larger generated set as JSON lines')
    .option(
      '--seed <N>',
      "seed of the generator (default: the starter set's seed, so that the larger set begins with the starter set)",
    )
    .option(
      '--topic <TEXT...>',
      'topics of the items, used in turn, for experiments with topics (default: built-in topics)',
    )
    .option(
      '--task <NAME>',
      'generate items of this task only, for experiments with tasks (default: all tasks, in blocks)',
    )
    .option(
      '--ladder',
      'generate tasks of growing difficulty along several axes, with the same strings at every rung, for experiments with a ladder',
    )
    .action(async (experiment: string, count: string, _, command: Command) =>
      (await import('./data.ts')).generateData(experiment, count, command),
    );
  addReleaseCommands(data);
  addCardCommand(program);
}

function addReleaseCommands(data: Command): void {
  data
    .command('draw')
    .argument('<EXPERIMENT>', 'name of an experiment (see `seb experiments`)')
    .description('print the items that a run draws from a file or folder, as JSON lines')
    .requiredOption('--from <FILE>', 'a data file, or a folder such as the MMLU test files')
    .option('--paper', "refuse anything but the paper's sample: 250 groups of four questions of ten MMLU subjects")
    .option('--seed <N>', 'seed of the draw', '1')
    .action(async (experiment: string, _, command: Command) =>
      (await import('./data-release.ts')).drawData(experiment, command),
    );
  data
    .command('export')
    .argument('<FOLDER>', 'folder to write')
    .description('write the release of 10,000 generated examples: JSON lines, hashes, Croissant metadata, a hub page')
    .addOption(jsonOption())
    .action(async (folder: string, _, command: Command) =>
      (await import('./data-release.ts')).exportData(folder, command),
    );
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
