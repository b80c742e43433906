import { join } from 'node:path';
import { limits } from './bounds.ts';
import { type Contestant, floor, peersOf, seb, type Turn, turn } from './contestants.ts';
import { startLoopback } from './loopback.ts';
import { interleaved, median } from './measure.ts';
import type { Section, SectionResult, Setting, Table, Verdict } from './section.ts';
import { makeWorkload } from './workload.ts';

interface Race {
  readonly delayMs: number;
  readonly inFlight: number;
  readonly calls: number;
  readonly rounds: number;
  readonly contestants: readonly Contestant[];
}

type Turns = ReadonlyMap<string, readonly Turn[]>;

async function race({ delayMs, inFlight, calls, rounds, contestants }: Race, folder: string): Promise<Turns> {
  const server = await startLoopback(delayMs);
  try {
    const workload = await makeWorkload(folder, calls);
    const load = { server, workload, inFlight, folder: join(folder, 'turn') };
    return await interleaved(rounds, new Map(contestants.map((each) => [each.name, () => turn(each, load)])));
  } finally {
    server.close();
  }
}

const of = (turns: readonly Turn[], value: (turn: Turn) => number) => median(turns.map(value));
const rate = (turns: readonly Turn[]) => of(turns, ({ callsPerSecond }) => callsPerSecond);
const cpuMicros = (turns: readonly Turn[]) => of(turns, ({ cpuSeconds, calls }) => (cpuSeconds / calls) * 1e6);

function tableOf(title: string, note: string, turns: Turns): Table {
  const base = turns.get(floor.name);
  const rows = [...turns].map(([name, own]) => ({
    contestant: name,
    calls: of(own, ({ calls }) => calls),
    'calls/s': Math.round(rate(own)),
    'of the floor': base === undefined ? null : percent(rate(own) / rate(base)),
    'CPU µs a call': Math.round(cpuMicros(own)),
    'peak MB': Math.round(of(own, ({ peakMb }) => peakMb)),
    'command s': round(
      of(own, ({ seconds }) => seconds),
      2,
    ),
    'open at the server at once': of(own, ({ mostOpen }) => mostOpen),
    'server CPU µs a call': Math.round(of(own, ({ serverCpuSeconds, calls }) => (serverCpuSeconds / calls) * 1e6)),
  }));
  return { title, note, rows };
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
}

const clocks =
  'calls/s by the clock of the server, which is a process of its own; CPU, memory and seconds of the whole command, its start included';

/** No delay, 64 in flight: what a call costs. */
export const zeroDelay: Section = async (setting) => {
  const { quick, rounds, peers, main, folder } = setting;
  const contestants = [floor, ...peersOf(peers), seb(main)];
  const turns = await race({ delayMs: 0, inFlight: 64, calls: quick ? 2_000 : 20_000, rounds, contestants }, folder);
  return { tables: [tableOf('No delay, 64 in flight', clocks, turns)], verdicts: zeroDelayVerdicts(turns) };
};

function zeroDelayVerdicts(turns: Turns): readonly Verdict[] {
  const own = turns.get('seb') ?? [];
  const peer = [...turns].find(([name]) => name.startsWith('promptfoo'));
  const peak = of(own, ({ peakMb }) => peakMb);
  const what = 'no delay, 64 in flight';
  const verdicts = [
    {
      what,
      bound: `>= ${limits.callsPerSecond} calls/s`,
      measured: `${Math.round(rate(own))} calls/s`,
      holds: rate(own) >= limits.callsPerSecond,
    },
    { what, bound: `< ${limits.peakMb} MB`, measured: `${Math.round(peak)} MB`, holds: peak < limits.peakMb },
  ];
  if (peer === undefined) return verdicts;
  const times = rate(own) / rate(peer[1]);
  return [
    ...verdicts,
    { what, bound: ">= 40 times promptfoo's calls/s", measured: `${times.toFixed(0)} times`, holds: times >= 40 },
  ];
}

/** Without the slow start, after which the first second of a run has fewer calls in flight. */
const fromTheStart = ['--concurrency-mode', 'fixed'];

/** 200 ms and 256 in flight: whether the places are kept full. */
export const delayed: Section = async (setting) => {
  const { quick, rounds, peers, main, folder } = setting;
  const delayMs = 200;
  const inFlight = 256;
  const ideal = (inFlight * 1000) / delayMs;
  const own = [seb(main), seb(main, ...fromTheStart)];
  const contestants = [floor, ...peersOf(peers), ...own];
  const calls = quick ? 5_120 : 51_200; // 40 s, of which the slow start takes the first
  const turns = await race({ delayMs, inFlight, calls, rounds: Math.min(rounds, 2), contestants }, folder);
  const note = `ideal ${ideal}/s; ${clocks}`;
  const verdicts = own.flatMap(({ name }) =>
    delayedVerdicts(`200 ms, 256 in flight: ${name}`, turns.get(name) ?? [], ideal),
  );
  return { tables: [tableOf('200 ms, 256 in flight', note, turns)], verdicts };
};

function delayedVerdicts(what: string, own: readonly Turn[], ideal: number): readonly Verdict[] {
  const share = rate(own) / ideal;
  const cores = of(own, ({ cpuSeconds, seconds }) => cpuSeconds / seconds);
  return [
    { what, bound: '>= 95 % of the ideal', measured: `${(100 * share).toFixed(1)} %`, holds: share >= 0.95 },
    { what, bound: 'CPU mostly idle', measured: `${cores.toFixed(2)} of a core`, holds: cores < 0.5 },
  ];
}

/** How the figures of `seb` grow with the number of calls. */
export const sizes: Section = async (setting) => {
  const tables: Table[] = [];
  for (const calls of setting.quick ? [1_000, 5_000] : [10_000, 100_000]) tables.push(await ofSize(setting, calls));
  return { tables, verdicts: [] };
};

async function ofSize({ main, folder, rounds }: Setting, calls: number): Promise<Table> {
  const contestants = [floor, seb(main)];
  const few = calls >= 100_000 ? 1 : rounds;
  const turns = await race({ delayMs: 0, inFlight: 64, calls, rounds: few, contestants }, folder);
  return tableOf(`${calls.toLocaleString('en')} calls, no delay, 64 in flight`, clocks, turns);
}

/** A finished run again: everything is found, nothing is sent. */
export const resume: Section = async (setting): Promise<SectionResult> => {
  const { main, folder, quick, rounds } = setting;
  const server = await startLoopback(0);
  try {
    const workload = await makeWorkload(folder, quick ? 1_000 : 10_000);
    const load = { server, workload, inFlight: 64, folder: join(folder, 'turn') };
    await turn(seb(main), load);
    const again = await interleaved(rounds, new Map([['seb', () => seb(main).run(load)]]));
    const { requests } = await server.seen();
    if (requests > 0) throw new Error(`${requests} requests were sent for a finished run`);
    const runs = again.get('seb') ?? [];
    const seconds = median(runs.map((each) => each.seconds));
    const row = {
      calls: workload.calls,
      seconds: round(seconds, 2),
      'CPU s': round(median(runs.map(({ cpuSeconds }) => cpuSeconds)), 2),
      'peak MB': Math.round(median(runs.map(({ peakMb }) => peakMb))),
    };
    return {
      tables: [{ title: '`seb run` on a finished run', note: 'no request reached the server', rows: [row] }],
      verdicts: [
        {
          what: 'finished run of 10,000 calls',
          bound: '< 1 s',
          measured: `${seconds.toFixed(2)} s`,
          holds: seconds < 1,
        },
      ],
    };
  } finally {
    server.close();
  }
};
