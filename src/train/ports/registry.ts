import type { Environment } from '../../models/credentials.ts';
import { assertNever } from '../../util/assert-never.ts';
import type { Clock } from '../clock.ts';
import type { PortSettings } from '../jobs/job-event.ts';
import type { TrainingPort } from './port.ts';
import type { PortName } from './port-names.ts';

/** One line per port, for help and documentation. */
export const portDescriptions: Readonly<Record<PortName, string>> = {
  command: 'a training program on this machine: TRL, LLaMA-Factory, Axolotl, Unsloth, or Tinker',
  bundled: 'the adapters that come with the demonstration models; nothing is trained',
  openai: 'OpenAI (no new jobs from 6 January 2027)',
  'openai-compatible': "a server with OpenAI's fine-tuning routes",
  azure: 'Azure OpenAI; the trained model must be deployed',
  together: 'Together AI, LoRA',
  fireworks: 'Fireworks, LoRA',
  mistral: 'Mistral (experimental)',
  simulated: 'no training: rewrites the name of a simulated predictor',
};

/** Opens a port: checks its key and address, and sends nothing. Only the chosen port is loaded. */
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
