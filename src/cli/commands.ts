import { type Command, Option } from 'commander';
import { addResumeFlags, addRunFlags } from './run-flags.ts';

const storeOption = () =>
  new Option('--store <FILE>', 'journal of calls and answers (default .seb/store.sqlite)').env('SEB_STORE');
const configOption = () =>
  new Option('--config <FILE>', 'config file with own experiments (default: seb.config.ts, where it is)');
const jsonOption = () => new Option('--json', 'machine-readable output on stdout');

/** Adds every command; what a command needs is loaded when it is called, so that help is quick. */
export function addCommands(program: Command): Command {
  program
    .description(
      'Find out whether a language model can predict itself.\nEvery score stands beside chance, other models and a true second execution.',
    )
    .showHelpAfterError('(see `seb --help`)')
    .showSuggestionAfterError();
  addRunCommands(program);
  addReadCommands(program);
  addSetUpCommands(program);
  for (const command of program.commands) command.showHelpAfterError(`(see \`seb ${command.name()} --help\`)`);
  return program;
}

function addRunCommands(program: Command): void {
  addRunFlags(program.command('run'))
    .description('run experiments on models; the same command again resumes')
    .option('--dry-run', 'print calls, tokens, money and the smallest difference that could be told; send nothing')
    .addOption(jsonOption())
    .action(async (_, command: Command) => (await import('./commands/run.ts')).run(command));
  addResumeFlags(program.command('resume'))
    .argument('<RUN>', 'id of the run')
    .description('go on with a run that was paused, killed or left incomplete')
    .addOption(jsonOption())
    .action(async (id: string, _, command: Command) => (await import('./commands/resume.ts')).resume(id, command));
  program
    .command('demo', { hidden: true })
    .description('the main job on the bundled models')
    .addOption(storeOption())
    .action(async (_, command: Command) => (await import('./commands/demo.ts')).demo(command));
}

function addReadCommands(program: Command): void {
  program
    .command('list')
    .description('list the runs of a store')
    .addOption(storeOption())
    .addOption(jsonOption())
    .action(async (_, command: Command) => (await import('./commands/list.ts')).list(command));
  program
    .command('show')
    .argument('<RUN>', 'id of the run')
    .argument('[ITEM]', 'id of the item (default: the first)')
    .description('show one item with all its sessions side by side')
    .option('--experiment <NAME>', 'only this experiment')
    .option('--model <NAME>', 'only this model')
    .option('--full', 'whole texts, not their beginnings')
    .addOption(configOption())
    .addOption(storeOption())
    .addOption(jsonOption())
    .action(async (id: string, item: string | undefined, _, command: Command) =>
      (await import('./commands/show.ts')).show(id, item ?? null, command),
    );
  program
    .command('score')
    .argument('[RUN...]', 'ids of the runs (default: all of the store)')
    .description('read and score the stored answers anew; no call is made')
    .addOption(configOption())
    .addOption(storeOption())
    .addOption(jsonOption())
    .action(async (ids: string[], _, command: Command) => (await import('./commands/score.ts')).score(ids, command));
  program
    .command('report')
    .argument('[RUN...]', 'ids of the runs (default: all of the store)')
    .description('scores with intervals, base rates and coverage')
    .addOption(new Option('--csv', 'estimates as CSV').conflicts(['json', 'markdown']))
    .addOption(new Option('--markdown', 'tables as Markdown').conflicts(['json', 'csv']))
    .option(
      '--out <FOLDER>',
      'write report.html and everything beside it: Markdown, CSV, JSON, SVG, LaTeX, Inspect logs',
    )
    .option('--seed <N>', 'seed of the bootstrap', '1')
    .option('--all', 'every measure under every policy, not only the headline tables')
    .addOption(configOption())
    .addOption(storeOption())
    .addOption(jsonOption())
    .action(async (ids: string[], _, command: Command) => (await import('./commands/report.ts')).report(ids, command));
  addCompareCommands(program);
}

function addCompareCommands(program: Command): void {
  program
    .command('compare')
    .argument('[RUN...]', 'ids of the runs (default: all of the store)')
    .description('models on the same items: who predicts whom, self-advantage, paired differences')
    .option('--seed <N>', 'seed of bootstrap and permutation', '1')
    .addOption(configOption())
    .addOption(storeOption())
    .addOption(jsonOption())
    .action(async (ids: string[], _, command: Command) =>
      (await import('./commands/compare.ts')).compare(ids, command),
    );
  program
    .command('rasch')
    .argument('[SCORES.csv]', "models x benchmarks, shares in [0, 1], empty = missing (default: the paper's table)")
    .description('abilities and difficulties on one scale, from benchmark scores')
    .addOption(
      new Option('--method <NAME>', "ml: converging fit; paper: the paper's recipe")
        .choices(['paper', 'ml'])
        .default('ml'),
    )
    .addOption(jsonOption())
    .action(async (file: string | undefined, _, command: Command) =>
      (await import('./commands/rasch.ts')).rasch(file ?? null, command),
    );
}

function addSetUpCommands(program: Command): void {
  const imports = program.command('import').description('read published recordings into ordinary runs');
  imports
    .command('self-execution-benchmark')
    .argument('<FOLDER>', "clone of the authors' repository")
    .description('recordings of arXiv 2508.12277')
    .addOption(storeOption())
    .addOption(jsonOption())
    .action(async (folder: string, _, command: Command) =>
      (await import('./commands/import.ts')).importRecordings(folder, command),
    );
  const data = program.command('data').description('data sets');
  data
    .command('list')
    .description('shipped data sets: licence, rows, sha256')
    .addOption(jsonOption())
    .action(async (_, command: Command) => (await import('./commands/data.ts')).listData(command));
  data
    .command('generate')
    .argument('<EXPERIMENT>', 'association, restriction, difficulty, ...')
    .argument('<COUNT>', 'items to make (10,000 are to be had of each, of some more)')
    .description('print a larger generated set as JSON lines')
    .option('--seed <N>', "seed of the generator (default: the starter set's, which the larger set then begins with)")
    .option('--topic <TEXT...>', 'for stump: what the questions are to be about, in turn (default: fifty topics)')
    .action(async (experiment: string, count: string, _, command: Command) =>
      (await import('./commands/data.ts')).generateData(experiment, count, command),
    );
  program
    .command('models')
    .description('providers: how to name their models and what they need')
    .addOption(jsonOption())
    .action(async (_, command: Command) => (await import('./commands/models.ts')).models(command));
  addRunFlags(program.command('doctor'))
    .description('check keys, servers, model files and the store')
    .addOption(jsonOption())
    .action(async (_, command: Command) => (await import('./commands/doctor.ts')).doctor(command));
}
