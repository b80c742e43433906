import { Command, Option } from 'commander';
import { variableName } from '../answers/options/option.ts';
import { packageVersion } from '../util/package-files.ts';
import { addDataCommands } from './commands/data/data-commands.ts';
import { addStudyCommands } from './commands/study/study-commands.ts';
import { addTrainCommands } from './commands/train-commands.ts';
import { addRowFlags, addViewCommands } from './commands/view-commands.ts';
import { addWorthCommand } from './commands/worth/worth-commands.ts';
import {
  attributesOption,
  configOption,
  explainOption,
  jsonOption,
  pagerOption,
  removedPolicies,
  removedSeed,
  storeOption,
} from './flags/common-flags.ts';
import { addLogFlags, keepFilledOption, scoreOption } from './flags/log-flags.ts';
import { probabilityScaleOption } from './flags/probability-scale-flag.ts';
import { readAgainOption } from './flags/read-again-flag.ts';
import { addChosenFlags } from './flags/run-flags.ts';
import { stratumOption } from './flags/stratum-flag.ts';
import { addRunCommands } from './run-commands.ts';

const otherJudge = "another judge, repeat `seb run` with --judge NAME; it sends only the judge's calls";
/** The options of a run that decide what `seb doctor` checks, beside those that it describes in its own words. */
const doctorOptions = ['model', 'judge', 'baseUrl', 'apiKeyVariable', 'gpu', 'contextSize', 'sequences'] as const;
/** Adds every command. A command's modules are loaded when it is called, so that help is fast. */
export function addCommands(program: Command): Command {
  addDescribedCommands(program);
  addCompletion(program);
  return program;
}

/** Adds every command that completion describes. */
function addDescribedCommands(program: Command): Command {
  program
    .description('Find out whether a language model can predict itself.')
    .version(packageVersion(), '-v, --version', 'print the version')
    .showHelpAfterError('(see `seb --help`)')
    .showSuggestionAfterError();
  addRunCommands(program);
  addReadCommands(program);
  addWorthCommand(program);
  addViewCommands(program);
  addTrainCommands(program);
  addStudyCommands(program);
  addSetUpCommands(program);
  addInit(program);
  for (const command of program.commands) {
    const hint = command.name() === 'score' ? `to use ${otherJudge}; ` : '';
    command.showHelpAfterError(`(${hint}see \`seb ${command.name()} --help\`)`);
    for (const inner of command.commands)
      inner.showHelpAfterError(`(see \`seb ${command.name()} ${inner.name()} --help\`)`);
  }
  return program;
}

function addInit(program: Command): void {
  program
    .command('init')
    .description('write a config file for `seb run`, from five questions or from flags')
    .option('--model <NAME>', 'model to test, as provider/model; with it, nothing is asked')
    .option('--base-url <URL>', 'address of your own server')
    .option('--experiment <NAME...>', 'experiments (default: those that run by default)')
    .option('--items <PATH>', 'your own items')
    .option('--limit <N>', 'items of each experiment')
    .option('--budget <USD>', 'most US dollars that a run may cost')
    .addOption(jsonOption())
    .action(async (_, command: Command) => (await import('./commands/init.ts')).init(command));
}

/** Returns a program with the commands that completion describes, to which the library adds its own. */
function describedProgram(): Command {
  return addDescribedCommands(new Command('seb'));
}

function addCompletion(program: Command): void {
  program
    .command('completion')
    .argument('[SHELL]', 'bash, zsh, fish or powershell; the one of $SHELL where it is left out')
    .description('print the script by which a shell completes commands and flags')
    .addHelpText(
      'after',
      '\nFor this shell only: source <(seb completion bash). For all: write it to a file that the shell reads at its start. In bash it\nneeds the package bash-completion.',
    )
    .action(async (shell: string | undefined) =>
      (await import('./commands/completion.ts')).printCompletionScript(shell, describedProgram()),
    );
  program
    .command('complete', { hidden: true })
    .argument('[WORDS...]')
    .allowUnknownOption()
    .action(async (words: readonly string[]) =>
      (await import('./commands/completion.ts')).printCompletions(words, describedProgram()),
    );
}

