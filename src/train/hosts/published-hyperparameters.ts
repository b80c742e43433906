import type { HyperParameters } from './host-settings.ts';

export const presetNames = ['looking-inward', 'looking-inward-shift'] as const;
export type PresetName = (typeof presetNames)[number];

/**
 * Returns the hyperparameters of the authors of arXiv 2410.13787 in the terms of a host. `looking-inward-shift` is their
 * step that changes the behavior (1,000 rows).
 */
type Preset = (name: PresetName) => HyperParameters;

/** Which hyperparameters a host supports, and the published values in its terms. */
export interface HostParameters {
  readonly supported: readonly (keyof HyperParameters)[];
  readonly preset: Preset;
}

const onlyEpochs: HyperParameters = {
  epochs: 1,
  batchSize: null,
  learningRate: null,
  learningRateMultiplier: null,
  loraRank: null,
};

/** Hosts that choose the learning rate, with the authors' multiplier at OpenAI. */
export const multiplierParameters: HostParameters = {
  supported: ['epochs', 'batchSize', 'learningRateMultiplier'],
  preset: (name) => {
    const isShift = name === 'looking-inward-shift';
    return { ...onlyEpochs, batchSize: isShift ? 1 : 20, learningRateMultiplier: isShift ? 1 : 2 };
  },
};

/** A host that supports neither batch size nor rank, with the authors' learning rate. */
export const rateParameters: HostParameters = {
  supported: ['epochs', 'learningRate'],
  preset: () => ({ ...onlyEpochs, learningRate: 2e-5 }),
};

/** Hosts that train a LoRA, with that of the authors for a 70B model at Fireworks. */
export const loraParameters: HostParameters = {
  supported: ['epochs', 'batchSize', 'learningRate', 'loraRank'],
  preset: (name) => {
    const isShift = name === 'looking-inward-shift';
    return { ...onlyEpochs, batchSize: isShift ? 1 : 16, learningRate: 2e-5, loraRank: 32 };
  },
};
