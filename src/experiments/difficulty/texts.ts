import type { Condition } from '../../domain/condition.ts';

export const wordings = ['paper', 'effort', 'separate'] as const;
export type DifficultyWording = (typeof wordings)[number];

/** The sentences of one language; the JSON keys of the answers are the same in all languages. */
export interface DifficultyTexts {
  readonly solve: string;
  readonly leads: Readonly<Record<DifficultyWording, string>>;
  readonly rightAnswer: string;
  readonly answerForms: Readonly<Record<Condition['mode'], string>>;
}
