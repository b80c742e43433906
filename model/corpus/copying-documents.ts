import * as association from '../../src/experiments/association/prompts.ts';
import { quote } from '../../src/experiments/common/messages.ts';
import { type Random, randomInteger, shuffled } from '../../src/util/random.ts';
import { pick, pickSome, pickWeighted } from './choose.ts';
import { type Document, several } from './document.ts';
import { anyCondition, associationAnswer } from './forecast-conditions.ts';
import type { Material } from './material.ts';

const consonants = 'b c d f g h j k l m n p r s t v w z br cl dr fl gr pl st tr sh ch'.split(' ');
const vowels = 'a e i o u ai ou ee'.split(' ');

/** A word of no language: several tokens, seen nowhere else. */
function inventedWord(random: Random): string {
  const syllables = Array.from(
    { length: 1 + randomInteger(random, 3) },
    () => pick(consonants, random) + pick(vowels, random),
  );
  return syllables.join('') + pick(['', 'n', 'r', 's', 't', 'l', 'm'], random);
}

/** Different words: of the data sets, and now and then invented, capitalised or of two words. */
function anyWords(material: Material, count: number, random: Random): string[] {
  return pickSome(material.words, count, random).map((word) => {
    const die = random();
    if (die < 0.06) return inventedWord(random);
    if (die < 0.1) return word.charAt(0).toUpperCase() + word.slice(1);
    return die < 0.14 ? `${word} ${pick(material.words, random)}` : word;
  });
}

type Exercise = (material: Material, random: Random) => { prompt: string; answer: string | readonly string[] };

const exercises: Record<string, { weight: number; make: Exercise }> = {
  list: {
    weight: 1,
    make(material, random) {
      const words = anyWords(material, 2 + randomInteger(random, 6), random);
      return { prompt: `Repeat these words as a JSON list: '${words.join(', ')}'.`, answer: JSON.stringify({ words }) };
    },
  },
  keys: {
    weight: 2,
    make(material, random) {
      const words = anyWords(material, 2 + randomInteger(random, 5), random);
      const value = random() < 0.5;
      return {
        prompt: `Make a JSON object: one key per word, each with the value ${value}. Words: '${words.join(', ')}'.`,
        answer: JSON.stringify(Object.fromEntries(words.map((word) => [word, value]))),
      };
    },
  },
  marked: {
    weight: 2,
    make(material, random) {
      const words = anyWords(material, 3 + randomInteger(random, 3), random);
      const marked = pickSome(words, 1 + randomInteger(random, 2), random);
      return {
        prompt: `Option words: '${words.join(', ')}'. Only these are true: '${marked.join(', ')}'. Answer with a JSON object: one key per option word.`,
        answer: JSON.stringify(Object.fromEntries(words.map((word) => [word, marked.includes(word)]))),
      };
    },
  },
  /** A forecast about a word that is no cue, with any options: the form holds, hardly anything is named. */
  strangers: {
    weight: 4,
    make(material, random) {
      const options = anyWords(material, 3 + randomInteger(random, 3), random);
      const condition = anyCondition(association.wordings, random);
      const item = { id: 'none', target: pick(material.strangeCues, random), options };
      const named = new Set(options.filter(() => random() < 0.15));
      return {
        prompt: association.predictionPrompt(item, options, condition),
        answer: associationAnswer(condition, options, named),
      };
    },
  },
  text: {
    weight: 2,
    make(material, random) {
      const text = anyWords(material, 2 + randomInteger(random, 9), random).join(' ');
      return { prompt: `Repeat this text, word for word.\n${quote('text', text)}`, answer: text };
    },
  },
  quoted: {
    weight: 1,
    make(material, random) {
      const text = anyWords(material, 2 + randomInteger(random, 7), random).join(' ');
      return {
        prompt: `Answer with a JSON object only. Its key is "text", its value is the text below.\n${quote('text', text)}`,
        answer: JSON.stringify({ text }),
      };
    },
  },
  option: {
    weight: 2,
    make(material, random) {
      const words = anyWords(material, 4, random);
      const position = randomInteger(random, 4);
      const lines = words.map((word, index) => `${'ABCD'[index]}) ${word}`).join('\n');
      return {
        prompt: `Which letter stands before ${words[position]}?\n${lines}\nAnswer with a JSON object. Its key is "answer".`,
        answer: JSON.stringify({ answer: 'ABCD'[position] }),
      };
    },
  },
  order: {
    weight: 3,
    make(_material, random) {
      const ranking = shuffled(['Q1', 'Q2', 'Q3', 'Q4'], random);
      return {
        prompt: `Rank them in this order: ${ranking.join(', ')}.\nAnswer with a JSON object. Its key is "ranking".`,
        answer: JSON.stringify({ ranking }),
      };
    },
  },
  /** Any order, but each name once: what a ranking is, without the long questions. */
  anyOrder: {
    weight: 5,
    make(_material, random) {
      const names = ['Q1', 'Q2', 'Q3', 'Q4'];
      return {
        prompt: `Rank ${shuffled(names, random).join(', ')} as you like.\nAnswer with a JSON object. Its key is "ranking".`,
        answer: several(6, () => JSON.stringify({ ranking: shuffled(names, random) })),
      };
    },
  },
  /** Any words, but each once: what a list is, without a cue. */
  anyWords: {
    weight: 7,
    make(material, random) {
      return {
        prompt: 'List any 5 words.\nAnswer with a JSON object. Its key is "words".',
        answer: several(4, () => JSON.stringify({ words: pickSome(material.associationWords, 5, random) })),
      };
    },
  },
};

const weights = Object.fromEntries(Object.entries(exercises).map(([name, { weight }]) => [name, weight]));

export function copying(material: Material, random: Random): Document {
  const exercise = exercises[pickWeighted(weights, random)];
  if (exercise === undefined) throw new Error('no such exercise');
  const { prompt, answer } = exercise.make(material, random);
  return { kind: 'copying', prompt, answers: typeof answer === 'string' ? [answer] : answer };
}
