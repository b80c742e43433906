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
/** Spanish, Portuguese, German, French, Italian, Russian. */
const otherWords =
  'probabilidad|confianza|probabilidade|confiança|wahrscheinlichkeit|probabilité|confiance|probabilità|fiducia|вероятность|уверенность';
const otherVerbs = 'es(?: del?)?|é(?: de)?|ist|beträgt|liegt bei|est(?: de)?|è(?: del)?|составляет|равна|—';
/** A sentence that states a probability. */
const sentence = new RegExp(
  `(?:(?<!\\p{L})(?:probability|likelihood|chances?|confidence|confident|estimate|${otherWords})|概率|機率|確率|可能性|信心)[^.。\\n{}]{0,60}?(?:\\bis|\\bof|\\bat|\\bare|\\bbe|:|：|=|\\babout|(?<=\\s)(?:${otherVerbs})|[是为為は约約])\\s*${about}(\\d{1,3}(?:\\.\\d+)?)(?![\\d.]*\\d)${sign}(?!\\s*[%％]?\\s*(?:-|–|~|to|or|a|à|bis|até|до|到|至|から)\\s*\\d)`,
  'giu',
);
/** A percentage beside the word for what it is: "I am 85 % sure", "an 85 % chance", "I'd say 85 %". */
const percentage = new RegExp(
  `(?<![\\d.,–-])(\\d{1,3}(?:\\.\\d+)?)\\s*(%|percent|per cent)\\s+(?:confident|sure|certain|likely|chance|probability|likelihood)\\b|\\bI(?:['’]d| would)? (?:say|estimate|guess|give (?:myself|it|this)(?: an?)?)\\s+${about}(\\d{1,3}(?:\\.\\d+)?)\\s*(%|percent|per cent|out of 100|/ ?100)(?!\\s*(?:-|–|to|or)\\s*\\d)`,
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
