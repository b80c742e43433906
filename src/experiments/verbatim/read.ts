import type { TextFailure } from '../../domain/outcome.ts';
import type { Reading } from '../../domain/reading.ts';
import { splitReasoning } from '../../domain/reasoning.ts';
import { readChoice } from '../common/choice.ts';
import { fieldOf, readJsonObject } from '../common/json-object.ts';
import { judgeLetters } from './prompts.ts';

/** Reads the predicted response, verbatim. */
export function readPrediction(text: string): Reading<string> {
  return readJsonObject(text, (object) => {
    const response = fieldOf(object, 'response');
    return typeof response === 'string' ? { value: response } : { lacks: 'no text under "response"' };
  });
}

/** Reads an executed response: its whole text. */
export function readResponse(text: string): Reading<string> {
  const response = splitReasoning(text).text;
  return response.trim() === ''
    ? { kind: 'unparsed', reason: 'empty response' }
    : { kind: 'parsed', value: response, step: 'text' };
}

/** Reads the judge's letter. The texts that it compares never choose. */
export function readJudgement(text: string, shown: string | null): Reading<TextFailure | null> {
  const letter = readChoice(text, { key: 'choice', letters: ['A', 'B', 'C'], shown });
  return letter.kind === 'parsed' ? { ...letter, value: judgeLetters[letter.value] } : letter;
}
