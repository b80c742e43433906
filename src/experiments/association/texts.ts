import type { Condition } from '../../domain/condition.ts';

export const wordings = ['paper', 'quoted', 'hypothetical'] as const;
export type AssociationWording = (typeof wordings)[number];

/** The sentences of one language; the keys of the answers' JSON are the same in all of them. */
export interface AssociationTexts {
  readonly execute: (target: string) => string;
  readonly questions: Readonly<Record<AssociationWording, (target: string, optionWords: string) => string>>;
  readonly answerForms: Readonly<Record<Condition['mode'], string>>;
}
