import { assertNever } from '../../util/types.ts';
import type { Clock } from '../clock.ts';
import type { PortSettings } from '../jobs/job-event.ts';
import type { TrainingPort } from './port.ts';
import type { PortAccess } from './port-key.ts';

/** Opens a port: checks its key and URL, and sends nothing. Loads only the chosen port. */
export async function openPort(
  settings: PortSettings,
  { clock, ...access }: PortAccess & { readonly clock: Clock },
): Promise<TrainingPort> {
  switch (settings.port) {
    case 'command':
      return (await import('./command.ts')).commandPort(settings, clock);
    case 'bundled':
      return (await import('./bundled.ts')).bundledPort();
    case 'openai':
    case 'openai-compatible':
      return (await import('./openai.ts')).openAiPort(settings, access);
    case 'azure':
      return (await import('./openai.ts')).azurePort(settings, access);
    case 'together':
      return (await import('./together.ts')).togetherPort(settings, access);
    case 'fireworks':
      return (await import('./fireworks.ts')).fireworksPort(settings, access);
    case 'mistral':
      return (await import('./mistral.ts')).mistralPort(settings, access);
    case 'simulated':
      return (await import('./simulated.ts')).simulatedPort();
    default:
      return assertNever(settings.port);
  }
}
