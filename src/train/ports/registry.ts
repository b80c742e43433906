import type { Environment } from '../../models/credentials.ts';
import { assertNever } from '../../util/types.ts';
import type { Clock } from '../clock.ts';
import type { PortSettings } from '../jobs/job-event.ts';
import type { TrainingPort } from './port.ts';

/** Opens a port: checks its key and URL, and sends nothing. Loads only the chosen port. */
export async function openPort(
  settings: PortSettings,
  { environment, clock }: { readonly environment: Environment; readonly clock: Clock },
): Promise<TrainingPort> {
  switch (settings.port) {
    case 'command':
      return (await import('./command.ts')).commandPort(settings, clock);
    case 'bundled':
      return (await import('./bundled.ts')).bundledPort();
    case 'openai':
    case 'openai-compatible':
      return (await import('./openai.ts')).openAiPort(settings, environment);
    case 'azure':
      return (await import('./openai.ts')).azurePort(settings, environment);
    case 'together':
      return (await import('./together.ts')).togetherPort(settings, environment);
    case 'fireworks':
      return (await import('./fireworks.ts')).fireworksPort(settings, environment);
    case 'mistral':
      return (await import('./mistral.ts')).mistralPort(settings, environment);
    case 'simulated':
      return (await import('./simulated.ts')).simulatedPort();
    default:
      return assertNever(settings.port);
  }
}
