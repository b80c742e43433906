import type { LanguageModel } from '../../../models/language-model.ts';
import type { ServerFacts } from '../../../models/server-facts.ts';
import type { ServedWeights } from '../../../store/served-weights.ts';

/** What servers told about the models of a run. */
interface AskedFacts {
  readonly facts: readonly (readonly [LanguageModel, ServerFacts])[];
  /** The weights behind the names of these models. */
  readonly told: readonly ServedWeights[];
}

/** Asks servers of a kind that tells facts about the models that they serve. Sends nothing to the models. */
export async function askForFacts(models: Iterable<LanguageModel>): Promise<AskedFacts> {
  const ask = async (model: LanguageModel) => {
    const facts = model.tellsFacts === true ? await model.facts?.() : undefined;
    return facts === undefined ? [] : [[model, facts] as const];
  };
  const facts = (await Promise.all(Array.from(models, ask))).flat();
  const at = new Date().toISOString();
  return { facts, told: facts.map(([{ name }, { weights }]) => ({ model: name, weights, at })) };
}
