import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  exports: Readonly<Record<string, { readonly default: string }>>;
};
const sources = Object.values(exports).map((entry) => entry.default.replace('./dist/', 'src/').replace(/\.js$/, '.ts'));

/** Runs a script in CommonJS syntax. */
function ended(script: string, version = process.versions.node) {
  const pretended = JSON.stringify({ ...process.versions, node: version });
  const pretend = `data:text/javascript,Object.defineProperty(process, 'versions', { value: ${encodeURIComponent(pretended)} })`;
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const run = ['--import', pretend, '--input-type=commonjs', '--eval', script];
  const { stdout, stderr } = spawnSync(process.execPath, run, { encoding: 'utf8', cwd: root });
  return { stdout, stderr };
}

describe.each(sources)('the package entry %s', (file) => {
  it('can be required, as it has no top-level await', () => {
    const { stdout, stderr } = ended(`console.log(Object.keys(require('./${file}')).length > 0)`);
    expect({ stdout, stderr }).toEqual({ stdout: 'true\n', stderr: '' });
  });

  it.each(['require', 'import'])('says with %s which version of Node it needs', (way) => {
    const loaded = way === 'require' ? `(async () => require('./${file}'))()` : `import('./${file}')`;
    const { stdout } = ended(
      `${loaded}.catch(({ name, code, message, hint }) => console.log(name, code, message, hint))`,
      '22.17.0',
    );
    expect(stdout).toBe(
      'AppError old-node self-execution-benchmark needs Node 22.18 or newer, but this is 22.17.0 install it from https://nodejs.org, or with your version manager\n',
    );
  });
});
