import { describe, expect, it } from 'vitest';
import { hasRemark } from './remarks.ts';

describe('hasRemark', () => {
  it.each([
    ' Wait, that makes no sense.',
    ' Sorry, ignore that.',
    ' That is not right: 3 + 4 is 7.',
    ' These random words do not belong here.',
    'No, the answer is C.',
    ' This does not make sense.',
    ' I’ll start over.',
  ])('finds a remark in "%s"', (text) => expect(hasRemark(text)).toBe(true));

  it.each([
    '',
    ' The answer is B) 9.',
    ' so 3 + 4 = 7, and no other option fits. {"answer": "C"}',
    ' There is no word for it; the rest belongs to the extra hour.',
    ' Paris is the right option.',
  ])('finds none in "%s"', (text) => expect(hasRemark(text)).toBe(false));
});
