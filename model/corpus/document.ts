/** The kinds of training documents: one for every slot that an experiment asks, and copying exercises. */
export const documentKinds = [
  'association/execute',
  'association/forecast',
  'restriction/execute',
  'restriction/forecast',
  'restriction/judge',
  'difficulty/execute',
  'difficulty/forecast',
  'verbatim/execute',
  'verbatim/forecast',
  'stump/author',
  'stump/answer',
  'copying',
] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** One prompt with answers that a model is trained to give: several executions share the cost of reading the prompt. */
export interface Document {
  readonly kind: DocumentKind;
  readonly prompt: string;
  readonly answers: readonly string[];
}

export function several(count: number, make: () => string): string[] {
  return Array.from({ length: count }, make);
}
