import type { TextFailure } from '../../domain/outcome.ts';
import { textSimilarity, textWords } from '../../stats/text-similarity.ts';
import type { VerbatimItem } from './items.ts';

interface PredictedText {
  readonly item: VerbatimItem;
  /** The predicted response; null where the answer is malformed. */
  readonly prediction: string | null;
  /** The whole answer, if it engages instead of following the form; null if there is none. */
  readonly answer: string | null;
  readonly executions: readonly string[];
}

/**
 * Classifies how a prediction fails, by rule. `engages`: it uses a larger share of the words that only the message
 * before the question has (and no execution) than of those that only the prompt has. `differs`: no execution returned
 * its text.
 */
export function failureOf({ item, prediction, answer, executions }: PredictedText): TextFailure | null {
  const right = executions.some((text) => prediction !== null && textSimilarity(prediction, text).exact === 1);
  if (right) return null;
  const written = prediction ?? answer;
  if (written !== null && engages(item, written, executions)) return 'engages';
  return prediction !== null && executions.length > 0 ? 'differs' : null;
}

function engages({ lead, inner }: VerbatimItem, written: string, executions: readonly string[]): boolean {
  const sameWords = distinct(lead) === distinct(inner);
  const unitsOf = sameWords ? neighbours : textWords; // with the same words in another order, adjacency decides
  const words = new Set(unitsOf(written));
  const [ofLead, ofInner] = [new Set(unitsOf(lead)), new Set(unitsOf(inner))];
  const executed = new Set(executions.flatMap(unitsOf));
  const taken = (from: ReadonlySet<string>, not: readonly ReadonlySet<string>[]) => {
    const own = [...from].filter((word) => !not.some((others) => others.has(word)));
    return own.filter((word) => words.has(word)).length / Math.max(1, own.length);
  };
  const engaged = taken(ofLead, [ofInner, executed]);
  return engaged > taken(ofInner, [ofLead]) && (!sameWords || engaged >= 0.5); // one pair of neighbors may be chance
}

/** Returns the words of a text in sorted order, as one string. */
function distinct(text: string): string {
  return [...new Set(textWords(text))].toSorted().join(' ');
}

/** Returns each pair of adjacent words. */
function neighbours(text: string): readonly string[] {
  const words = textWords(text);
  return words.slice(1).map((word, index) => `${words[index]} ${word}`);
}
