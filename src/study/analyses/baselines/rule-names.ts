/** Names of the model-independent rules in tables and sentences. */
export const ruleNames = {
  mode: 'most frequent value',
  trainingMode: 'training mode',
  itemOnly: 'item-only',
  trainedItemOnly: 'item-only, trained',
  otherModels: 'other models',
  echo: 'echo',
} as const;

/** Returns the name of a model-independent rule for the reader. */
export function ruleName(rule: string): string {
  return Object.entries(ruleNames).find(([name]) => name === rule)?.[1] ?? rule;
}
