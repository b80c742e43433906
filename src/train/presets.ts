import type { PortName } from './hosts/port-names.ts';
import type { HyperParameters } from './jobs/job-event.ts';

export const presetNames = ['looking-inward', 'looking-inward-shift'] as const;
export type PresetName = (typeof presetNames)[number];

const hosted: ReadonlySet<PortName> = new Set(['openai', 'openai-compatible', 'azure']);

const nothing: HyperParameters = {
  epochs: null,
  batchSize: null,
  learningRate: null,
  learningRateMultiplier: null,
  loraRank: null,
};

/**
 * Returns the hyperparameters of the authors of arXiv 2410.13787: a multiplier for OpenAI's host, and LoRA (Fireworks,
 * 70B) for every port with a learning rate. `looking-inward-shift` is their step that changes the behavior (1,000
 * rows).
 */
export function presetParameters(preset: PresetName, port: PortName): HyperParameters {
  const isShift = preset === 'looking-inward-shift';
  if (hosted.has(port)) {
    return { ...nothing, epochs: 1, batchSize: isShift ? 1 : 20, learningRateMultiplier: isShift ? 1 : 2 };
  }
  if (port === 'mistral') return { ...nothing, epochs: 1, learningRate: 2e-5 }; // supports neither batch size nor rank
  return { ...nothing, epochs: 1, batchSize: isShift ? 1 : 16, learningRate: 2e-5, loraRank: 32 };
}
