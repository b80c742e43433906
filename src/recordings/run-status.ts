import { type JsonObject, textOf } from './values.ts';

/**
 * Returns why a log of Inspect may not hold all samples of its task; null where its run ended with success. A run that is still
 * being executed leaves the status `started`, or none, as one that was killed.
 */
export function statusNote({ status }: JsonObject): string | null {
  const stated = textOf(status) || 'started';
  if (stated === 'success') return null;
  const first = 'its samples are those that finished first, not a random part';
  return stated === 'started'
    ? `the log is not finished: its run is still being executed, or was killed; ${first}`
    : `the run ended with status "${stated}": ${first}`;
}
