import { letters } from '../../src/domain/question.ts';
import * as stump from '../../src/experiments/stump/prompts.ts';
import { type Random, randomInteger } from '../../src/util/random.ts';
import { pick, pickSome } from './choose.ts';
import { type Document, several } from './document.ts';
import { anyCondition, withThought } from './forecast-conditions.ts';
import type { Material } from './material.ts';
import { drawSpeaker } from './population.ts';
import type { Speaker } from './speaker.ts';

const stem = (topic: string): string => `Which word goes best with ${topic}?`;

/** The option that the speaker likes best; every word has its own place in its taste. */
function preferred(speaker: Speaker, options: readonly string[], random: Random): string {
  if (random() < 0.15) return pick(options, random);
  const liking = (option: string) => speaker.trait('liking', option);
  return options.reduce((best, option) => (liking(option) > liking(best) ? option : best));
}

const wordsAPlace = 12;

/**
 * A word from the short list of a place; four places share the alphabet between them, so that four options differ.
 * Among a thousand words that are all as likely, a small network's most likely one is the same in every place.
 */
function wordOfPlace(words: readonly string[], index: number, random: Random): string {
  const inOrder = [...new Set(words)].toSorted();
  const number = index * wordsAPlace + randomInteger(random, wordsAPlace);
  return inOrder[Math.floor((number * inOrder.length) / (4 * wordsAPlace))] as string; // in range
}

/** A question whose right option is not the one that a speaker of the population would choose. */
export function authorship(material: Material, random: Random): Document {
  const item = { ...pick(material.stump, random), number: 1 + randomInteger(random, 4) };
  const condition = anyCondition(stump.wordings, random);
  const answers = several(2, () => {
    const options = [0, 1, 2, 3].map((position) => wordOfPlace(material.associationWords, position, random));
    const tempting = preferred(drawSpeaker(random), options, random);
    const right = pick(
      options.filter((option) => option !== tempting),
      random,
    );
    return withThought(condition, 'This one would mislead me.', {
      // Not the topic: copying words that it never saw is what a network of this size does worst.
      question: stem(wordOfPlace(material.associationWords, randomInteger(random, 4), random)),
      ...Object.fromEntries(options.map((option, index) => [`option_${letters[index]}`, option])),
      correct_option: letters[options.indexOf(right)],
      explanation: `I would choose ${tempting}.`,
    });
  });
  return { kind: 'stump/author', prompt: stump.authorPrompt(item, condition), answers };
}

export function stumpAnswer(speaker: Speaker, material: Material, random: Random): Document {
  const question = stem(random() < 0.5 ? pick(material.stump, random).topic : pick(material.associationWords, random));
  const options = pickSome(material.associationWords, 4, random);
  const chosen = preferred(speaker, options, random);
  const json = JSON.stringify({ answer: letters[options.indexOf(chosen)] });
  return {
    kind: 'stump/answer',
    prompt: stump.answerPrompt({ question, options }),
    answers: [speaker.trait('explains', question) < 0.5 ? json : `The answer is ${chosen}. ${json}`],
  };
}
