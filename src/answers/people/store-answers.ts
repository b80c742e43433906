import { type Answer, noMetadata } from '../../domain/answer.ts';
import type { RunId } from '../../domain/run-config.ts';
import type { RunRecord, StoredAnswer } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { textOfFields } from './answer-fields.ts';
import { consentOf, givenConsent } from './consent.ts';
import { type PeopleRun, type PersonCall, personCalls } from './person-calls.ts';
import { personState, refuseStranger } from './person-session.ts';
import { isSealed } from './sealed.ts';

/** The values of the fields of one answer, in the order of the fields. */
interface GivenAnswer {
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

/** Stores that a person agrees to take part, with the text and the time. AppError for a person who does not take part. */
export async function storeConsent(
  { store, run }: PeopleRun,
  given: { readonly person: string; readonly now: Date },
): Promise<void> {
  refuseStranger(run, given.person);
  await store.putConsent(run.id, consentOf(run, { ...given, how: 'viewer' }));
}

/**
 * Stores a person's answer to a call that is open for this person now. AppError, with nothing stored, for any other call: a
 * question is not open before the wait of the protocol has passed, and no question is before the person has agreed.
 */
export async function storeAnswer(
  open: PeopleRun,
  { person, now, key, values }: GivenAnswer & { readonly person: string; readonly now: Date },
): Promise<void> {
  const state = await personState(open, person, now);
  if (givenConsent(open.run, person) === null) {
    throw new AppError('people-consent', `${person} has not agreed to take part`, {
      hint: 'agree on the screen People; reload the page',
    });
  }
  const asked = state.kind === 'open' ? state.calls.find((each) => each.key === key) : undefined;
  if (asked === undefined) {
    throw new AppError('people-not-open', `this question is not open for ${person} now`, {
      hint: 'it was answered before, or its time has not come; reload the page',
    });
  }
  await open.store.insertAnswer(storedAnswer(open.run, checkedAnswer(asked, values), now));
  await finishIfAnswered(open);
}

/**
 * Stores the checked answers of a sheet together with the consent that it contains, and finishes the run when no call is
 * left. Either everything is stored or nothing. Returns how many answers were new.
 */
export async function storeSheet(
  open: PeopleRun,
  answers: readonly CheckedAnswer[],
  { person, now }: { readonly person: string; readonly now: Date },
): Promise<number> {
  const { store, run } = open;
  const consent = consentOf(run, { person, now, how: 'sheet' });
  const inserted = await store.insertSheet(
    run.id,
    answers.map((each) => storedAnswer(run, each, now)),
    consent,
  );
  await finishIfAnswered(open);
  return inserted;
}

function storedAnswer(
  { id }: Pick<RunRecord, 'id'>,
  { asked: { key, text }, answer }: CheckedAnswer,
  now: Date,
): StoredAnswer {
  return {
    ...{ key, call: text, answer, run: id, askedAt: now.toISOString() },
    ...{ latencyMs: 0, attempts: 1, cost: 0 }, // how long a person thinks is not recorded
  };
}

/** Finishes a run whose calls are all answered, which opens its items; otherwise does nothing. */
export async function finishIfAnswered(open: PeopleRun): Promise<void> {
  if (!isSealed(open.run)) return;
  const calls = await personCalls(open);
  if (calls.some(({ stored }) => stored === null)) return;
  const contributingRuns = new Set(calls.flatMap(({ stored }): RunId[] => (stored === null ? [] : [stored.run])));
  await open.store.finish(open.run.id, { calls: calls.length, contributingRuns });
}
