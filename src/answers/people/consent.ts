import type { Consent } from '../../domain/people/consent.ts';
import { participantsOf } from '../../domain/people/person.ts';
import type { RunConfig } from '../../domain/run-config.ts';
import type { RunRecord } from '../../store/store.ts';
import { sha256 } from '../../util/canonical-json.ts';

/** Returns what a person is told before the first question and agrees to, as paragraphs. */
export function consentText(
  { people, models }: Pick<RunConfig, 'people' | 'models'>,
  person: string,
): readonly string[] {
  return [
    taskText({ people, models }, person),
    `The store keeps your answers, the time of each answer, the time at which you agree to this text, and the name "${person}", which need not be your real name. Nothing else is recorded: not how long you think, what you delete, or from which computer you answer. The store is a file of the person who invited you, and this program sends it nowhere.`,
    'Some questions may be about unpleasant subjects. Taking part is voluntary: you may stop at any time, without a reason, and ask the person who invited you to remove everything that you have answered.',
  ];
}

/** Returns a consent event for a person who agrees to the current text. */
export function consentOf(
  { config }: Pick<RunRecord, 'config'>,
  { person, how, now }: Pick<Consent, 'person' | 'how'> & { readonly now: Date },
): Consent {
  const text = consentText(config, person).join('\n');
  return { person, at: now.toISOString(), how, text, textSha256: sha256(text) };
}

/** Returns the consent of a person to the current text; null if the person has not agreed to it. */
export function givenConsent(run: Pick<RunRecord, 'config' | 'consents'>, person: string): Consent | null {
  const textSha256 = sha256(consentText(run.config, person).join('\n'));
  return run.consents.find((each) => each.person === person && each.textSha256 === textSha256) ?? null;
}

function taskText({ people, models }: Pick<RunConfig, 'people' | 'models'>, person: string): string {
  if (people?.kind === 'wait') {
    const later = people.days === 0 ? 'Afterwards' : `At least ${daysText(people.days)} later`;
    return `This is a study of how well people predict what they will answer. First you predict your answers to some questions. ${later}, you answer the questions themselves. Please do not write your predictions down: they are not shown to you again.`;
  }
  const pair = models.map(({ name }) => participantsOf(name)).find((each) => each !== null);
  return pair?.predicts === person
    ? `This is a study of how well people predict the answers of another person. You predict what ${pair.answers} answers to some questions. Please do not talk about them with ${pair.answers}.`
    : `This is a study of how well people predict the answers of another person. You answer some questions, and ${pair?.predicts ?? 'another person'} predicts your answers. Please do not talk about the questions with each other.`;
}

/** Returns a number of days as text. */
export function daysText(days: number): string {
  return `${days} ${days === 1 ? 'day' : 'days'}`;
}
