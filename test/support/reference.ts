import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../shared/reference/self-execution-benchmark', import.meta.url));

/** Folder of the published recordings, if it is next to the checkout; null elsewhere. */
export const recordingsFolder: string | null = existsSync(folder) ? folder : null;

/** Suffix of a skipped test's name. */
export const withoutRecordings = recordingsFolder === null ? ' (skipped: ../shared/reference is not there)' : '';
