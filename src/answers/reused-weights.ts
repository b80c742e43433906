import type { RunConfig, RunId } from '../domain/run-config.ts';
import type { Experiments } from '../experiments/registry.ts';
import type { LanguageModel } from '../models/language-model.ts';
import type { Store } from '../store/store.ts';
import { oneLine } from '../util/text.ts';
import { AnswerWeights } from './outcomes/answer-weights.ts';
import { NewAnswers } from './outcomes/new-answers.ts';
import { runItems } from './stored-run.ts';

interface Reuse {
  readonly run: RunId;
  readonly store: Store;
  readonly experiments: Experiments;
  readonly config: RunConfig;
  readonly models: Iterable<LanguageModel>;
  /** Runs that paid for answers of this run. */
  readonly contributingRuns: ReadonlySet<RunId>;
}

/**
 * Returns what a user has to know about the weights behind stored answers that a run reused: which are of other weights
 * than the servers have now, and which models are known by name and address only. Reads the answers only where a server
 * told several weights.
 */
export async function reusedWeights(reuse: Reuse): Promise<readonly string[]> {
  const { run, store, experiments, models, contributingRuns } = reuse;
  const record = await store.run(run);
  if (record === null) return [];
  const told = [...(record.provenance.weights ?? [])];
  for (const id of contributingRuns) if (id !== run) told.push(...((await store.run(id))?.provenance.weights ?? []));
  const known = Map.groupBy(
    told.filter(({ weights }) => weights !== null),
    ({ model }) => model,
  );
  const notes: string[] = [];
  if ([...known.values()].some((each) => new Set(each.map(({ weights }) => weights)).size > 1)) {
    const weights = new AnswerWeights(store);
    const answers = new NewAnswers();
    for await (const item of runItems(store, record, experiments)) await weights.add(record, answers.of(item));
    notes.push(...weights.sentences());
  }
  const served = Array.from(models).filter(({ facts }) => facts !== undefined);
  const silent = served.filter(({ name }) => !known.has(name)).map(({ name }) => oneLine(name, 40));
  if (silent.length > 0) notes.push(nameOnlySentence(silent));
  return notes;
}

/** Returns the sentence about models whose servers tell nothing about their weights. */
function nameOnlySentence(models: readonly string[]): string {
  const are = models.length === 1 ? 'is known by its name and address' : 'are known by their names and addresses';
  return `${models.join(', ')} ${are} only: if the server has other weights than before, --repeat-as NAME sends every call again.`;
}
