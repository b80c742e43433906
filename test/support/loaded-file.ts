import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ItemKind } from '../../src/data/item-kind.ts';
import type { ItemBase } from '../../src/domain/dataset.ts';
import { loadListed } from './listed.ts';
import { newFolder } from './refusal.ts';

/** Items of a file, and what was read differently from how the file has it. */
interface LoadedFile {
  readonly items: readonly ItemBase[];
  readonly notes: readonly string[];
}

/** Writes a file and loads its items. */
export async function loadFile<Item extends ItemBase>(
  kind: ItemKind<Item>,
  [name, content]: readonly [name: string, content: string | Uint8Array],
  options: Partial<Parameters<typeof loadListed>[2]> = {},
): Promise<LoadedFile> {
  const path = join(newFolder(), name);
  writeFileSync(path, content);
  const notes: string[] = [];
  const { items } = await loadListed(kind, path, { seed: 1, onNote: (note) => void notes.push(note), ...options });
  return { items, notes };
}
