import { counted } from '../util/numbers.ts';

/** What must be known about the models of this project before any number of theirs is believed. */
export const bundledNotice = 'ada and bo are our demonstration models: these numbers say nothing about LLMs.';

/**
 * Returns what must be known about the kind of models before any number of theirs is believed: that they are demonstration
 * models, or simulated ones, which may carry names of real models. Empty for other models.
 */
export function originLimits(models: readonly string[]): readonly string[] {
  const names = [...new Set(models)];
  const simulated = names.filter(isSimulated).length;
  return [
    ...(names.some(isBundled) ? [bundledNotice] : []),
    ...(simulated === 0 ? [] : [simulatedText(simulated, names.length)]),
  ];
}

/** Returns whether a model is one of this project's demonstration models. */
export function isBundled(name: string): boolean {
  return name.startsWith('bundled/');
}

/** Returns whether a model is simulated or a demonstration model: its numbers say nothing about models in use. */
export function isOfThisProject(name: string): boolean {
  return isBundled(name) || isSimulated(name);
}

function isSimulated(name: string): boolean {
  return name.startsWith('simulated/');
}

function simulatedText(simulated: number, all: number): string {
  if (simulated < all)
    return `${counted(simulated, `of ${all} models is simulated: its`, `of ${all} models are simulated: their`)} numbers say nothing about real models.`;
  return `${all === 1 ? 'The model is' : 'The models are'} simulated: these numbers say nothing about real models.`;
}
