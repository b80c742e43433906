import type { Command } from 'commander';
import { checkSetup } from '../../run/check-setup.ts';
import { print } from '../../util/terminal.ts';
import { exitCodes } from '../exit-codes.ts';
import { runOptionsOf } from '../flags/cli-options.ts';
import { isSet } from '../flags/command-options.ts';

/** Checks the requirements of a run and prints each check; sets the exit code when one failed. */
export async function doctor(command: Command): Promise<void> {
  const { options, config } = await runOptionsOf(command);
  const checks = await checkSetup(options, config);
  if (checks.some(({ ok }) => !ok)) process.exitCode = exitCodes.error;
  if (isSet(command, 'json')) return print(JSON.stringify(checks));
  for (const { what, ok, line, hint } of checks) {
    print(`${ok ? 'ok  ' : 'FAIL'} ${what}: ${line}${hint === null ? '' : `\n     ${hint}`}`);
  }
  if (options.model === undefined && options.judge === undefined)
    print('\nto check models, name them: seb doctor --model ollama/llama3.2');
}
