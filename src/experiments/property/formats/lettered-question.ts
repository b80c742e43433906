import type { PropertyItem } from '../items.ts';

const alphabet = Array.from('ABCDEFGHIJ');

/** Returns the letter of an option by its index from 0; empty beyond the tenth. */
export function letterAt(index: number): string {
  return alphabet[index] ?? '';
}

interface Question {
  readonly question: string;
  readonly options: readonly string[];
  /** Letter of the right option. */
  readonly target: string;
}

/** Returns a multiple-choice question as an item whose answer is a single letter. */
export function letteredQuestion({ question, options, target }: Question): Omit<PropertyItem, 'id' | 'task'> {
  const string = `${question}\n${options.map((option, index) => `${letterAt(index)}) ${option}`).join('\n')}`;
  return {
    string,
    prompt: `${string}\nAnswer with the letter of the right option alone.`,
    properties: ['letter', 'among-a-c', 'among-b-d', 'right'],
    options: [...options],
    target,
    maxOutputTokens: 16,
  };
}
