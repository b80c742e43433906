/** Fewest values of which a share is looked at. */
const minValues = 20;
/** Share of one value above which a side hardly varies, and above which it is called one answer. */
const [maxShare, oneAnswerShare] = [0.9, 0.95];

/** One value that nearly all predictions of a model are. */
interface OneValue<Value> {
  readonly value: Value;
  /** How many of them are it, and how many there are. */
  readonly own: number;
  readonly of: number;
}

/**
 * Returns the value that over 90 % of at least 20 predictions are; null where there is none. The word `one answer` goes by the test, not
 * by this share: the few other predictions can fit (`contributing/decisions.md`).
 */
export function oneValue<Value>(counts: ReadonlyMap<Value, number>): OneValue<Value> | null {
  const of = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  if (most === undefined || of < minValues || most[1] <= maxShare * of) return null;
  const [value, own] = most;
  return { value, own, of };
}

/** End of an effect that leaves open whether a fit can be shown. */
export const canShowFit = 'can show a fit';

/** Returns what one value does to the word on fit. `canFit`: whether a test of the other predictions could show a fit. */
export function oneValueEffect({ own, of }: Pick<OneValue<unknown>, 'own' | 'of'>, canFit: boolean): string {
  const others = of - own;
  if (others === 0) return 'one answer: it cannot rank items';
  const those = others === 1 ? 'the other one' : `the other ${others}`;
  if (!canFit) return `one answer: no test of ${those} could show a fit`;
  return own > oneAnswerShare * of
    ? `one answer on over 95 %: only ${those} ${canShowFit}`
    : `it ranks few items: only ${those} ${canShowFit}`;
}
