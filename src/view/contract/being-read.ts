import type { Overview } from './contract.ts';

/** Returns whether the server still reads answers of the store, so that what they show is not known yet. */
export function isBeingRead(overview: Pick<Overview, 'runs'> | undefined): boolean {
  return overview === undefined || overview.runs.some(({ index: { kind } }) => kind === 'stale' || kind === 'building');
}
