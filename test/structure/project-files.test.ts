import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { thirdPartyLicenses } from '../../scripts/generate-licenses.ts';
import { root } from './source-files.ts';

const workflows = readdirSync(join(root, '.github/workflows'));

test.each(workflows)('the workflow %s is valid', (name) => {
  const content = readFileSync(join(root, '.github/workflows', name), 'utf8');
  const { context } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  expect(context.errors.getErrors().map(({ message }) => message)).toEqual([]);
});

test('an invalid workflow is found', () => {
  const content = 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    stepz: []\n';
  const { context } = parseWorkflow({ name: 'wrong.yml', content }, new NoOperationTraceWriter());
  expect(context.errors.count).toBeGreaterThan(0);
});

test('the citation, the archive record and the package agree', () => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const manifest = JSON.parse(read('package.json')) as { version: string; license: string };
  const citation = parse(read('CITATION.cff')) as { version: string; license: string; 'cff-version': string };
  const archive = JSON.parse(read('.zenodo.json')) as { license: string };
  expect(citation).toMatchObject({ version: manifest.version, license: manifest.license, 'cff-version': '1.2.0' });
  expect(archive.license).toBe(manifest.license);
});

test('the list of licenses is current', async () => {
  expect(readFileSync(join(root, 'THIRD_PARTY_LICENSES.md'), 'utf8')).toBe(await thirdPartyLicenses());
});
