/** Returns the key of a model in an experiment, for maps. */
export function modelKey(experiment: string, model: string): string {
  return JSON.stringify([experiment, model]);
}
