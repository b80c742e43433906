import { type Random, randomInteger } from '../../src/util/random.ts';

const people = split(
  'the baker|the teacher|a young nurse|the old sailor|my neighbor|the new clerk|a tired driver|the painter',
);
const verbs = split('opened|carried|forgot|repaired|counted|cleaned|borrowed|painted');
const things = split(
  'a small box|the heavy door|an old map|the broken clock|a stack of plates|the long letter|a green bicycle',
);
const places = split(
  'near the station|behind the library|at the market|by the river|in the empty hall|under the bridge',
);
const times = split(
  'early in the morning|just before noon|late at night|after the storm|on the last day of summer|one quiet Sunday',
);
const seconds = split(
  'Nobody had expected it|The street was still wet|A dog was barking somewhere|There was little time left|It had been a long week|The lights went out at once',
);
const thirds = split(
  'Then a stranger knocked|At last the phone rang|A note lay on the floor|The key did not fit|Everyone began to laugh|Something smelled of smoke',
);
const joins = split('and then|because|while|although|so that|until');
const subjects = split('she|he|the others|nobody|the owner|a child');
const starts = split('had decided to|wanted to|was about to|tried to|could not|began to');

function split(text: string): readonly string[] {
  return text.split('|');
}

function pick(random: Random, list: readonly string[]): string {
  return list[randomInteger(random, list.length)] ?? '';
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function scene(random: Random): string {
  const [person, verb, thing] = [pick(random, people), pick(random, verbs), pick(random, things)];
  return `${capitalized(pick(random, times))}, ${person} ${verb} ${thing} ${pick(random, places)}`;
}

/** The first 12 to 20 words of a sentence, without its end. */
export function opening(random: Random): string {
  const text = `${scene(random)} ${pick(random, joins)} ${pick(random, subjects)} ${pick(random, starts)}`;
  return text.split(' ').slice(0, 20).join(' ');
}

/** Returns one to three sentences. */
export function story(random: Random): string {
  const sentences = [scene(random), pick(random, seconds), pick(random, thirds)];
  return sentences
    .slice(0, 1 + randomInteger(random, 3))
    .map((sentence) => `${sentence}.`)
    .join(' ');
}

interface Choice {
  /** Topic of both options. */
  readonly question: string;
  /** The option that shows the trait, and the other one. */
  readonly shows: string;
  readonly other: string;
  /** Description of the first option. */
  readonly trait: string;
}

const helped = split('a neighbor|a new colleague|an old friend|a stranger|your cousin|a classmate');
const chores = split('move house|carry boxes|fix a bicycle|write a letter|find a lost key|paint a fence');
const pleasures = split('watch a film|read a book|take a nap|play a game|go for a walk|listen to music');
const goods = split('a coat|a lamp|a phone|a chair|a bag|a clock');

/** Returns a choice between two options, one of which shows patience, boldness, helpfulness or thrift. */
export function choice(random: Random): Choice {
  const makers = [patience, boldness, help, thrift];
  const make = makers[randomInteger(random, makers.length)] ?? patience;
  return make(random);
}

function patience(random: Random): Choice {
  const now = 5 * (1 + randomInteger(random, 20));
  const later = now + 5 * (1 + randomInteger(random, 20));
  return {
    question: 'Which do you choose?',
    shows: `receive ${later} dollars in ${2 + randomInteger(random, 20)} weeks`,
    other: `receive ${now} dollars today`,
    trait: 'the more patient option',
  };
}

function boldness(random: Random): Choice {
  const sure = 10 * (1 + randomInteger(random, 20));
  const chance = 10 * (1 + randomInteger(random, 9));
  return {
    question: 'Which do you choose?',
    shows: `a ${chance} percent chance of ${sure + 20 * (1 + randomInteger(random, 20))} dollars`,
    other: `${sure} dollars for certain`,
    trait: 'the riskier option',
  };
}

function help(random: Random): Choice {
  return {
    question: `You have ${1 + randomInteger(random, 5)} free hours. What do you do?`,
    shows: `help ${pick(random, helped)} ${pick(random, chores)}`,
    other: pick(random, pleasures),
    trait: 'the more helpful option',
  };
}

function thrift(random: Random): Choice {
  const thing = pick(random, goods);
  const price = 20 + 5 * randomInteger(random, 30);
  return {
    question: `You need ${thing}. Which do you buy?`,
    shows: `a used one for ${Math.floor(price / 2)} dollars`,
    other: `a new one for ${price} dollars`,
    trait: 'the thriftier option',
  };
}
