import type { PropertyContext } from '../items.ts';

/** Form of a value: determines the requested answer form, how a prediction is read, and how values are compared. */
export type Shape = 'character' | 'word' | 'entry' | 'boolean' | 'letter' | 'number' | 'digit' | 'option';

/** Words that differ between "did your reply begin", "would your reply begin" and "did its reply begin". */
export interface Grammar {
  readonly did: string;
  readonly was: string;
  readonly your: string;
}

/** A named function of an answer, with the question that asks for its value. */
export interface Property {
  readonly name: string;
  readonly shape: Shape;
  /** `open`: any value; `closed`: one of the item's options or letters; `binary`: true or false. */
  readonly values: 'open' | 'closed' | 'binary';
  /** Whether the first word of the answer decides the value. */
  readonly shallow: boolean;
  /** Whether the beginning of the answer decides the value, so that an answer cut at its end may still have one. */
  readonly fromStart: boolean;
  /** The question in lower case, without the answer form. */
  readonly question: (grammar: Grammar, item: PropertyContext) => string;
  /** Values that a judge model chooses from after it read the answer; absent: `extract` finds the value. */
  readonly judged?: readonly string[];
  /** Returns the value as written in the answer, or null when the answer has none. `answer` is trimmed. */
  readonly extract: (answer: string, item: PropertyContext) => string | null;
}
