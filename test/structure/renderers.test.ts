import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesIn, root } from './source-files.ts';

const renderers = [
  ...filesIn('src/report/render').filter((file) => !file.includes('.test.')),
  ...['viewer/parts/report-table.tsx', 'viewer/parts/findings-table.tsx'],
];

it('no renderer of tables has columns of its own: builders in src/report/tables make them', () => {
  const builds = (file: string) =>
    /import \{[^}]*\b(filled|left|right)\b[^}]*\} from '[^']*report-table\.ts'/.test(
      readFileSync(join(root, file), 'utf8'),
    );
  expect(renderers.length).toBeGreaterThan(8);
  expect(renderers.filter(builds)).toEqual([]);
});

it('no renderer and no table reads a meaning out of the beginning of a note or a verdict', () => {
  const files = [...filesIn('src/report/render'), ...filesIn('src/report/tables'), ...filesIn('src/analyze/findings')];
  const reads = (file: string) =>
    /\b(note|verdict|word|method)\.(startsWith|endsWith)\(/.test(readFileSync(join(root, file), 'utf8'));
  expect(files.filter((file) => !file.includes('.test.') && reads(file))).toEqual([]);
});
