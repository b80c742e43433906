import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LimitedProcess } from './limited-process.ts';

const limits = { heapMb: 64, timeoutMs: 60_000 };

let folder: string;
let pidFile: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'seb-limited-'));
  pidFile = join(folder, 'pid');
});
afterAll(() => rmSync(folder, { recursive: true }));

function program(name: string, source: string): string {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, source);
  return file;
}

/** Returns a program that writes its process id when it gets a request, and then computes forever. */
const busy = () =>
  program(
    'busy',
    `import { renameSync, writeFileSync } from 'node:fs';
process.on('message', () => {
  const file = ${JSON.stringify(pidFile)};
  writeFileSync(file + '.part', String(process.pid));
  renameSync(file + '.part', file);
  for (;;);
});`,
  );

/** Returns whether a process runs. One that has ended but whose end its parent has not read, as in a container, does not. */
function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${id}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

const patient = { timeout: 60_000, interval: 20 };

describe('LimitedProcess', () => {
  it('ends a program that exceeds its time limit, and restarts it for the next request', async () => {
    const limited = new LimitedProcess(busy(), { ...limits, timeoutMs: 500 });
    expect(await limited.ask(1)).toEqual({ kind: 'timed-out', why: expect.stringMatching(/^it did not end within/) });
    expect(await limited.ask(2)).toMatchObject({ kind: 'timed-out' });
  });

  it.runIf(process.platform === 'linux')(
    'waits on for a program that the machine gives no time to compute',
    async () => {
      const source = "process.on('message', ({ id }) => setTimeout(() => process.send({ id, value: 'late' }), 2500));";
      const limited = new LimitedProcess(program('waiting', source), { ...limits, timeoutMs: 1000 });
      expect(await limited.ask({})).toEqual({ kind: 'reply', value: 'late' });
      limited.close();
    },
  );

  it('reports a program that crashed, and answers the next request', async () => {
    const source = `process.on('message', ({ id, request }) => {
  if (request === 'crash') process.abort();
  process.send({ id, value: request });
});`;
    const limited = new LimitedProcess(program('crashing', source), limits);
    expect(await limited.ask('crash')).toEqual({ kind: 'ended', why: 'it crashed (SIGABRT)' });
    expect(await limited.ask('again')).toEqual({ kind: 'reply', value: 'again' });
    limited.close();
  });

  it('leaves no busy program behind when its process exits', async () => {
    rmSync(pidFile, { force: true });
    const starter = program(
      'starter',
      `import { existsSync } from 'node:fs';
import { LimitedProcess } from ${JSON.stringify(new URL('./limited-process.ts', import.meta.url).href)};
void new LimitedProcess(${JSON.stringify(busy())}, ${JSON.stringify(limits)}).ask(1);
setInterval(() => existsSync(${JSON.stringify(pidFile)}) && process.exit(130), 20);`,
    );
    const parent = spawn(process.execPath, [starter], { stdio: 'ignore' });
    await new Promise((resolve) => parent.on('close', resolve));
    expect(existsSync(pidFile)).toBe(true);
    const id = Number(readFileSync(pidFile, 'utf8'));
    await vi.waitFor(() => expect(isAlive(id)).toBe(false), patient);
  }, 240_000);
});
