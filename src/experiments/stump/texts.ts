import type { Condition } from '../../domain/condition.ts';

export const wordings = ['paper', 'plain', 'challenge'] as const;
export type StumpWording = (typeof wordings)[number];

/** The sentences of one language; the keys of the answers' JSON are the same in all of them. */
export interface StumpTexts {
  readonly leads: Readonly<Record<StumpWording, (topic: string) => string>>;
  /** What is added for the second and each further question about a topic. */
  readonly another: (number: number) => string;
  readonly answerForms: Readonly<Record<Condition['mode'], string>>;
  readonly answer: string;
}
