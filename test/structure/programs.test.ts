import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn, root } from './source-files.ts';

const call = /programBeside\(import\.meta\.url, '([^']+)'\)/g;

test('every program that is started by its path exists', () => {
  const named = filesIn('src').flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(call)].map(
      ([, path = '']) => `${join(dirname(file), path)}.ts`,
    ),
  );
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('no file puts together the path of a program with an extension of its own', () => {
  const others = filesIn('src').filter(
    (file) =>
      !file.endsWith('util/program-beside.ts') &&
      !file.startsWith('src/analyze/compare/compare-worker') &&
      readFileSync(join(root, file), 'utf8').includes('import.meta.url.slice('),
  );
  expect(others).toEqual([]);
});
