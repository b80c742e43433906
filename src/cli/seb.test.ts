import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const first = fileURLToPath(new URL('./seb.ts', import.meta.url));

/** Starts the package's first file as if this were another version of Node. */
function startedOn(version: string) {
  const versions = JSON.stringify({ ...process.versions, node: version });
  const pretend = `data:text/javascript,Object.defineProperty(process, 'versions', { value: ${encodeURIComponent(versions)} })`;
  return spawnSync(process.execPath, ['--import', pretend, first, '--version'], { encoding: 'utf8' });
}

describe('seb', () => {
  it.each(['20.20.0', '22.17.1', '18.0.0'])(
    'says which Node it needs on %s, before anything else is loaded',
    (version) => {
      const { status, stdout, stderr } = startedOn(version);
      expect(stderr.split('\n')[0]).toBe(`seb: needs Node 22.18 or newer, this is ${version}`);
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
});
