import { describe, expect, it } from 'vitest';
import { outcomeOf, RecordingBuilder } from './recording-builder.ts';

/** Builds a log in which each sample has `own` scores that no other sample has, beside one that all have. */
function logWithOwnScores(samples: number, own: number): RecordingBuilder {
  const builder = new RecordingBuilder({ file: 'many.eval', format: 'Inspect', choice: {} });
  const namesOf = (sample: number) => Array.from({ length: own }, (_, score) => `score ${sample} ${score}`);
  for (let sample = 0; sample < samples; sample += 1) for (const name of namesOf(sample)) builder.declareScore(name);
  for (let sample = 0; sample < samples; sample += 1) {
    const names = namesOf(sample);
    const scored = ['right', ...names].map((score) => ({ score, outcome: outcomeOf(1) }));
    const item = { id: sample, text: `question ${sample}`, content: null };
    builder.addAll(item, { model: 'm', scored, otherwise: outcomeOf(null) }, `sample ${sample}`);
  }
  return builder;
}

describe('RecordingBuilder', () => {
  it('refuses a log whose executions lack most of its scores, without making a row for each of them', () => {
    const builder = logWithOwnScores(300, 20);
    expect(() => builder.finish({ version: null, task: 't' })).toThrow(
      'many.eval: it has 6,001 scores, and most executions lack most of them',
    );
  });

  it.each([
    ['a score of its own for each row', 1],
    ['several scores of its own for each row', 3],
  ])('refuses more than 1,000 scores, added row by row: %s', (_, own) => {
    const builder = new RecordingBuilder({ file: 'many.jsonl', format: 'lm-eval', choice: {} });
    for (let item = 0; item < 1_200; item += 1)
      for (let score = 0; score < own; score += 1)
        builder.add(
          { id: item, text: `question ${item}`, content: null },
          { model: 'm', score: `score ${item} ${score}`, outcome: outcomeOf(1) },
          `line ${item}`,
        );
    expect(() => builder.finish({ version: null, task: 't' })).toThrow('a log may have 1,000 scores');
  });

  it('gives an execution a row for each score that others have', () => {
    const { rows, scores } = logWithOwnScores(20, 2).finish({ version: null, task: 't' });
    expect(scores).toHaveLength(41);
    expect(rows).toHaveLength(20 * 41);
    expect(rows.filter(({ outcome }) => outcome.kind === 'absent')).toHaveLength(20 * 38);
  });
});
