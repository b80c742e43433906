import { runItems } from '../../answers/stored-run.ts';
import { type JudgeVerdict, verdicts } from '../../domain/judging.ts';
import { declaredSlot } from '../../domain/slot.ts';
import type { Experiments } from '../../experiments/registry.ts';
import type { RunRecord, Store } from '../../store/store.ts';

/** A response with a judge's verdict, as a person sees it. */
export interface JudgedResponse {
  /** Key of its answer. */
  readonly key: string;
  readonly request: string;
  readonly response: string;
  /** Verdict of the run's judge; null if it gave none. */
  readonly verdict: JudgeVerdict | null;
}

export const labelValues = verdicts;

/** Yields every judged response of a run, each answer once. */
export async function* judgedResponses(
  store: Store,
  run: RunRecord,
  experiments: Experiments,
): AsyncGenerator<JudgedResponse> {
  const seen = new Set<string>();
  for await (const { work, rows, calls } of runItems(store, run, experiments)) {
    const judged = rows.flatMap(({ outcome }) => (outcome.kind === 'binary' ? (outcome.judgements ?? []) : []));
    const [judge] = judged;
    if (judge === undefined) continue;
    for (const { call, stored } of calls()) {
      const isResponse = declaredSlot(work.experiment, call.slot).kind === 'behave';
      if (!isResponse || stored === null || (judge.responses[call.sample] ?? null) === null) continue;
      if (seen.has(stored.key)) continue;
      seen.add(stored.key);
      const verdict = judge.verdicts[call.sample];
      yield {
        key: stored.key,
        request: call.messages.map(({ content }) => content).join('\n\n'),
        response: stored.answer.text,
        verdict: verdict?.kind === 'present' ? verdict.value : null,
      };
    }
  }
}
