import { type Random, randomInteger, seededRandom } from '../../../src/util/random.ts';
import { type SimulatedProcess, virtualTime } from './virtual-time.ts';

/** Probability of each fault of a history, and its speeds in milliseconds. */
export interface Faults {
  /** A request that does not reach the server. */
  unreached: number;
  refused: number;
  serverError: number;
  /** A reply that is lost after the server has done the work. */
  lost: number;
  invalid: number;
  slow: number;
  /** A commit that fails: locked for a moment, disk full, I/O error. */
  busy: number;
  full: number;
  ioError: number;
  slowCommit: number;
  readonly commitMs: number;
  readonly latencyMs: number;
}

const faultNames = [
  'unreached',
  'refused',
  'serverError',
  'lost',
  'invalid',
  'slow',
  'busy',
  'full',
  'ioError',
  'slowCommit',
] as const;

function faultsOf(random: Random): Faults {
  const rate = (probability: number, most: number) => (random() < probability ? random() * most : 0);
  return {
    unreached: rate(0.3, 0.1),
    refused: rate(0.4, 0.2),
    serverError: rate(0.4, 0.1),
    lost: rate(0.4, 0.15),
    invalid: rate(0.1, 0.02),
    slow: rate(0.4, 0.1),
    busy: rate(0.3, 0.1),
    full: rate(0.3, 0.05),
    ioError: rate(0.3, 0.05),
    slowCommit: rate(0.3, 0.05),
    commitMs: 2 + random() * 30,
    latencyMs: 50 + random() * 3_000,
  };
}

/** What happened, for the sums of many histories. */
export const countNames = [
  'kills',
  'inFlightAtKills',
  'stops',
  'suspensions',
  'clockJumps',
  'lostReplies',
  'undelivered',
  'busy',
  'full',
  'ioErrors',
  'calls',
  'jobs',
] as const;
export type Counts = Record<(typeof countNames)[number], number>;

/** What happens to a process at its nth commit from now, before the commit or after it. */
interface FaultAtCommit {
  readonly process: SimulatedProcess;
  readonly isAfter: boolean;
  readonly happen: (when: string) => void;
  commits: number;
}

/** One history: its seed, faults and processes, and what is wrong in it. */
export class Scenario {
  readonly random: Random;
  readonly faults: Faults;
  readonly counts = Object.fromEntries(countNames.map((name) => [name, 0])) as Counts; // all names
  /** What must not happen, one sentence each. */
  readonly problems: string[] = [];
  readonly log: string[] = [];
  readonly processes: SimulatedProcess[] = [];
  faultAtCommit: FaultAtCommit | null = null;
  /** Called when a process is killed. */
  onKill: (process: SimulatedProcess) => void = () => {};

  constructor(seed: number, mode: string) {
    this.random = seededRandom('history', mode, seed);
    this.faults = faultsOf(this.random);
  }

  /** Returns whether something of this probability happens now. */
  happens(probability: number): boolean {
    return this.random() < probability;
  }

  /** Returns an integer in [from, to]. */
  between(from: number, to: number): number {
    return from + randomInteger(this.random, to - from + 1);
  }

  note(text: string): void {
    this.log.push(`${(virtualTime.now() / 1000).toFixed(2)} s ${text}`);
  }

  newProcess(isOtherHost: boolean): SimulatedProcess {
    const number = this.processes.length + 1;
    const host = isOtherHost ? `host-${number}` : 'host';
    const startedAt = virtualTime.now();
    const process: SimulatedProcess = {
      pid: 1000 + number,
      host,
      state: 'running',
      startedAt,
      endedAt: null,
      resumesAt: 0,
    };
    this.processes.push(process);
    return process;
  }

  kill(process: SimulatedProcess, why: string): void {
    if (process.state !== 'running') return;
    Object.assign(process, { state: 'killed', endedAt: virtualTime.now() });
    this.counts.kills += 1;
    this.note(`process ${process.pid} is killed ${why}`);
    this.onKill(process);
  }

  /** Ends a process that has nothing left to do. */
  end(process: SimulatedProcess): void {
    if (process.state === 'running') Object.assign(process, { state: 'ended', endedAt: virtualTime.now() });
  }

  /** Ends all faults: what is then left must finish. */
  calm(): void {
    for (const name of faultNames) this.faults[name] = 0;
  }

  /** Runs code without faults of the store. */
  async withoutFaults<Result>(run: () => Promise<Result>): Promise<Result> {
    const before = { ...this.faults };
    this.calm();
    try {
      return await run();
    } finally {
      Object.assign(this.faults, before);
    }
  }
}
