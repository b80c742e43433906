import { z } from 'zod';

/** Words on the fit of a score's predictions to the model's own answers, and the reasons without a word. `docs/verdicts.md`. */
export const fitWords = [
  'useful',
  'informative',
  'no sign',
  'opposite',
  'no test',
  'unreadable',
  'too few',
  'unsafe judge',
  'one answer',
  'looks filled in',
] as const;
export const fitSchema = z.enum(fitWords);
export type Fit = z.infer<typeof fitSchema>;

/** Words on what a score's predictions add to what others tell. */
export const beyondWords = ['yes', 'not shown', 'depends on the items', 'not asked'] as const;
export const beyondWordSchema = z.enum(beyondWords);
export type BeyondWord = z.infer<typeof beyondWordSchema>;

interface FitText {
  /** What the word says, in a phrase. */
  readonly phrase: string;
  /** Whether the score has a verdict; others are counted apart. */
  readonly isTested: boolean;
}

/** The phrase of each word on fit. Every surface shows the word itself, and the phrase once. */
export const fitTexts: Readonly<Record<Fit, FitText>> = {
  useful: { phrase: 'fits the model’s own answers and beats the best constant answer', isTested: true },
  informative: {
    phrase:
      'fits the model’s own answers better than shuffled predictions, but is not shown to beat every constant answer',
    isTested: true,
  },
  'no sign': { phrase: 'not shown to fit the model’s own answers better than shuffled predictions', isTested: true },
  opposite: { phrase: 'fits the model’s own answers worse than shuffled predictions', isTested: true },
  'no test': { phrase: 'has predictions or answers alone, so nothing can be compared', isTested: false },
  unreadable: { phrase: 'less than half of its predictions or of its outcomes could be read', isTested: false },
  'too few': {
    phrase: 'not enough independent groups of items that can be compared',
    isTested: false,
  },
  'unsafe judge': {
    phrase: 'the rule judge contradicts the judge, or the labels are no random sample of the responses',
    isTested: false,
  },
  'one answer': { phrase: 'almost all of its predictions or of its outcomes are the same', isTested: false },
  'looks filled in': {
    phrase: 'one stated value stands on wrong answers only, as if a program had filled it in',
    isTested: false,
  },
};

/** A few words for each fit, where many scores stand together. */
export const fitLegends: Readonly<Record<Fit, string>> = {
  useful: 'useful: beats every constant answer',
  informative: 'informative: beats shuffled predictions',
  'no sign': 'no sign: not shown to beat shuffled predictions',
  opposite: 'opposite: worse than shuffled ones',
  'no test': 'no test: predictions or answers alone',
  unreadable: 'unreadable: under half read',
  'too few': 'too few: not enough groups of items',
  'unsafe judge': 'unsafe judge: contradicted, or checked on no random sample',
  'one answer': 'one answer: all alike',
  'looks filled in': 'looks filled in: one stated value stands on wrong answers only',
};

/** The phrase of each word on what predictions add to what others tell; that of `yes` names what it was tested against (`beyondText`). */
export const beyondTexts: Readonly<Record<Exclude<BeyondWord, 'yes'>, string>> = {
  'not shown': 'not shown to tell more than other models do',
  'depends on the items': 'adds on all items or on those that all models have, not on both',
  'not asked': 'without enough other models, or of a kind that is not compared',
};

/** What *beyond others* does not exclude, on every surface that has the word; docs/verdicts.md has the rates. */
export const beyondNotExcluded =
  'topics that no column names, undeclared relatives and copies, a model that knows better than the others what all of them have in common';

/** Returns whether a score has a verdict. */
export function isTested(fit: Fit): boolean {
  return fitTexts[fit].isTested;
}

/** Returns whether predictions were shown to fit the model's own answers: the first number of the first sentence. */
export function isFit(fit: Fit): boolean {
  return fit === 'informative' || fit === 'useful';
}

/** What is said beside `no sign` where predictions are shuffled within kinds of questions, and the interval of the AUROC over all kinds lies above one half. */
export const ranksKindsText = 'ranks items of all kinds of questions together; no fit shown within a kind';

/** What is said beside `no sign` where the interval of the AUROC, unadjusted and over all items, lies above one half. */
export const ranksSomeText = 'ranks some items; not shown after adjustment';
