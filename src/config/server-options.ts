import type { RunModel } from '../domain/run-config.ts';
import { kindOf } from '../models/registry.ts';
import { AppError } from '../util/app-error.ts';
import type { RunOptions } from './options.ts';

export interface NamedModels {
  readonly subjects: readonly string[];
  readonly judge: string | null;
}

function allOf({ subjects, judge }: NamedModels): readonly string[] {
  return judge === null ? subjects : [...subjects, judge];
}

function hasServer(named: NamedModels): boolean {
  return allOf(named).some((name) => kindOf(name) === 'server');
}

/** Addresses as `--base-url` gives them. */
export interface BaseUrls {
  /** Of every model without an address of its own; null: none is given. */
  readonly plain: string | null;
  readonly byModel: ReadonlyMap<string, string>;
}

/** Splits `--base-url` into `URL` (for all servers) and `NAME=URL` (for one model). AppError for two plain addresses. */
export function parseBaseUrls(given: RunOptions['baseUrl']): BaseUrls {
  const texts = given === undefined ? [] : typeof given === 'string' ? [given] : given;
  const pairs = texts.map(
    (text) => /^(?!\w+:\/\/)(?<name>[^=]+\/.*?)=(?<url>\w+:\/\/.*)$/s.exec(text)?.groups ?? { url: text },
  );
  const plain = pairs.flatMap(({ name, url = '' }) => (name === undefined ? [url] : []));
  if (plain.length > 1) {
    throw new AppError('bad-base-url', '--base-url gives two addresses without saying whose they are', {
      hint: 'write --base-url MODEL=URL MODEL=URL, with the models as --model and --judge name them',
    });
  }
  const byModel = new Map(pairs.flatMap(({ name, url = '' }) => (name === undefined ? [] : [[name, url] as const])));
  return { plain: plain[0] ?? null, byModel };
}

/** Refuses an address for a model that is not named: its calls would go to another server than was meant. */
function refuseUnnamed({ byModel }: BaseUrls, models: readonly string[]): void {
  const unknown = [...byModel.keys()].find((name) => !models.includes(name));
  if (unknown === undefined) return;
  throw new AppError(
    'base-url-unused',
    `--base-url gives an address for ${unknown}, which is not a model of this run`,
    {
      hint: `the run has ${models.join(', ')}`,
    },
  );
}

/**
 * Which models `--base-url` is the address of: the servers, a judge too. Hosted subjects only where no server is named:
 * else a paid service's key would go to a server that it is not for.
 */
export function baseUrlsOf(named: NamedModels, given: RunOptions['baseUrl']): ReadonlyMap<string, string | null> {
  const baseUrls = parseBaseUrls(given);
  refuseUnnamed(baseUrls, allOf(named));
  const isThere = (name: string) => {
    const kind = kindOf(name);
    return kind === 'server' || (kind === 'hosted' && !hasServer(named) && named.subjects.includes(name));
  };
  return new Map(
    allOf(named).map((name) => [name, baseUrls.byModel.get(name) ?? (isThere(name) ? baseUrls.plain : null)]),
  );
}

/** Whether `--api-key-variable` holds a model's key: where a server is named it is the server's, and goes to no service. */
export function takesKeyVariable(name: string, named: NamedModels): boolean {
  return kindOf(name) === 'server' || !hasServer(named);
}

/** Where the models of a stored run are now: at the address given for each, else where they were. */
export function movedBaseUrls(
  models: readonly RunModel[],
  given: RunOptions['baseUrl'],
): ReadonlyMap<string, string | null> {
  const baseUrls = parseBaseUrls(given);
  refuseUnnamed(
    baseUrls,
    models.map(({ name }) => name),
  );
  return new Map(
    models.map(({ name, baseUrl }) => [
      name,
      baseUrl === null ? null : (baseUrls.byModel.get(name) ?? baseUrls.plain ?? baseUrl),
    ]),
  );
}
