import type { ItemBase, Reader, Relate } from '../experiments/experiment.ts';
import { isRecorded } from '../plan/recorded.ts';
import { type ItemAnswers, settle } from '../plan/settle.ts';
import { conditionName, keyed, type Work } from '../plan/work.ts';
import { batchedAnswers } from '../store/batched-answers.ts';
import type { Store } from '../store/store.ts';
import { canonicalJson } from '../util/canonical-json.ts';
import type { Outcome, OutcomeRow } from './outcome.ts';

/** Items that are read together: large enough for few look-ups, small enough for little memory. */
const chunkSize = 256;

type Lookup = ReturnType<typeof batchedAnswers>;

/** An item's answers as the store has them; a call without an answer carries its last failure. */
export async function storedAnswers(store: Store, work: Work, lookup: Lookup): Promise<ItemAnswers> {
  return settle(work.experiment, work.context, async (calls, answers) => {
    const complete = calls.map((call) => ({ call, key: keyed(work, call).key }));
    const found = await lookup(complete.map(({ key }) => key));
    const open = complete.filter(({ key }) => !found.has(key));
    const failures = open.length === 0 ? null : await store.failures(open.map(({ key }) => key));
    for (const { call, key } of complete) {
      const answer = found.get(key)?.answer;
      const failure = failures?.get(key)?.failure;
      if (answer !== undefined) answers.set(call, answer);
      else if (failure !== undefined)
        answers.set(call, { kind: 'failed', detail: `${failure.code}: ${failure.message}` });
    }
  });
}

/** Reads and scores everything that a run has answers for, anew, without a single call. */
export async function* outcomesOf(
  works: Iterable<Work>,
  { run, store }: { readonly run: string; readonly store: Store },
): AsyncGenerator<OutcomeRow> {
  const lookup = batchedAnswers(store);
  const relations = new Relations();
  for (const chunk of chunks(works)) {
    const answered = await Promise.all(
      chunk.map(async (work) => ({ work, answers: await storedAnswers(store, work, lookup) })),
    );
    for (const { work, answers } of answered) yield* rows(work, answers, { run, relations });
  }
}

/** What each subject's earlier items have shown, by condition and reader. */
class Relations {
  readonly #known = new Map<string, Relate<ItemBase>>();

  relate({ experiment, subject, context }: Work, reader: Reader, outcome: Outcome): Outcome {
    if (experiment.relating === undefined) return outcome;
    const key = canonicalJson([experiment.name, subject.identity, context.condition, reader]);
    const relate = this.#known.get(key) ?? experiment.relating();
    this.#known.set(key, relate);
    return relate(context, outcome);
  }
}

function* rows(
  work: Work,
  answers: ItemAnswers,
  { run, relations }: { readonly run: string; readonly relations: Relations },
): Generator<OutcomeRow> {
  const { experiment, context } = work;
  const place = {
    run,
    experiment: experiment.name,
    model: work.subject.name,
    condition: conditionName(context.condition),
    item: context.item.id,
    cluster: experiment.cluster(context.item),
  };
  const scored = (reader: Reader) =>
    experiment.score(context, answers, reader).map((outcome) => relations.relate(work, reader, outcome));
  // an item that a recording lost has no extracted value either, but it counts where the recorded reading counts
  const recorded = answers.recorded || isRecorded(work.subject);
  const own = recorded ? 'own' : 'both';
  for (const outcome of scored('own')) yield { ...place, reader: own, outcome };
  if (!recorded) return;
  for (const outcome of scored('recorded')) yield { ...place, reader: 'recorded', outcome };
}

function* chunks(works: Iterable<Work>): Generator<readonly Work[]> {
  let chunk: Work[] = [];
  for (const work of works) {
    chunk.push(work);
    if (chunk.length === chunkSize) {
      yield chunk;
      chunk = [];
    }
  }
  if (chunk.length > 0) yield chunk;
}
