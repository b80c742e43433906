import { Command } from 'commander';
import { replaceFolderVariable, setFolderVariables } from '../models/folder-variables.ts';
import type { Refusal } from '../results/refusal.ts';
import { AppError } from '../util/app-error.ts';
import { redactKeys } from '../util/redact-keys.ts';
import { forLocale, print, setTyped, tell } from '../util/terminal.ts';
import { addCommands } from './commands.ts';
import { textOption } from './flags/command-options.ts';
import { helpFormat, isHelpOnAll } from './flags/help-format.ts';
import { asTyped } from './flags/next-command.ts';
import { dotEnvNotes, readDotEnv } from './process/dot-env.ts';
import { exitCodes } from './process/exit-codes.ts';
import { invocation } from './process/invocation.ts';
import { asksForJson, printRefusal } from './process/json-refusal.ts';
import { namedKeyVariables, secretsIn } from './process/secrets-in.ts';

/** Commands that may send calls, which must report the destination. */
const sending: readonly string[] = ['run', 'resume', 'collect', 'worker', 'doctor', 'introspection', 'start', 'cancel'];

/** What to do about values that no option takes, as in `--temperature 0 1`. */
const excessHint = '(an option got more values than it takes, or a value with spaces needs quotes)\n';

/** Returns the command that a command line names: `seb train start`. */
function calledCommand(program: Command, args: readonly string[]): string {
  const [name, ...rest] = args;
  const inner = program.commands.find((command) => command.name() === name);
  return inner === undefined ? program.name() : `${program.name()} ${calledCommand(inner, rest)}`;
}

/** Beginning of the advice on a command that has another name here, which similar names would contradict. */
const renamed = '(here it is ';

/** What other tools call a command of this one. */
const otherNames: Readonly<Record<string, string>> = {
  eval: 'run --model NAME',
  test: 'run --model NAME',
  results: 'report',
  export: 'report --out FOLDER',
  gate: 'compare NEW BASELINE --fail-if-lower MARGIN',
  diff: 'compare',
  check: 'data check FILE',
  validate: 'data check FILE',
  log: 'list',
  status: 'list',
  delete: 'rm RUN',
  serve: 'view',
  open: 'view',
  ui: 'view',
};

/** Returns what to do about an invalid command line, as a line; empty where its message says it. */
function adviceOn(text: string, command: string, args: readonly string[]): string {
  if (text.includes('too many arguments')) {
    const model = args.find((word) => /^[a-z-]+\/[^/]/.test(word));
    return command === 'seb run' && model !== undefined && args[args.indexOf(model) - 1]?.startsWith('--') !== true
      ? `(a model follows its flag: \`seb run --model ${model}\`)\n`
      : args.some((word) => word.startsWith('-'))
        ? excessHint
        : ''; // no option was given, and the help is named below
  }
  if (text.includes("missing required argument 'RUN'")) return '(a run is an id or a name of `seb list`, or latest)\n';
  const unknown = /unknown command '(.+)'/.exec(text)?.[1];
  const meant = unknown === undefined || command !== 'seb' ? undefined : otherNames[unknown];
  if (meant !== undefined) return `${renamed}\`seb ${meant}\`)\n`;
  if (/unknown option '--(html|pdf|format)'/.test(text)) return '(`--out FOLDER` writes pages, tables and pictures)\n';
  if (!/unknown option (?!.*Did you mean)/s.test(text)) return '';
  return command === 'seb'
    ? '(a command comes first: `seb run --model NAME`)\n'
    : `(\`${command} --help all\` lists all flags)\n`;
}

/** Returns an invalid command line as a failure. `text`: the message of the parser. */
function usageRefusal(text: string, advice: string): Refusal {
  const [reason = '', ...more] = text
    .replace(/^error: /, '')
    .trim()
    .split('\n');
  const hint = [...more, advice.trim()].filter((line) => line !== '').join(' ');
  return { kind: 'failed', code: 'usage', reason, advice: hint === '' ? null : hint };
}

/**
 * Runs a command line. Errors that the user can fix are printed as a message and a hint; defects of this program are
 * thrown.
 */
export async function commandLine(args: readonly string[], program = new Command('seb')): Promise<void> {
  try {
    const fromFile = await readDotEnv(namedKeyVariables({ environment: process.env, args }));
    setFolderVariables(fromFile);
    program.configureOutput({
      writeErr: tell,
      writeOut: (text) => print(forLocale(text.replace(/\n$/, ''))),
      outputError: (text, write) => {
        const advice = adviceOn(text, calledCommand(program, args), args);
        if (asksForJson(args)) printRefusal(usageRefusal(text, advice));
        write(`${advice.startsWith(renamed) ? text.replace(/\(Did you mean .*\)\n/, '') : text}${advice}`);
      },
    });
    program.configureHelp(helpFormat({ isAll: isHelpOnAll(args) }));
    setTyped(asTyped(undefined), invocation());
    program.hook('preAction', (_, command) => {
      setTyped(asTyped(textOption(command, 'store')), invocation());
      for (const option of command.options) {
        const isFlag = command.getOptionValueSource(option.attributeName()) === 'cli';
        if (isFlag && option.envVar !== undefined) replaceFolderVariable(option.envVar);
      }
      if (sending.includes(command.name())) for (const note of dotEnvNotes(fromFile)) tell(`note: ${note}\n`);
    });
    const [only = '--help'] = args;
    const typed = args.length > 1 ? args : [only === '-V' ? '--version' : only]; // -V is what other commands call it
    await addCommands(program).parseAsync(typed, { from: 'user' });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const secrets = secretsIn({ environment: process.env, args });
    const [reason, advice] = [error.message, error.hint].map((part) => part && redactKeys(part, secrets)); // they may quote other messages
    if (asksForJson(args))
      printRefusal({ kind: 'failed', code: error.code, reason: reason ?? '', advice: advice ?? null });
    tell(`seb: ${reason}\n${advice === null ? '' : `     ${advice}\n`}`);
    process.exitCode = exitCodes.error;
  }
}
