import type { Failure } from '../../domain/answer.ts';
import type { RunId } from '../../domain/run-config.ts';

/** A batch or a request file: its run, and the path of the file; null: the batch is at a host. */
interface JobName {
  readonly run: RunId;
  readonly path: string | null;
}

/** How an execution ended, with the last failure or the one that stopped it. */
export type Ending =
  | { readonly kind: 'finished' }
  | { readonly kind: 'incomplete'; readonly failed: number; readonly failure: Failure }
  | { readonly kind: 'paused'; readonly why: 'stopped' }
  /**
   * Amounts are in dollars. `unsure`: the maximum cost of calls of unknown cost, which counts as spent; `left`: what
   * remains; `needed`: the maximum cost of the next call.
   */
  | {
      readonly kind: 'paused';
      readonly why: 'budget';
      readonly unsure: number;
      readonly left: number;
      readonly needed: number;
    }
  /** `calls`: calls that were not sent because a batch or a request file has them; `job`: the first such job. */
  | { readonly kind: 'paused'; readonly why: 'out'; readonly calls: number; readonly job: JobName }
  | { readonly kind: 'gave-up'; readonly model: string; readonly failure: Failure };
