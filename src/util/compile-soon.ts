import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';

/**
 * From now on V8 optimises what runs again and again sooner (by itself, a function that has run some 11,000 times), and with
 * no more threads than there are cores beside this one: its own four, all at once, held up what they were to speed up.
 */
export function compileSoon(): void {
  const spare = Math.max(1, availableParallelism() - 1);
  setFlagsFromString('--invocation-count-for-turbofan=1000');
  setFlagsFromString(`--concurrent-turbofan-max-threads=${Math.min(4, spare)}`);
  setFlagsFromString(`--concurrent-maglev-max-threads=${Math.min(2, spare)}`);
}
