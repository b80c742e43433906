import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Source, sourceOf } from '../files/published.ts';
import { readText } from '../files/read-text.ts';

/** What `SOURCE.md` in a data folder says after `Licence:` and `Origin:`; `not stated` where it says nothing. */
export function readSourceNote(folder: string): Source {
  const file = join(folder, 'SOURCE.md');
  const text = existsSync(file) ? readText(file) : '';
  return sourceOf(field(text, 'Licen[cs]e') ?? 'not stated', field(text, 'Origin') ?? folder);
}

/** The text after `- Name:`, over the lines that it is wrapped over. */
function field(text: string, name: string): string | null {
  const found = new RegExp(`^(?:[-*] )?${name}: *(.+(?:\\n {2,}\\S.*)*)`, 'im').exec(text)?.[1];
  return found === undefined ? null : found.replaceAll(/\s+/g, ' ').trim();
}
