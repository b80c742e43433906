import { pause } from '../util/waiting.ts';
import type { Lease } from './store.ts';

const lookEveryMs = 250;

/**
 * Resolves when the lease cannot have expired, or `stop` is aborted. Await it directly before a request that must not be
 * sent by two processes: this one may have been suspended since its last look at the lease.
 */
export async function untilCurrent({ isCurrent }: Pick<Lease, 'isCurrent'>, stop: AbortSignal): Promise<void> {
  while (!isCurrent() && !stop.aborted) await pause(lookEveryMs, stop);
}
