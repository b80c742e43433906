import { openCalls, type Walk } from '../../../src/answers/batch/open-calls.ts';
import { defaultSettings, type RunSettings } from '../../../src/domain/run-config.ts';
import { Stopped } from '../../../src/train/jobs/job-context.ts';
import { AppError } from '../../../src/util/app-error.ts';
import { seededRandom } from '../../../src/util/random.ts';
import {
  batchCommand,
  type Command,
  type Ended,
  filesCommand,
  type ModeName,
  runCommand,
  type Shared,
  studyCommand,
  workerCommand,
} from './modes.ts';
import { type Plan, type PlanName, planNamed, tasksOf } from './plans.ts';
import { type Counts, Scenario } from './scenario.ts';
import { SimulatedEngine } from './simulated-engine.ts';
import { SimulatedServer } from './simulated-server.ts';
import { SimulatedStore, schemaSql } from './simulated-store.ts';
import { type SimulatedProcess, virtualTime } from './virtual-time.ts';

/** The result of one history. */
export interface History {
  readonly mode: ModeName;
  readonly seed: number;
  /** What must not happen and did; empty where everything held. */
  readonly problems: readonly string[];
  readonly log: readonly string[];
  readonly counts: Counts;
  readonly simulatedMs: number;
  readonly processes: number;
  readonly end: string;
}

/** Virtual milliseconds without any event at server or store after which a process that runs is stuck. */
const stuckMs = 30 * 60_000;
/** Rounds of processes with faults, and all rounds: a history must have ended by then. */
const [faultyRounds, maxRounds] = [8, 24];
/** Errors after which only the user can decide. */
const userDecides: readonly string[] = ['job-unknown'];

const planNames: readonly PlanName[] = ['short', 'property', 'two', 'long'];
const hour = 3_600_000;
const jumps = [hour, -hour, 24 * hour, -24 * hour, 365 * 24 * hour, -365 * 24 * hour];

/** A process that runs, and how it ended. */
interface Actor {
  readonly process: SimulatedProcess;
  result: Ended | { readonly kind: 'error'; readonly code: string } | null;
}

/** What the world does at a virtual time. */
interface PlannedFault {
  readonly at: number;
  readonly happen: () => void;
}

interface Parts {
  readonly plan: Plan;
  readonly second: Plan;
  readonly schema: string;
}

class Run {
  readonly scenario: Scenario;
  readonly store: SimulatedStore;
  readonly server: SimulatedServer;
  /** The user's engine, where calls are written into files. */
  readonly engine: SimulatedEngine | null;
  readonly #mode: ModeName;
  readonly #plan: Plan;
  readonly #second: Plan;
  readonly #command: Command;
  /** A run that has calls in common with the first; null: none. */
  readonly #companion: Command | null;
  #settings: RunSettings;
  #actors: Actor[] = [];
  #killsLeft: number;
  #end = 'never';

