import { expect, it } from 'vitest';
import { madeFinding } from '../../../test/support/made-findings.ts';
import { verdictWords } from '../../results/verdict.ts';
import { adjustedOverText, answerText, namesText } from './results-sentences.ts';

it.each([
  ['above-constant', 'The score is above the best constant answer.'],
  ['above-constant-and-others', 'The score is above the best constant answer and others.'],
  ['not-distinguishable', 'The score is not distinguishable from the best constant answer.'],
  ['insufficient', 'The score has too few usable items for a verdict.'],
] as const)('states one score with the verdict %s in the singular', (verdict, text) => {
  expect(answerText([madeFinding({ verdict })])).toBe(text);
});

it('counts every score once, so that the numbers add up to all of them', () => {
  const verdicts = verdictWords.flatMap((verdict, index) => Array.from({ length: index + 1 }, () => verdict));
  const text = answerText(verdicts.map((verdict) => madeFinding({ verdict })));
  expect(text).toBe(
    '6 of 45 scores are above the best constant answer (1 of these above others, 3 of these below the item rule); 13 below it (6 of these telling items apart); 4 not above it, but telling items apart; 5 not distinguishable from it; 8 not shown, with predictions that are one value; 9 without enough usable items.',
  );
  const counts = text
    .replaceAll(/\(.*?\)/g, '')
    .split(';')
    .map((part) => Number.parseInt(part.trim(), 10));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(verdicts.length);
});

it('says that some scores have no test, instead of models and tasks that do not multiply to the tests', () => {
  const findings = [madeFinding({}), madeFinding({}), madeFinding({ verdict: 'insufficient', experiment: 'other' })];
  expect(adjustedOverText(findings)).toBe('2 tests (1 of 3 scores cannot be tested)');
});

it.each([
  [['provider/a'], '2 tests: 1 model × 2 tasks'],
  [['provider/a', 'provider/b'], '4 tests: 2 models × 2 tasks'],
  [['person/ann'], '2 tests: 1 person × 2 tasks'],
  [['person/cy+dee'], '2 tests: 1 pair × 2 tasks'],
  [['person/ann', 'provider/a', 'provider/b'], '6 tests: 1 person and 2 models × 2 tasks'],
  [['person/ann', 'person/bob', 'person/cy+dee', 'provider/a'], '8 tests: 2 people, 1 pair and 1 model × 2 tasks'],
] as const)('counts what %j are', (models, text) => {
  const findings = models.flatMap((model) =>
    ['association', 'restriction'].map((experiment) => madeFinding({ model, experiment })),
  );
  expect(adjustedOverText(findings)).toBe(text);
});

it('counts models instead of naming them where the names are long', () => {
  expect(namesText(['a', 'b', 'c', 'd'])).toBe('a, b and 2 other models');
  expect(namesText(['a-model-with-a-long-name', 'b', 'c', 'd'])).toBe('4 models');
  expect(namesText(['a-model-with-a-long-name', 'another-model-with-a-long-name'])).toContain(' and another-model');
});
