import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

export interface ProcessLimits {
  /** JavaScript heap, MiB. */
  readonly heapMb: number;
  /** Resident memory in all, MiB; watched on Linux only. */
  readonly residentMb: number;
  /** Processor time of one request, or of all that run at once; watched on Linux only. A busy machine does not use it up. */
  readonly cpuMs: number;
  /** Time by the clock for one request: for a process that waits, and for systems where processor time is not watched. */
  readonly timeoutMs: number;
}

/** What a request to a limited process led to; `ended`: the process crashed or was killed. */
export type Limited =
  | { readonly kind: 'reply'; readonly value: unknown }
  | { readonly kind: 'ended'; readonly why: string };

interface Pending {
  readonly resolve: (result: Limited) => void;
  readonly timer: NodeJS.Timeout;
  /** Processor time that the process had used when it got the request. */
  readonly usedMs: number;
}

const watchEveryMs = 50;
const pageKb = 4;
/** Linux states processor time in hundredths of a second, whatever its timer. */
const tickMs = 10;
const keptLog = 2000;

interface Use {
  readonly residentMb: number;
  readonly cpuMs: number;
}

/** Memory and processor time of a process; null on another system, or when it has ended. */
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
 * A Node program in a child process that cannot take more time or memory than it is given, nor bring this process down. It
 * gets `{ id, request }` and sends `{ id, value }`. It is started at the first request, and again after it was killed.
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

  /** Sends a request; resolves with its reply, or with why there is none. */
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
        if (error !== null) this.#end(child, `it took no request (${error.message})`);
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
    const kill = () => child.kill('SIGKILL'); // it may be too busy to notice that this process has ended
    process.on('exit', kill);
    child.on('close', () => process.off('exit', kill));
    child.on('error', (error) => this.#end(child, error.message));
    child.on('close', (code, signal) => this.#end(child, this.#crash(code, signal)));
    this.#watch = setInterval(() => this.#check(child), watchEveryMs);
    this.#watch.unref();
    child.unref();
    child.channel?.unref();
    (child.stderr as { unref?: () => void } | null)?.unref?.(); // a pipe, which has it
    return child;
  }

  #check(child: ChildProcess): void {
    const use = readUse(child.pid);
    if (use === null) return;
    if (use.residentMb > this.#limits.residentMb) this.#end(child, 'it took too much memory');
    const { cpuMs } = this.#limits;
    const isBusy = [...this.#pending.values()].some(({ usedMs }) => use.cpuMs - usedMs > cpuMs);
    if (isBusy) this.#end(child, `it did not end within ${seconds(cpuMs)} of processor time`);
  }

  #crash(code: number | null, signal: NodeJS.Signals | null): string {
    const assertion = /GGML_ASSERT\([^\n]*/.exec(this.#log)?.[0];
    if (assertion !== undefined) return `it crashed: ${assertion}`;
    if (/heap out of memory/.test(this.#log)) return 'it took too much memory';
    return `it crashed (${signal ?? `exit ${code}`})`;
  }

  #end(child: ChildProcess, why: string): void {
    if (this.#child !== child) return; // an earlier one
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

/** A program of this folder, as it is here: TypeScript in the repository, JavaScript in the package. */
export function programNamed(name: string): URL {
  const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'));
  return new URL(`./${name}${extension}`, import.meta.url);
}

/** Ends its process when the parent is gone, from a thread of its own: the main one may be in a loop that never ends. */
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

/** For the program itself: answers each request, until the process that started it is gone. */
export function serveRequests(answer: (request: unknown) => unknown): void {
  new Worker(watchParent, { eval: true, workerData: process.ppid }).unref();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {}); // the parent decides
  process.on('disconnect', () => process.exit());
  process.on('message', async ({ id, request }: { id: number; request: unknown }) => {
    process.send?.({ id, value: await answer(request) });
  });
}
