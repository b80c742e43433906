import { type Command, Option } from 'commander';
import { templateNames } from '../../train/command-templates/training-template.ts';
import { presetNames } from '../../train/hosts/published-hyperparameters.ts';
import { portNames } from '../../train/hosts/registry.ts';
import { armNames } from '../../train/rows/arm.ts';
import { formatNames } from '../../train/rows/formats.ts';
import { jsonOption, storeOption } from '../flags/common-flags.ts';

/** Adds `seb train`, which turns the answers of a run into a trained model. */
export function addTrainCommands(program: Command): void {
  const train = program.command('train').description('train models to predict: rows, jobs, trained models');
  addRowsCommand(train);
  addStartCommand(train);
  train
    .command('list')
    .description('list the training jobs of a store')
    .addOption(storeOption())
    .addOption(jsonOption())
    .action(async (_, command: Command) => (await import('./train-jobs.ts')).trainList(command));
  train
    .command('show')
    .argument('<KEY>', 'first digits of the key of the job')
    .description('show a training job: its data, cost, history and trained model; sends nothing')
    .addOption(storeOption())
    .addOption(jsonOption())
    .action(async (key: string, _, command: Command) => (await import('./train-jobs.ts')).trainShow(key, command));
  train
    .command('collect')
    .argument('<KEY>', 'first digits of the key of the job')
    .description('check a submitted job at its host and store its result')
    .option('--wait', 'wait until the job ends instead of checking once')
    .addOption(storeOption())
    .addOption(jsonOption())
    .action(async (key: string, _, command: Command) => (await import('./train-jobs.ts')).trainCollect(key, command));
  train
    .command('cancel')
    .argument('<KEY>', 'first digits of the key of the job')
    .description('cancel a job at its host')
    .addOption(storeOption())
    .addOption(jsonOption())
    .action(async (key: string, _, command: Command) => (await import('./train-jobs.ts')).trainCancel(key, command));
}

function addRowsCommand(train: Command): void {
  train
    .command('rows')
    .description('write the training rows of an arm from the executions of a run')
    .option('--run <RUN>', 'run whose training split the rows come from')
    .option('--model <NAME>', 'target: the model of the run whose answers are predicted (default: the only one)')
    .option('--examples <FILE>', 'source examples as JSON lines instead of a run (docs/training.md)')
    .addOption(new Option('--arm <NAME>', 'purpose of the rows').choices(armNames).makeOptionMandatory())
    .requiredOption('--out <FOLDER>', 'folder to write')
    .option('--test-strings <FILE>', 'additional test strings, one per line, that no row may contain')
    .option('--wording <NAME...>', "wordings to train on (default: the usual one of the run's experiment)")
    .option(
      '--held-out-wording <NAME...>',
      'with --examples: wordings kept for evaluation (default: the other wordings in the file)',
    )
    .option('--cap <N>', 'maximum number of rows per task and property', '1000')
    .option('--size <N>', 'maximum number of rows; smaller sets are prefixes of larger ones')
    .option('--seed <N>', 'seed of order, validation and permutation', '1')
    .option('--mix <FOLDER>', 'folder whose rows are mixed in (arm shifted: self rows)')
    .option('--mix-share <SHARE>', 'share of rows from that folder (default 0.2)')
    .addOption(new Option('--format <NAME>', 'format of the files').choices(formatNames).default('chat'))
    .option('--dry-run', 'print counts; write nothing')
    .addOption(storeOption())
    .addOption(jsonOption())
    .action(async (_, command: Command) => (await import('./train-rows.ts')).trainRows(command));
}

function addStartCommand(train: Command): void {
  train
    .command('start')
    .description('start or continue a training job; a repeat does not submit it again')
    .requiredOption('--rows <FOLDER>', 'folder that `seb train rows` wrote')
    .requiredOption('--base <MODEL>', 'base model, under the name used by the host or program')
    .addOption(new Option('--port <PORT>', 'where to train').choices(portNames).makeOptionMandatory())
    .addOption(new Option('--preset <NAME>', 'published hyperparameters').choices(presetNames))
    .option('--epochs <N>', 'epochs')
    .option('--batch <N>', 'batch size')
    .option('--lr <RATE>', 'learning rate')
    .option('--lr-multiplier <FACTOR>', "factor on the host's learning rate (openai, azure)")
    .option('--rank <N>', 'LoRA rank')
    .option('--seed <N>', 'training seed', '1')
    .option('--budget <USD>', 'maximum cost of training; requires a known price')
    .option('--train-price <USD>', 'price per million trained tokens')
    .option('--template <NAME>', `port command: ${templateNames.join(', ')}`)
    .option(
      '--command <COMMAND>',
      "port command: your own command; {dir} is the job's folder, which is also in SEB_JOB_DIR",
    )
    .option('--adapter <FILE>', "port command: file that the command writes, relative to the job's folder")
    .option('--jobs-folder <FOLDER>', 'port command: parent folder of the job folders (default .seb/train)')
    .option('--base-url <URL>', 'address of the host (default: its public address)')
    .option('--api-key-variable <NAME>', 'environment variable that holds the key')
    .option('--account <ID>', 'port fireworks: id of the account')
    .option('--training-type <TYPE>', 'port azure: Standard, GlobalStandard or Developer')
    .option('--resubmit', 'restart a failed or canceled job; the host may charge for it again')
    .option('--no-wait', 'return as soon as the job is submitted')
    .option('--dry-run', 'print the job, tokens and cost; send nothing')
    .addOption(storeOption())
    .addOption(jsonOption())
    .action(async (_, command: Command) => (await import('./train-start.ts')).trainStart(command));
}
