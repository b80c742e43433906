import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { seb } from '../support/command.ts';
import { newFolder } from '../support/refusal.ts';

/** A package.json by the module type that it declares; npm 11 writes the second. */
const folders: Readonly<Record<string, string | null>> = {
  'no package.json': null,
  commonjs: '{"type": "commonjs"}',
  module: '{"type": "module"}',
  'no type': '{"name": "x"}',
};

const typed = `import { type SebConfig, defineConfig } from 'self-execution-benchmark';
import { number } from './number.EXT';
const config: SebConfig = { model: ['simulated/ada'], experiment: ['association'], limit: number };
export default defineConfig(config);
`;
const plain = typed.replace('type SebConfig, ', '').replace(': SebConfig', '');
const configs: Readonly<Record<string, string>> = {
  'seb.config.ts': typed,
  'seb.config.mts': typed,
  'seb.config.mjs': plain,
  'seb.config.js': plain,
};

function folderWith(type: string | null, files: Readonly<Record<string, string>>): string {
  const folder = newFolder();
  if (type !== null) writeFileSync(join(folder, 'package.json'), type);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  return folder;
}

const dryRun = ['run', '--dry-run'];

describe('a config file', () => {
  const cases = Object.entries(folders).flatMap(([name, type]) =>
    Object.entries(configs).map(([file, text]) => [file, name, type, text] as const),
  );
  it.each(cases)('%s loads in a folder with %s, with a file that it imports', async (file, _, type, text) => {
    const extension = file.split('.').at(-1) ?? '';
    const number = { [`number.${extension}`]: 'export const number = 7;\n' };
    const { code, stdout, stderr } = await seb(dryRun, {
      folder: folderWith(type, { [file]: text.replace('EXT', extension), ...number }),
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: `note: running the code in ${file} of this folder\n` });
    expect(stdout).toMatch(/^14 calls in total/m);
  });

  it.each([
    [
      'seb.config.js',
      '{"type": "commonjs"}',
      "/*\nimport x from 'y';\n*/\nmodule.exports = { model: ['simulated/ada'], limit: 7 };",
    ],
    [
      'seb.config.js',
      null,
      "const { join } = require('node:path');\nmodule.exports = { model: ['simulated/ada'], limit: 7 };",
    ],
    [
      'seb.config.ts',
      '{"type": "commonjs"}',
      "import path = require('node:path');\nexport = { model: ['simulated/ada'], limit: 7 };",
    ],
  ])('%s in CommonJS syntax loads too: %s', async (file, type, text) => {
    const { code, stdout, stderr } = await seb(dryRun, { folder: folderWith(type, { [file]: text }) });
    if (text.includes('export =')) return expect(stderr).toMatch(/seb\.config\.ts:\d+: .*not supported/); // Node cannot
    expect({ code, stderr }).toEqual({ code: 0, stderr: `note: running the code in ${file} of this folder\n` });
    expect(stdout).toMatch(/^70 calls in total/m);
  });

  it('is refused when there are two', async () => {
    const folder = folderWith(null, { 'seb.config.ts': 'export default {};', 'seb.config.mjs': 'export default {};' });
    const { code, stderr } = await seb(dryRun, { folder });
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('seb.config.ts and seb.config.mjs'),
    });
  });

  const broken = 'export default {\n  model: ["simulated/ada"],\n  limit 7,\n};\n';
  const faults: readonly (readonly [name: string, file: string, text: string, message: RegExp])[] = [
    ['a syntax error in TypeScript', 'seb.config.ts', broken, /seb\.config\.ts:3: /],
    ['a syntax error in .mts', 'seb.config.mts', broken, /seb\.config\.mts:3: /],
    ['a syntax error in JavaScript', 'seb.config.mjs', broken, /seb\.config\.mjs:3: /],
    ['a syntax error in CommonJS', 'seb.config.js', 'module.exports = {\n  limit 7\n};', /seb\.config\.js:2: /],
    [
      'a syntax error in an imported file',
      'seb.config.mjs',
      "import './faulty.mjs';\nexport default {};",
      /faulty\.mjs:3: /,
    ],
    [
      'syntax that Node cannot strip',
      'seb.config.ts',
      '\nenum A { B }\nexport default {};',
      /seb\.config\.ts:2: .*enum/,
    ],
    [
      'a missing export',
      'seb.config.mjs',
      "import { no } from 'node:fs';\nexport default {};",
      /seb\.config\.mjs:1: .*'no'|named 'no'/,
    ],
    [
      'a missing package',
      'seb.config.ts',
      "import 'no-such-package';\nexport default {};",
      /seb\.config\.ts.*no-such-package/,
    ],
    ['an exception', 'seb.config.ts', '\n\nthrow new Error("boom");\nexport default {};', /seb\.config\.ts:3: boom/],
    [
      'a misspelled variable',
      'seb.config.mts',
      'export default {\n  limit: seven,\n};',
      /seb\.config\.mts:2: seven is not defined/,
    ],
  ];
  it.each(faults)('is refused with the line of %s', async (_, file, text, message) => {
    const folder = folderWith('{"type": "commonjs"}', { [file]: text, 'faulty.mjs': '\n\nconst x = ;\n' });
    const { code, stderr } = await seb(dryRun, { folder });
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('Warning');
    expect(code).toBe(1);
  });
});

describe("the user's other files in a CommonJS folder", () => {
  it('loads an experiment that the config file imports', async () => {
    const folder = folderWith('{"type": "commonjs"}', {});
    mkdirSync(join(folder, 'own'));
    writeFileSync(
      join(folder, 'own/vowels.ts'),
      `import { defineExperiment, type Experiment } from 'self-execution-benchmark';
import { vowel } from ${JSON.stringify(new URL('../support/vowel/index.ts', import.meta.url).href)};
export const own: Experiment = defineExperiment(vowel);
`,
    );
    writeFileSync(
      join(folder, 'seb.config.ts'),
      "import { own } from './own/vowels.ts';\nexport default { experiments: [own] };\n",
    );
    const { code, stdout, stderr } = await seb(['experiments', '--json'], { folder });
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'note: running the code in seb.config.ts of this folder\n' });
    expect(stdout).toContain('"vowel"');
  });

  it.each(['study.ts', 'study.mts'])('loads the study file %s, and says the line of its syntax error', async (file) => {
    const study = (arms: string) => `import { defineStudy } from 'self-execution-benchmark/study';
export default defineStudy({
  name: 'x', targets: ['simulated/ada', 'simulated/bo'], items: 'missing.jsonl', tasks: ['animals'],
  samples: 1, port: { port: 'simulated' }, arms${arms} ['untrained', 'self'],
});
`;
    const folder = folderWith('{"type": "commonjs"}', { [file]: study(':') });
    const loaded = await seb(['study', 'introspection', file, '--dry-run'], { folder });
    expect(loaded.stderr).not.toContain('cannot be loaded');
    expect(loaded.stderr).not.toContain('Warning');
    writeFileSync(join(folder, file), study(''));
    const broken = await seb(['study', 'introspection', file, '--dry-run'], { folder });
    expect(broken.stderr).toMatch(new RegExp(`${file.replace('.', '\\.')}:4: `));
    expect(broken.code).toBe(1);
  });
});
