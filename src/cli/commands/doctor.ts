import type { Command } from 'commander';
import { checkKeptOutcomes } from '../../analyze/kept-outcomes.ts';
import { type Check, checkSetup } from '../../answers/check-setup.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import type { Feature } from '../../models/probe-features.ts';
import { withExistingStore } from '../../store/use-store.ts';
import { counted } from '../../util/numbers.ts';
import { shellWord } from '../../util/shell-word.ts';
import { print, printScreen } from '../../util/terminal.ts';
import { stepDisplay } from '../execution/step-display.ts';
import { runOptionsOf } from '../flags/cli-options.ts';
import { isSet } from '../flags/command-options.ts';
import { givenCommand } from '../flags/given-command.ts';
import { printNext } from '../flags/next-command.ts';
import { wrapScreen } from '../flags/terminal-options.ts';
import { exitCodes } from '../process/exit-codes.ts';

/** Checks the requirements of a run and prints each check when it is made; sets the exit code when one failed. */
export async function doctor(command: Command): Promise<void> {
  const { options, config } = await runOptionsOf(command);
  const display = stepDisplay();
  const isJson = isSet(command, 'json');
  const onCheck = (check: Check) => {
    display.end();
    if (!isJson) printScreen(wrapScreen(checkText(check)));
  };
  const made = await checkSetup(options, config, { onStep: display.begin, onCheck }).finally(display.end);
  const kept = await keptCheck(options.store, made);
  for (const check of kept) onCheck(check);
  const checks = [...made, ...kept];
  if (checks.some(({ ok }) => !ok)) process.exitCode = exitCodes.error;
  if (isJson) return print(JSON.stringify(checks));
  if (options.model !== undefined && checks.every(({ ok }) => ok)) {
    const planned = `${givenCommand(command).replace(/^seb doctor/, 'seb run')} --dry-run`;
    printNext([{ command: planned, about: 'calls, cost and what they can show; sends nothing' }], command);
  }
  if (options.model === undefined && options.judge === undefined)
    printScreen(wrapScreen('\nto check models, name them: `seb doctor --model ollama/llama3.2`'));
}

/** Compares the outcomes that a named store keeps with its answers; nothing where it keeps none, or where it is damaged. */
async function keptCheck(store: string | undefined, made: readonly Check[]): Promise<readonly Check[]> {
  if (store === undefined || made.some(({ what, ok }) => !ok && what.includes('store '))) return [];
  const { runs, items, wrong } = await withExistingStore(store, (open) =>
    checkKeptOutcomes(open, experimentRegistry()),
  );
  if (runs === 0) return [];
  const ok = wrong.length === 0;
  const line = ok
    ? `those of their answers (${counted(items, 'item')} of ${counted(runs, 'run')})`
    : `other than those of their answers, in ${wrong.length} of ${counted(runs, 'run')}: ${wrong.join(', ')}`;
  const hint = ok ? null : `\`seb report --all --read-again --store ${shellWord(store)}\` replaces them`;
  return [{ what: 'outcomes that are kept', ok, line, hint }];
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

/** Names the experiments that insert tokens into a begun answer. */
function experimentsThatInsert(): string {
  const names = [...experimentRegistry().values()].filter(({ requires = [] }) => requires.includes('inject'));
  return `--experiment ${names.map(({ name }) => name).join(', ')}`;
}

/** Returns whether a feature works; of one that does not, what alone needs it. */
function featureText({ kind, detail }: Feature, need?: string): string {
  const needed = kind === 'works' || need === undefined ? '' : `; only ${need} needs it`;
  return `${words[kind]}${detail === null ? '' : ` (${detail})`}${needed}`;
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
    ['structured output', featureText(server.structuredOutput, '--constrain form')],
    ['logprobs', featureText(server.logprobs)],
    ['continuation', featureText(server.continuation, experimentsThatInsert())],
    ...(counted.length === 0 ? [['prompt tokens', unknown]] : counted),
  ].map(line);
}

function line([name = '', text = '']: readonly string[]): string {
  return `${name.padEnd(18)} ${text}`;
}
