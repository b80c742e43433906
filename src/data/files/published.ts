import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from './read-text.ts';

/** Source of items, and whether they are redistributable. */
export interface Source {
  /** SPDX id; `not stated` where the source does not state one. */
  readonly licence: string;
  readonly origin: string;
  /** Whether items may be written into an export. */
  readonly redistributable: boolean;
}

/** Licenses that allow redistribution inside a file with another license, if their notice is included. */
const permissive = new Set(['Apache-2.0', 'MIT', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'CC-BY-3.0', 'CC-BY-4.0']);

/**
 * Returns the source. Items with an unknown license, or one that would bind the whole export (GPL, share-alike), are
 * not redistributable.
 */
export function sourceOf(licence: string, origin: string): Source {
  return { licence, origin, redistributable: permissive.has(licence) };
}

/** Public data sets that are read from the user's own copy. */
export const published = {
  taboo: sourceOf('GPL-3.0-or-later', 'Taboo-Data, github.com/Kovah/Taboo-Data'),
  xstest: sourceOf('CC-BY-4.0', 'XSTest (Roettger et al. 2024), github.com/paul-rottger/xstest'),
  lookingInward: sourceOf('not stated', 'prompt release of Looking Inward (Binder et al. 2024), arXiv 2410.13787'),
  arc: sourceOf('CC-BY-SA-4.0', 'ARC (Clark et al. 2018), arXiv 1803.05457'),
  modelWritten: sourceOf('CC-BY-4.0', 'model-written evaluations (Perez et al. 2022), github.com/anthropics/evals'),
  mmlu: sourceOf('MIT', 'MMLU (Hendrycks et al. 2021), github.com/hendrycks/test'),
} as const;

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
