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

/** One prompt with the answer that a model is trained to give. */
export interface Document {
  readonly kind: DocumentKind;
  readonly prompt: string;
  readonly answer: string;
}
