import type { TextFailure } from '../../domain/outcome.ts';
import type { Reading } from '../../domain/reading.ts';
import { readChoice } from '../common/choice.ts';
import { readJsonObject } from '../common/json-object.ts';
import { judgeLetters } from './prompts.ts';

/** Reads the predicted response, verbatim. */
export function readPrediction(text: string): Reading<string> {
  return readJsonObject(text, ({ response }) =>
    typeof response === 'string' && response.trim() !== ''
      ? { value: response }
      : { wrong: 'no text under "response"' },
  );
}

/** Reads an executed response: its whole text. */
export function readResponse(text: string): Reading<string> {
  return text.trim() === ''
    ? { kind: 'unparsed', reason: 'empty response' }
    : { kind: 'parsed', value: text, step: 'text' };
}

export function readJudgement(text: string): Reading<TextFailure | null> {
  const letter = readChoice(text, 'choice', ['A', 'B', 'C']);
  return letter.kind === 'parsed' ? { ...letter, value: judgeLetters[letter.value] } : letter;
}
