import { latestWeights, weightsAt } from '../../store/served-weights.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import { NestedMap } from '../../util/nested-map.ts';
import { counted } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import type { StoredCall } from './new-answers.ts';

interface Count {
  readonly run: RunRecord;
  readonly model: string;
  readonly weights: string | null;
  answers: number;
}

/**
 * Counts which weights gave the answers of runs, as far as servers told: an answer has the weights that its server told
 * the run that paid for it.
 */
export class AnswerWeights {
  readonly #store: Pick<Store, 'run'>;
  readonly #payers = new Map<string, RunRecord | null>();
  readonly #counts = new NestedMap<Count>();

  constructor(store: Pick<Store, 'run'>) {
    this.#store = store;
  }

  /** Adds answers, each once (`NewAnswers`). */
  async add(run: RunRecord, answers: readonly StoredCall[]): Promise<void> {
    const told = run.provenance.weights;
    if (told === undefined) return;
    for (const { model, stored } of answers) {
      const payer = await this.#payer(run, stored.run);
      const weights = weightsAt(payer?.provenance.weights ?? [], model, stored.askedAt);
      const key = [run.id, model, weights === null ? 'unknown' : 'told', weights ?? ''] as const;
      this.#counts.get(key, () => ({ run, model, weights, answers: 0 })).answers += 1;
    }
  }

  /** Returns a sentence for each model of a run with answers of other weights than its server told last. */
  sentences(): readonly string[] {
    const groups = Map.groupBy(this.#counts.values(), ({ run, model }) => `${run.id}\n${model}`);
    return [...groups.values()].flatMap(([first, ...more]) =>
      first === undefined ? [] : otherWeightsSentence([first, ...more]),
    );
  }

  async #payer(run: RunRecord, id: RunRecord['id']): Promise<RunRecord | null> {
    if (run.id === id) return run;
    const known = this.#payers.get(id);
    if (known !== undefined) return known;
    const payer = await this.#store.run(id);
    this.#payers.set(id, payer);
    return payer;
  }
}

/** Returns the sentence about one model of a run; none where no answer is known to be of other weights. */
function otherWeightsSentence(counts: readonly [Count, ...Count[]]): readonly string[] {
  const [{ run, model }] = counts;
  const latest = latestWeights(run.provenance.weights ?? [], model);
  const others = counts.filter(({ weights }) => weights !== null && weights !== latest);
  const all = counts.reduce((sum, { answers }) => sum + answers, 0);
  const old = others.reduce((sum, { answers }) => sum + answers, 0);
  if (latest === null || old === 0) return [];
  const which = [...new Set(others.map(({ weights }) => weights))].join('; ');
  const share = old === all ? `All ${counted(all, 'answer')}` : `${old} of ${counted(all, 'answer')}`;
  return [
    `${share} of ${oneLine(model, 40)} are from other weights (${oneLine(which, 80)}) than its server has now (${oneLine(latest, 80)}): --repeat-as NAME sends every call again.`,
  ];
}
