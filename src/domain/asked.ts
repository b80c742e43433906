/**
 * When a model stated its confidence: a level of its own, never pooled. Only `before` can be used before the question is
 * answered.
 */
export const askedLevels = ['before', 'with-answer', 'after-answer'] as const;
export type Asked = (typeof askedLevels)[number];
