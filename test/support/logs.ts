import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRecording } from '../../src/recordings/formats.ts';
import { AppError } from '../../src/util/app-error.ts';

/** Returns the path of a log that is part of the repository. */
export function sampleLog(name: string): string {
  return fileURLToPath(new URL(`../golden/logs/${name}`, import.meta.url));
}

const folder = fileURLToPath(new URL('../../../shared/reference', import.meta.url));

/** Folder of reference data beside the checkout; null elsewhere. */
export const referenceFolder: string | null = existsSync(`${folder}/foreign-logs`) ? folder : null;

/** Suffix of a skipped test's name. */
export const withoutReference = referenceFolder === null ? ' (skipped: ../shared/reference is not there)' : '';

export const lmEvalLogs = [
  'alpha-large/samples_times_gen_2026-11-27T13-02-21.599753',
  'beta-small/samples_times_gen_2026-11-27T13-04-36.504528',
].map((name) => sampleLog(`lm-eval/${name}.jsonl`));
export const everyEvalEverLog = sampleLog('eee/5bd1b9e2-e5d2-46ad-a429-32ef0ef61c10_samples.jsonl');

/** Folder of the logs that `said` writes. */
export const madeLogs = mkdtempSync(join(tmpdir(), 'seb-logs-'));

/** Writes a log and returns what its reader says: the message of an AppError, or the number of rows. Other errors are thrown. */
export async function said(name: string, content: string | Buffer): Promise<string> {
  const file = join(madeLogs, name);
  writeFileSync(file, content);
  try {
    return `${(await readRecording(file)).rows.length} rows`;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.message.replace(`${madeLogs}/`, '');
  }
}
