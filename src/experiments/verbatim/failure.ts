import type { TextFailure } from '../../domain/outcome.ts';
import { textSimilarity, textWords } from '../../stats/basic/text-similarity.ts';
import type { VerbatimItem } from './items.ts';

export interface Foreseen {
  readonly item: VerbatimItem;
  /** The foreseen response; null where the answer has not the asked form. */
  readonly forecast: string | null;
  /** The whole answer, for one that engages instead of keeping to the form; null where there is none. */
  readonly answer: string | null;
  readonly executions: readonly string[];
}

/**
 * How a forecast fails, by rule. It engages where it takes up a larger share of the words that only the message before the
 * question has (and no execution) than of those that only the prompt has. It differs where no execution gave its text.
 */
export function failureOf({ item, forecast, answer, executions }: Foreseen): TextFailure | null {
  const right = executions.some((text) => forecast !== null && textSimilarity(forecast, text).exact === 1);
  if (right) return null;
  const written = forecast ?? answer;
  if (written !== null && engages(item, written, executions)) return 'engages';
  return forecast !== null && executions.length > 0 ? 'differs' : null;
}

function engages({ lead, inner }: VerbatimItem, written: string, executions: readonly string[]): boolean {
  const sameWords = distinct(lead) === distinct(inner);
  const unitsOf = sameWords ? neighbours : textWords; // of the same words in another order, what stands next to what
  const words = new Set(unitsOf(written));
  const [ofLead, ofInner] = [new Set(unitsOf(lead)), new Set(unitsOf(inner))];
  const executed = new Set(executions.flatMap(unitsOf));
  const taken = (from: ReadonlySet<string>, not: readonly ReadonlySet<string>[]) => {
    const own = [...from].filter((word) => !not.some((others) => others.has(word)));
    return own.filter((word) => words.has(word)).length / Math.max(1, own.length);
  };
  const engaged = taken(ofLead, [ofInner, executed]);
  return engaged > taken(ofInner, [ofLead]) && (!sameWords || engaged >= 0.5); // one pair of neighbours may be chance
}

/** The words of a text, whatever their order. */
function distinct(text: string): string {
  return [...new Set(textWords(text))].toSorted().join(' ');
}

/** Each two words that follow each other. */
function neighbours(text: string): readonly string[] {
  const words = textWords(text);
  return words.slice(1).map((word, index) => `${words[index]} ${word}`);
}
