import type { Condition } from '../../domain/condition.ts';

export const wordings = ['paper', 'plain', 'challenge'] as const;
export type StumpWording = (typeof wordings)[number];

/** The sentences of one language; the JSON keys of the answers are the same in all languages. */
export interface StumpTexts {
  readonly leads: Readonly<Record<StumpWording, (topic: string) => string>>;
  /** Returns the text that is added from the second question about a topic on. */
  readonly another: (number: number) => string;
  readonly answerForms: Readonly<Record<Condition['mode'], string>>;
  readonly answer: string;
}
