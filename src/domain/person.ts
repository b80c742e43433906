import { recordedPrefix } from './recorded.ts';

/** Prefix of the names of people, whose answers a table or a store of version 0.3 holds. */
export const personPrefix = 'person/';

/** Separates the two people of a pair in a model's name; no person's name contains it. */
const pairSign = '+';

/** The people behind a model's name: one person in both roles, or the two of a pair. */
interface Participants {
  readonly predicts: string;
  readonly answers: string;
}

/** Returns the people behind a model's name, recorded or not; null for a model that is not a person. */
export function participantsOf(modelName: string): Participants | null {
  const name = modelName.startsWith(recordedPrefix) ? modelName.slice(recordedPrefix.length) : modelName;
  if (!name.startsWith(personPrefix)) return null;
  const [predicts = '', answers = predicts] = name.slice(personPrefix.length).split(pairSign);
  return { predicts, answers };
}

/** Returns the two people of a pair; null for one person and for a model that is not a person. */
export function pairOf(modelName: string): Participants | null {
  const people = participantsOf(modelName);
  return people === null || people.predicts === people.answers ? null : people;
}

/** Returns whether a model is a person or a pair of people. */
export function isPerson(modelName: string): boolean {
  return participantsOf(modelName) !== null;
}
