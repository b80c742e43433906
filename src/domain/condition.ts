/** How the forecast of an item is asked; crossed designs run several. Each field is part of the run's hash. */
export interface Condition {
  /** Name of a wording that the experiment ships; `paper` is the published protocol's. */
  readonly wording: string;
  /** Order of the options (or of the questions of a group) in the prompt. */
  readonly optionOrder: 'given' | 'reversed';
  /** `direct`: the answer at once; `deliberate`: with room to reason before it. */
  readonly mode: 'direct' | 'deliberate';
  /** BCP 47 tag of the language of the prompts. */
  readonly language: string;
  /** A system prompt that both the forecast and the execution run under; null for none. */
  readonly system: string | null;
  /** `execution`: the prediction is asked without the system prompt. Absent: both. Part of the run's hash only when set. */
  readonly systemOn?: 'both' | 'execution' | undefined;
}

export const paperCondition: Condition = {
  wording: 'paper',
  optionOrder: 'given',
  mode: 'deliberate',
  language: 'en',
  system: null,
};
