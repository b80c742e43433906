import { type Command, Option } from 'commander';
import { formatNames } from '../../../train/formats/training-format.ts';
import { portNames } from '../../../train/ports/port-names.ts';
import { presetNames } from '../../../train/presets.ts';
import { armNames } from '../../../train/rows/arm.ts';
import { templateNames } from '../../../train/templates/training-template.ts';

const storeOption = () =>
  new Option('--store <FILE>', 'journal of calls and jobs (default .seb/store.sqlite)').env('SEB_STORE');
const jsonOption = () => new Option('--json', 'machine-readable output on stdout');

/** Adds `seb train`: from the answers of a run to a trained model. */
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
    .description('show a training job: its data, money, history and trained model; nothing is sent')
    .addOption(storeOption())
    .addOption(jsonOption())
    .action(async (key: string, _, command: Command) => (await import('./train-jobs.ts')).trainShow(key, command));
  train
    .command('collect')
    .argument('<KEY>', 'first digits of the key of the job')
    .description('ask the host about a submitted job and keep its result')
    .option('--wait', 'wait until the job has ended, not only ask once')
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
    .addOption(new Option('--arm <NAME>', 'what the rows teach').choices(armNames).makeOptionMandatory())
    .requiredOption('--out <FOLDER>', 'folder to write')
    .option('--test-strings <FILE>', 'further test strings, one a line, which no row may contain')
    .option('--wording <NAME...>', 'wordings to train on', ['asked-before'])
    .option(
      '--held-out-wording <NAME...>',
      'with --examples: wordings kept for evaluation (default: the others of the file)',
    )
    .option('--cap <N>', 'maximum rows per task and property', '1000')
    .option('--size <N>', 'maximum rows in all; a smaller size is the beginning of a greater one')
    .option('--seed <N>', 'seed of order, validation and permutation', '1')
    .option('--mix <FOLDER>', 'rows of another folder that are put between the rows (arm shifted: self rows)')
    .option('--mix-share <SHARE>', 'share of these rows (default 0.2)')
    .addOption(new Option('--format <NAME>', 'format of the files').choices(formatNames).default('chat'))
    .option('--dry-run', 'print counts; write nothing')
    .addOption(storeOption())
    .addOption(jsonOption())
    .action(async (_, command: Command) => (await import('./train-rows.ts')).trainRows(command));
}

function addStartCommand(train: Command): void {
  train
    .command('start')
    .description('start a training job, or go on with it; one job is never charged twice')
    .requiredOption('--rows <FOLDER>', 'folder that `seb train rows` wrote')
    .requiredOption('--base <MODEL>', 'base model as the host or program names it')
    .addOption(new Option('--port <PORT>', 'where to train').choices(portNames).makeOptionMandatory())
    .addOption(new Option('--preset <NAME>', 'published hyperparameters').choices(presetNames))
    .option('--epochs <N>', 'epochs')
    .option('--batch <N>', 'batch size')
    .option('--lr <RATE>', 'learning rate')
    .option('--lr-multiplier <FACTOR>', "factor on the host's learning rate (openai, azure)")
    .option('--rank <N>', 'rank of LoRA')
    .option('--seed <N>', 'seed of the training', '1')
    .option('--budget <USD>', 'most that training may cost; refused when the price is unknown')
    .option('--train-price <USD>', 'price of a million trained tokens')
    .option('--template <NAME>', `port command: ${templateNames.join(', ')}`)
    .option('--command <COMMAND>', "port command: your command, with {dir} for the job's folder")
    .option('--adapter <FILE>', "port command: file that the command writes, relative to the job's folder")
    .option('--jobs-folder <FOLDER>', 'port command: where job folders are made (default .seb/train)')
    .option('--base-url <URL>', "address of the host (default: the host's own)")
    .option('--api-key-variable <NAME>', 'environment variable that holds the key')
    .option('--account <ID>', 'port fireworks: id of the account')
    .option('--training-type <TYPE>', 'port azure: Standard, GlobalStandard or Developer')
    .option('--resubmit', 'start a failed or cancelled job once more; it may be charged again')
    .option('--no-wait', 'return as soon as the job is submitted')
    .option('--dry-run', 'print the job, tokens and money; send nothing')
    .addOption(storeOption())
    .addOption(jsonOption())
    .action(async (_, command: Command) => (await import('./train-start.ts')).trainStart(command));
}
