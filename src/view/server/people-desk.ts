import { type AnswerField, fieldsOf } from '../../answers/people/answer-fields.ts';
import { consentText, givenConsent } from '../../answers/people/consent.ts';
import type { PeopleRun } from '../../answers/people/person-calls.ts';
import { findPeopleRun, personState } from '../../answers/people/person-session.ts';
import { isSealed } from '../../answers/people/sealed.ts';
import { finishIfAnswered, storeAnswer, storeConsent } from '../../answers/people/store-answers.ts';
import type { Experiments } from '../../experiments/registry.ts';
import type { Store } from '../../store/store.ts';
import type { NewAnswer, NewConsent, PersonField, PersonQuery, PersonStep } from '../contract/contract-people.ts';

/** Returns a field as the contract has it. */
function fieldView({ name, options, maxLength, isLong }: AnswerField): PersonField {
  return { name, maxLength, isLong, options: options === null ? null : [...options] };
}

/** Shows people the questions that are open for them, one at a time, and stores their answers. */
export class PeopleDesk {
  readonly #store: Store;
  readonly #experiments: Experiments;
  readonly #now: () => Date;

  constructor(store: Store, experiments: Experiments, now: () => Date) {
    this.#store = store;
    this.#experiments = experiments;
    this.#now = now;
  }

  /**
   * Returns the next step of a person: only the text of consent until the page says that the person has agreed and the
   * consent is stored.
   */
  async step({ run: id, by, agreed }: PersonQuery): Promise<PersonStep> {
    const open = await this.#open(id);
    const state = await personState(open, by, this.#now());
    switch (state.kind) {
      case 'done':
        await finishIfAnswered(open); // the process that stored the last answer may have been killed
        return { kind: 'done', isOpen: !isSealed((await this.#open(id)).run) };
      case 'waiting':
        return state;
      case 'open': {
        if (agreed === 'no' || givenConsent(open.run, by) === null)
          return { kind: 'consent', paragraphs: [...consentText(open.run.config, by)] };
        const { calls, progress } = state;
        const [next] = calls;
        if (next === undefined) return { kind: 'done', isOpen: false };
        const messages = next.call.messages.map(({ role, content }) => ({ role, content }));
        return { kind: 'question', ...progress, key: next.key, messages, fields: fieldsOf(next.form).map(fieldView) };
      }
    }
  }

  /** Stores that a person agrees to the text of consent. AppError for a person who does not take part. */
  async agree({ run, by }: NewConsent): Promise<void> {
    await storeConsent(await this.#open(run), { person: by, now: this.#now() });
  }

  /** Stores an answer. AppError for a question that is not open for this person now. */
  async answer({ run, by, key, values }: NewAnswer): Promise<void> {
    await storeAnswer(await this.#open(run), { person: by, now: this.#now(), key, values });
  }

  async #open(id: string): Promise<PeopleRun> {
    return { store: this.#store, run: await findPeopleRun(this.#store, id), experiments: this.#experiments };
  }
}
