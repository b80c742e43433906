import type { SebEnd } from './command.ts';

/** Flags of the smallest run against a server: one item of the association experiment, two calls. */
export function runFlags(url: string, model: string, ...more: readonly string[]): readonly string[] {
  const run = ['run', '--model', model, '--base-url', url, '--experiment', 'association', '--limit', '1'];
  return [...run, '--json', '--store', `${model.replaceAll(/\W/g, '-')}.sqlite`, ...more];
}

/** Keys for the hosted providers that cases use. */
export const keys = { OPENAI_API_KEY: 'k', OPENROUTER_API_KEY: 'k', DEEPSEEK_API_KEY: 'k' };

/** How a command ended, in a few words, with the last line that it wrote to stderr. */
export function endText({ code, signal, hung, stderr }: SebEnd): string {
  const last = stderr.trim().split('\n').at(-1) ?? '';
  return `${hung ? 'hung' : `exit ${code ?? signal}`}: ${last.slice(0, 160)}`;
}

/** Whether a command exited before its time-out and printed no stack trace. */
export function isClean({ code, hung, stderr }: SebEnd): boolean {
  return (
    !hung &&
    code !== null &&
    !/this should not have happened|internal error|RangeError|TypeError|SyntaxError/.test(stderr)
  );
}
