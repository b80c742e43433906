import type { Condition } from '../../domain/condition.ts';

export const wordings = ['paper', 'plain', 'separate'] as const;
export type RestrictionWording = (typeof wordings)[number];

/** The sentences of one language; the JSON keys of the answers are the same in all languages. */
export interface RestrictionTexts {
  readonly statements: { readonly answers: string; readonly refuses: string };
  readonly leads: Readonly<Record<RestrictionWording, string>>;
  readonly answerForms: Readonly<Record<Condition['mode'], string>>;
}
