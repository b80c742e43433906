import { existsSync, readFileSync } from 'node:fs';
import { AppError } from '../../util/app-error.ts';

/** Variables by name, with their values. */
type Variables = Readonly<Record<string, string>>;

/**
 * Matches the variables that are taken from `.env`: settings of seb, what its providers, training hosts and stores read,
 * proxies, and names that end like that of a key. Others stay unset: a variable such as NODE_TLS_REJECT_UNAUTHORIZED
 * changes how programs run and which servers they trust.
 */
const taken =
  /^(SEB_\w+|PG[A-Z]+|AWS_\w+|AZURE_RESOURCE_NAME|OPENAI_BASE_URL|ANTHROPIC_BASE_URL|FIREWORKS_ACCOUNT_ID|(https?|no|all)_proxy|(?!NODE_|npm_).*(key|token|secret|password|passwd|credentials?|key_id))$/i;

/**
 * Matches one line, or an assignment whose quoted value has several lines. `value` is set for a value that is not one
 * quoted text, with the spaces before it.
 */
const entry =
  /(?:[^\S\n]*(?:export[^\S\n]+)?(?<name>[\w.-]+)(?:[^\S\n]*=|:(?=[^\S\n]))(?:[^\S\n]*(?<quote>['"`])(?:\\\k<quote>|(?!\k<quote>)[\s\S])*\k<quote>(?:[^\S\n]+#[^\n]*|[^\S\n]*)(?=\n|$)|(?<value>[^\n]*))|[^\n]*)(?:\n|$)/gy;

/** Returns why programs read a value in different ways; null if they do not. */
function unclear(value: string): string | null {
  const text = value.trimStart();
  if (/^['"`]/.test(text)) return `the value has a quotation mark ${text[0]} that does not enclose it`;
  if (/^[\u2018-\u201f\u00ab\u00bb\u2039\u203a\uff02\uff07]/.test(text))
    return 'the value has typographic quotation marks';
  const [beforeComment = ''] = value.split(/\s#/, 1);
  return beforeComment.includes('#') ? 'the value has a # that may begin a comment' : null;
}

/** Matches an assignment of another program in its first word: `set NAME=`, `$env:NAME =`, `setx NAME value`, `MY NAME=`. */
const foreign =
  /^\s*(?:(?:set|setx|setenv|let|declare|typeset|env|const)\s+(?:-\w+\s+)*|\$env:|\$)(?<name>\w+)[ "]*[=\s]/i;

/** Returns the variable that a line sets in the way of another program, which is not read here; null for other lines. */
function foreignName(line: string): string | null {
  return foreign.exec(line)?.groups?.name ?? null;
}

/** Refuses a value that programs read in different ways, or that is not read: a key would be cut, changed or lost on its way. */
function refuseUnclear(text: string, isTaken: (name: string) => boolean): void {
  for (const { 0: whole, index, groups: { name: read, value } = {} } of text.matchAll(entry)) {
    const name = read ?? foreignName(whole) ?? '';
    const ofValue = value === undefined ? null : unclear(value);
    const why = !isTaken(name) ? null : read === undefined ? 'the line is not of the form VARIABLE=value' : ofValue;
    if (why === null) continue;
    const line = text.slice(0, index).split('\n').length;
    throw new AppError('bad-dot-env', `.env, line ${line}: ${why} (${name})`, {
      hint: `write ${name}='...', with straight quotation marks around the whole value`,
    });
  }
}

/** Returns the text of `.env` without its byte order mark, with \n between lines. */
function readText(): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync('.env'));
    if (text.includes('\0')) throw new Error('has NUL characters');
    return text.replaceAll(/\r\n?/g, '\n');
  } catch (cause) {
    throw new AppError('bad-dot-env', 'cannot read the file .env in this folder as UTF-8', {
      hint: 'save it as UTF-8 and make it readable, or move it away; its lines have the form VARIABLE=value',
      cause,
    });
  }
}

/**
 * Returns the variables of `.env` in the current folder that seb takes and the environment does not have; empty without
 * the file, which is never written. `keyVariables` are taken whatever their names. Values are read as the package
 * dotenv reads them. AppError with the line for a value that could be read in two ways.
 */
export async function readDotEnv(keyVariables: readonly string[]): Promise<Variables> {
  if (!existsSync('.env')) return {};
  const text = readText();
  const { parse } = await import('dotenv');
  const variables = parse(text);
  const named = new Set([...keyVariables, variables.SEB_API_KEY_VARIABLE]);
  const isTaken = (name: string) => taken.test(name) || named.has(name);
  refuseUnclear(text, isTaken);
  const added = Object.entries(variables).filter(([name]) => isTaken(name) && process.env[name] === undefined);
  return Object.fromEntries(added);
}

/** Matches variables that decide where calls and keys are sent. */
const endpoint = /(_URL|_URL_BEDROCK_RUNTIME|_PROXY|_RESOURCE_NAME|^PGHOST(ADDR)?)$/i;

/**
 * Returns notes about addresses to which variables of `.env` send calls, or keys of that file: a downloaded folder may
 * contain its author's `.env`.
 */
export function dotEnvNotes(variables: Variables): readonly string[] {
  return Object.entries(variables).flatMap(([name, value]) => {
    if (name === 'SEB_API_KEY_VARIABLE') return [`.env in this folder says that ${value} holds the key (${name})`];
    return endpoint.test(name) ? [`.env in this folder sets the address ${name}=${value}`] : [];
  });
}
