import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { importingPackage } from '../../scripts/build-examples.ts';
import { isAllowed, lockfile, problemsOf } from '../../scripts/dependency-rules.ts';
import { unwantedFiles } from '../../scripts/package-files.ts';
import { packedFiles, packedPage } from '../../scripts/package-pages.ts';
import { shippedPackages } from '../../scripts/shipped-packages.ts';

test('contains only allowed files', () => {
  const wanted = [
    'package.json',
    'dist/cli/main.js',
    'dist/index.d.ts',
    'dist/examples/own-experiment.ts',
    'data/stump/items.jsonl',
    'model/weights/ada.gguf',
  ];
  expect(unwantedFiles(wanted.map((name) => `package/${name}`))).toEqual([]);
  const unwanted = [
    '.env',
    'data/.env.json',
    '.seb/store.sqlite',
    'dist/store/open.test.js',
    'dist/models/testing/wire.js',
    'src/index.ts',
    'test/support/command.ts',
    'node_modules/zod/package.json',
    'model/work/corpus.jsonl',
    'model/weights/other.gguf',
    'seb-report/report.html',
    'dist/main.js.map',
  ];
  expect(unwantedFiles(unwanted)).toEqual(unwanted);
});

test('packs allowed files alone', () => {
  const packed = [...packedFiles()];
  expect(packed).toEqual(expect.arrayContaining(['package.json', 'docs/cli.md', 'model/weights/ada.gguf']));
  expect(unwantedFiles(packed)).toEqual([]);
});

test('has examples that import the package, and no file of this repository', () => {
  for (const file of readdirSync('examples').filter((name) => name.endsWith('.ts'))) {
    const text = importingPackage(readFileSync(`examples/${file}`, 'utf8'));
    expect(text).toContain("} from 'self-execution-benchmark';\n");
    expect(text).not.toContain('src/');
    const copy = file.replace(/\.ts$/, '.mts'); // runs in a folder of any module type
    if (file !== 'seb.config.ts')
      expect(text).toContain(
        `// Copy it into your project as ${copy} (Node runs no TypeScript in node_modules), then: node ${copy}\n`,
      );
  }
  expect(() => importingPackage("import { x } from '../src/util/text.ts';")).toThrow('only ../src/index.ts');
});

test('has pages whose links lead to files of the package', () => {
  const packed = new Set([
    'README.md',
    'docs/api.md',
    'docs/ci.md',
    'dist/examples/own-model.ts',
    'data/stump/SOURCE.md',
  ]);
  const links = (text: string, page: string) => packedPage(text, page, packed);
  const readme =
    '![the viewer](docs/gallery/overview.png)[api](docs/api.md#run), [data](data/), [own](examples/own-model.ts)';
  expect(links(readme, 'README.md')).toBe('[api](docs/api.md#run), [data](data/), [own](dist/examples/own-model.ts)');
  expect(links('[own](../examples/own-model.ts) [all](../examples/)', 'docs/api.md')).toBe(
    '[own](../dist/examples/own-model.ts) [all](../dist/examples)',
  );
  expect(links('[contributing](../CONTRIBUTING.md) [ci](ci.md)', 'docs/api.md')).toBe('contributing [ci](ci.md)');
  expect(links('[paper](https://example.org/x) [here](#here)', 'README.md')).toBe(
    '[paper](https://example.org/x) [here](#here)',
  );
});

test('ships only listed entries of package.json', () => {
  const { files } = JSON.parse(readFileSync('package.json', 'utf8')) as { files: readonly string[] };
  expect(files.toSorted()).toEqual([
    '!docs/gallery',
    '!docs/public',
    '!docs/reference',
    'CHANGELOG.md',
    'THIRD_PARTY_LICENSES.md',
    'data',
    'dist',
    'docs',
    'model/README.md',
    'model/weights',
  ]);
});

test('has the expected licenses and sources of installed and bundled packages', async () => {
  const { lock, installed, bundled } = await shippedPackages();
  const shipped = new Set([...installed, ...bundled]);
  expect([...bundled]).toEqual(
    expect.arrayContaining(['node_modules/kysely', 'node_modules/zod', 'node_modules/vega']),
  );
  const installedLicense = (place: string) =>
    (JSON.parse(readFileSync(`${place}/package.json`, 'utf8')) as { license?: string }).license ?? null;
  expect(problemsOf(lock, { shipped, installedLicense })).toEqual([]);
});

test('has the expected sources of the packages of the site', () => {
  const lock = lockfile.parse(JSON.parse(readFileSync('site/package-lock.json', 'utf8')));
  expect(Object.keys(lock.packages).length).toBeGreaterThan(100);
  expect(problemsOf(lock, { shipped: new Set(), installedLicense: () => null })).toEqual([]);
});

test('names unexpected licenses and sources', () => {
  const packages = {
    '': {},
    'node_modules/a': { version: '1.0.0', license: 'GPL-3.0', integrity: 'sha512-x' },
    'node_modules/b': { version: '1.0.0', license: 'MIT', resolved: 'git+ssh://git@host/b.git' },
    'node_modules/c': { version: '1.0.0', integrity: 'sha512-x', hasInstallScript: true },
    'node_modules/d': { version: '1.0.0', dev: true, license: 'GPL-3.0', integrity: 'sha512-x' },
  };
  const shipped = new Set(['node_modules/a', 'node_modules/b', 'node_modules/c']);
  expect(problemsOf({ packages }, { shipped, installedLicense: () => null })).toEqual([
    'a@1.0.0 has the license GPL-3.0',
    'b@1.0.0 comes from git+ssh://git@host/b.git',
    'b@1.0.0 has no integrity hash',
    'c@1.0.0 names no license',
    'c@1.0.0 runs a script when installed',
  ]);
  expect(isAllowed('(MIT OR GPL-3.0)')).toBe(true);
  expect(isAllowed('MIT AND GPL-3.0')).toBe(false);
  expect(isAllowed('MIT AND (GPL-3.0 OR AGPL-3.0)')).toBe(false);
});

test('has a source for every entry', () => {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    exports: Readonly<Record<string, { readonly default: string }>>;
  };
  expect(Object.keys(exports)).toEqual(['.', './stats', './properties', './report', './study']);
  for (const { default: file } of Object.values(exports)) {
    expect(readFileSync(file.replace('./dist/', 'src/').replace(/\.js$/, '.ts'), 'utf8')).toContain('export');
  }
});
