import type { RunOptions } from '../../src/answers/options/run-options.ts';
import { fieldsOf } from '../../src/answers/people/answer-fields.ts';
import type { PeopleRun } from '../../src/answers/people/person-calls.ts';
import { findPeopleRun, personState } from '../../src/answers/people/person-session.ts';
import { createPeopleRun } from '../../src/answers/people/prepare-people.ts';
import { checkedAnswer, storeAnswer, storeConsent, storeSheet } from '../../src/answers/people/store-answers.ts';
import type { AnswerForm } from '../../src/domain/answer-form.ts';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import { openStore } from '../../src/store/open.ts';
import { seededRandom } from '../../src/util/random.ts';

const firstDay = new Date('2026-03-02T09:00:00Z');
const secondDay = new Date('2026-03-10T09:00:00Z');

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

/** Creates a run of people who answer at random, with known seeds, and finishes it. Returns its id. */
export async function finishedPeopleRun(
  location: string,
  names: readonly string[],
  { protocol, ...options }: RunOptions & { readonly protocol: 'wait' | 'pair' },
): Promise<string> {
  const store = await openStore(location);
  const { id } = await createPeopleRun(store, {
    ...{ names, config: {}, options: { experiment: ['association'], limit: 24, ...options } },
    protocol: protocol === 'wait' ? { kind: 'wait', days: 7 } : { kind: 'pair' },
  });
  const random = seededRandom(...names);
  const words = ['an apple', 'ocean', 'loud', 'sweet pear', 'arrow', 'blue'];
  const valuesFor = (form: AnswerForm | null) =>
    fieldsOf(form).map(({ options: listed }) => {
      const choices = listed ?? words;
      return choices[Math.floor(random() * choices.length)] ?? '';
    });
  for (const now of [firstDay, secondDay]) {
    for (const person of names) {
      const open = { store, experiments: experimentRegistry(), run: await findPeopleRun(store, id) };
      await answerOnSheets(open, { person, now }, valuesFor);
    }
  }
  const status = (await store.run(id))?.status;
  await store.close();
  if (status !== 'finished') throw new Error(`the run of ${names.join(', ')} is ${status}`);
  return id;
}
