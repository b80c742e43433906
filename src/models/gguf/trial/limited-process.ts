import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';

interface ProcessLimits {
  /** JavaScript heap limit in MiB. */
  readonly heapMb: number;
  /**
   * Limit of one request in milliseconds. On Linux, where the time that the process computed is known, it has up to ten times as
   * long on a machine so busy that it computed for less than half of this.
   */
  readonly timeoutMs: number;
}

/** Result of a request to a limited process; `ended`: the process crashed or was killed. */
type Limited =
  | { readonly kind: 'reply'; readonly value: unknown }
  | { readonly kind: 'ended' | 'timed-out'; readonly why: string };

interface Pending {
  readonly resolve: (result: Limited) => void;
  timer: NodeJS.Timeout;
}

/** Characters of stderr to keep: the reason of a crash is at its end. */
const keptLog = 2000;

/**
 * A Node program in a child process, which cannot crash this process and is killed when a request takes too long. It
 * receives `{ id, request }` and sends `{ id, value }`. It starts on the first request, and again after it was killed.
 */
export class LimitedProcess {
  readonly #program: string;
  readonly #limits: ProcessLimits;
  readonly #pending = new Map<number, Pending>();
  #child: ChildProcess | null = null;
  #next = 0;
  #log = '';

  constructor(program: string, limits: ProcessLimits) {
    this.#program = program;
    this.#limits = limits;
  }

  /** Sends a request; resolves with its reply, or with the reason why it has none. */
  ask(request: unknown): Promise<Limited> {
    this.#child ??= this.#start();
    const child = this.#child;
    this.#next += 1;
    const id = this.#next;
    return new Promise((resolve) => {
      this.#pending.set(id, { resolve, timer: this.#timer(child, { id, round: 1 }) });
      child.send({ id, request }, (error) => {
        if (error !== null) this.#end(child, `it did not accept a request (${error.message})`);
      });
    });
  }

  /** Ends the process after the limit, but one that the machine gave little time to compute. */
  #timer(child: ChildProcess, { id, round }: { readonly id: number; readonly round: number }): NodeJS.Timeout {
    const { timeoutMs } = this.#limits;
    return setTimeout(() => {
      const pending = this.#pending.get(id);
      const computed = computedMs(child.pid);
      if (pending !== undefined && computed !== null && computed < (round * timeoutMs) / 2 && round < mostRounds)
        pending.timer = this.#timer(child, { id, round: round + 1 });
      else this.#end(child, `it did not end within ${(round * timeoutMs) / 1000} s`, 'timed-out');
    }, timeoutMs);
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
    child.unref();
    child.channel?.unref();
    (child.stderr as { unref?: () => void } | null)?.unref?.(); // a pipe, which has `unref`
    return child;
  }

  #crash(code: number | null, signal: NodeJS.Signals | null): string {
    const assertion = /GGML_ASSERT\([^\n]*/.exec(this.#log)?.[0];
    if (assertion !== undefined) return `it crashed: ${assertion}`;
    if (/heap out of memory/.test(this.#log)) return 'it used too much memory';
    return `it crashed (${signal ?? `exit ${code}`})`;
  }

  #end(child: ChildProcess, why: string, kind: 'ended' | 'timed-out' = 'ended'): void {
    if (this.#child !== child) return; // an earlier child
    this.#child = null;
    child.kill('SIGKILL');
    for (const { resolve, timer } of this.#pending.values()) {
      clearTimeout(timer);
      resolve({ kind, why });
    }
    this.#pending.clear();
  }
}

/** Times the limit that a process may take on a busy machine. */
const mostRounds = 10;

/** Clock ticks a second of `/proc/PID/stat` (Linux, all supported architectures). */
const ticks = 100;

/** Returns for how long a process has computed, in milliseconds; null where this is not known. */
function computedMs(pid: number | undefined): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // the name before it may hold spaces
    const spent = Number(fields[11]) + Number(fields[12]); // utime and stime, proc(5)
    return Number.isFinite(spent) ? (1000 * spent) / ticks : null;
  } catch {
    return null;
  }
}

/** Answers each request until the parent process has ended. The child program calls it. */
export function serveRequests(answer: (request: unknown) => unknown): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {}); // the parent decides
  process.on('disconnect', () => process.exit());
  process.on('message', async ({ id, request }: { id: number; request: unknown }) => {
    process.send?.({ id, value: await answer(request) });
  });
}
