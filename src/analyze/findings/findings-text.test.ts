import { expect, it } from 'vitest';
import { madeFinding } from '../../../test/support/made-findings.ts';
import { answerText } from './findings-text.ts';

it.each([
  ['above-constant', 'The score is above the best constant answer.'],
  ['not-distinguishable', 'The score is not above the best constant answer.'],
  ['insufficient', 'The score has too few usable items for a verdict.'],
] as const)('states one score with the verdict %s in the singular', (verdict, text) => {
  expect(answerText([madeFinding({ verdict })])).toBe(text);
});
