import { Command } from 'commander';
import { commandLine } from '../src/cli/command-line.ts';

/** What a command line wrote. */
export interface Written {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Carries out a command line of `seb` in this process, which is quicker than a new process for each. Not several at once. */
export async function sebHere(...args: readonly string[]): Promise<Written> {
  const written = { stdout: '', stderr: '' };
  const streams = ['stdout', 'stderr'] as const;
  const writes = streams.map((name) => process[name].write);
  for (const name of streams)
    process[name].write = (text: string | Uint8Array) => {
      written[name] += String(text);
      return true;
    };
  const before = process.exitCode;
  process.exitCode = undefined;
  try {
    await commandLine(args, new Command('seb').exitOverride());
    return { code: Number(process.exitCode ?? 0), ...written };
  } finally {
    process.exitCode = before;
    for (const [index, name] of streams.entries()) process[name].write = writes[index] as typeof process.stdout.write; // one of each
  }
}

/** Returns what a command prints as JSON. Error where it fails. */
export async function sebJson(...args: readonly string[]): Promise<unknown> {
  const { code, stdout, stderr } = await sebHere(...args, '--json');
  if (code !== 0) throw new Error(`seb ${args.join(' ')}: exit code ${code}: ${stderr}`);
  return JSON.parse(stdout);
}
