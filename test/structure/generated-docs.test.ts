import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generatedDocs } from '../../scripts/generated-docs.ts';

test.each(Object.entries(generatedDocs()))('docs/%s is up to date (otherwise: npm run docs)', (file, text) => {
  expect(readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8')).toBe(text);
});
