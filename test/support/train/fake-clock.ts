import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../../src/train/hosts/clock.ts';

/** A clock that does not wait, and records the requested waits. */
export interface FakeClock extends Clock {
  readonly waits: number[];
}

export function fakeClock(onWait: () => void = () => {}): FakeClock {
  const waits: number[] = [];
  return {
    waits,
    async wait(milliseconds) {
      waits.push(milliseconds);
      onWait();
      await nextTurn();
    },
    random: () => 0.5,
  };
}
