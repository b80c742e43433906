import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn, importsOf, root } from './source-files.ts';

/** Entry of the page that browsers load. */
const entry = 'viewer/main.tsx';
const nodeModule = /^import (?!type\b)[^;]*?from '(node:[^']+)'/gm;

/** Returns the files that the page loads, from imports that are not erased, each with the file that imports it. */
function loadedFiles(): ReadonlyMap<string, string> {
  const found = new Map([[entry, 'the browser']]);
  for (const file of found.keys()) {
    for (const { to, typeOnly } of importsOf(file, readFileSync(join(root, file), 'utf8'))) {
      if (!typeOnly && /\.tsx?$/.test(to) && existsSync(join(root, to)) && !found.has(to)) found.set(to, file);
    }
  }
  return found;
}

test('the page loads no module that only Node has', () => {
  const loaded = loadedFiles();
  expect(loaded.size).toBeGreaterThan(40);
  const wrong = [...loaded].flatMap(([file, importer]) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(nodeModule)].map(
      ([, name]) => `${file} imports ${name}; ${importer} imports it`,
    ),
  );
  expect(wrong).toEqual([]);
  expect(filesIn('viewer')).toContain(entry);
});
