/** Ports where a training job can run, in help order. */
export const portNames = [
  'command',
  'bundled',
  'openai',
  'openai-compatible',
  'azure',
  'together',
  'fireworks',
  'mistral',
  'simulated',
] as const;
export type PortName = (typeof portNames)[number];
