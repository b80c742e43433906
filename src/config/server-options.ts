import { kindOf } from '../models/registry.ts';

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

/**
 * Which models `--base-url` is the address of: the servers, a judge too. Hosted subjects only where no server is named:
 * else a paid service's key would go to a server that it is not for.
 */
export function baseUrlsOf(named: NamedModels, baseUrl: string | null): ReadonlyMap<string, string | null> {
  const isThere = (name: string) => {
    const kind = kindOf(name);
    return kind === 'server' || (kind === 'hosted' && !hasServer(named) && named.subjects.includes(name));
  };
  return new Map(allOf(named).map((name) => [name, isThere(name) ? baseUrl : null]));
}

/** Whether `--api-key-variable` holds a model's key: where a server is named it is the server's, and goes to no service. */
export function takesKeyVariable(name: string, named: NamedModels): boolean {
  return kindOf(name) === 'server' || !hasServer(named);
}
