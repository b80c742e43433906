import type { Command } from 'commander';
import { type Check, checkSetup } from '../../answers/check-setup.ts';
import { print, printScreen } from '../../util/terminal.ts';
import { exitCodes } from '../exit-codes.ts';
import { runOptionsOf } from '../flags/cli-options.ts';
import { isSet } from '../flags/command-options.ts';
import { wrapScreen } from '../flags/terminal-options.ts';
import { stepDisplay } from '../step-display.ts';
import { modelLines } from './doctor-text.ts';

/** Checks the requirements of a run and prints each check when it is made; sets the exit code when one failed. */
export async function doctor(command: Command): Promise<void> {
  const { options, config } = await runOptionsOf(command);
  const display = stepDisplay();
  const isJson = isSet(command, 'json');
  const onCheck = (check: Check) => {
    display.end();
    if (!isJson) printScreen(wrapScreen(checkText(check)));
  };
  const checks = await checkSetup(options, config, { onStep: display.begin, onCheck }).finally(display.end);
  if (checks.some(({ ok }) => !ok)) process.exitCode = exitCodes.error;
  if (isJson) return print(JSON.stringify(checks));
  if (options.model === undefined && options.judge === undefined)
    printScreen(wrapScreen('\nto check models, name them: `seb doctor --model ollama/llama3.2`'));
}

function checkText({ what, ok, line, hint, model }: Check): string {
  const more = model === undefined ? [] : modelLines(model);
  const lines = [...(hint === null ? [] : [hint]), ...more].map((text) => `\n     ${text}`);
  return `${ok ? 'ok  ' : 'FAIL'} ${what}: ${line}${lines.join('')}`;
}
