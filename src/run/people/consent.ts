import { participantsOf } from '../../domain/people/person.ts';
import type { RunConfig } from '../../domain/run-config.ts';

/** Returns what a person is told before the first question and agrees to, as paragraphs. */
export function consentText(
  { people, models }: Pick<RunConfig, 'people' | 'models'>,
  person: string,
): readonly string[] {
  return [
    taskText({ people, models }, person),
    `The store keeps your answers, the time of each answer and the name "${person}", which need not be your real name. Nothing else is recorded: not how long you think, what you delete, or from which computer you answer. The store is a file of the person who invited you, and this program sends it nowhere.`,
    'Some questions may be about unpleasant subjects. Taking part is voluntary: you may stop at any time, without a reason, and ask the person who invited you to remove everything that you have answered.',
  ];
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
