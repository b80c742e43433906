import type { Failure } from '../domain/answer.ts';

/** How an execution ended: with the last failure, or the one that made going on pointless. */
export type Ending =
  | { readonly kind: 'finished' }
  | { readonly kind: 'incomplete'; readonly failed: number; readonly failure: Failure }
  | { readonly kind: 'paused'; readonly why: 'stopped' }
  /**
   * Dollars. `unsure`: the most that calls of unknown cost have cost, which counts as spent; `left`: what remains; `needed`:
   * the most that the next call can cost.
   */
  | {
      readonly kind: 'paused';
      readonly why: 'budget';
      readonly unsure: number;
      readonly left: number;
      readonly needed: number;
    }
  | { readonly kind: 'gave-up'; readonly model: string; readonly failure: Failure };
