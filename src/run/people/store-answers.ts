import { type Answer, noMetadata } from '../../domain/answer.ts';
import type { RunId } from '../../domain/run-config.ts';
import { AppError } from '../../util/app-error.ts';
import { textOfFields } from './answer-fields.ts';
import { type PeopleRun, type PersonCall, personCalls } from './person-calls.ts';
import { personState } from './person-session.ts';

/** The values of the fields of one answer, in the order of the fields. */
export interface GivenAnswer {
  /** Key of the call. */
  readonly key: string;
  readonly values: readonly string[];
}

/** A checked answer to a call that is open. */
export interface CheckedAnswer {
  readonly asked: PersonCall;
  readonly answer: Answer;
}

/** Returns an answer to a call. AppError if its values do not fit the fields, or if the experiment could not read it. */
export function checkedAnswer(asked: PersonCall, values: readonly string[]): CheckedAnswer {
  const { work, call, form } = asked;
  const answer: Answer = { kind: 'answered', text: textOfFields(form, values), ...noMetadata };
  const reading = work.experiment.read(work.context, call, answer);
  if (reading === null || reading.kind === 'parsed') return { asked, answer };
  const problem = reading.kind === 'declined' ? reading.detail : reading.reason;
  throw new AppError('people-answer', problem, { hint: 'nothing was stored' });
}

/**
 * Stores a person's answer to a call that is open for this person now. AppError, with nothing stored, for any other call: a
 * question is not open before the wait of the protocol has passed.
 */
export async function storeAnswer(
  open: PeopleRun,
  { person, now, key, values }: GivenAnswer & { readonly person: string; readonly now: Date },
): Promise<void> {
  const state = await personState(open, person, now);
  const asked = state.kind === 'open' ? state.calls.find((each) => each.key === key) : undefined;
  if (asked === undefined) {
    throw new AppError('people-not-open', `this question is not open for ${person} now`, {
      hint: 'it was answered before, or its time has not come; reload the page',
    });
  }
  await storeAnswers(open, [checkedAnswer(asked, values)], now);
}

/** Stores checked answers and finishes the run when no call is left. Returns how many were new. */
export async function storeAnswers(open: PeopleRun, answers: readonly CheckedAnswer[], now: Date): Promise<number> {
  const { store, run } = open;
  const inserted = await Promise.all(
    answers.map(({ asked: { key, text }, answer }) =>
      store.insertAnswer({
        ...{ key, call: text, answer, run: run.id, askedAt: now.toISOString() },
        ...{ latencyMs: 0, attempts: 1, cost: 0 }, // how long a person thinks is not recorded
      }),
    ),
  );
  await finishIfAnswered(open);
  return inserted.filter((each) => each === 'inserted').length;
}

async function finishIfAnswered(open: PeopleRun): Promise<void> {
  const calls = await personCalls(open);
  if (calls.some(({ stored }) => stored === null)) return;
  const contributingRuns = new Set(calls.flatMap(({ stored }): RunId[] => (stored === null ? [] : [stored.run])));
  await open.store.finish(open.run.id, { calls: calls.length, contributingRuns });
}
