import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { installingPages, installsByName, publication, withInstallation } from '../../scripts/installation.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8');
const { name } = publication();

/** Every text that a person reads or a machine runs; CHANGELOG.md and contributing/releasing.md tell what was or will be. */
const texts = [
  '.',
  'contributing',
  'docs',
  'examples',
  'python',
  'src',
  'scripts',
  'bench',
  'viewer',
  'workshop',
  'model',
  '.github',
  '.ci',
]
  .filter((folder) => existsSync(`${root}/${folder}`))
  .flatMap((folder) => {
    const isRoot = folder === '.';
    const entries = readdirSync(`${root}/${folder}`, { recursive: !isRoot, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length).replace(/^\/?(\.\/)?/, ''));
  })
  .filter((file) => /(\.(md|ya?ml|sh|ts|tsx|toml|py)|Dockerfile|\.ci\/run)$/.test(file))
  .filter(
    (file) =>
      !/node_modules|CHANGELOG\.md|contributing\/releasing\.md|scripts\/installation\.ts|\.test\.ts$/.test(file),
  );

describe('package.json', () => {
  it('is private until a person has published the package', () => {
    expect(publication().isPrivate).toBe(true);
  });
});

describe('installsByName', () => {
  it.each([
    `npm install ${name}`,
    `npm install --no-save ${name} @ai-sdk/openai`,
    `npm i -g ${name}@latest`,
    `npm add ${name}@0.4.0`,
    `npm exec ${name} demo`,
    `npm x --package=x seb`,
    `npx ${name} demo`,
    `npx --yes --package ${name}@latest seb compare`,
    'npx seb demo',
    'npx -y seb@latest',
    `pnpm dlx ${name}`,
    `yarn add ${name}`,
    `bunx ${name}`,
    `pip install ${name}`,
    `pip install '${name}[pandas]'`,
    `python3 -m pip install -U ${name}==0.4.0`,
    'pip install self_execution_benchmark',
    `uvx ${name} demo`,
    `uvx --from ${name} seb`,
    'uvx seb demo',
    `uv tool install ${name}`,
    `uv pip install ${name}`,
    `pipx run ${name}`,
  ])('finds %s', (text) => {
    expect(installsByName(`Write \`${text}\` first.`, name)).toHaveLength(1);
  });

  it.each([
    `npm install ./${name}-*.tgz`,
    `npm install ../${name}-0.4.0.tgz @ai-sdk/openai`,
    'npx --no seb demo',
    'npx vitest run test',
    'npm run -s seb -- demo',
    'npm ci && npm start',
    `pip install ./dist/self_execution_benchmark-0.4.0-py3-none-linux_x86_64.whl`,
    `pip install 'trl[peft]' gguf`,
    `npm install node-llama-cpp; seb demo`,
    `git clone https://example.org/${name}`,
    `uvx --from ./self_execution_benchmark-0.4.0-py3-none-any.whl seb`,
  ])('allows %s', (text) => {
    expect(installsByName(`Write \`${text}\` first.`, name)).toEqual([]);
  });

  it.skipIf(!publication().isPrivate)('finds nothing in the texts of the repository', () => {
    const found = texts.map((file) => [file, installsByName(read(file), name)] as const);
    expect(found.filter(([, commands]) => commands.length > 0)).toEqual([
      ['src/cli/process/invocation.ts', ['npx seb']], // repeats what the user typed
    ]);
  });

  it('reads the pages, the action, the examples and the messages', () => {
    const wanted = [
      'README.md',
      'action.yml',
      'docs/ci.md',
      'examples/Dockerfile',
      'examples/nightly.yml',
      'src/index.ts',
    ];
    for (const file of wanted) expect(texts).toContain(file);
  });
});

describe('withInstallation', () => {
  const page = `npm install --no-save ./${name}-*.tgz pg-boss\nnpm install ${name}\nnpm install other`;

  it('names the packed file, and the package once it is published', () => {
    expect(withInstallation(page, { name, isPrivate: true })).toBe(
      `npm install --no-save ./${name}-*.tgz pg-boss\nnpm install ./${name}-*.tgz\nnpm install other`,
    );
    expect(withInstallation(page, { name, isPrivate: false })).toBe(
      `npm install --no-save ${name} pg-boss\nnpm install ${name}\nnpm install other`,
    );
  });

  it('finds an installation in the README and in every page that calls npx', () => {
    const calling = installingPages().filter(
      (file) => /npx --no seb/.test(read(file)) && !/slurm|platforms|first-run/.test(file),
    );
    expect(calling).toContain('README.md');
    for (const file of calling) {
      const text = read(file);
      expect(withInstallation(text), file).toBe(text);
      expect(text.indexOf(`npm install`), file).toBeLessThan(text.indexOf('npx --no seb'));
      expect(text, file).toContain(`npm install`);
    }
  });
});
