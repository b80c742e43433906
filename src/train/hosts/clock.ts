import { pause } from '../../util/waiting.ts';

/** Waiting and random numbers, replaceable in tests. */
export interface Clock {
  /** Resolves after the time, or as soon as the signal is aborted. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** A number in [0, 1). */
  random(): number;
}

export const systemClock: Clock = {
  wait: pause,
  random: Math.random,
};
