/** Maximum time of a search on the server, in milliseconds; items that were not reached are excluded. */
export const maxSearchMs = 20_000;

const maxSearched = 20_000;
const separator = '\n\u001e\n'; // U+001E is the record separator of ASCII

/** Returns the text that a search covers for answers: lower case, the first 20,000 characters of each answer. */
export function searchedText(answers: readonly string[]): string {
  return answers.map((answer) => answer.slice(0, maxSearched).toLowerCase()).join(separator);
}

/** Returns the answers in a searched text: a pattern is matched against one answer at a time. */
export function searchedAnswers(text: string): readonly string[] {
  return text.split(separator);
}
