import type { RunId } from '../../domain/run-config.ts';
import { CallsOut, type JobOut, OutAmong } from '../jobs/calls-out.ts';
import { untilNoticed } from '../live/single-flight.ts';
import type { LeasedRun } from './leased-run.ts';
import type { PlacedCall } from './open-calls.ts';

/** Calls that are claimed at once. */
const claimedAtOnce = 256;

/** The open calls of a run that it may give to a job, and where the others are. */
export class FreeCalls {
  /** Calls that another process of the store is sending, or whose answers it stored meanwhile. */
  taken = 0;
  readonly #leased: LeasedRun;
  #out: OutAmong | null = null;

  constructor(leased: LeasedRun) {
    this.#leased = leased;
  }

  /** Returns the jobs that have calls of this run, without those of a run, with the number of these calls. */
  jobs(without: RunId | null): readonly JobOut[] {
    return this.#out?.jobs(without) ?? [];
  }

  /**
   * Yields the calls that are not out and that no other run is sending. Each is claimed until the lease of the run ends, so
   * that a job that has it must be stored by then.
   */
  async *of(calls: AsyncIterable<PlacedCall>): AsyncGenerator<PlacedCall> {
    const { store, lease, stop } = this.#leased;
    await untilNoticed(lease.claims, stop);
    const out = await CallsOut.read(store);
    const outside = new OutAmong(out);
    this.#out = outside;
    const free = async (group: readonly PlacedCall[]): Promise<readonly PlacedCall[]> => {
      const isOurs = await Promise.all(group.map(({ key }) => lease.claims.claim(key)));
      const answered = await store.existing(group.map(({ key }) => key)); // after the claims: a claim ends when its answer is stored
      await out.refresh();
      return group.filter((call, index) => {
        if (outside.has(call)) return false;
        const isFree = isOurs[index] === true && !answered.has(call.key);
        if (!isFree) this.taken += 1;
        return isFree;
      });
    };
    let group: PlacedCall[] = [];
    for await (const call of calls) {
      if (outside.has(call)) continue;
      group.push(call);
      if (group.length < claimedAtOnce) continue;
      yield* await free(group);
      group = [];
    }
    yield* await free(group);
  }
}
