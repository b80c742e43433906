import { type ServedModel, servedWarnings } from '../../analyze/served-models.ts';

/** A model that served answers of a run, in a few words. */
export function servedFact({ model, served, answers }: ServedModel): string {
  return `${model}: ${served ?? 'the server named no model'} (${answers} answers)`;
}

/** Lines below the terminal's tables: what served the answers, and a warning where that changed. */
export function servedLines(all: readonly ServedModel[]): readonly string[] {
  const facts = all.map((each) => `run ${each.run} served by: ${servedFact(each)}`);
  return [...servedWarnings(all), ...facts];
}
