import { type ServedModel, servedWarnings } from '../../analyze/served-models.ts';

/** Returns a short text about a model that served answers of a run. */
export function servedFact({ model, served, answers }: ServedModel): string {
  return `${model}: ${served ?? 'the server reported no model'} (${answers} answers)`;
}

/** Returns the lines below the terminal's tables: a warning when the model that served the answers changed. */
export function servedLines(all: readonly ServedModel[]): readonly string[] {
  return servedWarnings(all);
}
