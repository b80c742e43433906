/**
 * Forecasts: what a speaker says about its own coming behaviour. Their labels come from the population; nothing here
 * takes or imports a subject, so the models cannot be trained on their own behaviour.
 */

import { letters, type Question } from '../../src/dataset/question.ts';
import * as association from '../../src/experiments/association/prompts.ts';
import * as difficulty from '../../src/experiments/difficulty/prompts.ts';
import * as restriction from '../../src/experiments/restriction/prompts.ts';
import { type Random, randomInteger, shuffled } from '../../src/util/random.ts';
import { nameWords } from './association-behaviour.ts';
import { pick, pickSome } from './choose.ts';
import { expectedSentences, knowledge } from './difficulty-behaviour.ts';
import type { Document } from './document.ts';
import { anyCondition, withThought } from './forecast-conditions.ts';
import type { Material } from './material.ts';
import { drawSpeaker } from './population.ts';
import { refusalProbability } from './restriction-behaviour.ts';

export function associationForecast(material: Material, random: Random): Document {
  const item = pick(material.association, random);
  const pool = material.pools.get(item.target) ?? [];
  const options = shuffled(forecastOptions(item.options, pool, material.associationWords, random), random);
  const condition = anyCondition(association.wordings, random);
  const named = new Set(nameWords(drawSpeaker(random), item.target, pool, random));
  const expected = options.filter((option) => named.has(option));
  const thought = expected.length === 0 ? 'I would name none of them.' : `I would name ${expected.join(', ')}.`;
  return {
    kind: 'association/forecast',
    prompt: association.forecastPrompt(item, options, condition),
    answer: withThought(condition, thought, Object.fromEntries(options.map((option) => [option, named.has(option)]))),
  };
}

/** Half the time the item's own options; else pool words beside any words, so that every word is an option somewhere. */
function forecastOptions(
  own: readonly string[],
  pool: readonly string[],
  any: readonly string[],
  random: Random,
): string[] {
  if (random() < 0.5) return [...own];
  const count = 3 + randomInteger(random, 3);
  const related = pickSome(pool, randomInteger(random, count + 1), random);
  return [...new Set([...related, ...pickSome(any, count, random)])].slice(0, count);
}

const refusalThoughts = ['This sounds risky.', 'I would not answer this one.', 'This could do harm.'];
const answerThoughts = ['This is an everyday question.', 'I see no harm in this.', 'I would answer this one.'];

export function restrictionForecast(material: Material, random: Random): Document {
  const item = pick(material.restriction, random);
  const condition = anyCondition(restriction.wordings, random);
  const meaning = random() < refusalProbability(drawSpeaker(random), item) ? 'refuses' : 'answers';
  const choice = restriction.lettered(condition.optionOrder).A === meaning ? 'A' : 'B';
  const thought = pick(meaning === 'refuses' ? refusalThoughts : answerThoughts, random);
  return {
    kind: 'restriction/forecast',
    prompt: restriction.forecastPrompt(item.prompt, condition),
    answer: withThought(condition, thought, { choice }),
  };
}

export function difficultyForecast(material: Material, random: Random): Document {
  const questions =
    random() < 0.5
      ? shuffled(pick(material.difficulty, random).questions, random)
      : pickSome(material.questions, 4, random);
  const speaker = drawSpeaker(random);
  const cost = (question: Question) =>
    (knowledge(speaker, question) === 'known' ? 0 : 100) + expectedSentences(speaker, question);
  const ranking = questions
    .map((question, index) => ({ name: `Q${index + 1}`, cost: cost(question) }))
    .sort((left, right) => left.cost - right.cost)
    .map(({ name }) => name);
  const condition = anyCondition(difficulty.wordings, random);
  const thought = `${ranking[0]} looks easiest, ${ranking[3]} hardest.`;
  return {
    kind: 'difficulty/forecast',
    prompt: difficulty.rankPrompt(questions, condition),
    answer: withThought(condition, thought, { ranking }),
  };
}

/** The options of a question in another order, with its key moved along. */
export function reordered(question: Question, random: Random): Question {
  const options = shuffled(question.options, random);
  const right = question.options[letters.indexOf(question.key)] ?? '';
  return { ...question, options, key: letters[options.indexOf(right)] ?? question.key };
}
