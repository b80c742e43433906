/** Names of the model-independent rules in tables and sentences. */
export const ruleNames = {
  mode: 'base rate',
  trainingMode: 'base rate, training rows',
  itemOnly: 'item-only',
  trainedItemOnly: 'item-only, trained',
  otherModels: 'other models',
  echo: 'echo',
} as const;

/** Returns the name of a model-independent rule for the reader. */
export function ruleName(rule: string): string {
  return Object.entries(ruleNames).find(([name]) => name === rule)?.[1] ?? rule;
}

/** Returns a model-independent rule as a phrase of a sentence. */
export function ruleText(rule: string): string {
  return rule === 'mode' ? 'the base rate' : `the rule “${ruleName(rule)}”`;
}
