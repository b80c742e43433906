/**
 * When a model stated its confidence: a level of its own, never pooled. Only `before` can be used before the question is
 * answered.
 */
export const askedLevels = ['before', 'with-answer', 'after-answer'] as const;
export type Asked = (typeof askedLevels)[number];

/** Returns when predictions under a condition, as it is printed, were asked: before the answer, unless a log says otherwise. */
export function askedUnder(condition: string): Asked {
  return askedLevels.find((level) => new RegExp(`(?:^|, )asked ${level}(?:,|$)`).test(condition)) ?? 'before';
}

/** Returns whether a condition, as it is printed, says that the confidence was stated with or after the answer. */
export function isAskedLate(condition: string): boolean {
  return /(?:^|, )asked (?:with|after)-answer(?:,|$)/.test(condition);
}

/** Returns whether a condition of a log says that no confidence was stated under it, so that nothing was predicted. */
export function isNeverAsked(condition: Readonly<Record<string, unknown>>): boolean {
  return condition.asked === 'never';
}

/** Returns a condition, as it is printed, without when the confidence was stated. */
export function withoutAsked(condition: string): string {
  return condition.replace(/(?:^|, )asked (?:before|with-answer|after-answer|never)(?=,|$)/, '');
}
