import { expect, it } from 'vitest';
import { madeFinding } from '../../../test/support/made-findings.ts';
import { adjustedOverText, answerText } from './findings-text.ts';

it.each([
  ['above-constant', 'The score is above the best constant answer.'],
  ['not-distinguishable', 'The score is not above the best constant answer.'],
  ['insufficient', 'The score has too few usable items for a verdict.'],
] as const)('states one score with the verdict %s in the singular', (verdict, text) => {
  expect(answerText([madeFinding({ verdict })])).toBe(text);
});

it.each([
  [['provider/a'], '2 tests: 1 model x 2 tasks'],
  [['provider/a', 'provider/b'], '4 tests: 2 models x 2 tasks'],
  [['person/ann'], '2 tests: 1 person x 2 tasks'],
  [['person/cy+dee'], '2 tests: 1 pair x 2 tasks'],
  [['person/ann', 'provider/a', 'provider/b'], '6 tests: 1 person and 2 models x 2 tasks'],
  [['person/ann', 'person/bob', 'person/cy+dee', 'provider/a'], '8 tests: 2 people, 1 pair and 1 model x 2 tasks'],
] as const)('counts what %j are', (models, text) => {
  const findings = models.flatMap((model) =>
    ['association', 'restriction'].map((experiment) => madeFinding({ model, experiment })),
  );
  expect(adjustedOverText(findings)).toBe(text);
});
