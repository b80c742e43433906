import type { RunId } from '../../domain/run-config.ts';
import type { Store } from '../../store/store.ts';
import { type Job, maxDollarsOf } from '../../train/jobs/job.ts';
import type { TrainingEstimate } from '../../train/jobs/job-event.ts';
import { AppError } from '../../util/app-error.ts';

/** Smallest limit: free runs continue under it, and no paid call is sent. */
const nothingLeft = Number.MIN_VALUE;

/** Sums what a study's steps can have cost, for the budget of the next step. What is not known counts as the most that it can be. */
export class Spending {
  readonly #budget: number | null;
  /** Runs, each with the most US dollars that it can have cost beyond what is known. */
  readonly #runs = new Map<RunId, number>();
  #training = 0;

  constructor(budget: number | null) {
    this.#budget = budget;
  }

  /** Adds a run. `unsure`: the most US dollars of its calls whose cost is unknown. */
  addRun(run: RunId, unsure: number): void {
    this.#runs.set(run, unsure);
  }

  /** Adds a job. AppError `price-unknown` where its price is unknown, so that no budget can be kept. */
  addJob(job: Job, estimate: TrainingEstimate): void {
    if (this.#budget === null) return;
    const dollars = maxDollarsOf(job, estimate);
    if (dollars === null) {
      throw new AppError(
        'price-unknown',
        `training job ${job.key.slice(0, 12)} has no known price, so the budget cannot be kept`,
        {
          hint: 'set `price` of the port (US dollars per million trained tokens), or remove `budget`; the job goes on at its host',
        },
      );
    }
    this.#training += dollars;
  }

  /** Returns the remaining US dollars, plus what the step itself has already spent; null without a budget. */
  async left(store: Pick<Store, 'spent'>, own = 0): Promise<number | null> {
    if (this.#budget === null) return null;
    let spent = this.#training;
    for (const [run, unsure] of this.#runs) spent += (await store.spent(run)).dollars + unsure;
    return Math.max(this.#budget - spent + own, nothingLeft);
  }
}
