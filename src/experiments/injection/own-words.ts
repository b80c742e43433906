import type { Answer } from '../../domain/answer.ts';
import type { Condition } from '../../domain/condition.ts';
import { findJsonObject } from '../kit/json-object.ts';
import { designOf } from './noise.ts';

/** Ends a clause and is invalid in JSON, so that leaving out a sentence repairs no object that the sentence broke. */
const gap = ';\n';

/** The model's "no" to the inserted statement, after which it states its own choice. */
const refusal = /^\s*no\s*[,;:]\s*/i;

/**
 * Returns an answer in which an inserted wrong statement cannot be read as the model's choice. A text with a JSON object
 * does not change: its object is read, and statements beside it are ignored.
 */
export function ownWords<A extends Pick<Answer, 'text' | 'inserted'>>(answer: A, condition: Condition): A {
  const { text, inserted } = answer;
  if (designOf(condition).noise !== 'statement' || inserted === undefined || inserted.start === null) return answer;
  if (findJsonObject(text) !== null) return answer;
  const { start } = inserted;
  const after = text.slice(start + inserted.text.length).replace(refusal, '');
  return { ...answer, text: `${text.slice(0, start)}${gap}${after}` };
}
