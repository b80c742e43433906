import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LimitedProcess } from './limited-process.ts';

const limits = { heapMb: 64, residentMb: 300, cpuMs: 60_000, timeoutMs: 60_000 };

let folder: string;
let pidFile: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'seb-limited-'));
  pidFile = join(folder, 'pid');
});
afterAll(() => rmSync(folder, { recursive: true }));

function program(name: string, source: string): URL {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, source);
  return pathToFileURL(file);
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
    expect(await limited.ask(1)).toEqual({ kind: 'ended', why: expect.stringMatching(/^it did not end within/) });
    expect(await limited.ask(2)).toMatchObject({ kind: 'ended' });
  });

  it.skipIf(process.platform !== 'linux')('ends a program that exceeds its CPU time limit', async () => {
    const limited = new LimitedProcess(busy(), { ...limits, cpuMs: 500 });
    const why = 'it did not end within 1 s of CPU time';
    expect(await limited.ask(1)).toEqual({ kind: 'ended', why });
  });

  it('counts the CPU time of each request separately', async () => {
    const source = `process.on('message', ({ id }) => {
  const usedMs = () => (process.cpuUsage().user + process.cpuUsage().system) / 1000;
  const until = usedMs() + 300;
  while (usedMs() < until);
  process.send({ id, value: id });
});`;
    const limited = new LimitedProcess(program('worker', source), { ...limits, cpuMs: 1500 });
    for (let id = 1; id <= 6; id += 1) expect(await limited.ask(id)).toEqual({ kind: 'reply', value: id });
    limited.close();
  }, 120_000);

  it.skipIf(process.platform !== 'linux')('ends a program that exceeds its memory limit', async () => {
    const source = `const kept = [];
process.on('message', () => setInterval(() => kept.push(Buffer.alloc(32 * 2 ** 20, 1)), 1));`;
    const limited = new LimitedProcess(program('greedy', source), limits);
    expect(await limited.ask(1)).toEqual({ kind: 'ended', why: 'it used too much memory' });
  });

  it('leaves no busy program behind when its process exits', async () => {
    rmSync(pidFile, { force: true });
    const starter = program(
      'starter',
      `import { existsSync } from 'node:fs';
import { LimitedProcess } from ${JSON.stringify(new URL('./limited-process.ts', import.meta.url).href)};
void new LimitedProcess(new URL(${JSON.stringify(busy().href)}), ${JSON.stringify(limits)}).ask(1);
setInterval(() => existsSync(${JSON.stringify(pidFile)}) && process.exit(130), 20);`,
    );
    const parent = spawn(process.execPath, [starter.pathname], { stdio: 'ignore' });
    await new Promise((resolve) => parent.on('close', resolve));
    expect(existsSync(pidFile)).toBe(true);
    const id = Number(readFileSync(pidFile, 'utf8'));
    await vi.waitFor(() => expect(isAlive(id)).toBe(false), patient);
  }, 240_000);

  it('leaves no busy program behind when its process is killed', async () => {
    rmSync(pidFile, { force: true });
    const limitedProcess = JSON.stringify(new URL('./limited-process.ts', import.meta.url).href);
    const served = program(
      'served',
      `import { renameSync, writeFileSync } from 'node:fs';
import { serveRequests } from ${limitedProcess};
serveRequests(() => {
  const file = ${JSON.stringify(pidFile)};
  writeFileSync(file + '.part', String(process.pid));
  renameSync(file + '.part', file);
  for (;;);
});`,
    );
    const starter = program(
      'killed-starter',
      `import { LimitedProcess } from ${limitedProcess};
await new LimitedProcess(new URL(${JSON.stringify(served.href)}), ${JSON.stringify(limits)}).ask(1);
setInterval(() => {}, 1000);`,
    );
    const parent = spawn(process.execPath, [starter.pathname], { stdio: 'ignore' });
    const ended = new Promise((resolve) => parent.on('close', resolve));
    await vi.waitFor(() => expect(existsSync(pidFile)).toBe(true), patient);
    const id = Number(readFileSync(pidFile, 'utf8'));
    expect(isAlive(id)).toBe(true);
    parent.kill('SIGKILL');
    await ended;
    await vi.waitFor(() => expect(isAlive(id)).toBe(false), { timeout: 30_000, interval: 20 });
  }, 240_000);
});
