import type { Answer } from '../../domain/answer.ts';
import type { Condition } from '../../domain/condition.ts';
import type { Insertion } from '../../domain/injection.ts';
import { fieldOf, findJsonObject } from '../common/json-object.ts';
import { designOf } from './noise.ts';

/** Ends a clause and is invalid in JSON, so that leaving out a sentence repairs no object that the sentence broke. */
const gap = ';\n';

/** The model's "no" to the inserted statement, after which it states its own choice. */
const refusal = /^\s*no\s*[,;:]\s*/i;

type Text = Pick<Answer, 'text' | 'inserted'>;

/**
 * Returns an answer in which an inserted wrong statement cannot be read as the model's choice. A text with a JSON object
 * does not change, unless the statement is inside its choice: its object is read. `earlier`: insertions before the last one.
 */
export function ownWords<A extends Text>(answer: A, condition: Condition, earlier: readonly Insertion[] = []): A {
  const { text, inserted } = answer;
  if (designOf(condition).noise !== 'statement' || inserted === undefined) return answer;
  const object = findJsonObject(text)?.object;
  const chosen = object === undefined ? undefined : fieldOf(object, 'answer');
  const isInside = typeof chosen === 'string' && chosen.includes(inserted.text.trim());
  if (object !== undefined && !isInside) return answer;
  return { ...answer, text: withoutInsertions(text, [...earlier, inserted], refusal) };
}

/** Returns a text without the insertions into it; `taken` is removed from the beginning of what follows each of them. */
export function withoutInsertions(text: string, insertions: readonly Insertion[], taken = /^(?!)/): string {
  return insertions
    .toSorted((one, other) => (other.start ?? 0) - (one.start ?? 0))
    .reduce((rest, { start, text: noise }) => {
      if (start === null) return rest;
      return `${rest.slice(0, start)}${gap}${rest.slice(start + noise.length).replace(taken, '')}`;
    }, text);
}
