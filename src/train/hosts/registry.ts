import type { Clock } from './clock.ts';
import type { HostSettings, HyperParameters } from './host-settings.ts';
import type { TrainingPort } from './port.ts';
import type { PortAccess } from './port-key.ts';
import {
  type HostParameters,
  loraParameters,
  multiplierParameters,
  type PresetName,
  rateParameters,
} from './published-hyperparameters.ts';

interface TrainingHost {
  /** Prefixes of the names under which seb runs the models of the host; absent: it trains by other names. */
  readonly prefixes?: readonly string[];
  /** The hyperparameters that the host supports. Others are refused before anything is sent. */
  readonly parameters: HostParameters;
  /** Set where a job trains nothing: it looks up or describes a model that exists. */
  readonly trainsNothing?: true;
  /** Checks key and URL, and sends nothing. The file of the host is loaded here. */
  readonly open: (settings: HostSettings, access: Access) => Promise<TrainingPort>;
}

type Access = PortAccess & { readonly clock: Clock };

/**
 * Where a training job can run, in help order. To add a host, create its file and add one entry here, with the
 * hyperparameters that it supports. Files outside this folder do not name hosts.
 */
const hostTable = {
  command: {
    prefixes: ['gguf/', 'vllm/'],
    parameters: loraParameters,
    open: async (settings, { clock }) => (await import('./command/command.ts')).commandPort(settings, clock),
  },
  bundled: {
    parameters: loraParameters,
    trainsNothing: true,
    open: async () => (await import('./bundled.ts')).bundledPort(),
  },
  openai: {
    prefixes: ['openai/'],
    parameters: multiplierParameters,
    open: async (settings, access) => (await import('./openai.ts')).openAiPort(settings, access),
  },
  'openai-compatible': {
    prefixes: ['openai-compatible/'],
    parameters: multiplierParameters,
    open: async (settings, access) => (await import('./openai.ts')).openAiPort(settings, access),
  },
  azure: {
    prefixes: ['azure/'],
    parameters: multiplierParameters,
    open: async (settings, access) => (await import('./openai.ts')).azurePort(settings, access),
  },
  together: {
    prefixes: ['togetherai/'],
    parameters: loraParameters,
    open: async (settings, access) => (await import('./together.ts')).togetherPort(settings, access),
  },
  fireworks: {
    prefixes: ['openai-compatible/'],
    parameters: loraParameters,
    open: async (settings, access) => (await import('./fireworks.ts')).fireworksPort(settings, access),
  },
  mistral: {
    prefixes: ['mistral/'],
    parameters: rateParameters,
    open: async (settings, access) => (await import('./mistral.ts')).mistralPort(settings, access),
  },
  simulated: {
    parameters: loraParameters,
    trainsNothing: true,
    open: async () => (await import('./simulated.ts')).simulatedPort(),
  },
} satisfies Readonly<Record<string, TrainingHost>>;

export type PortName = keyof typeof hostTable;

const hosts: Readonly<Record<PortName, TrainingHost>> = hostTable;

/** Names of all ports, in help order. */
export const portNames = Object.keys(hosts) as readonly PortName[]; // as Object.keys types them

/** Opens a port: checks its key and URL, and sends nothing. Loads only the chosen port. */
export async function openPort(
  settings: HostSettings & { readonly port: PortName },
  access: Access,
): Promise<TrainingPort> {
  return await hosts[settings.port].open(settings, access);
}

/** Returns the hyperparameters of a preset for a port. */
export function presetParameters(preset: PresetName, port: PortName): HyperParameters {
  return hosts[port].parameters.preset(preset);
}

/** Returns the hyperparameters that a port supports. */
export function supportedParameters(port: PortName): readonly (keyof HyperParameters)[] {
  return hosts[port].parameters.supported;
}

/** Returns whether the jobs of a port train nothing, so that the host chooses no hyperparameters. */
export function trainsNothing(port: PortName): boolean {
  return hosts[port].trainsNothing === true;
}

/** Returns the prefixes of the names of models that the port can train; empty for ports that train by other names. */
export function modelPrefixes(port: string): readonly string[] {
  return Object.hasOwn(hosts, port) ? (hosts[port as PortName].prefixes ?? []) : [];
}

/** Returns the name by which a host knows a base model: `openai/gpt-4.1-mini` of seb is `gpt-4.1-mini` of OpenAI. */
export function baseNameFor(port: string, name: string): string {
  const prefix = modelPrefixes(port).find((each) => name.startsWith(each)) ?? '';
  return name.slice(prefix.length);
}