function addReadCommands(program: Command): void {
  program
    .command('list')
    .description('list the runs of a store, with their answers and sizes')
    .option('--tag <WORD...>', 'only runs that have all these tags')
    .addOption(pagerOption())
    .addOption(storeOption())
    .addOption(jsonOption())
    .action(async (_, command: Command) => (await import('./commands/list.ts')).list(command));
  addRowFlags(program.command('show'))
    .argument('<RUN>', 'id or name of the run, or latest')
    .argument('[ITEM]', 'id of the item (default: the first)')
    .description('show one item with all its sessions side by side')
    .option('--next', 'the row after ITEM, or after the last row shown with the same flags')
    .option('--full', 'show full texts, including the reasoning')
    .addOption(configOption())
    .addOption(storeOption())
    .addOption(jsonOption())
    .action(async (id: string, item: string | undefined, _, command: Command) =>
      (await import('./commands/show.ts')).show(id, item ?? null, command),
    );
  program
    .command('score')
    .argument('[RUN...]', 'ids or names of the runs, or latest (default: all of the store)')
    .description('read and score the stored answers again; sends nothing')
    .addHelpText('after', `\nTo use ${otherJudge}.`)
    .addOption(configOption())
    .addOption(storeOption())
    .addOption(jsonOption())
    .action(async (ids: string[], _, command: Command) => (await import('./commands/score.ts')).score(ids, command));
  addReportCommand(program);
  addCompareCommands(program);
  addStoreCommands(program);
}

function addReportCommand(program: Command): void {
  addLogFlags(program.command('report'))
    .argument(
      '[RUN...]',
      'ids or names of the runs, or latest (default: the newest with answers, or its import or study), or logs',
    )
    .description('print scores, verdicts and what limits them')
    .addOption(new Option('--csv', 'estimates as CSV').conflicts(['json', 'markdown']))
    .addOption(new Option('--markdown', 'tables as Markdown').conflicts(['json', 'csv']))
    .option('--all', 'all runs of the store')
    .addOption(scoreOption())
    .addOption(keepFilledOption())
    .addOption(readAgainOption())
    .addOption(probabilityScaleOption())
    .addOption(stratumOption())
    .option('--out <FOLDER>', 'write report.html, Markdown, CSV, JSON, SVG, PDF, LaTeX and Inspect logs')
    .option('--eee <FOLDER>', 'write records of Every Eval Ever 0.3, with predictions in the metadata of the samples')
    .option('--png', 'with --out: also write PNG at 300 dpi (needs the package @napi-rs/canvas)')
    .option('--beside-paper', 'draw the published values of arXiv 2508.12277 next to those of the runs')
    .option('--junit <FILE>', 'write the scores as JUnit XML')
    .option('--worth <FILE>', 'with --out: also show this result of `seb worth --json`')
    .addOption(attributesOption())
    .option('--relatives <A,B>', 'models of one maker (repeat for further groups)', appended)
    .option('--unrelated <A,B>', 'models that are not related, whatever their names say', appended)
    .addOption(new Option('--list', 'the names of all tables').conflicts(['json', 'csv', 'markdown']))
    .addOption(new Option('--table <NAME>', 'one table by its name').conflicts(['json', 'csv', 'markdown', 'list']))
    .option('--wide', 'the verdict table with all columns, at any terminal width')
    .addOption(pagerOption())
    .addOption(removedSeed())
    .addOption(removedPolicies())
    .addOption(explainOption().conflicts(['json', 'markdown', 'list']))
    .addOption(configOption())
    .addOption(storeOption())
    .addOption(jsonOption())
    .action(async (ids: string[], _, command: Command) => {
      const { logPaths } = await import('./commands/logs/log-paths.ts');
      const logs = await logPaths(ids, command);
      if (logs !== null) await (await import('./commands/logs/report-logs.ts')).reportLogs(logs, command);
      else await (await import('./commands/report.ts')).report(ids, command);
    });
}

