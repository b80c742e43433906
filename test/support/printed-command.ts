import { Command, CommanderError } from 'commander';
import { addCommands } from '../../src/cli/commands.ts';

/** Splits a command line as a shell does: words, single and double quotes, up to a pipe, a redirection, `;`, `&&` or a comment. */
export function shellWords(line: string): readonly string[] {
  const [own = ''] = line.split(/\s+(?:#|>|\||;|&&)(?=\s|$)|;\s/);
  return [...own.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g)].map(([word]) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'),
  );
}

/**
 * Returns why the command line would reject a printed command, without executing it: an unknown command, an unknown flag, a value that
 * a flag does not take, or a wrong number of arguments. Null where it would be accepted.
 */
export function rejection(words: readonly string[]): string | null {
  let command = addCommands(new Command('seb'));
  let rest = words.slice(1);
  for (;;) {
    const next = command.commands.find((each) => each.name() === rest[0] || each.aliases().includes(rest[0] ?? ''));
    if (next === undefined) break;
    command = next;
    rest = rest.slice(1);
  }
  if (command.name() === 'seb') return `no command: ${words.join(' ')}`;
  if (rest.includes('--help')) return null;
  try {
    command.exitOverride().configureOutput({ writeErr: () => {} });
    const { operands, unknown } = command.parseOptions([...rest]);
    if (unknown.length > 0) return `unknown: ${unknown.join(' ')}`;
    const { registeredArguments: takes } = command;
    const required = takes.filter((argument) => argument.required).length;
    const most = takes.some((argument) => argument.variadic) ? Number.POSITIVE_INFINITY : takes.length;
    return operands.length < required || operands.length > most ? `arguments: ${operands.join(' ')}` : null;
  } catch (error) {
    if (error instanceof CommanderError) return error.message;
    throw error;
  }
}
