import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Loopback } from './loopback.ts';
import { type Measured, measure } from './measure.ts';
import type { Peers } from './peers.ts';
import { runArguments, type Workload } from './workload.ts';

/** One contestant's turn at a load. */
export interface Turn extends Measured {
  readonly calls: number;
  /** By the server's clock: from the first request that it got to the last answer that it gave. */
  readonly callsPerSecond: number;
  readonly mostOpen: number;
  readonly serverCpuSeconds: number;
}

interface Load {
  readonly server: Loopback;
  readonly workload: Workload;
  readonly inFlight: number;
  /** For what this turn writes; emptied before it. */
  readonly folder: string;
}

export interface Contestant {
  readonly name: string;
  /** Most calls that it is given: a slow one would take hours for what a fast one does in seconds. */
  readonly mostCalls: number;
  run(load: Load): Promise<Measured>;
}

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const unlimited = Number.POSITIVE_INFINITY;

/** Nothing but undici, in the version that `seb` uses: the floor that ratios go by. */
export const floor: Contestant = {
  name: 'bare undici loop',
  mostCalls: unlimited,
  run: (load) => measure([file('./peers/undici-loop.mjs'), ...loopArguments(load)], { cwd: load.folder }),
};

/** `seb run` as it is installed; everything durable in its store when it ends. */
export function seb(main: string, ...flags: readonly string[]): Contestant {
  return {
    name: ['seb', ...flags].join(' '),
    mostCalls: unlimited,
    run: ({ server, workload, inFlight, folder }) => {
      const model = ['--model', 'openai-compatible/m', '--base-url', server.url, '--concurrency', String(inFlight)];
      return measure([main, ...runArguments(workload), ...model, ...flags, '--json'], { cwd: folder });
    },
  };
}

/** The peers that could be fetched. */
export function peersOf({ folder, versions }: Peers): readonly Contestant[] {
  const env = { SEB_BENCH_PEERS: folder };
  const aiSdk: Contestant = {
    name: `AI SDK doGenerate ${versions['@ai-sdk/openai-compatible']}`,
    mostCalls: unlimited,
    run: (load) => measure([file('./peers/ai-sdk-loop.mjs'), ...loopArguments(load)], { cwd: load.folder, env }),
  };
  const promptfoo: Contestant = {
    name: `promptfoo ${versions.promptfoo}`,
    mostCalls: 1_000,
    run: (load) => runPromptfoo(load, folder),
  };
  return [
    ...(versions['@ai-sdk/openai-compatible'] === null ? [] : [aiSdk]),
    ...(versions.promptfoo === null ? [] : [promptfoo]),
  ];
}

function loopArguments({ server, workload, inFlight }: Load): readonly string[] {
  return [server.url, workload.prompts, String(workload.calls), String(inFlight)];
}

function runPromptfoo({ server, workload, inFlight, folder }: Load, peers: string): Promise<Measured> {
  const main = join(peers, 'node_modules', 'promptfoo', 'dist', 'src', 'entrypoint.js');
  const provider = { id: 'openai:chat:m', config: { apiBaseUrl: server.url, apiKey: 'none', max_tokens: 4096 } };
  const tests = workload.firstPrompts(workload.calls).map((prompt) => ({ vars: { prompt } }));
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ prompts: ['{{prompt}}'], providers: [provider], tests }));
  const quiet = ['--no-cache', '--no-progress-bar', '--no-table', '--no-share'];
  return measure([main, 'eval', '-c', 'config.json', '-j', String(inFlight), ...quiet], {
    cwd: folder,
    env: {
      PROMPTFOO_CONFIG_DIR: folder,
      PROMPTFOO_DISABLE_TELEMETRY: '1',
      PROMPTFOO_DISABLE_UPDATE: '1',
      PROMPTFOO_DISABLE_REMOTE_GENERATION: 'true',
    },
  });
}

/** Has a contestant carry out a load (or the part of it that it is given), and checks that the server got every call. */
export async function turn(contestant: Contestant, load: Load): Promise<Turn> {
  const calls = Math.min(load.workload.calls, contestant.mostCalls);
  rmSync(load.folder, { recursive: true, force: true });
  mkdirSync(load.folder, { recursive: true });
  await load.server.seen(); // from here on
  const measured = await contestant.run({ ...load, workload: { ...load.workload, calls } });
  const { requests, firstAt, lastAt, mostOpen, cpuSeconds } = await load.server.seen();
  if (requests !== calls) throw new Error(`${contestant.name} sent ${requests} requests for ${calls} calls`);
  const callsPerSecond = (calls * 1000) / (lastAt - firstAt);
  return { ...measured, calls, callsPerSecond, mostOpen, serverCpuSeconds: cpuSeconds };
}
