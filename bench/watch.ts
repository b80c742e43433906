import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A stretch of a run: about a tenth of its calls. */
interface Tenth {
  readonly calls: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Bytes at its end. */
  readonly resident: number;
}

/** What a run took, watched from outside. */
export interface MeasuredExecution {
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Most resident bytes, of all threads. */
  readonly peak: number;
  readonly sent: number;
  readonly found: number;
  readonly tenths: readonly Tenth[];
}

interface Sample {
  readonly at: number;
  readonly calls: number;
  readonly cpuSeconds: number;
  readonly resident: number;
}

const everyMs = 50;
const ticksASecond = 100; // of Linux, whatever the kernel's own

/** Runs `seb run` and follows its progress lines. Throws when it fails. */
export async function watch(args: readonly string[], folder: string): Promise<MeasuredExecution> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const samples: Sample[] = [];
  let text = '';
  let last = systemOf(child.pid);
  const timer = setInterval(() => {
    last = systemOf(child.pid) ?? last;
  }, everyMs);
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-4000);
    const calls = Number(/(\d+)\/\d+ calls[^\n]*\n$/.exec(text)?.[1] ?? Number.NaN);
    last = systemOf(child.pid) ?? last;
    if (!Number.isNaN(calls) && last !== null) samples.push({ ...last, at: performance.now(), calls });
  });
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  clearInterval(timer);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}:\n${text}`);
  const end = text.split('\n').findLast((line) => line.includes(' calls (')) ?? '';
  const done = Number(/(\d+)\/\d+ calls/.exec(end)?.[1]);
  const found = Number(/(\d+) already answered/.exec(end)?.[1] ?? 0);
  return {
    seconds: (performance.now() - startedAt) / 1000,
    cpuSeconds: last?.cpuSeconds ?? Number.NaN,
    peak: last?.peak ?? Number.NaN,
    sent: done - found,
    found,
    tenths: tenthsOf(samples),
  };
}

/** What the system says of a process; null when it is gone, or on a system without /proc. */
function systemOf(pid: number | undefined): (Pick<Sample, 'cpuSeconds' | 'resident'> & { peak: number }) | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, , , , , , , , , , , user, system] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kilobytes = (name: string) => 1024 * Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
    const peak = kilobytes('VmHWM');
    if (Number.isNaN(peak)) return null; // it has ended, and is only still listed
    return { cpuSeconds: (Number(user) + Number(system)) / ticksASecond, resident: kilobytes('VmRSS'), peak };
  } catch {
    return null; // gone
  }
}

/** Cut where the calls pass a tenth, from the first line on: what came before it is the start of the process. */
function tenthsOf(samples: readonly Sample[]): readonly Tenth[] {
  const [first] = samples;
  const end = samples.at(-1);
  if (first === undefined || end === undefined) return [];
  const tenths: Tenth[] = [];
  let from = first;
  for (const sample of samples) {
    const target = first.calls + ((end.calls - first.calls) * (tenths.length + 1)) / 10;
    if (sample.calls < target || sample.calls === from.calls) continue;
    tenths.push({
      calls: sample.calls - from.calls,
      seconds: (sample.at - from.at) / 1000,
      cpuSeconds: sample.cpuSeconds - from.cpuSeconds,
      resident: sample.resident,
    });
    from = sample;
  }
  return tenths;
}
