import { basename, dirname, join } from 'node:path';
import { ownFilesIn, readText } from '../data/files/read-text.ts';
import { jsonObject } from './damaged-log.ts';
import type { JsonObject } from './values.ts';

/** Returns the record of Every Eval Ever beside its samples; null without a record of that name. */
export function recordBeside(file: string): JsonObject | null {
  const name = basename(file).replace(/_samples\.jsonl$/, '.json');
  if (name === basename(file) || !ownFilesIn(dirname(file)).includes(name)) return null;
  const path = join(dirname(file), name);
  return jsonObject(readText(path), path, '');
}
