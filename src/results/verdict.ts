import { z } from 'zod';

/** Verdicts on one score, in order: each step is a further test that the score passes. `docs/verdicts.md` explains them. */
const ladderWords = ['no sign', 'informative', 'useful', 'beyond others'] as const;

/** Words of scores that are not on the ladder: worse than dealt, or without a verdict. */
const otherWords = ['opposite', 'unreadable', 'too few', 'unsafe judge', 'one answer'] as const;

export const verdictWords = [...ladderWords, ...otherWords] as const;
export const verdictSchema = z.enum(verdictWords);
export type Verdict = z.infer<typeof verdictSchema>;

interface VerdictText {
  /** What the word says, in a phrase. */
  readonly phrase: string;
  /** Whether the score has a verdict; others are counted apart. */
  readonly isTested: boolean;
}

/** The phrase of each word. Every surface shows the word itself, and the phrase once. */
export const verdictTexts: Readonly<Record<Verdict, VerdictText>> = {
  'no sign': { phrase: 'not shown to fit the model’s own answers better than dealt ones do', isTested: true },
  informative: { phrase: 'tells items apart', isTested: true },
  useful: { phrase: 'fits the model’s own answers and beats the best constant answer', isTested: true },
  'beyond others': { phrase: 'adds to what others tell', isTested: true },
  opposite: { phrase: 'fits the model’s own answers worse than dealt to other items', isTested: true },
  unreadable: { phrase: 'less than half of its predictions or of its outcomes could be read', isTested: false },
  'too few': { phrase: 'too few independent groups of items', isTested: false },
  'unsafe judge': { phrase: 'the judge and the rule judge disagree too much to rely on the judge', isTested: false },
  'one answer': { phrase: 'all its predictions or all its outcomes are the same', isTested: false },
};

/** Returns whether a score has a verdict. */
export function isTested(verdict: Verdict): boolean {
  return verdictTexts[verdict].isTested;
}

/** Returns whether a score beats the best constant answer, or adds to what others tell: what the first sentence counts as yes. */
export function isYes(verdict: Verdict): boolean {
  return verdict === 'useful' || verdict === 'beyond others';
}
