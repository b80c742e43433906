/** Returns what must be known about the kind of models before any number of theirs is believed. */
export function originLimits(models: readonly string[]): readonly string[] {
  return models.some((model) => model.startsWith('bundled/'))
    ? ['ada and bo are demonstration models: these numbers say nothing about LLMs.']
    : [];
}
