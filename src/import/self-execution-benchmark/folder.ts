import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Names inside a folder, sorted; none where there is no such folder. */
export function namesIn(...path: readonly string[]): readonly string[] {
  const folder = join(...path);
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}
