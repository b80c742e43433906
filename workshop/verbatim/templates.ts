import { type Random, randomInteger, shuffled } from '../../src/util/random.ts';
import { slots } from './slots.ts';

/** Two fillings of one template: the prompt of the execution, and the text before the question. */
interface Pair {
  readonly inner: string;
  readonly lead: string;
}

/** A template whose two fillings differ as `change` describes. */
interface Template {
  readonly change: 'name' | 'place' | 'number' | 'order' | 'topic' | 'word' | 'day' | 'negation';
  make(random: Random): Pair;
}

function take(values: readonly string[], count: number, random: Random): string[] {
  return shuffled(values, random).slice(0, count);
}

const integer = (random: Random, low: number, high: number) => low + randomInteger(random, high - low + 1);

/** Creates a template with two different words of one slot in the same sentence. */
function one(change: Template['change'], slot: keyof typeof slots, text: (word: string) => string): Template {
  return {
    change,
    make: (random) => {
      const [inner = '', lead = ''] = take(slots[slot], 2, random);
      return { inner: text(inner), lead: text(lead) };
    },
  };
}

/** Creates a template with two different words of one slot next to a second slot that is constant. */
function oneBeside(
  change: Template['change'],
  pair: readonly [keyof typeof slots, keyof typeof slots],
  text: (word: string, kept: string) => string,
): Template {
  return {
    change,
    make: (random) => {
      const [inner = '', lead = ''] = take(slots[pair[0]], 2, random);
      const [kept = ''] = take(slots[pair[1]], 1, random);
      return { inner: text(inner, kept), lead: text(lead, kept) };
    },
  };
}

/** Creates a template with two numbers, one of which differs slightly in the lead. */
function numbers(
  low: number,
  high: number,
  text: (a: number, b: number, word: string) => string,
  slot: keyof typeof slots = 'thing',
): Template {
  return {
    change: 'number',
    make: (random) => {
      const [a, b] = [integer(random, low, high), integer(random, low, high)];
      const moved = a + (random() < 0.5 ? 1 : 2);
      const [word = ''] = take(slots[slot], 1, random);
      return { inner: text(a, b, word), lead: text(moved, b, word) };
    },
  };
}

/** Creates a template with the same words in another order. */
function order(slot: keyof typeof slots, count: number, text: (words: readonly string[]) => string): Template {
  return {
    change: 'order',
    make: (random) => {
      const words = take(slots[slot], count, random);
      const [first = '', second = '', ...rest] = words;
      return { inner: text(words), lead: text([second, first, ...rest]) };
    },
  };
}

const article = (noun: string) => (/^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`);

export const templates: readonly Template[] = [
  one('name', 'name', (name) => `Hi, my name is ${name}.`),
  one('name', 'name', (name) => `Hello, I am ${name}. Who are you?`),
  one('name', 'name', (name) => `Good morning, this is ${name}. How are you today?`),
  oneBeside('name', ['name', 'pet'], (name, pet) => `My ${pet} is called ${name}. Say hello to it.`),
  oneBeside(
    'name',
    ['name', 'city'],
    (name, city) => `My friend ${name} lives in ${city}. Write a greeting to my friend.`,
  ),
  one('place', 'city', (city) => `I live in ${city}. What is it known for?`),
  one('place', 'country', (country) => `What is the capital of ${country}?`),
  one('place', 'city', (city) => `I am going to ${city} next week. Give me one tip.`),
  one('place', 'country', (country) => `Which language is spoken in ${country}?`),
  oneBeside('place', ['city', 'name'], (city, name) => `I am ${name} and I come from ${city}. Nice to meet you.`),
  numbers(11, 89, (a, b) => `What is ${a} + ${b}?`),
  numbers(3, 19, (a, b) => `What is ${a} x ${b}?`),
  numbers(3, 30, (a, b, thing) => `I have ${a + b} ${thing} and give away ${b}. How many are left?`),
  numbers(2, 20, (a, b) => `Count from ${a} to ${a + (b % 6) + 3}.`),
  numbers(2, 7, (a, _, kind) => `Name ${a} ${kind}.`, 'kind'),
  numbers(8, 70, (a, _, relative) => `My ${relative} is turning ${a}. Suggest a gift.`, 'relative'),
  order('word', 3, (words) => `Put these words in alphabetical order: ${words.join(', ')}.`),
  order('colour', 3, (words) => `Repeat these colours: ${words.join(', ')}.`),
  order('name', 2, ([a, b]) => `${a} was born before ${b}. Who is older?`),
  order('city', 2, ([a, b]) => `I travel from ${a} to ${b}. Where am I at the end?`),
  one('topic', 'topic', (topic) => `Write one sentence about ${topic}.`),
  one('topic', 'topic', (topic) => `Write a short poem about ${topic}.`),
  one('topic', 'food', (food) => `Give me a quick recipe for ${food}.`),
  one('topic', 'sport', (sport) => `Tell me one rule of ${sport}.`),
  one('topic', 'job', (job) => `I work as ${article(job)}. What do I do all day?`),
  one('word', 'word', (word) => `What is the opposite of ${word}?`),
  one('word', 'mood', (mood) => `I feel ${mood} today. Say something to me.`),
  oneBeside('word', ['phrase', 'language'], (phrase, language) => `How do you say "${phrase}" in ${language}?`),
  oneBeside('day', ['day', 'name'], (day, name) => `I meet ${name} the day after ${day}. Which day is that?`),
  {
    change: 'negation',
    make: (random) => {
      const [food = '', sport = ''] = [...take(slots.food, 1, random), ...take(slots.sport, 1, random)];
      const [likes, dislikes] = [`I like ${food} and ${sport}.`, `I do not like ${food} and ${sport}.`];
      const [inner, lead] = random() < 0.5 ? [likes, dislikes] : [dislikes, likes];
      return { inner: `${inner} What do I like?`, lead: `${lead} What do I like?` };
    },
  },
];
