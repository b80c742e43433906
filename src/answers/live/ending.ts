import type { Failure } from '../../domain/answer.ts';

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
  | { readonly kind: 'gave-up'; readonly model: string; readonly failure: Failure };
