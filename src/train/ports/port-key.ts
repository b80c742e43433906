import {
  type CredentialSets,
  type Credentials,
  type Environment,
  requireCredentials,
} from '../../models/credentials.ts';
import type { PortSettings } from '../jobs/job-event.ts';

/** Returns the credentials of a port: the default variables, or the one that --api-key-variable sets. */
export function portCredentials(
  { port, apiKeyVariable }: Pick<PortSettings, 'port' | 'apiKeyVariable'>,
  usual: CredentialSets,
  environment: Environment,
): Credentials {
  const sets = apiKeyVariable === null ? usual : usual.map((set) => [apiKeyVariable, ...set.slice(1)]);
  return requireCredentials(`training port ${port}`, sets, environment);
}
