/** What the rows of an arm teach. */
export interface ArmDescription {
  readonly about: string;
  /** Whose labels the rows carry and how they are changed. */
  readonly labels: 'values' | 'permuted' | 'shown' | 'object';
}

/**
 * The arms that have training rows. Self, cross, own and near-copy rows are the same bytes for the same source: these arms differ
 * in the base model that is trained on them.
 */
export const arms = {
  self: { about: 'model A on values of its own answers', labels: 'values' },
  cross: { about: "model B on values of A's answers (the same bytes as self)", labels: 'values' },
  own: { about: 'model B on values of its own answers', labels: 'values' },
  'near-copy': { about: "a near copy of A on values of A's answers", labels: 'values' },
  scramble: { about: 'values permuted inside each group of task and property', labels: 'permuted' },
  'read-off': { about: 'property of a response that the prompt shows', labels: 'shown' },
  shifted: { about: 'prompts and whole answers of another model or persona', labels: 'object' },
} as const satisfies Readonly<Record<string, ArmDescription>>;

export type ArmName = keyof typeof arms;

export const armNames = Object.keys(arms) as readonly ArmName[]; // the keys of the table above
