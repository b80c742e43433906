/**
 * The arms with training rows, with the source of their labels. Self, cross, own and near-copy rows are identical for the
 * same source: these arms differ in the base model.
 */
export const arms = {
  /** Model A on values of its own answers. */
  self: 'values',
  /** Model B on values of A's answers (identical to self). */
  cross: 'values',
  /** Model B on values of its own answers. */
  own: 'values',
  /** A near copy of A on values of A's answers. */
  'near-copy': 'values',
  /** Values permuted inside each group of task and property. */
  scramble: 'permuted',
  /** Property of a response that the prompt shows. */
  'read-off': 'shown',
  /** Prompts and whole answers of another model or persona. */
  shifted: 'object',
} as const satisfies Readonly<Record<string, 'values' | 'permuted' | 'shown' | 'object'>>;

export type ArmName = keyof typeof arms;

export const armNames = Object.keys(arms) as readonly ArmName[]; // the keys of `arms`
