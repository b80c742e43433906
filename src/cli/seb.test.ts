import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const first = fileURLToPath(new URL('./seb.ts', import.meta.url));

/** Starts the package's entry file under a simulated version of Node. */
function startedOn(version: string) {
  const versions = JSON.stringify({ ...process.versions, node: version });
  const pretend = `data:text/javascript,Object.defineProperty(process, 'versions', { value: ${encodeURIComponent(versions)} })`;
  return spawnSync(process.execPath, ['--import', pretend, first, '--version'], { encoding: 'utf8' });
}

describe('seb', () => {
  it.each(['20.20.0', '22.17.1', '18.0.0'])(
    'reports the required Node version on %s, before anything else is loaded',
    (version) => {
      const { status, stdout, stderr } = startedOn(version);
      expect(stderr.split('\n')[0]).toBe(`seb: needs Node 22.18 or newer, but this is ${version}`);
      expect([status, stdout]).toEqual([1, '']);
    },
  );

  it.each(['22.18.0', '24.0.0'])('starts the program on %s', (version) => {
    expect(startedOn(version)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      stderr: '',
    });
  });

  it('prints its help without loading zod, experiments or models', () => {
    const hook = `
      import { registerHooks } from 'node:module';
      const load = (url, context, next) => (process.stderr.write(url + '\\n'), next(url, context));
      registerHooks({ load });`;
    const watched = `data:text/javascript,${encodeURIComponent(hook)}`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--import', watched, first, '--help'], {
      encoding: 'utf8',
    });
    expect(stdout).toContain('Usage: seb');
    const loaded = stderr.trimEnd().split('\n');
    expect(loaded.filter((url) => url.includes('/cli/'))).not.toEqual([]);
    expect(loaded.filter((url) => /\/zod\/|\/experiments\/registry|\/models\/registry/.test(url))).toEqual([]);
  });
});
