import { type Command, Option } from 'commander';
import type { RunOptions } from '../answers/options/run-options.ts';
import { configOption, jsonOption, storeOption } from './flags/common-flags.ts';
import { addChosenFlags, addResumeFlags, addRunFlags, rareFlag, runExamples } from './flags/run-flags.ts';

/** The options of a run that decide what its calls are; where and how they are sent is the other program's. */
const callsOptions: readonly (keyof RunOptions)[] = [
  ...(['experiment', 'items', 'map', 'mapValue', 'only', 'split', 'where', 'limit', 'random', 'randomSeed'] as const),
  ...(['samples', 'wording', 'optionOrder', 'mode', 'language', 'system', 'systemOn', 'factor'] as const),
  ...(['judgeRubric', 'maxOutputTokens', 'seed'] as const),
];

function writeRequestsOption(): Option {
  return new Option(
    '--write-requests <FOLDER>',
    "write the calls as lines of OpenAI's batch format for your own engine; `seb import --answers` takes its results",
  );
}

function requestsPerFileOption(): Option {
  return rareFlag(
    new Option('--requests-per-file <N>', 'with --write-requests: maximum of lines in a file (default: 50000)'),
  );
}

function withdrawRequestsOption(): Option {
  return rareFlag(
    new Option('--withdraw-requests', 'send or write calls again that are in request files without answers'),
  );
}

/** Adds the commands that execute runs. A command's modules are loaded when it is called. */
export function addRunCommands(program: Command): void {
  addRunFlags(program.command('run'))
    .addHelpText('before', runExamples)
    .description('run experiments on models; repeat the command to resume')
    .option('--dry-run', 'print calls, tokens, cost and the smallest detectable difference; send nothing')
    .addOption(
      new Option(
        '--batch',
        'send the calls as batches, mostly at half the price; `seb collect` fetches the answers',
      ).conflicts('queue'),
    )
    .addOption(writeRequestsOption().conflicts(['batch', 'queue', 'dryRun']))
    .addOption(requestsPerFileOption())
    .addOption(withdrawRequestsOption())
    .option('--queue', 'leave the calls to `seb worker` on any number of machines; needs a store on PostgreSQL')
    .addOption(jsonOption())
    .action(async (_, command: Command) => (await import('./commands/run.ts')).run(command));
  addResumeFlags(program.command('resume'))
    .argument('<RUN>', 'id or name of the run, or latest')
    .description('continue a run that was paused, killed or left incomplete')
    .addOption(writeRequestsOption())
    .addOption(requestsPerFileOption())
    .addOption(withdrawRequestsOption())
    .addOption(jsonOption())
    .action(async (id: string, _, command: Command) => (await import('./commands/resume.ts')).resume(id, command));
  addResumeFlags(program.command('collect'))
    .argument('[RUN]', 'id or name of the run, or latest (default: every run with open batches)')
    .description('store the answers of ended batches, and submit the calls that follow from them')
    .option('--watch', 'repeat until no batch is open')
    .option('--resubmit', 'give up batches that got no reply and that the host does not show; you may pay twice')
    .addOption(jsonOption())
    .action(async (id: string | undefined, _, command: Command) =>
      (await import('./commands/collect.ts')).collect(id ?? null, command),
    );
  program
    .command('worker')
    .description('execute the runs of `seb run --queue`, together with workers on other machines')
    .option('--run <RUN>', 'id or name of the run (default: every run in the queue)')
    .option('--wait', 'wait for new runs when the queue is empty')
    .option('--dry-run', 'print the runs in the queue and check that their models can be opened; send nothing')
    .option('--config <FILE>', 'config file with own models or experiments')
    .addOption(storeOption())
    .action(async (_, command: Command) => (await import('./commands/worker.ts')).worker(command));
  addChosenFlags(program.command('calls'), callsOptions)
    .description('plan and read the calls of an experiment that another program sends (JSON lines on stdin and stdout)')
    .addOption(configOption())
    .addOption(jsonOption())
    .action(async (_, command: Command) => (await import('./commands/calls.ts')).calls(command));
  program
    .command('demo')
    .description('run three experiments on small demonstration models, without a key')
    .addOption(storeOption())
    .action(async (_, command: Command) => (await import('./commands/demo.ts')).demo(command));
}
