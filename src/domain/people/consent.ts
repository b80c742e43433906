/** A person's agreement to take part in a run. */
export interface Consent {
  readonly person: string;
  /** ISO 8601. */
  readonly at: string;
  /** Where the person agreed: on the screen People, or in the first row of a sheet. */
  readonly how: 'viewer' | 'sheet';
  /** The text that the person agreed to; a line for each paragraph. */
  readonly text: string;
  /** Hex sha256 of `text`, by which versions of the text are distinguished. */
  readonly textSha256: string;
}
