import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a command took, all its processes together. */
export interface Measured {
  /** From start to end. */
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Peak resident memory, MiB. */
  readonly peakMb: number;
  readonly stdout: string;
}

interface CommandOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Exit codes that are no mistake; 0 when absent. */
  readonly codes?: readonly number[];
}

const usage = new URL('./usage.mjs', import.meta.url).href;

/** Runs a Node program to its end and measures it from outside and, by a preloaded file, from inside. */
export async function measure(
  args: readonly string[],
  { cwd, env = {}, codes = [0] }: CommandOptions,
): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'seb-usage-'));
  const file = join(folder, 'usage.jsonl');
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['--import', usage, ...args], {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, SEB_BENCH_USAGE: file, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-2000);
  });
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  const seconds = (performance.now() - startedAt) / 1000;
  if (code === null || !codes.includes(code)) throw new Error(`${args.join(' ')} ended with ${code}:\n${stderr}`);
  const processes = readFileSync(file, 'utf8').trim().split('\n').map(parseUsage);
  rmSync(folder, { recursive: true });
  return {
    seconds,
    cpuSeconds: processes.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
    peakMb: processes.reduce((sum, { peakMb }) => sum + peakMb, 0),
    stdout,
  };
}

function parseUsage(line: string): Pick<Measured, 'cpuSeconds' | 'peakMb'> {
  return JSON.parse(line) as Pick<Measured, 'cpuSeconds' | 'peakMb'>; // written by usage.mjs
}

/** The middle value; the mean of the two middle ones of an even number. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('no values to take the median of');
  const ascending = values.toSorted((a, b) => a - b);
  const upper = ascending.length >> 1;
  const high = ascending[upper] as number; // there is one
  return ascending.length % 2 === 1 ? high : (high + (ascending[upper - 1] as number)) / 2;
}

/** A B C A B C: so that what disturbs the machine for a while disturbs all alike. Results by name, in rounds' order. */
export async function interleaved<Result>(
  rounds: number,
  contestants: ReadonlyMap<string, () => Promise<Result>>,
): Promise<ReadonlyMap<string, readonly Result[]>> {
  const results = new Map<string, Result[]>([...contestants.keys()].map((name) => [name, []]));
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, run] of contestants) {
      process.stderr.write(`round ${round}/${rounds}: ${name}\n`);
      results.get(name)?.push(await run());
    }
  }
  return results;
}
