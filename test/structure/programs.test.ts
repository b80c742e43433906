import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn, root } from './source-files.ts';

const call = /programFile\('([^']+)'\)/g;

test('every program that is started by its path exists', () => {
  const named = filesIn('src').flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(call)].map(([, path = '']) => `src/${path}.ts`),
  );
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('only package-files.ts knows where a file of the package is: the bundle moves all other code', () => {
  const code = (file: string) =>
    readFileSync(join(root, file), 'utf8').replaceAll('const require = createRequire(import.meta.url);', '');
  const others = filesIn('src').filter((file) => !file.endsWith('.test.ts') && /import\.meta\b/.test(code(file)));
  expect(others).toEqual(['src/util/package-files.ts']);
});
