import {
  type CredentialSets,
  type Credentials,
  type Environment,
  findCredentials,
  requireCredentials,
} from '../../models/credentials.ts';
import type { HostSettings } from './host-settings.ts';

/** Where a port finds its keys. */
export interface PortAccess {
  readonly environment: Environment;
  /** Set for an estimate: no key is required, and nothing is sent. */
  readonly sendsNothing?: boolean;
}

/**
 * Returns the credentials of a port: the default variables, or the one that --api-key-variable sets. For an estimate,
 * those that are set. AppError with the missing variable.
 */
export function portCredentials(
  { port, apiKeyVariable }: Pick<HostSettings, 'port' | 'apiKeyVariable'>,
  usual: CredentialSets,
  { environment, sendsNothing = false }: PortAccess,
): Credentials {
  const sets = apiKeyVariable === null ? usual : usual.map((set) => [apiKeyVariable, ...set.slice(1)]);
  if (sendsNothing) return findCredentials(sets, environment) ?? {};
  return requireCredentials(`training port ${port}`, sets, environment);
}
