import { type Dispatcher, fetch as undiciFetch } from 'undici';

/** A `fetch` over one connection pool that follows no redirect, so that a key goes nowhere but where it was sent. */
export function pooledFetch(dispatcher: Dispatcher): typeof globalThis.fetch {
  const pooled: typeof undiciFetch = (input, init) => undiciFetch(input, { ...init, dispatcher, redirect: 'manual' });
  return pooled as unknown as typeof globalThis.fetch; // undici's own types of the same interface
}