/** Collects the values of an option that may be repeated. */
function appended(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function addCompareCommands(program: Command): void {
  addLogFlags(program.command('compare'))
    .argument(
      '[RUN...]',
      'ids or names of the runs (default: the newest with answers, or its import or study), or logs of other tools',
    )
    .description('compare models on the same items: who predicts whom, self-advantage, paired differences')
    .option(
      '--score <NAME>',
      'score to compare; runs: prediction (default, where one was asked) or right; logs: a name (default: the one that the tool shows first)',
    )
    .option(
      '--self-check',
      'say what a gate says of the odd and even executions of one run or log, or of two of the same thing',
    )
    .option('--all', 'all runs of the store')
    .option('--model <NAME...>', 'only these models; of a gate on one run or log: the new one, then its baseline')
    .option('--experiment <NAME...>', 'only these experiments')
    .addOption(readAgainOption())
    .addOption(probabilityScaleOption())
    .addOption(stratumOption())
    .addOption(attributesOption())
    .option('--relatives <A,B>', 'models of one maker (repeat for further groups)', appended)
    .option('--unrelated <A,B>', 'models that are not related, whatever their names say', appended)
    .addOption(
      new Option(
        '--fail-if-lower <MARGIN>',
        'exit with 3 if the first run is shown to score more than MARGIN (0.05: 5 points) lower than the second',
      ).conflicts('failUnlessWithin'),
    )
    .option(
      '--fail-unless-within <MARGIN>',
      'exit with 3 unless a drop of MARGIN or more is excluded: the whole 95 % interval lies above -MARGIN',
    )
    .option('--junit <FILE>', 'write the checks of two runs or logs as JUnit XML')
    .addOption(removedSeed())
    .addOption(removedPolicies())
    .option('--items', 'the items on which the two sides have different scores')
    .option('--wide', 'show all tables and columns, at any terminal width')
    .addOption(explainOption())
    .addOption(configOption())
    .addOption(storeOption())
    .addOption(jsonOption())
    .action(async (ids: string[], _, command: Command) => {
      const { logPaths } = await import('./commands/logs/log-paths.ts');
      const logs = await logPaths(ids, command);
      if (logs !== null) await (await import('./commands/logs/compare-logs.ts')).compareLogs(logs, command);
      else await (await import('./commands/compare.ts')).compare(ids, command);
    });
  addPublishedTables(program);
}

function addPublishedTables(program: Command): void {
  program
    .command('rasch')
    .argument('[SCORES.csv]', "models x benchmarks, shares in [0, 1], empty = missing (default: the paper's table)")
    .description('estimate abilities and difficulties on one scale, from benchmark scores')
    .addOption(
      new Option('--method <NAME>', "ml: converging fit; paper: the paper's recipe")
        .choices(['paper', 'ml'])
        .default('ml'),
    )
    .addOption(jsonOption())
    .action(async (file: string | undefined, _, command: Command) =>
      (await import('./commands/published-tables.ts')).rasch(file ?? null, command),
    );
  program
    .command('attributes')
    .argument('[MODELS.csv]', 'a row per model: column `model` and any others (default: shipped attributes)')
    .description("relate attributes of the paper's fifteen models to their published scores")
    .addOption(removedSeed())
    .option('--wide', 'show all columns, at any terminal width')
    .addOption(explainOption())
    .addOption(jsonOption())
    .action(async (file: string | undefined, _, command: Command) =>
      (await import('./commands/published-tables.ts')).attributes(file ?? null, command),
    );
}

function addSetUpCommands(program: Command): void {
  addLogFlags(program.command('import'))
    .argument(
      '<PATH...>',
      "logs of Inspect, lm-eval, promptfoo or Every Eval Ever, or tables of answers; or self-execution-benchmark and a clone of the authors' repository of arXiv 2508.12277",
    )
    .description('import logs of other tools, or published recordings, as ordinary runs, or answers to request files')
    .addOption(scoreOption())
    .option('--answers', 'the paths are results of files that `seb run --write-requests` wrote')
    .addOption(configOption())
    .option(
      '--stratum <FIELD>',
      'logs: field that says what kind of question an item is, kept as a column of the items',
    )
    .addOption(storeOption())
    .addOption(jsonOption())
    .action(async (paths: string[], _, command: Command) =>
      (await import('./commands/logs/import.ts')).importPaths(paths, command),
    );
  addDataCommands(program);
  program
    .command('experiments')
    .description('list the experiments: question, wordings, languages, items and calls per item')
    .addOption(configOption())
    .addOption(jsonOption())
    .action(async (_, command: Command) => (await import('./commands/experiments.ts')).listExperiments(command));
  program
    .command('models')
    .description('providers: how to name their models and what they need')
    .addOption(jsonOption())
    .action(async (_, command: Command) => (await import('./commands/models.ts')).models(command));
  addChosenFlags(program.command('doctor'), doctorOptions)
    .description('check keys, proxies, servers, model files and the store; says what a server can do')
    .addOption(
      new Option('--timeout <SECONDS>', 'time limit of one test call (default 60)')
        .env(variableName('timeout'))
        .helpGroup('Server:'),
    )
    .addOption(storeOption())
    .addOption(configOption())
    .addOption(jsonOption())
    .action(async (_, command: Command) => (await import('./commands/doctor.ts')).doctor(command));
}

function addStoreCommands(program: Command): void {
  program
    .command('rm')
    .argument('<RUN...>', 'ids or names of the runs')
    .description('remove runs and the answers that no other run uses, and print how much that frees')
    .option('--dry-run', 'print what would be removed, and remove nothing')
    .option('--force', 'also remove a run on whose answers a study trained; the study then trains again')
    .addOption(configOption())
    .addOption(storeOption())
    .addOption(jsonOption())
    .action(async (ids: string[], _, command: Command) =>
      (await import('./commands/edit-store.ts')).removeRuns(ids, command),
    );
  program
    .command('merge')
    .argument('<FROM...>', 'stores to copy')
    .requiredOption('--into <STORE>', 'store that receives the runs and answers; created if missing')
    .description('copy runs, answers, labels and studies of several stores into one')
    .addOption(jsonOption())
    .action(async (from: string[], _, command: Command) =>
      (await import('./commands/edit-store.ts')).mergeStores(from, command),
    );
}
