import { expect, test } from 'vitest';
import { type KeyRule, rightLetters } from '../../test/support/experiments/difficulty/key-rules.ts';
import { atoms } from './chemistry.ts';
import { readFacts } from './facts.ts';
import { generateDifficulty } from './generate.ts';

const facts = readFacts();
const plain = (name: string) => name.replace(/^the /, '');
const country = (name: string) => facts.countries.find((row) => row.country === plain(name));
const city = (name: string) => facts.countries.find((row) => row.capital === name);
const element = (name: string) => facts.elements.find((row) => row.name === name);
const animal = (name: string) => facts.animals.find((row) => row.animal === name);
const planet = (name: string) => facts.planets.find((row) => row.planet === name);
const moonPlanet = (name: string) => facts.moons.find((row) => row.moon === name)?.planet;
const constellation = (name: string) => facts.stars.find((row) => row.star === name)?.constellation;

type Groups = readonly string[];

const geography: KeyRule[] = [
  {
    form: /^On which continent is the city of (.+)\?$/,
    right: ([name = '']: Groups, option) => city(name)?.continent === option,
  },
  {
    form: /^On which continent is (.+)\?$/,
    right: ([name = '']: Groups, option) => country(name)?.continent === option,
  },
  {
    form: /^What is the capital of (.+)\?$/,
    right: ([name = '']: Groups, option) => country(name)?.capital === option,
  },
  {
    form: /^(.+) is the capital of which country\?$/,
    right: ([name = '']: Groups, option) => country(option)?.capital === name,
  },
  {
    form: /^Which of these countries is in (.+)\?$/,
    right: ([name]: Groups, option) => country(option)?.continent === name,
  },
  {
    form: /^Which of these countries is not in (.+)\?$/,
    right: ([name]: Groups, option) => country(option)?.continent !== name,
  },
  { form: /^Which of these cities is in (.+)\?$/, right: ([name]: Groups, option) => city(option)?.continent === name },
  {
    form: /^Which of these cities is not in (.+)\?$/,
    right: ([name]: Groups, option) => city(option)?.continent !== name,
  },
  {
    form: /same continent as (.+)\?$/,
    right: ([name = '']: Groups, option) => country(option)?.continent === country(name)?.continent,
  },
];

const number = (name: string) => element(name)?.number ?? Number.NaN;
const chemistry: KeyRule[] = [
  {
    form: /^What is the chemical symbol of (\w+)\?$/,
    right: ([name = '']: Groups, option) => element(name)?.symbol === option,
  },
  {
    form: /^Which element has the symbol (\w+)\?$/,
    right: ([symbol]: Groups, option) => element(option)?.symbol === symbol,
  },
  {
    form: /^What is the atomic number of (\w+)\?$/,
    right: ([name = '']: Groups, option) => number(name) === Number(option),
  },
  {
    form: /^Which element has the atomic number (\d+)\?$/,
    right: ([text]: Groups, option) => number(option) === Number(text),
  },
  {
    form: /^Which element comes right after (\w+) /,
    right: ([name = '']: Groups, option) => number(option) === number(name) + 1,
  },
  {
    form: /^Which of these elements is a (\w+) at room/,
    right: ([state]: Groups, option) => element(option)?.state === state,
  },
  {
    form: /has the highest atomic number/,
    right: (_, option, options) => options.every((other) => number(other) <= number(option)),
  },
  {
    form: /has the lowest atomic number/,
    right: (_, option, options) => options.every((other) => number(other) >= number(option)),
  },
  {
    form: /^What is the chemical formula of (.+)\?$/,
    right: ([name]: Groups, option) => facts.molecules.some((row) => row.name === name && row.formula === option),
  },
  {
    form: /^How many atoms are in one molecule of .+ \((\w+)\)\?$/,
    right: ([formula = '']: Groups, option) =>
      [...atoms(formula).values()].reduce((sum, count) => sum + count) === Number(option),
  },
];

