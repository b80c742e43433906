/** What a study found, as the results of its runs show it before anything about the runs themselves. */
export interface StudyStory {
  /** Id of the study in the store. */
  readonly study: string;
  readonly question: string;
  /** The study's verdict in one sentence. */
  readonly answer: string;
  /** Of one pair of models: definitions and reasons, one sentence each. Of several: the verdict on each pair. */
  readonly details: readonly string[];
  readonly limits: readonly string[];
  readonly next: readonly string[];
}
