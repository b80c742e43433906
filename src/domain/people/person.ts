/** Prefix of the names and identities of people, who answer in the viewer or on sheets. */
export const personPrefix = 'person/';

/** Separates the two people of a pair in a model's name; no person's name contains it. */
const pairSign = '+';

/** The people behind a model's name: one person in both roles, or the two of a pair. */
interface Participants {
  readonly predicts: string;
  readonly answers: string;
}

/** Returns the model name of a person, or of a pair in which the first predicts what the second answers. */
export function personModelName({ predicts, answers }: Participants): string {
  return `${personPrefix}${predicts}${predicts === answers ? '' : `${pairSign}${answers}`}`;
}

/** Returns the people behind a model's name; null for a model that is not a person. */
export function participantsOf(modelName: string): Participants | null {
  if (!modelName.startsWith(personPrefix)) return null;
  const [predicts = '', answers = predicts] = modelName.slice(personPrefix.length).split(pairSign);
  return { predicts, answers };
}

/** Returns the people of models, each once, in the order of the models. */
export function peopleOf(modelNames: readonly string[]): readonly string[] {
  const all = modelNames.flatMap((name) => {
    const people = participantsOf(name);
    return people === null ? [] : [people.predicts, people.answers];
  });
  return [...new Set(all)];
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

/** Letters and other printed characters, except those that separate names. */
const personName = /^[^\p{C}/+,?]{1,40}$/u;

/** Returns whether a text can be the name of a person: 1 to 40 printed characters without `/`, `+`, `,` and `?`. */
export function isPersonName(text: string): boolean {
  return personName.test(text) && text.trim() === text;
}
