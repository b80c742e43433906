const maxSearched = 20_000;

/** Returns the text that a search looks for answers in: lower case, the first 20,000 characters of each answer. */
export function searchedText(answers: readonly string[]): string {
  return answers.map((answer) => answer.slice(0, maxSearched).toLowerCase()).join('\n');
}
