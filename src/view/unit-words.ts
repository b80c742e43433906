import { experimentRegistry } from '../experiments/registry.ts';
import { explanationOf } from '../report/model/experiment-notes.ts';

/** How a yes/no prediction and its outcome read for a person. */
export interface UnitWords {
  readonly yes: string;
  readonly no: string;
}

const binaryWords: Readonly<Record<string, UnitWords>> = {
  association: { yes: 'lists it', no: 'does not list it' },
  restriction: { yes: 'answers', no: 'refuses' },
};

/** Words for the two values of an experiment's yes/no outcome. */
export function binaryWordsOf(experiment: string): UnitWords {
  return binaryWords[experiment] ?? { yes: 'yes', no: 'no' };
}

const shipped = experimentRegistry();

/** What is predicted in an experiment, as a short noun phrase; an experiment of the user's own goes by its name. */
export function taskOf(experiment: string): string {
  return shipped.get(experiment)?.presentation?.task ?? experiment;
}

/** What an experiment asks, for people who have not read the paper. */
export function shippedQuestion(experiment: string): string {
  return explanationOf(shipped, experiment);
}
