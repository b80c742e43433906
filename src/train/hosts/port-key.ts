import {
  type CredentialSets,
  type Credentials,
  findCredentials,
  requireCredentials,
} from '../../models/credentials.ts';
import { type FileChoice, refuseForeignKey } from '../../models/key-destination.ts';
import type { Environment } from '../../util/types.ts';
import type { HostSettings } from './host-settings.ts';

/** Where a port finds its keys. */
export interface PortAccess {
  readonly environment: Environment;
  /** Set for an estimate: no key is required, and nothing is sent. */
  readonly sendsNothing?: boolean;
  /** What a store or a study in JSON chose of the settings; absent or null: the user or a program chose. */
  readonly fileChoice?: FileChoice | null;
}

/**
 * Returns the credentials of a port: the default variables, or the one that --api-key-variable sets. For an estimate,
 * those that are set. `addresses` are the variables that decide where they are sent. AppError with the missing variable,
 * or for a key that must not be sent there.
 */
export function portCredentials(
  { port, apiKeyVariable, baseUrl }: Pick<HostSettings, 'port' | 'apiKeyVariable' | 'baseUrl'>,
  { usual, addresses = [] }: { readonly usual: CredentialSets; readonly addresses?: readonly string[] },
  { environment, sendsNothing = false, fileChoice = null }: PortAccess,
): Credentials {
  const sets = apiKeyVariable === null ? usual : usual.map((set) => [apiKeyVariable, ...set.slice(1)]);
  if (sendsNothing) return findCredentials(sets, environment) ?? {};
  const credentials = requireCredentials(`training port ${port}`, sets, environment);
  const keys = Object.keys(credentials).filter((variable) => !addresses.includes(variable));
  refuseForeignKey({
    ...{ provider: port, keys, apiKeyVariable, addresses, baseUrl },
    ...{ protocol: 'http', fileChoice, environment },
  })();
  return credentials;
}
