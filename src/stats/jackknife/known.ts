/** A number that exists, or the reason why it does not. */
export type Known<T> =
  | { readonly kind: 'known'; readonly value: T }
  | { readonly kind: 'withheld'; readonly reason: string };

export function known<T>(value: T): Known<T> {
  return { kind: 'known', value };
}

export function withheld(reason: string): Known<never> {
  return { kind: 'withheld', reason };
}

/** Lower and upper bound. */
export type Bounds = readonly [low: number, high: number];

/** An interval of 95 %, not adjusted for the number of intervals, or the reason why there is none. */
export type BoundsOrReason = Known<Bounds>;

/** Reasons for which an interval is withheld, in the words that a reader sees. */
export const reasons = {
  clusters: 'fewer than two groups',
  variation: 'no variation between groups',
  rareOutcome: 'fewer than 10 groups have the rarer outcome',
  fewErrors: 'fewer than 5 groups have an error',
  undefinedStatistic: 'not defined without one of the groups',
} as const;
