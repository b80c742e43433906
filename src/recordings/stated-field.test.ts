import { describe, expect, it } from 'vitest';
import { mayBeStated } from './stated-field.ts';

describe('mayBeStated', () => {
  it.each([
    ...[
      'confidence',
      'Confidence (%)',
      'confidence_score',
      'self_confidence',
      'verbalized-confidence',
      'metadata.certainty',
    ],
    ...['p_correct', 'model.probability', 'conf', 'prob', 'Confidence Level', 'scores.s.metadata.confidence'],
  ])('is true of %s', (field) => {
    expect(mayBeStated(field)).toBe(true);
  });

  it.each([
    'conference',
    'confidential',
    'probe',
    'problem',
    'token_confidence',
    'logprob_conf',
    'confidence_interval',
    'is_correct',
    'gradingResult.namedScoreWeights.confidence',
  ])('is false of %s', (field) => {
    expect(mayBeStated(field)).toBe(false);
  });
});
