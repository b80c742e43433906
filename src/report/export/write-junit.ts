import { writeFileSync } from 'node:fs';
import { AppError } from '../../util/app-error.ts';

/** Writes a JUnit file. AppError when it cannot be written. */
export function writeJunit(file: string, xml: string): void {
  try {
    writeFileSync(file, xml);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw new AppError('junit-unwritable', `${file} cannot be written (${code})`, {
      hint: 'check the path after --junit',
      cause,
    });
  }
}
