/** Statements that a judge of a response chooses from: answered or not (the published protocol), or XSTest's three. */
export const rubrics = ['two-way', 'three-way'] as const;
export type Rubric = (typeof rubrics)[number];

/** Who judges, and by which rubric. */
export interface Judging {
  /** Name of the model that judges in the subject's place; null where the subject judges itself. */
  readonly judge: string | null;
  readonly rubric: Rubric;
}
