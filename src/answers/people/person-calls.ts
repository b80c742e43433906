import type { AnswerForm } from '../../domain/answer-form.ts';
import type { Call, CallKey } from '../../domain/call.ts';
import { participantsOf } from '../../domain/people/person.ts';
import { declaredSlot, type SlotKind } from '../../domain/slot.ts';
import type { Experiments } from '../../experiments/registry.ts';
import type { FoundAnswer, RunRecord, Store } from '../../store/store.ts';
import { buildRequest, type ItemTask, targetModel } from '../plan/item-task.ts';
import { planWithoutAnswers } from '../plan/planned-calls.ts';
import { anyRunItems, anyStoredWorks } from '../stored-run.ts';

/** A run of people in an open store, with the experiments that it needs. */
export interface PeopleRun {
  readonly store: Store;
  readonly run: RunRecord;
  readonly experiments: Experiments;
}

/** What a call asks of a person: what they (or another person) will answer, or the answer itself. */
export type Stage = 'prediction' | 'answer';

/** A call of a run that a person answers. */
export interface PersonCall {
  readonly person: string;
  readonly stage: Stage;
  readonly kind: SlotKind;
  readonly work: ItemTask;
  readonly call: Call;
  readonly key: CallKey;
  /** Text of the call, whose hash is the key. */
  readonly text: string;
  /** Form of the answer; null for a free text. */
  readonly form: AnswerForm | null;
  /** Null while the call is open. */
  readonly stored: FoundAnswer | null;
}

/** Returns who answers a call of a task, and at which stage; null for a call that goes to a language model. */
function assignedTo(work: ItemTask, call: Call): Pick<PersonCall, 'person' | 'stage' | 'kind'> | null {
  const people = participantsOf(targetModel(work, call).name);
  if (people === null) return null;
  const { kind } = declaredSlot(work.experiment, call.slot);
  return kind === 'predict'
    ? { person: people.predicts, stage: 'prediction', kind }
    : { person: people.answers, stage: 'answer', kind };
}

/**
 * Returns the calls of a run that people answer, as far as the stored answers allow them to be planned: the judgement of a
 * response follows the response.
 */
export async function personCalls({ store, run, experiments }: PeopleRun): Promise<readonly PersonCall[]> {
  const calls: PersonCall[] = [];
  for await (const { work, asked } of anyRunItems(store, run, experiments)) {
    for (const { call, stored } of asked()) {
      const assigned = assignedTo(work, call);
      if (assigned === null) continue;
      const form = work.experiment.form?.(work.context, call) ?? null;
      const { key, text } = buildRequest(work, call);
      calls.push({ ...assigned, work, call, key, text, form, stored });
    }
  }
  return calls;
}

/** Returns how many calls each person needs at each stage if every call is answered, by `person` and `stage`. */
export async function plannedCounts({
  store,
  run,
  experiments,
}: PeopleRun): Promise<(person: string, stage: Stage) => number> {
  const counts = new Map<string, number>();
  const name = (person: string, stage: Stage) => `${stage} ${person}`;
  for (const work of await anyStoredWorks(store, run, experiments)) {
    for (const call of planWithoutAnswers(work.experiment, work.context)) {
      const assigned = assignedTo(work, call);
      if (assigned === null) continue;
      const key = name(assigned.person, assigned.stage);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return (person, stage) => counts.get(name(person, stage)) ?? 0;
}
