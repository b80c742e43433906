/** What a study says about a difference between the modes. `equal`: no string differs. Also runs in the browser. */
export const reasoningVerdicts = ['higher', 'lower', 'not-distinguishable', 'equal', 'not-measured'] as const;

export type ReasoningVerdict = (typeof reasoningVerdicts)[number];
