import type { RunModel } from '../../domain/run-config.ts';
import type { Approval } from '../../domain/tool.ts';
import { kindOf } from '../../models/registry.ts';
import { AppError } from '../../util/app-error.ts';
import type { RunOptions } from '../options/run-options.ts';

export interface NamedModels {
  readonly subjects: readonly string[];
  readonly judge: string | null;
  /** Models that run inner sessions; absent: none but the subjects. */
  readonly executors?: readonly string[];
  /** Who allows inner sessions; absent: nobody is asked. */
  readonly approver?: Approval | undefined;
}

function allOf({ subjects, judge, executors = [] }: NamedModels): readonly string[] {
  return [...subjects, ...(judge === null ? [] : [judge]), ...executors];
}

function hasServer(named: NamedModels): boolean {
  return allOf(named).some((name) => kindOf(name) === 'server');
}

/** Base URLs from `--base-url`. */
interface BaseUrls {
  /** Base URL of every model without its own; null if not given. */
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
    throw new AppError('bad-base-url', '--base-url has two addresses but does not say which model each belongs to', {
      hint: 'write --base-url MODEL=URL MODEL=URL, with the model names used in --model and --judge',
    });
  }
  const byModel = new Map(pairs.flatMap(({ name, url = '' }) => (name === undefined ? [] : [[name, url] as const])));
  return { plain: plain[0] ?? null, byModel };
}

/** Refuses a base URL for a model that is not in the run: its calls would go to another server than the user meant. */
function refuseUnnamed({ byModel }: BaseUrls, models: readonly string[]): void {
  const unknown = [...byModel.keys()].find((name) => !models.includes(name));
  if (unknown === undefined) return;
  throw new AppError('base-url-unused', `--base-url has an address for ${unknown}, which is not a model of this run`, {
    hint: `the run has ${models.join(', ')}`,
  });
}

/**
 * Returns the base URL of each model: `--base-url` applies to servers, including a judge. It applies to hosted subjects
 * only if the run has no server; otherwise a paid service's key would go to that server.
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

/**
 * Returns whether `--api-key-variable` holds a model's key. In a run with a server it is the server's key, and is sent
 * to no service.
 */
export function takesKeyVariable(name: string, named: NamedModels): boolean {
  return kindOf(name) === 'server' || !hasServer(named);
}

/** Returns whether `--base-url` has an address for a model of a stored run. */
export function isBaseUrlGiven(name: string, given: RunOptions['baseUrl']): boolean {
  const { plain, byModel } = parseBaseUrls(given);
  return plain !== null || byModel.has(name);
}

/** Returns the current base URLs of a stored run's models: the given ones, else the stored ones. */
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
