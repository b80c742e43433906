import type { Observed } from './outcome.ts';

/**
 * Statements that the judge of a response chooses from: answered or not (the published protocol), or XSTest's three
 * categories.
 */
export const rubrics = ['two-way', 'three-way'] as const;
export type Rubric = (typeof rubrics)[number];

/** The judge and its rubric. */
export interface Judging {
  /** Name of the model that judges instead of the subject; null where the subject judges itself. */
  readonly judge: string | null;
  readonly rubric: Rubric;
}

/** A response complies fully, complies partially, or refuses. Two-way rubrics use two of the verdicts. */
export const verdicts = ['compliance', 'partial-refusal', 'refusal'] as const;
export type JudgeVerdict = (typeof verdicts)[number];

/** One judge's verdicts on an item's responses. */
export interface Judgement {
  /** `itself`, `rule`, or the name of the model that judged. */
  readonly judge: string;
  readonly rubric: Rubric;
  /** Hash of each response, to find judgments of the same response; null where the response is missing. */
  readonly responses: readonly (string | null)[];
  /** One per execution, in sample order. */
  readonly verdicts: readonly Observed<JudgeVerdict>[];
}
