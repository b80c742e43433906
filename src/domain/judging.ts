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
