import type { RunId } from '../../../src/domain/run-config.ts';
import type { BatchPort, BatchRequest, BatchResult, HostBatch } from '../../../src/models/batch-port.ts';
import { failed } from '../../../src/models/failures/failure.ts';
import { type HostResult, ok } from '../../../src/models/failures/host-result.ts';
import type { LanguageModel } from '../../../src/models/language-model.ts';
import type { Scenario } from './scenario.ts';
import type { SimulatedServer } from './simulated-server.ts';
import { virtualTime } from './virtual-time.ts';

export const batchPriceFactor = 0.5;

interface HostedBatch {
  readonly id: string;
  readonly tag: string;
  readonly file: string | null;
  readonly requests: number;
  readonly results: readonly BatchResult[];
  readonly endsAt: number;
  /** Virtual time from which the list shows it. */
  readonly listedFrom: number;
}

/** A host of batches that loses replies, lists jobs late, and returns results twice, in another order or not at all. */
export class SimulatedBatchHost {
  readonly #scenario: Scenario;
  readonly #server: SimulatedServer;
  readonly jobs: HostedBatch[] = [];
  #files = 0;

  constructor(scenario: Scenario, server: SimulatedServer) {
    this.#scenario = scenario;
    this.#server = server;
  }

  /** Returns the port to the host for the calls of a run. */
  portFor(base: LanguageModel, run: RunId): BatchPort {
    return {
      endpoint: 'simulated',
      maxRequests: 1000,
      maxBytes: 1e9,
      foundBy: 'label',
      size: async () => 100,
      upload: async () => {
        this.#files += 1;
        return await this.#reply(ok(`file-${this.#files}`), { isLossy: true });
      },
      create: async ({ tag, file, requests }) => {
        if (this.#scenario.happens(this.#scenario.faults.unreached))
          return await this.#reply(failed('network', 'connection refused', { unreached: true }));
        const job = await this.#create(base, run, { tag, file, requests });
        return await this.#reply(ok(this.#seen(job)), { isLossy: true });
      },
      page: async () => {
        const listed = this.jobs.filter(({ listedFrom }) => virtualTime.now() >= listedFrom);
        return await this.#reply(ok({ jobs: listed.map((job) => this.#seen(job)), next: null, isWhole: true }));
      },
      job: async (id) => {
        const job = this.jobs.find((each) => each.id === id);
        const missing = failed('invalid-request', 'no such batch', { status: 404 });
        return await this.#reply(job === undefined ? missing : ok(this.#seen(job)));
      },
      results: async ({ id }) => {
        const results = this.jobs.find((each) => each.id === id)?.results ?? [];
        return await this.#reply(ok({ results, problems: [] }));
      },
      close: async () => {},
    };
  }

  async #create(
    base: LanguageModel,
    run: RunId,
    {
      tag,
      file,
      requests,
    }: { readonly tag: string; readonly file: string | null; readonly requests: readonly BatchRequest[] },
  ): Promise<HostedBatch> {
    const { random, counts, problems } = this.#scenario;
    counts.jobs += 1;
    if (this.jobs.some((job) => job.tag === tag)) problems.push(`the batch ${tag} was created twice`);
    const results = await this.#resultsOf(base, run, requests);
    const now = virtualTime.now();
    const job = {
      ...{ id: `batch-${counts.jobs}`, tag, file, requests: requests.length, results },
      endsAt: now + 1_000 * (5 + random() * 600),
      listedFrom: now + (random() < 0.2 ? random() * 20_000 : 0),
    };
    this.jobs.push(job);
    return job;
  }

  async #resultsOf(
    base: LanguageModel,
    run: RunId,
    requests: readonly BatchRequest[],
  ): Promise<readonly BatchResult[]> {
    const { faults, random } = this.#scenario;
    const results: BatchResult[] = [];
    for (const { id, request } of requests) {
      if (this.#scenario.happens(faults.slow * 0.2)) continue; // its result is missing
      if (this.#scenario.happens(faults.serverError)) {
        results.push({ id, attempt: async () => failed('server-error', 'the item failed', { status: 500 }) });
        continue;
      }
      const attempt = await this.#server.answerOf(base, request);
      if (attempt.kind !== 'failed') this.#server.charge(run, attempt, batchPriceFactor);
      results.push({ id, attempt: async () => attempt });
    }
    const [first] = results;
    if (random() < 0.2 && first !== undefined) results.push(first);
    if (random() < 0.2)
      for (const { id, attempt } of this.jobs[0]?.results.slice(0, 2) ?? []) results.push({ id: `x${id}`, attempt });
    return random() < 0.3 ? results.toReversed() : results;
  }

  #seen({ id, tag, file, requests, results, endsAt }: HostedBatch): HostBatch {
    const hasEnded = virtualTime.now() >= endsAt;
    return {
      ...{
        id,
        state: hasEnded ? 'ended' : 'pending',
        word: hasEnded ? 'completed' : 'in_progress',
        labels: [tag],
        file,
      },
      ...{ createdAt: null, deadline: null, requests, results: hasEnded ? results.length : null, reason: null },
      files: ['results'],
    };
  }

  #reply<Value>(result: HostResult<Value>, { isLossy } = { isLossy: false }): Promise<HostResult<Value>> {
    const { faults, random, counts } = this.#scenario;
    const { promise, resolve } = Promise.withResolvers<HostResult<Value>>();
    virtualTime.after(30 + random() * 500, () => {
      const isLost = isLossy && this.#scenario.happens(Math.min(1, 3 * faults.lost));
      if (isLost) counts.lostReplies += 1;
      if (isLost) resolve(failed('network', 'the reply was lost'));
      else if (this.#scenario.happens(faults.serverError))
        resolve(failed('server-error', 'bad gateway', { status: 502 }));
      else resolve(result);
    });
    return promise;
  }
}