const animals: KeyRule[] = [
  {
    form: /^What kind of animal is an? (\w+)\?$/,
    right: ([name = '']: Groups, option) => animal(name)?.kind === option,
  },
  { form: /^Which of these animals is an? (\w+)\?$/, right: ([kind]: Groups, option) => animal(option)?.kind === kind },
  {
    form: /^Which of these animals is not an? (\w+)\?$/,
    right: ([kind]: Groups, option) => animal(option)?.kind !== kind,
  },
  { form: /^What is a young (\w+) called\?$/, right: ([name = '']: Groups, option) => animal(name)?.young === option },
  {
    form: /^Which of these animals has young called "(\w+)"\?$/,
    right: ([young]: Groups, option) => animal(option)?.young === young,
  },
  {
    form: /^How many legs does an? (\w+) have\?$/,
    right: ([name = '']: Groups, option) => animal(name)?.legs === Number(option),
  },
  {
    form: /^How many legs do (\d+) (\w+)s and one (\w+) have together\?$/,
    right: ([count, many = '', one = '']: Groups, option) =>
      Number(count) * (animal(many)?.legs ?? Number.NaN) + (animal(one)?.legs ?? Number.NaN) === Number(option),
  },
  {
    form: /of the same class as the (\w+)\?$/,
    right: ([name = '']: Groups, option) => animal(option)?.kind === animal(name)?.kind,
  },
];

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];
const place = (name: string) => planet(name)?.order ?? Number.NaN;
const size = (name: string) => planet(name)?.size ?? Number.NaN;
const kinds: Readonly<Record<string, (name: string) => boolean>> = {
  planet: (name) => planet(name) !== undefined,
  moon: (name) => moonPlanet(name) !== undefined,
  star: (name) => constellation(name) !== undefined,
  constellation: (name) => facts.stars.some((row) => row.constellation === name),
};
const astronomy: KeyRule[] = [
  {
    form: /^Which is the (\w+) planet from the Sun\?$/,
    right: ([text = '']: Groups, option) => place(option) === ordinals.indexOf(text) + 1,
  },
  {
    form: /is closest to the Sun\?$/,
    right: (_, option, options) => options.every((other) => place(other) >= place(option)),
  },
  {
    form: /is farthest from the Sun\?$/,
    right: (_, option, options) => options.every((other) => place(other) <= place(option)),
  },
  { form: /is the largest\?$/, right: (_, option, options) => options.every((other) => size(other) >= size(option)) },
  { form: /is the smallest\?$/, right: (_, option, options) => options.every((other) => size(other) <= size(option)) },
  {
    form: /^In which constellation is the star (\w+)\?$/,
    right: ([name = '']: Groups, option) => constellation(name) === option,
  },
  { form: /is in the constellation (.+)\?$/, right: ([name]: Groups, option) => constellation(option) === name },
  { form: /^Which planet has the moon (\w+)\?$/, right: ([name = '']: Groups, option) => moonPlanet(name) === option },
  { form: /^Which of these moons belongs to (\w+)\?$/, right: ([name]: Groups, option) => moonPlanet(option) === name },
  { form: /^Which of these is a (\w+)\?$/, right: ([kind = '']: Groups, option) => kinds[kind]?.(option) ?? false },
  {
    form: /^How many planets lie between (\w+) and (\w+)\?$/,
    right: ([a = '', b = '']: Groups, option) => place(b) - place(a) - 1 === Number(option),
  },
  {
    form: /^Which planet lies between (\w+) and (\w+)\?$/,
    right: ([a = '', b = '']: Groups, option) => place(a) < place(option) && place(option) < place(b),
  },
];

const opposed = (a = '', b = '') =>
  facts.opposites.some(({ word, opposite }) => (word === a && opposite === b) || (word === b && opposite === a));
const alike = (a = '', b = '') =>
  facts.synonyms.some(({ word, similar }) => (word === a && similar === b) || (word === b && similar === a));
const words: KeyRule[] = [
  { form: /^What is the opposite of "(.+)"\?$/, right: ([word]: Groups, option) => opposed(word, option) },
  { form: /^Which word means nearly the same as "(.+)"\?$/, right: ([word]: Groups, option) => alike(word, option) },
  {
    form: /^Which two words are opposites\?$/,
    right: (_, option) => opposed(...(option.split(', ') as [string, string])),
  },
  {
    form: /^How many letters are in the word "(\w+)"\?$/,
    right: ([word = '']: Groups, option) => word.length === Number(option),
  },
  { form: /comes first in the alphabet/, right: (_, option, options) => [...options].sort()[0] === option },
  { form: /comes last in the alphabet/, right: (_, option, options) => [...options].sort()[3] === option },
  {
    form: /^What is the word "(\w+)" spelled backwards\?$/,
    right: ([word = '']: Groups, option) => option.split('').reverse().join('') === word,
  },
];

const subjects = ['geography', 'chemistry', 'animals', 'astronomy', 'words'];

test('gives every factual question of 10,000 exactly one right option, the key', () => {
  const rules = [...geography, ...chemistry, ...animals, ...astronomy, ...words];
  const questions = generateDifficulty(2_500).flatMap((item) =>
    item.questions.filter(({ subject = '' }) => subjects.includes(subject)),
  );
  expect(questions.length).toBe(5_000);
  const wrong = questions.filter((question) => rightLetters(question, rules)?.join() !== question.key);
  expect(wrong).toEqual([]);
});

test('has no duplicate row in the tables and no word in two fields', () => {
  for (const [name, rows] of Object.entries(facts)) {
    const keys = (rows as readonly object[]).map((row) =>
      JSON.stringify(Object.values(row).slice(0, name.endsWith('s') ? 3 : 1)),
    );
    expect(new Set(keys).size, name).toBe(keys.length);
  }
  for (const rows of [facts.opposites, facts.synonyms.map((row) => ({ ...row, opposite: row.similar }))]) {
    const fields = new Map<string, string>();
    for (const { word, opposite, part, field } of rows) {
      for (const one of [word, opposite]) {
        expect(fields.get(`${part} ${one}`) ?? field, `${part} ${one}`).toBe(field);
        fields.set(`${part} ${one}`, field);
      }
    }
  }
});

test('numbers elements without gaps and ranks planets without ties', () => {
  expect(facts.elements.map((row) => row.number)).toEqual(Array.from({ length: 118 }, (_, index) => index + 1));
  expect(facts.planets.map(({ order }) => order)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(facts.planets.map((row) => row.size).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});
