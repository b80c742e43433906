import { type ServedModel, servedWarnings } from '../../analyze/served-models.ts';

/** A model that served answers of a run, in a few words. */
export function servedFact({ model, served, answers }: ServedModel): string {
  return `${model}: ${served ?? 'the server named no model'} (${answers} answers)`;
}

/** Returns the lines below the terminal's tables: a warning when the model that served the answers changed. */
export function servedLines(all: readonly ServedModel[]): readonly string[] {
  return servedWarnings(all);
}
