import { randomUUID } from 'node:crypto';
import { hostIdentity, processStart, processState } from './process-namespace.ts';

/** A process that holds a lease, as its row names it. */
export interface LeaseOwner {
  /** Unique name that ends with the start of the process where the system tells it: it shows a reused process id. */
  readonly owner: string;
  readonly host: string;
  readonly pid: number;
}

const separator = '@';
const thisHost = hostIdentity();
const thisStart = processStart(process.pid);

/** What this process knows of the processes that hold leases. */
export interface LeaseOwners {
  /** Returns a new owner of a lease: this process. */
  self(): LeaseOwner;
  /**
   * Returns what this host knows of an owner. Of a process of another host, of a suspended one, and where the system does
   * not tell, only the time at which the lease expires counts (`unknown`). Otherwise no clock counts.
   */
  stateOf(owner: LeaseOwner): 'running' | 'ended' | 'unknown';
}

/** The processes of this machine, as the system tells them. */
export const systemOwners: LeaseOwners = {
  self() {
    const name = randomUUID();
    return {
      owner: thisStart === null ? name : `${name}${separator}${thisStart}`,
      host: thisHost,
      pid: process.pid,
    };
  },
  stateOf: ({ owner, host, pid }) =>
    host === thisHost ? processState(pid, owner.split(separator)[1] ?? null) : 'unknown',
};

/** The time at which a lease expires that a second process has ended: it is never renewed. */
export const ended = 0;

/** Returns whether an owner holds its lease, `valid` being whether the lease has not expired. */
export function isLive(
  owners: LeaseOwners,
  owner: LeaseOwner & { readonly expires_at: number },
  valid: boolean,
): boolean {
  if (owner.expires_at === ended) return false;
  const state = owners.stateOf(owner);
  return state === 'unknown' ? valid : state === 'running';
}
