/** A part of a sentence: a command between backticks, or what is between commands. */
export interface SentencePart {
  readonly text: string;
  readonly isCommand: boolean;
}

/** Returns the parts of a sentence with commands such as `seb view` in backticks, which a page shows as code, without them. */
export function commandParts(sentence: string): readonly SentencePart[] {
  return sentence
    .split(/`(seb [^`]+)`/)
    .map((text, index) => ({ text, isCommand: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
}
