import type { PortName } from './hosts/port-names.ts';

/** Prefixes of the names under which seb runs the models of a port's host. */
const prefixes: Readonly<Partial<Record<PortName, readonly string[]>>> = {
  command: ['gguf/', 'vllm/'],
  openai: ['openai/'],
  azure: ['azure/'],
  fireworks: ['openai-compatible/'],
  'openai-compatible': ['openai-compatible/'],
  mistral: ['mistral/'],
  together: ['togetherai/'],
};

/** Returns the prefixes of the names of models that the port can train; empty for ports that train by other names. */
export function modelPrefixes(port: PortName): readonly string[] {
  return prefixes[port] ?? [];
}

/** Returns the name by which a host knows a base model: `openai/gpt-4.1-mini` of seb is `gpt-4.1-mini` of OpenAI. */
export function baseNameFor(port: PortName, name: string): string {
  const prefix = modelPrefixes(port).find((each) => name.startsWith(each)) ?? '';
  return name.slice(prefix.length);
}
