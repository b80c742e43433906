import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../shared/reference/self-execution-benchmark', import.meta.url));

/** Folder of the published recordings, where a checkout has them beside it; null elsewhere. */
export const recordingsFolder: string | null = existsSync(folder) ? folder : null;

/** Line that a skipped test shows. */
export const withoutRecordings = recordingsFolder === null ? ' (skipped: ../shared/reference is not there)' : '';
