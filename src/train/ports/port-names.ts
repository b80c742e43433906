/** Where a training job can run, in the order in which help lists them. */
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
