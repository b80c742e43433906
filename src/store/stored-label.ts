/** A person's label of one answer. Labels are never changed: the latest by the same person for the same answer counts. */
export interface StoredLabel {
  /** ISO 8601. */
  readonly at: string;
  /** Name of the person, as given. */
  readonly by: string;
  /** Key of the labeled answer in its displayed form, hex. */
  readonly answer: string;
  readonly rubric: string;
  /** A value of the rubric; null withdraws an earlier label. */
  readonly value: string | null;
  readonly note: string;
}
