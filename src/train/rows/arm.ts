/** Description of an arm's training rows. */
interface ArmDescription {
  readonly about: string;
  /** Source of the labels and how they are changed. */
  readonly labels: 'values' | 'permuted' | 'shown' | 'object';
}

/**
 * The arms with training rows. Self, cross, own and near-copy rows are identical for the same source: these arms differ
 * in the base model.
 */
export const arms = {
  self: { about: 'model A on values of its own answers', labels: 'values' },
  cross: { about: "model B on values of A's answers (identical to self)", labels: 'values' },
  own: { about: 'model B on values of its own answers', labels: 'values' },
  'near-copy': { about: "a near copy of A on values of A's answers", labels: 'values' },
  scramble: { about: 'values permuted inside each group of task and property', labels: 'permuted' },
  'read-off': { about: 'property of a response that the prompt shows', labels: 'shown' },
  shifted: { about: 'prompts and whole answers of another model or persona', labels: 'object' },
} as const satisfies Readonly<Record<string, ArmDescription>>;

export type ArmName = keyof typeof arms;

export const armNames = Object.keys(arms) as readonly ArmName[]; // the keys of `arms`
