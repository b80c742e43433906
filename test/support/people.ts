import type { AnswerForm } from '../../src/domain/answer-form.ts';
import { fieldsOf } from '../../src/run/people/answer-fields.ts';
import type { PeopleRun } from '../../src/run/people/person-calls.ts';
import { findPeopleRun, personState } from '../../src/run/people/person-session.ts';
import { checkedAnswer, storeAnswer, storeConsent, storeSheet } from '../../src/run/people/store-answers.ts';

/** Returns values for the fields of a form, as a person might fill them in. */
export function answersFor(form: AnswerForm | null): string[] {
  return fieldsOf(form).map(({ name, options }) => {
    if (options !== null) return options[0] ?? '';
    return name === 'probability' ? '70' : `my ${name}`;
  });
}

/**
 * Has a person agree and answer everything that is open at a time, as `valuesFor` says. Returns the number of answers; none
 * while the person waits.
 */
export async function answerEverything(
  { store, run: { id }, experiments }: PeopleRun,
  { person, now }: { readonly person: string; readonly now: Date },
  valuesFor: (form: AnswerForm | null) => string[] = answersFor,
): Promise<number> {
  const opened = async (): Promise<PeopleRun> => ({ store, experiments, run: await findPeopleRun(store, id) });
  await storeConsent(await opened(), { person, now });
  for (let count = 0; ; count += 1) {
    const state = await personState(await opened(), person, now);
    const [next] = state.kind === 'open' ? state.calls : [];
    if (next === undefined) return count;
    await storeAnswer(await opened(), { person, now, key: next.key, values: valuesFor(next.form) });
  }
}

/** Has a person agree and answer everything that is open at a time, as on one sheet, which is quicker. */
export async function answerOnSheets(
  { store, run: { id }, experiments }: PeopleRun,
  { person, now }: { readonly person: string; readonly now: Date },
  valuesFor: (form: AnswerForm | null) => string[] = answersFor,
): Promise<void> {
  for (;;) {
    const open = { store, experiments, run: await findPeopleRun(store, id) };
    const state = await personState(open, person, now);
    if (state.kind !== 'open') return;
    const answers = state.calls.map((asked) => checkedAnswer(asked, valuesFor(asked.form)));
    await storeSheet(open, answers, { person, now });
  }
}
