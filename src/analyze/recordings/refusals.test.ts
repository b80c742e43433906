import { describe, expect, it } from 'vitest';
import type { RecordedRow } from '../../recordings/recording.ts';
import { outcomesAdvice } from './refusals.ts';

type Absent = Extract<RecordedRow['outcome'], { readonly kind: 'absent' }>;

const rows = (...reasons: readonly Absent['reason'][]) =>
  reasons.map((reason): Pick<RecordedRow, 'outcome'> => ({ outcome: { kind: 'absent', reason, counted: null } }));

describe('outcomesAdvice', () => {
  it.each([
    ['Inspect', rows('unscored', 'unscored'), /^add scores with `inspect score LOG`/],
    ['lm-eval', rows('unscored'), /^run the evaluation again with a metric or an assertion/],
    ['promptfoo', rows('unscored'), /^run the evaluation again with a metric or an assertion/],
    ['Inspect', rows('unscored', 'failed'), /see its errors in its own log/],
    ['promptfoo', rows('failed'), /see its errors in its own log/],
    ['table', rows('unscored'), /--columns correct=COLUMN/],
  ])('of %s', (format, own, advice) => {
    expect(outcomesAdvice({ format, rows: own })).toMatch(advice);
  });
});
