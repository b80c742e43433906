import type { HyperParameters } from './host-settings.ts';

export const presetNames = ['looking-inward', 'looking-inward-shift'] as const;
export type PresetName = (typeof presetNames)[number];

/**
 * Returns the hyperparameters of the authors of arXiv 2410.13787 in the terms of a host. `looking-inward-shift` is their
 * step that changes the behavior (1,000 rows).
 */
export type Preset = (name: PresetName) => HyperParameters;

const onlyEpochs: HyperParameters = {
  epochs: 1,
  batchSize: null,
  learningRate: null,
  learningRateMultiplier: null,
  loraRank: null,
};

/** The authors' multiplier at OpenAI, for hosts that choose the learning rate. */
export const multiplierPreset: Preset = (name) => {
  const isShift = name === 'looking-inward-shift';
  return { ...onlyEpochs, batchSize: isShift ? 1 : 20, learningRateMultiplier: isShift ? 1 : 2 };
};

/** The authors' learning rate, for a host that supports neither batch size nor rank. */
export const ratePreset: Preset = () => ({ ...onlyEpochs, learningRate: 2e-5 });

/** The authors' LoRA of a 70B model at Fireworks. */
export const loraPreset: Preset = (name) => {
  const isShift = name === 'looking-inward-shift';
  return { ...onlyEpochs, batchSize: isShift ? 1 : 16, learningRate: 2e-5, loraRank: 32 };
};
