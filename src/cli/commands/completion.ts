import { basename } from 'node:path';
import type { RootCommand } from '@bomb.sh/tab';
import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';
import { describeExperiments } from '../../answers/describe-experiments.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import { providerNames } from '../../models/registry.ts';
import { AppError } from '../../util/app-error.ts';

const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;

/** Returns the commands and flags of `program` as the completion library describes them, with values that it cannot know. */
function described(program: Command): RootCommand {
  const root = tab(program, { completionCommandName: 'completion' });
  const experiments = describeExperiments(experimentRegistry());
  for (const command of root.commands.values()) {
    const experiment = command.options.get('experiment');
    if (experiment !== undefined)
      experiment.handler = (complete) => {
        for (const { name, question } of experiments) complete(name, question);
      };
    const model = command.options.get('model');
    if (model !== undefined)
      model.handler = (complete) => {
        for (const name of providerNames) complete(`${name}/`, 'provider');
      };
  }
  return root;
}

/** Prints the script that a shell reads to complete commands, flags and their values: of `given`, or of the user's shell. */
export function printCompletionScript(given: string | undefined, program: Command): void {
  const shell = given ?? basename(process.env.SHELL ?? '');
  if (!shells.some((known) => known === shell)) {
    const what =
      given === undefined ? `$SHELL names no shell with a completion` : `no completion for the shell ${shell}`;
    throw new AppError('unknown-shell', what, {
      hint: `give one of ${shells.join(', ')}: \`seb completion bash\``,
    });
  }
  described(program).setup('seb', 'seb', shell);
}

/** Prints the completions of a command line; the script of the shell calls this. */
export function printCompletions(words: readonly string[], program: Command): void {
  described(program).parse([...words]);
}
