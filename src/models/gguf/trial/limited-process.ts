import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

interface ProcessLimits {
  /** JavaScript heap limit in MiB. */
  readonly heapMb: number;
  /** Limit on total resident memory in MiB; enforced on Linux only. */
  readonly residentMb: number;
  /**
   * CPU time limit of one request, or of all concurrent requests together, in milliseconds; enforced on Linux only.
   * Does not depend on the load of the machine.
   */
  readonly cpuMs: number;
  /** Wall-clock limit of one request in milliseconds, for a process that waits and for systems without a CPU time limit. */
  readonly timeoutMs: number;
}

/** Result of a request to a limited process; `ended`: the process crashed or was killed. */
type Limited = { readonly kind: 'reply'; readonly value: unknown } | { readonly kind: 'ended'; readonly why: string };

interface Pending {
  readonly resolve: (result: Limited) => void;
  readonly timer: NodeJS.Timeout;
  /** CPU time that the process had used when it received the request, in milliseconds. */
  readonly usedMs: number;
}

const watchEveryMs = 50;
const pageKb = 4;
/** Linux reports CPU time in units of 10 ms, whatever its timer frequency. */
const tickMs = 10;
const keptLog = 2000;

interface Use {
  readonly residentMb: number;
  readonly cpuMs: number;
}

/** Returns memory and CPU time of a process; null on other systems, or when it has ended. */
function readUse(id: number | undefined): Use | null {
  try {
    const pages = Number(readFileSync(`/proc/${id}/statm`, 'utf8').split(' ')[1]);
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12).map(Number);
    return { residentMb: (pages * pageKb) / 1024, cpuMs: ((user ?? 0) + (system ?? 0)) * tickMs };
  } catch {
    return null;
  }
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}

/**
 * A Node program in a child process with limited time and memory, which cannot crash this process. It receives `{ id,
 * request }` and sends `{ id, value }`. It starts on the first request, and again after it was killed.
 */
export class LimitedProcess {
  readonly #program: string;
  readonly #limits: ProcessLimits;
  readonly #pending = new Map<number, Pending>();
  #child: ChildProcess | null = null;
  #watch: NodeJS.Timeout | null = null;
  #next = 0;
  #log = '';

  constructor(program: URL, limits: ProcessLimits) {
    this.#program = fileURLToPath(program);
    this.#limits = limits;
  }

  /** Sends a request; resolves with its reply, or with the reason why it has none. */
  ask(request: unknown): Promise<Limited> {
    this.#child ??= this.#start();
    const child = this.#child;
    this.#next += 1;
    const id = this.#next;
    return new Promise((resolve) => {
      const why = `it did not end within ${seconds(this.#limits.timeoutMs)}`;
      const timer = setTimeout(() => this.#end(child, why), this.#limits.timeoutMs);
      this.#pending.set(id, { resolve, timer, usedMs: readUse(child.pid)?.cpuMs ?? 0 });
      child.send({ id, request }, (error) => {
        if (error !== null) this.#end(child, `it did not accept a request (${error.message})`);
      });
    });
  }

  close(): void {
    if (this.#child !== null) this.#end(this.#child, 'it was closed');
  }

  #start(): ChildProcess {
    const execArgv = [`--max-old-space-size=${this.#limits.heapMb}`];
    const child = fork(this.#program, { execArgv, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    this.#log = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#log = (this.#log + text).slice(-keptLog);
    });
    child.on('message', ({ id, value }: { id: number; value: unknown }) => {
      const pending = this.#pending.get(id);
      this.#pending.delete(id);
      clearTimeout(pending?.timer);
      pending?.resolve({ kind: 'reply', value });
    });
    const kill = () => child.kill('SIGKILL'); // the child may be too busy to notice that this process has ended
    process.on('exit', kill);
    child.on('close', () => process.off('exit', kill));
    child.on('error', (error) => this.#end(child, error.message));
    child.on('close', (code, signal) => this.#end(child, this.#crash(code, signal)));
    this.#watch = setInterval(() => this.#check(child), watchEveryMs);
    this.#watch.unref();
    child.unref();
    child.channel?.unref();
    (child.stderr as { unref?: () => void } | null)?.unref?.(); // a pipe, which has `unref`
    return child;
  }

  #check(child: ChildProcess): void {
    const use = readUse(child.pid);
    if (use === null) return;
    if (use.residentMb > this.#limits.residentMb) this.#end(child, 'it used too much memory');
    const { cpuMs } = this.#limits;
    const isBusy = [...this.#pending.values()].some(({ usedMs }) => use.cpuMs - usedMs > cpuMs);
    if (isBusy) this.#end(child, `it did not end within ${seconds(cpuMs)} of CPU time`);
  }

  #crash(code: number | null, signal: NodeJS.Signals | null): string {
    const assertion = /GGML_ASSERT\([^\n]*/.exec(this.#log)?.[0];
    if (assertion !== undefined) return `it crashed: ${assertion}`;
    if (/heap out of memory/.test(this.#log)) return 'it used too much memory';
    return `it crashed (${signal ?? `exit ${code}`})`;
  }

  #end(child: ChildProcess, why: string): void {
    if (this.#child !== child) return; // an earlier child
    this.#child = null;
    if (this.#watch !== null) clearInterval(this.#watch);
    child.kill('SIGKILL');
    for (const { resolve, timer } of this.#pending.values()) {
      clearTimeout(timer);
      resolve({ kind: 'ended', why });
    }
    this.#pending.clear();
  }
}

/** Returns the URL of a program in this folder: TypeScript in the repository, JavaScript in the package. */
export function programNamed(name: string): URL {
  const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'));
  return new URL(`./${name}${extension}`, import.meta.url);
}

/** Source of a worker thread that ends the process when its parent has ended; the main thread may be in an endless loop. */
const watchParent = `
  const { workerData: parent } = require('node:worker_threads');
  setInterval(() => {
    try {
      process.kill(parent, 0);
      if (process.platform !== 'win32' && process.ppid !== parent) throw new Error('another parent');
    } catch {
      process.kill(process.pid, 'SIGKILL');
    }
  }, 500);
`;

/** Answers each request until the parent process has ended. The child program calls it. */
export function serveRequests(answer: (request: unknown) => unknown): void {
  new Worker(watchParent, { eval: true, workerData: process.ppid }).unref();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {}); // the parent decides
  process.on('disconnect', () => process.exit());
  process.on('message', async ({ id, request }: { id: number; request: unknown }) => {
    process.send?.({ id, value: await answer(request) });
  });
}
