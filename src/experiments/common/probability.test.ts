import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noMetadata } from '../../domain/answer.ts';
import { isPresent, type Observed } from '../../domain/outcome.ts';
import { ScaleEvidence } from '../../domain/probability.ts';
import { binaryTerms, yesNoNumber } from '../../outcome-kinds/binary.ts';
import { onScale, probabilityOutcome } from './predict-and-execute.ts';
import { readProbability } from './probability.ts';

const answer = (text: string) => ({ get: () => ({ ...noMetadata, kind: 'answered', text }) as const });
const yes: Observed<boolean> = { kind: 'present', value: true, step: 'text' };

/** Returns the predictions of one model that stated these values under one condition. */
function predictions(values: readonly string[]): readonly (number | null)[] {
  const outcomes = values.map((value) => probabilityOutcome(answer(`{"probability": ${value}}`), 'own', [yes]));
  const evidence = new ScaleEvidence();
  for (const { stated } of outcomes) if (stated !== undefined) evidence.add(stated.value);
  return outcomes.map((outcome) => onScale(outcome, evidence.scale).probability);
}

describe('readProbability', () => {
  it.each([
    ['{"probability": 85}', 85, '85'],
    ['I am fairly sure.\n{"probability": "85 %"}', 85, '85 %'],
    ['{"probability": 1.0}', 1, '1.0'],
    ['{"probability": 0.05}', 0.05, '0.05'],
    ['85', 85, '85'],
  ])('reads %s as it was written', (text, value, spelling) => {
    expect(readProbability(text)).toMatchObject({ kind: 'parsed', value: { value, spelling } });
  });

  it.each([
    '{"probability": 101}',
    '{"probability": -5}',
    '{"probability": "high"}',
    '{"confidence": 85}',
    '{"probability": "40-60"}',
  ])('does not read %s', (text) => {
    expect(readProbability(text)).toMatchObject({ kind: 'unparsed' });
  });
});

describe('the scale of stated probabilities', () => {
  it.each([
    ['percent, where values are above 1 and none is between 0 and 1', ['70', '1', '0', '100'], [0.7, 0.01, 0, 1]],
    ['shares, in the reverse case', ['0.9', '1', '1.0', '0'], [0.9, 1, 1, 0]],
    ['shares of which none is 1', ['0.9', '0.25'], [0.9, 0.25]],
    ['ambiguous up to 1, with both', ['70', '0.9', '1', '0'], [0.7, null, null, null]],
    ['ambiguous, with only 0 and 1', ['0', '1', '1.0', '"1"'], [null, null, null, null]],
    ['percent, with a percent sign', ['"5 %"', '"1%"', '"100 percent"'], [0.05, 0.01, 1]],
    ['decided by bare values, beside a percent sign', ['"5 %"', '0.9', '1'], [0.05, 0.9, 1]],
    ['ambiguous beside a percent sign alone', ['"50 %"', '1'], [0.5, null]],
    ['percent of texts', ['"70"', '"1"'], [0.7, 0.01]],
    ['shares of lists', ['[0.7]', '[1]'], [0.7, 1]],
  ])('is %s', (_, values, expected) => {
    expect(predictions(values)).toEqual(expected);
  });

  it('does not depend on the order of the items, and never reads 1 as 1 % beside a share', () => {
    const value = fc.constantFrom('0', '1', '1.0', '0.5', '0.9', '2', '70', '100', '"5 %"');
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 8 }), (values) => {
        const read = predictions(values);
        expect(predictions(values.toReversed())).toEqual(read.toReversed());
        if (values.includes('0.9'))
          expect(values.map((text, index) => text === '1' && read[index] === 0.01)).not.toContain(true);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it('names the flag that settles it, and follows it', () => {
    const outcome = probabilityOutcome(answer('{"probability": 1}'), 'own', [yes]);
    expect(outcome.prediction).toMatchObject({
      kind: 'absent',
      detail: expect.stringContaining('--probability-scale'),
    });
    expect(onScale(outcome, 'percent')).toMatchObject({ probability: 0.01, prediction: { value: false } });
    expect(onScale(outcome, 'share')).toMatchObject({ probability: 1, prediction: { value: true } });
  });
});

describe('a probability of exactly one half', () => {
  it.each(['50', '"50 %"', '50.0', '"50"', '[50]'])('%s is neither yes nor no, and scores one half', (written) => {
    const outcome = onScale(
      probabilityOutcome(answer(`{"probability": ${written}}`), 'own', [yes, { ...yes, value: false }, yes]),
      'percent',
    );
    expect(isPresent(outcome.prediction) && outcome.prediction.value).toBe('half');
    const terms = binaryTerms(outcome, 'parsed');
    expect(terms.truePositive + terms.trueNegative).toBeCloseTo(0.5);
    expect(terms.truePositive).toBeCloseTo(terms.falseNegative);
    expect(terms.falsePositive).toBeCloseTo(terms.trueNegative);
  });

  it('is the number one half', () => {
    expect(['half' as const, true, false].map(yesNoNumber)).toEqual([0.5, 1, 0]);
  });
});
