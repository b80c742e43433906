import { describe, expect, it } from 'vitest';
import type { Worth, WorthGain, WorthSignalResult } from '../../results/worth.ts';
import { worthSentences } from './worth-sentences.ts';

const gain = (value: number, low: number, high: number): WorthGain => ({ value, interval: [low, high], p: 0.01 });

function signal(name: string, overConstant: WorthGain, changes: Partial<WorthSignalResult>): WorthSignalResult {
  const asks = name === 'own';
  return {
    ...{ name, asks, about: asks ? 'confidence of a' : `choice by ${name}` },
    ...{ price: 0, passedShare: 0.3, values: 10, missing: 0 },
    ...{ overKeep: overConstant, overPass: overConstant, overConstant, overRandom: overConstant, overFree: [] },
    ...{ adjusted: null, verdict: null, beatsConstants: null, freeSignal: null, reason: null, detectable: null },
    ...changes,
  };
}

function answerOf(free: readonly WorthSignalResult[]): string {
  return sentencesOf(free).answer;
}

function sentencesOf(free: readonly WorthSignalResult[], own = true, asked = 'before') {
  const facts = {
    ...{
      keep: 'a',
      pass: 'b',
      task: 'table',
      score: null,
      otherScores: [],
      items: 240,
      groups: 240,
      missing: 0,
      prices: null,
      curve: [],
    },
    ...{ unit: 'right answers per 1,000 requests', errorLimit: null, panel: null, asked: 'before', accuracy: {} },
    signals: [
      ...(own
        ? [
            signal('own', gain(111, 43, 179), {
              verdict: 'not shown to beat a free signal',
              freeSignal: free[0]?.name ?? null,
            }),
          ]
        : []),
      ...free,
    ],
  } as unknown as Worth; // the sentences read no other field
  return worthSentences(facts, { asked } as Parameters<typeof worthSentences>[1]);
}

describe('worthSentences', () => {
  it('asks whether what decides pays: what a model states, or the free signals alone', () => {
    const subject = signal('subject', gain(90, 20, 160), { beatsConstants: true });
    expect(sentencesOf([subject]).question).toMatch(
      /^Does it pay to use the confidence of a to choose which requests go to b\?/,
    );
    expect(sentencesOf([subject], false).question).toMatch(/^Does it pay to use the subject to choose/);
    expect(sentencesOf([subject]).limits).toContain('a is asked before it answers, on every request');
  });

  it('says what a signal is not distinguishable from, and what it can decide if it comes with the answer', () => {
    const own = signal('own', gain(-2, -8, 3), {
      ...{ verdict: 'not distinguishable', detectable: 7 },
      ...{ overKeep: gain(200, 100, 300), overPass: gain(-2, -8, 3) },
    });
    const { answer, limits } = sentencesOf([own], false, 'with-answer');
    expect(answer).toBe(
      'Not distinguishable from always b: the confidence of a brings −0.2 points of accuracy [−0.8, 0.3]. 4 of 5 such runs would find a gain of 0.7 points of accuracy.',
    );
    expect(limits).toContain(
      'a stated its confidence with its answer, so each request pays for the call of a: this decides only which requests go to b as well',
    );
  });

  it('says to use a free signal that is shown to pay itself', () => {
    const subject = signal('subject', gain(90, 20, 160), { beatsConstants: true });
    expect(answerOf([subject])).toContain(
      'The choice by subject gains 9.0 points of accuracy [2.0, 16.0] and needs no call: use that.',
    );
  });

  it.each([
    ['that is noise', gain(59, -12, 130)],
    ['that costs accuracy', gain(-59, -130, -12)],
    ['whose gain missing outcomes explain', gain(90, 20, 160)],
  ])('advises no free signal %s', (_, overConstant) => {
    const answer = answerOf([signal('subject', overConstant, { beatsConstants: false })]);
    expect(answer).not.toContain('use that');
    expect(answer).toContain(
      'and needs no call, but is not shown to pay: more items would tell whether it is as good.',
    );
  });
});
