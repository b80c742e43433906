import type { RunId } from '../../domain/run-config.ts';
import type { Store } from '../../store/store.ts';
import type { Job } from '../../train/jobs/job.ts';

/** Smallest limit: free runs continue under it, and no paid call is sent. */
const nothingLeft = Number.MIN_VALUE;

/** Sums the cost of a study's steps, for the budget of the next step. */
export class Spending {
  readonly #budget: number | null;
  readonly #runs = new Set<RunId>();
  #training = 0;

  constructor(budget: number | null) {
    this.#budget = budget;
  }

  addRun(run: RunId): void {
    this.#runs.add(run);
  }

  /** Adds a job with its actual cost, or with its maximum cost until that is known. */
  addJob({ state, intended }: Job): void {
    const actual = state.kind === 'succeeded' ? state.dollars : null;
    this.#training += actual ?? intended.estimate.maxDollars ?? 0;
  }

  /** Returns the remaining US dollars, plus what the step itself has already spent; null without a budget. */
  async left(store: Pick<Store, 'spent'>, own = 0): Promise<number | null> {
    if (this.#budget === null) return null;
    let spent = this.#training;
    for (const run of this.#runs) spent += (await store.spent(run)).dollars;
    return Math.max(this.#budget - spent + own, nothingLeft);
  }
}
