import type { Command } from 'commander';
import { type Check, checkSetup } from '../../answers/check-setup.ts';
import type { Feature } from '../../models/probe-features.ts';
import { print, printScreen } from '../../util/terminal.ts';
import { exitCodes } from '../exit-codes.ts';
import { runOptionsOf } from '../flags/cli-options.ts';
import { isSet } from '../flags/command-options.ts';
import { wrapScreen } from '../flags/terminal-options.ts';
import { stepDisplay } from '../step-display.ts';

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

const unknown = 'unknown (the server does not report it)';

const words = {
  works: 'works',
  ignored: 'does not work: the server ignores it',
  refused: 'does not work: the server refuses it',
  unclear: 'not clear',
} as const satisfies Record<Feature['kind'], string>;

function featureText({ kind, detail }: Feature): string {
  return `${words[kind]}${detail === null ? '' : ` (${detail})`}`;
}

function tokens(count: number | null, more: string): string {
  return count === null ? unknown : `${count.toLocaleString('en-US')} tokens${more}`;
}

/** Returns the lines about what a model's test calls found: of a server, also what it tells and can do. */
function modelLines({ promptTokens, server }: NonNullable<Check['model']>): readonly string[] {
  const counted =
    promptTokens === null ? [] : [['prompt tokens', `${promptTokens} for "Say yes." and the chat template`]];
  if (server === null) return counted.map(line);
  const { name, cutsLongPrompts, contextLength, slots, weights } = server;
  const cut = cutsLongPrompts ? '; a longer prompt is cut by the server, and the answer is refused' : '';
  return [
    ...(name === null ? [] : [['server', name]]),
    ...(weights === null ? [] : [['weights', weights]]),
    ['context length', tokens(contextLength, cut)],
    ['slots', slots === null ? unknown : `${slots}`],
    ['structured output', featureText(server.structuredOutput)],
    ['logprobs', featureText(server.logprobs)],
    ['continuation', featureText(server.continuation)],
    ...(counted.length === 0 ? [['prompt tokens', unknown]] : counted),
  ].map(line);
}

function line([name = '', text = '']: readonly string[]): string {
  return `${name.padEnd(18)} ${text}`;
}
