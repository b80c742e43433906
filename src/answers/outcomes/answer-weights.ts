import { latestWeights, weightsAt } from '../../store/served-weights.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import { NestedMap } from '../../util/nested-map.ts';
import { counted } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import type { AnsweredCall } from './outcome-rows.ts';

interface Count {
  readonly run: RunRecord;
  readonly model: string;
  readonly weights: string | null;
  answers: number;
}

/**
 * Counts which weights gave the answers of runs, as far as servers told: an answer has the weights that its server told
 * the run that paid for it. Each answer of an item counts once.
 */
export class AnswerWeights {
  readonly #store: Pick<Store, 'run'>;
  readonly #payers = new Map<string, RunRecord | null>();
  readonly #counts = new NestedMap<Count>();
  readonly #seen = new Set<string>();
  #item: unknown = null;

  constructor(store: Pick<Store, 'run'>) {
    this.#store = store;
  }

  /** Adds the calls of one item; conditions of an item are adjacent and may share calls. */
  async add(run: RunRecord, item: unknown, calls: readonly Pick<AnsweredCall, 'model' | 'stored'>[]): Promise<void> {
    const told = run.provenance.weights;
    if (told === undefined) return;
    if (item !== this.#item) this.#seen.clear();
    this.#item = item;
    for (const { model, stored } of calls) {
      if (stored === null || this.#seen.has(stored.key)) continue;
      this.#seen.add(stored.key);
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
