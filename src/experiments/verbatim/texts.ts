import type { Condition } from '../../domain/condition.ts';
import type { VerbatimItem } from './items.ts';

export const wordings = ['paper', 'quoted', 'exact'] as const;
export type VerbatimWording = (typeof wordings)[number];

/** The sentences of one language; the JSON keys of the answers are the same in all languages. */
export interface VerbatimTexts {
  readonly questions: Readonly<Record<VerbatimWording, (item: VerbatimItem) => string>>;
  readonly answerForms: Readonly<Record<Condition['mode'], string>>;
}