  constructor(mode: ModeName, seed: number, { plan, second, schema }: Parts) {
    this.#mode = mode;
    this.scenario = new Scenario(seed, mode);
    this.store = new SimulatedStore(this.scenario, schema);
    this.server = new SimulatedServer(this.scenario, this.store);
    [this.#plan, this.#second] = [plan, second];
    const { random } = this.scenario;
    const shares = [null, 0.2, 0.3, 0.5, 0.8] as const;
    const share = shares[this.scenario.between(0, shares.length - 1)] ?? null;
    this.#settings = {
      ...defaultSettings,
      budget: share === null ? null : share * plan.maxDollars,
      timeoutMs: random() < 0.5 ? 30_000 : 600_000,
      retries: this.scenario.between(0, 4),
      concurrency: random() < 0.5 ? 4 : null,
    };
    this.#killsLeft = random() < 0.8 ? this.scenario.between(0, 5) : 0;
    const settings = () => this.#settings;
    const shared: Shared = { scenario: this.scenario, server: this.server, plan, settings };
    const other = { ...shared, plan: second, settings: () => ({ ...this.#settings, budget: null }) };
    const engine = mode === 'files' ? new SimulatedEngine(this.scenario, this.server, plan.model) : null;
    this.engine = engine;
    if (engine !== null) {
      this.#command = filesCommand(shared, engine);
      this.#companion = [runCommand(other), filesCommand(other, engine), null][this.scenario.between(0, 2)] ?? null;
      return;
    }
    const commands = { run: runCommand, batch: batchCommand, workers: workerCommand };
    this.#command = mode === 'study' || mode === 'files' ? studyCommand(shared, second) : commands[mode](shared);
    this.#companion = mode === 'run' && random() < 0.25 ? runCommand(other) : null;
  }

  async play(): Promise<string> {
    const { scenario } = this;
    for (let round = 1; round <= maxRounds && scenario.problems.length === 0; round += 1) {
      if (round === faultyRounds) scenario.calm();
      if (await this.#round(round)) return await this.#checkEnd();
    }
    if (scenario.problems.length === 0) scenario.problems.push(`it has not ended after ${maxRounds} rounds`);
    return this.#end;
  }

  /** Starts processes and lets them run until all have ended. Returns whether the history is over. */
  async #round(round: number): Promise<boolean> {
    const { scenario } = this;
    const stop = new AbortController();
    this.#actors = [];
    const count = this.#mode === 'workers' ? scenario.between(1, 3) : scenario.happens(0.25) ? 2 : 1;
    for (let process = 0; process < count; process += 1) this.#start(this.#command, stop.signal, scenario.happens(0.5));
    const own = this.#actors.length;
    if (this.#companion !== null) this.#start(this.#companion, stop.signal, scenario.happens(0.2));
    const faults = Array.from({ length: scenario.happens(0.3) ? 2 : 1 }, () => this.#planFault(stop));
    await this.#drive(faults.toSorted((a, b) => a.at - b.at));
    scenario.faultAtCommit = null;
    this.store.look();
    const results = this.#actors.map(({ result }) =>
      result?.kind === 'error' ? result.code : (result?.kind ?? 'killed'),
    );
    scenario.note(`round ${round}: ${results.join(', ')}`);
    this.#checkBudget();
    return scenario.problems.length === 0 && this.#isOver(this.#actors.slice(0, own), round);
  }

  #start(command: Command, stop: AbortSignal, isOtherHost: boolean): void {
    const process = this.scenario.newProcess(isOtherHost);
    const actor: Actor = { process, result: null };
    this.#actors.push(actor);
    const work = async () => {
      try {
        actor.result = await command(process, await this.store.open(process), stop);
      } catch (error) {
        actor.result = { kind: 'error', code: this.#codeOf(error) };
      }
      this.scenario.end(process);
    };
    void virtualTime.as(process, work);
  }

  #codeOf(error: unknown): string {
    if (error instanceof AppError) return error.code;
    if (error instanceof Stopped) return 'stopped';
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.scenario.problems.push(`internal error: ${text}`);
    return 'internal';
  }

  /** Plans what the world does to the processes of this round, at a time of its own. */
  #planFault(stop: AbortController): PlannedFault {
    const { scenario } = this;
    const { random } = scenario;
    const victim = this.#actors[scenario.between(0, this.#actors.length - 1)]?.process;
    const at = virtualTime.now() + random() ** 2 * Math.max(3_000, (this.#plan.calls * scenario.faults.latencyMs) / 4);
    const kind = this.#killsLeft > 0 ? scenario.between(0, 7) : null;
    if (victim === undefined || kind === null) return { at: Number.POSITIVE_INFINITY, happen: () => {} };
    this.#killsLeft -= 1;
    const atCommit = (isAfter: boolean, happen: (when: string) => void) => {
      const most = this.#mode === 'batch' ? 10 : 30; // a batch is created with few commits
      scenario.faultAtCommit = { process: victim, isAfter, happen, commits: scenario.between(1, most) };
    };
    if (kind < 2) atCommit(kind === 1, (when) => scenario.kill(victim, when));
    else if (kind > 5) atCommit(kind === 7, (when) => this.#suspend(victim, stop.signal, when));
    const happen = () => {
      if (kind === 2) scenario.kill(victim, 'at an instant');
      else if (kind === 3) this.#suspend(victim, stop.signal, 'at an instant');
      else if (kind === 4) {
        scenario.counts.stops += 1;
        scenario.note('the user stops all processes');
        stop.abort();
      } else if (kind === 5) {
        const jump = jumps[scenario.between(0, jumps.length - 1)] ?? 0;
        scenario.counts.clockJumps += 1;
        scenario.note(`the clock jumps by ${jump / hour} h`);
        virtualTime.jump(jump);
      }
    };
    return { at, happen };
  }

  /** Suspends a process; a second one may begin the same command meanwhile. */
  #suspend(process: SimulatedProcess, stop: AbortSignal, when: string): void {
    const { scenario } = this;
    const ms = scenario.random() * 300_000;
    process.resumesAt = virtualTime.now() + ms;
    scenario.counts.suspensions += 1;
    scenario.note(`process ${process.pid} is suspended for ${Math.round(ms / 1000)} s ${when}`);
    if (this.#mode === 'workers' || ms < 60_000 || scenario.happens(0.3)) return;
    virtualTime.after(
      35_000 + scenario.random() * 20_000,
      () => this.#start(this.#command, stop, scenario.happens(0.7)),
      null,
    );
  }

  /** Lets time pass until every process has ended or was killed. `faults`: in the order of their times. */
  async #drive(faults: readonly PlannedFault[]): Promise<void> {
    const { scenario } = this;
    const pending = [...faults];
    for (;;) {
      if (this.#actors.every(({ process }) => process.state !== 'running')) return;
      while (pending[0] !== undefined && virtualTime.now() >= pending[0].at) pending.shift()?.happen();
      const hasEvent = await virtualTime.step();
      const isSuspended = this.#actors.some(({ process }) => process.resumesAt > virtualTime.now());
      const last = Math.max(
        this.store.lastProgress,
        this.server.lastProgress,
        ...this.#actors.map(({ process }) => Math.max(process.startedAt, process.resumesAt)),
      );
      const isStuck = this.server.inFlight === 0 && !isSuspended && virtualTime.now() - last > this.#stuckMs();
      if (hasEvent && !isStuck) continue;
      const waiting = this.#actors
        .filter(({ process }) => process.state === 'running')
        .map(({ process }) => process.pid);
      if (waiting.length > 0) scenario.problems.push(`process ${waiting.join(', ')} waits for what never comes`);
      return;
    }
  }

  #stuckMs(): number {
    return this.#mode === 'study' ? 26 * hour : stuckMs; // a study waits for its training jobs
  }

  #checkBudget(): void {
    const { budget } = this.#settings;
    if (this.#mode === 'files') return; // request files keep no budget
    const charged = this.server.chargedFor(this.#plan.prepared.id);
    if (budget === null || charged <= budget + 1e-9) return;
    this.scenario.problems.push(`the run was charged $${charged.toFixed(4)} of a budget of $${budget.toFixed(4)}`);
  }

  #isOver(actors: readonly Actor[], round: number): boolean {
    const { scenario } = this;
    const results = actors.flatMap(({ result }) => (result === null ? [] : [result]));
    const errors = results.flatMap((result) => (result.kind === 'error' ? [result.code] : []));
    const ended = results.flatMap((result) => (result.kind === 'error' ? [] : [result]));
    const has = (kind: Ended['kind']) => ended.some((each) => each.kind === kind);
    this.#end = errors.at(-1) ?? ended.at(-1)?.kind ?? 'killed';
    if (has('finished')) this.#end = 'finished';
    else if (has('incomplete') && round >= faultyRounds) this.#end = 'incomplete';
    else if (errors.some((code) => userDecides.includes(code))) this.#end = 'the user decides';
    else if (ended.some(({ isOverBudget }) => isOverBudget)) {
      this.#end = 'budget';
      if (scenario.happens(0.5)) return true;
      this.#settings = { ...this.#settings, budget: null };
      return false;
    } else {
      const most = has('waiting') ? 900_000 : 60_000;
      virtualTime.advance(scenario.random() * most);
      return false;
    }
    return true;
  }

  /** Checks what is stored at the end: a finished run has an answer to each of its calls. */
  async #checkEnd(): Promise<string> {
    if (this.#end !== 'finished') return this.#end;
    this.scenario.calm();
    const process = this.scenario.newProcess(false);
    const plans = this.#mode === 'study' ? [this.#plan, this.#second] : [this.#plan];
    const check = async () => {
      const store = await this.store.open(process);
      for (const { prepared, calls } of plans) {
        const walk: Walk = { answered: 0, payers: new Set() };
        let open = 0;
        for await (const _ of openCalls(tasksOf(prepared), { store, walk })) open += 1;
        if (walk.answered !== calls || open > 0)
          this.scenario.problems.push(`the finished run has ${walk.answered} of ${calls} answers`);
      }
      this.scenario.end(process);
    };
    this.#actors = [{ process, result: null }];
    void virtualTime.as(process, check);
    await this.#drive([]);
    return this.#end;
  }
}

/** Plays one history: the same mode and seed give the same one. */
export async function playHistory(mode: ModeName, seed: number): Promise<History> {
  const first = mode === 'workers' && seed % 2 === 0 ? 'blocks' : (planNames[seed % planNames.length] ?? 'short');
  const plan = await planNamed(first);
  const second = await planNamed(first === 'long' ? 'short' : 'long');
  const schema = await schemaSql();
  virtualTime.start(seededRandom('process', mode, seed), Date.UTC(2026, 9, 25, 0, 30));
  const run = new Run(mode, seed, { plan, second, schema });
  const { scenario } = run;
  let end = 'never';
  try {
    end = await run.play();
  } finally {
    virtualTime.stop();
    run.store.close();
    run.engine?.close();
  }
  const { problems, log, counts, processes } = scenario;
  return { mode, seed, problems, log, counts, simulatedMs: virtualTime.now(), processes: processes.length, end };
}
