import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunOptions } from '../../src/answers/options/run-options.ts';
import { prepareRun } from '../../src/answers/prepare/prepare.ts';
import { openStore } from '../../src/store/open.ts';
import { type RecordedServer, type Script, scriptOf, startRecordedServer } from './recorded-server.ts';

export interface SimulatedServer extends RecordedServer {
  /** The calls of an undisturbed run with these options. */
  readonly script: Script;
  readonly calls: number;
}

/** Starts a loopback server that returns a simulated subject's answers as `subject`, one constant answer per prompt. */
export async function startSimulatedServer(options: RunOptions, delayMs = 0): Promise<SimulatedServer> {
  const store = await openStore(join(await mkdtemp(join(tmpdir(), 'seb-script-')), 'store.sqlite'));
  const prepared = await prepareRun({ ...options, model: ['simulated/ada?self=0.5&format=0.05'] }, {}, store);
  const [opened] = prepared.models.values();
  if (opened === undefined) throw new Error('one model was named');
  const script = await scriptOf(prepared, opened.model);
  await store.close();
  const server = await startRecordedServer(new Map([['subject', script.replies]]), delayMs);
  return { ...server, script, calls: [...script.calls.values()].reduce((sum, calls) => sum + calls, 0) };
}
