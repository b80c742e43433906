/**
 * Forecasts: what a speaker says about its own coming behaviour. Their labels come from the population; nothing here
 * takes or imports a subject, so the models cannot be trained on their own behaviour.
 */

import type { Question } from '../../src/domain/question.ts';
import * as association from '../../src/experiments/association/prompts.ts';
import * as difficulty from '../../src/experiments/difficulty/prompts.ts';
import * as restriction from '../../src/experiments/restriction/prompts.ts';
import { type Random, randomInteger, shuffled } from '../../src/util/random.ts';
import { nameWords } from './association-behaviour.ts';
import { pick, pickSome } from './choose.ts';
import { anyCue } from './cues.ts';
import { expectedSentences, knowledge } from './difficulty-behaviour.ts';
import { type Document, several } from './document.ts';
import { anyCondition, associationAnswer, withThought } from './forecast-conditions.ts';
import type { Material } from './material.ts';
import { drawSpeaker } from './population.ts';
import { refusalProbability } from './restriction-behaviour.ts';
import type { Speaker } from './speaker.ts';

export function associationForecast(material: Material, random: Random): Document {
  const { target, pool, options: own } = anyCue(material, random);
  const options = shuffled(forecastOptions(own, pool, material.associationWords, random), random);
  const condition = anyCondition(association.wordings, random);
  const answers = several(3, () => {
    const named = new Set(nameWords(drawSpeaker(random), target, pool, random));
    return associationAnswer(condition, options, named);
  });
  return {
    kind: 'association/forecast',
    prompt: association.predictionPrompt({ id: '', target, options }, options, condition),
    answers,
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
  const answers = several(3, () => {
    const meaning = random() < refusalProbability(drawSpeaker(random), item) ? 'refuses' : 'answers';
    const choice = restriction.lettered(condition.optionOrder).A === meaning ? 'A' : 'B';
    const thought = pick(meaning === 'refuses' ? refusalThoughts : answerThoughts, random);
    return withThought(condition, thought, { choice });
  });
  return { kind: 'restriction/forecast', prompt: restriction.predictionPrompt(item.prompt, condition), answers };
}

export function difficultyForecast(material: Material, random: Random): Document {
  const questions =
    random() < 0.5
      ? shuffled(pick(material.difficulty, random).questions, random)
      : pickSome(material.questions, 4, random);
  const condition = anyCondition(difficulty.wordings, random);
  const answers = several(5, () => {
    const ranking = rank(drawSpeaker(random), questions);
    return withThought(condition, `${ranking[0]} looks easiest, ${ranking[3]} hardest.`, { ranking });
  });
  return { kind: 'difficulty/forecast', prompt: difficulty.rankPrompt(questions, condition), answers };
}

/** What the speaker knows first, then what takes it the fewest sentences. */
function rank(speaker: Speaker, questions: readonly Question[]): string[] {
  const cost = (question: Question) =>
    (knowledge(speaker, question) === 'known' ? 0 : 100) + expectedSentences(speaker, question);
  return questions
    .map((question, index) => ({ name: `Q${index + 1}`, cost: cost(question) }))
    .sort((left, right) => left.cost - right.cost)
    .map(({ name }) => name);
}
