import type { Lease, Store } from '../../src/store/store.ts';

/** Returns a store that carries out some methods in another way. */
export function changedStore(store: Store, methods: Partial<Store>): Store {
  return new Proxy(store, {
    get: (target, name) => {
      if (name in methods) return methods[name as keyof Store];
      const own: unknown = Reflect.get(target, name);
      return typeof own === 'function' ? own.bind(target) : own;
    },
  });
}

/**
 * Returns a store as a process sees it that is suspended just after a job is about to be submitted: its lease is old from
 * then on, and a second process has it.
 */
export function suspendedAtSubmission(store: Store, onSuspended: () => void): Store {
  let isSuspended = false;
  const watched = (lease: Lease | null) => lease && { ...lease, isCurrent: () => !isSuspended && lease.isCurrent() };
  return changedStore(store, {
    lease: async (run) => watched(await store.lease(run)),
    leaseTrainingJob: async (key) => watched(await store.leaseTrainingJob(key)),
    appendEvent: async (event) => {
      const appended = await store.appendEvent(event);
      if (JSON.stringify(event).includes('"submitting"')) {
        isSuspended = true;
        onSuspended();
      }
      return appended;
    },
  });
}
