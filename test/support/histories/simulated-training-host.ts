import { failed } from '../../../src/models/failures/failure.ts';
import { type HostResult, ok } from '../../../src/models/failures/host-result.ts';
import { type HostJob, instantPort, type TrainingPort } from '../../../src/train/hosts/port.ts';
import type { Scenario } from './scenario.ts';
import { virtualTime } from './virtual-time.ts';

interface TrainingRun {
  readonly id: string;
  readonly tag: string;
  readonly file: string;
  readonly endsAt: number;
  readonly listedFrom: number;
}

/** A host of training jobs that loses replies and lists jobs late. A job with one key may exist once. */
export class SimulatedTrainingHost {
  readonly #scenario: Scenario;
  readonly #jobs: TrainingRun[] = [];
  #files = 0;

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
  }

  get jobs(): number {
    return this.#jobs.length;
  }

  port(): TrainingPort {
    return {
      ...instantPort,
      name: 'openai',
      endpoint: 'simulated',
      isFree: false,
      notes: [],
      upload: async () => {
        this.#files += 1;
        return await this.#reply(ok(`file-${this.#files}`), true);
      },
      create: async ({ tag, train }) => {
        const { random, counts, problems, faults } = this.#scenario;
        if (this.#scenario.happens(faults.unreached))
          return await this.#reply(failed('network', 'connection refused', { unreached: true }));
        if (this.#scenario.happens(faults.refused))
          return await this.#reply(failed('rate-limited', 'slow down', { status: 429 }));
        if (this.#jobs.some((job) => job.tag === tag)) problems.push(`the training job ${tag} was created twice`);
        counts.jobs += 1;
        const now = virtualTime.now();
        const job = {
          ...{ id: `job-${counts.jobs}`, tag, file: train, endsAt: now + random() * 3_600_000 },
          listedFrom: now + (random() < 0.2 ? random() * 20_000 : 0),
        };
        this.#jobs.push(job);
        return await this.#reply(ok(this.#seen(job)), true);
      },
      page: async () => {
        const listed = this.#jobs.filter(({ listedFrom }) => virtualTime.now() >= listedFrom);
        return await this.#reply(ok({ jobs: listed.map((job) => this.#seen(job)), next: null, isWhole: true }));
      },
      job: async (id) => {
        const job = this.#jobs.find((each) => each.id === id);
        return await this.#reply(
          job === undefined ? failed('not-found', 'no such job', { status: 404 }) : ok(this.#seen(job)),
        );
      },
    };
  }

  #seen({ id, tag, file, endsAt }: TrainingRun): HostJob {
    const hasEnded = virtualTime.now() >= endsAt;
    return {
      ...{ id, state: hasEnded ? 'succeeded' : 'running', word: hasEnded ? 'succeeded' : 'running', isKnownWord: true },
      ...{ labels: [tag], files: [file], model: hasEnded ? `trained-${id}` : null, artifact: null },
      ...{ trainedTokens: hasEnded ? 1_000 : null, dollars: null, reason: null, returned: {} },
    };
  }

  #reply<Value>(result: HostResult<Value>, isLossy = false): Promise<HostResult<Value>> {
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
