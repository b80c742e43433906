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

/** Returns a new owner of a lease: this process. */
export function newLeaseOwner(): LeaseOwner {
  const name = randomUUID();
  return {
    owner: thisStart === null ? name : `${name}${separator}${thisStart}`,
    host: thisHost,
    pid: process.pid,
  };
}

/**
 * Returns what this host knows of an owner. Of a process of another host, of a suspended one, and where the system does
 * not tell, only the time at which the lease expires counts (`unknown`). Otherwise no clock counts.
 */
export function ownerState({ owner, host, pid }: LeaseOwner): 'running' | 'ended' | 'unknown' {
  return host === thisHost ? processState(pid, owner.split(separator)[1] ?? null) : 'unknown';
}

/** The time at which a lease expires that a second process has ended: it is never renewed. */
export const ended = 0;

/** Returns whether an owner holds its lease, `valid` being whether the lease has not expired. */
export function isLive(owner: LeaseOwner & { readonly expires_at: number }, valid: boolean): boolean {
  if (owner.expires_at === ended) return false;
  const state = ownerState(owner);
  return state === 'unknown' ? valid : state === 'running';
}
