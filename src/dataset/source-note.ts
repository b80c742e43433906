import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Source, sourceOf } from './files/published.ts';
import { readText } from './files/read-text.ts';

/** Returns what `SOURCE.md` in a data folder states after `Licence:` and `Origin:`; `not stated` where it is missing. */
export function readSourceNote(folder: string): Source {
  const file = join(folder, 'SOURCE.md');
  const text = existsSync(file) ? readText(file) : '';
  return sourceOf(field(text, 'Licen[cs]e') ?? 'not stated', field(text, 'Origin') ?? folder);
}

/** Returns the text after `- Name:`, including its continuation lines. */
function field(text: string, name: string): string | null {
  const found = new RegExp(`^(?:[-*] )?${name}: *(.+(?:\\n {2,}\\S.*)*)`, 'im').exec(text)?.[1];
  return found === undefined ? null : found.replaceAll(/\s+/g, ' ').trim();
}
