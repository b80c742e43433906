/** Keeps one string for all equal texts that are kept: parsed data have a copy of a name for each row. */
export class SharedTexts {
  readonly #texts = new Map<string, string>();

  /** Returns the first text that was equal to this one. */
  of(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    this.#texts.set(text, text);
    return text;
  }
}
