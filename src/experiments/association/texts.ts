import type { Condition } from '../../domain/condition.ts';

export const wordings = ['paper', 'quoted', 'hypothetical'] as const;
export type AssociationWording = (typeof wordings)[number];

/** The sentences of one language; the JSON keys of the answers are the same in all languages. */
export interface AssociationTexts {
  readonly execute: (target: string) => string;
  readonly questions: Readonly<Record<AssociationWording, (target: string, optionWords: string) => string>>;
  readonly answerForms: Readonly<Record<Condition['mode'], string>>;
}
