import { type AnswerForm, objectForm } from '../../domain/answer-form.ts';
import type { StatedProbability } from '../../domain/probability.ts';
import type { Reading } from '../../domain/reading.ts';
import { fieldOf, readAnswer } from './json-object.ts';
import { isQuotation, ownVoice } from './own-voice.ts';
import { plainText, undecorated } from './plain-value.ts';

/** Form of a stated probability: a whole percentage. */
export const probabilityForm: AnswerForm = objectForm({ probability: { type: 'integer', minimum: 0, maximum: 100 } });

const sign = '(?:\\s*\\\\?(%|％|٪|percent|per cent|pct|por ciento|/\\s*100|(?:out of|in) (?:100|a hundred)))?';
const about = '(?:(?:about|around|roughly|approximately|approx\\.?|circa|ca\\.?|[~≈])\\s*)?';
/** A number with or without a percent sign. */
const alone = new RegExp(
  `^(?:p(?:rob(?:ability)?)?(?:\\([^()]{0,40}\\))?\\s*[=:≈~]\\s*)?${about}\\+?(\\d{1,3}(?:[.,]\\d+)?|[.,]\\d+)${sign}$`,
  'i',
);
/** A sentence that states a probability. */
const sentence = new RegExp(
  `\\b(?:probability|likelihood|chances?|confidence|confident|estimate)\\b[^.\\n{}]{0,60}?(?:\\bis|\\bof|\\bat|\\bare|:|=|\\babout)\\s*${about}(\\d{1,3}(?:\\.\\d+)?)(?![\\d.]*\\d)${sign}(?!\\s*(?:-|–|to|or)\\s*\\d)`,
  'gi',
);
/** A percentage beside the word for what it is: "I am 85 % sure", "an 85 % chance", "I'd say 85 %". */
const percentage = new RegExp(
  `(?<![\\d.,–-])(\\d{1,3}(?:\\.\\d+)?)\\s*(%|percent|per cent)\\s+(?:confident|sure|certain|likely|chance|probability|likelihood)\\b|\\bI(?:['’]d| would)? (?:say|estimate|guess)\\s+${about}(\\d{1,3}(?:\\.\\d+)?)\\s*(%|percent|per cent)(?!\\s*(?:-|–|to|or)\\s*\\d)`,
  'gi',
);
/** What makes a percentage something else than a statement: "not 100 % sure", "80 to 90 % sure", "if it were 85 % likely". */
const noStatement =
  /(?:\b(?:not|never|if|whether|than|least|most)\b[^.\n]{0,20}|n['’]t [^.\n]{0,20}|(?:\bto|\band|\bor|-|–)\s*)$/i;
/** The characters of the value under the key, which JSON does not keep (`1.0`). */
const written = /"probability"\s*:\s*"?([^,}"\n]+)/gi;

const wrong = '"probability" is not a number from 0 to 100';

function stated(given: unknown, spelling?: string): StatedProbability | null {
  const text = plainText(given);
  const found = text === null ? null : alone.exec(undecorated(text));
  if (found === null) return null;
  return statedNumber(found[1] ?? '', found[2], spelling ?? String(text).trim());
}

function statedNumber(number: string, percent: string | undefined, spelling: string): StatedProbability | null {
  const value = Number(number.replace(',', '.'));
  return value >= 0 && value <= 100 ? { value, spelling, isPercent: percent !== undefined } : null;
}

/**
 * Reads a stated probability as it was written, from 0 to 100. Whether 1 means 1 % or certainty is not decided here, but
 * over all items of a model and condition.
 */
export function readProbability(text: string): Reading<StatedProbability> {
  const spelling = [...ownVoice(text).matchAll(written)].at(-1)?.[1]?.trim();
  return readAnswer<StatedProbability>(text, {
    object: (object) => {
      const field = fieldOf(object, 'probability');
      if (field === undefined) return { lacks: wrong };
      const value = stated(field, typeof field === 'number' ? spelling : undefined);
      return value === null ? { wrong } : { value };
    },
    value: (value) => (typeof value === 'object' && !Array.isArray(value) ? null : stated(value)),
    text: (rest) => {
      const percentages = [...rest.matchAll(percentage)].filter(
        ({ index }) => !noStatement.test(rest.slice(Math.max(0, index - 40), index)),
      );
      const found = [...rest.matchAll(sentence), ...percentages]
        .sort((a, b) => a.index - b.index)
        .filter((each) => !isQuotation(rest, { start: each.index, end: each.index + each[0].length }, null))
        .at(-1);
      const [all, first, firstSign, second = '', secondSign] = found ?? [];
      const [number, percent] = first === undefined ? [second, secondSign] : [first, firstSign];
      const value = all === undefined ? null : statedNumber(number, percent, `${number}${percent ?? ''}`);
      return value === null ? null : { value };
    },
  });
}

/** Reads a stated probability as the text that was written, for a reader of single answers. */
export function readProbabilityText(text: string): Reading<string> {
  const reading = readProbability(text);
  return reading.kind === 'parsed' ? { ...reading, value: reading.value.spelling } : reading;
}
