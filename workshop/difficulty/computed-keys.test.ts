import { expect, test } from 'vitest';
import { type KeyRule, numberRule, rightLetters } from '../../test/support/experiments/difficulty/key-rules.ts';
import { generateDifficulty } from './generate.ts';

const arithmetic = [
  numberRule(/^What is (\d+) \+ (\d+)\?$/, (a = 0, b = 0) => a + b),
  numberRule(/^What is (\d+) - (\d+)\?$/, (a = 0, b = 0) => a - b),
  numberRule(/^What is (\d+) x (\d+)\?$/, (a = 0, b = 0) => a * b),
  numberRule(/^What is (\d+) divided by (\d+)\?$/, (a = 0, b = 0) => a / b),
  numberRule(/^What is the remainder when (\d+) is divided by (\d+)\?$/, (a = 0, b = 0) => a % b),
  numberRule(/^What is (\d+)% of (\d+)\?$/, (a = 0, b = 0) => (a / 100) * b),
  numberRule(/^What is \((\d+) \+ (\d+)\) x (\d+)\?$/, (a = 0, b = 0, c = 0) => (a + b) * c),
  numberRule(/^What is (\d+) \+ (\d+) x (\d+)\?$/, (a = 0, b = 0, c = 0) => a + b * c),
  numberRule(/^What is (\d+) squared minus (\d+)\?$/, (a = 0, b = 0) => a ** 2 - b),
  numberRule(/^What is (\d+) - (\d+) \+ (\d+)\?$/, (a = 0, b = 0, c = 0) => a - b + c),
];

const wordProblems = [
  numberRule(/has (\d+) \w+ and finds (\d+) more\./, (a = 0, b = 0) => a + b),
  numberRule(/has (\d+) \w+ and gives away (\d+)\./, (a = 0, b = 0) => a - b),
  numberRule(/^There are (\d+) boxes with (\d+) \w+ in each\./, (a = 0, b = 0) => a * b),
  numberRule(/^(\d+) friends share (\d+) \w+ equally\./, (a = 0, b = 0) => b / a),
  numberRule(/^One \w+ costs (\d+) dollars\. How much do (\d+) \w+ cost\?$/, (a = 0, b = 0) => a * b),
  numberRule(/buys (\d+) \w+ at (\d+) dollars each and pays with (\d+) /, (a = 0, b = 0, c = 0) => c - a * b),
  numberRule(/moves at (\d+) km an hour for (\d+) hours\. How far/, (a = 0, b = 0) => a * b),
  numberRule(/is (\d+)\. \w+ is (\d+) years older\..*in (\d+) years\?$/, (a = 0, b = 0, c = 0) => a + b + c),
  numberRule(/fills (\d+) bags with (\d+) \w+ each, then loses (\d+)\./, (a = 0, b = 0, c = 0) => a * b - c),
  numberRule(/for (\d+) dollars is sold at (\d+)% off\./, (a = 0, b = 0) => a * (1 - b / 100)),
  numberRule(/has (\d+) \w+, Ben has (\d+) times as many, Dan has (\d+)\./, (a = 0, b = 0, c = 0) => a + b * a + c),
];

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const dayNumber = (day: string, month: string, year = 2023) => Date.parse(`${day} ${month} ${year} UTC`) / 86_400_000;
const monthName = (index: number) =>
  new Date(Date.UTC(2023, index, 1)).toLocaleString('en', { month: 'long', timeZone: 'UTC' });
const minutes = (text: string) => Number(text.split(':')[0]) * 60 + Number(text.split(':')[1]);
const monthLength = (name: string) =>
  new Date(Date.UTC(2023, new Date(`1 ${name} 2023 UTC`).getUTCMonth() + 1, 0)).getUTCDate();
const factors: Readonly<Record<string, number>> = {
  'minutes hours': 60,
  'seconds minutes': 60,
  'hours days': 24,
  'days weeks': 7,
  'months years': 12,
  'metres km': 1000,
  'cm metres': 100,
  'mm cm': 10,
  'grams kg': 1000,
  'millilitres litres': 1000,
  'pieces dozen': 12,
  'kg tonnes': 1000,
  'inches feet': 12,
  'feet yards': 3,
};

const calendar: KeyRule[] = [
  {
    form: /^What day is (\d+) days (after|before) (\w+)\?$/,
    right: ([count, way, day = '']: readonly string[], option) => {
      const moved = weekdays.indexOf(day) + (way === 'after' ? 1 : -1) * Number(count);
      return weekdays[((moved % 7) + 7) % 7] === option;
    },
  },
  {
    form: /^What month is (\d+) months (after|before) (\w+)\?$/,
    right: ([count, way, month]: readonly string[], option) => {
      const start = new Date(`1 ${month} 2023 UTC`).getUTCMonth();
      return monthName(start + (way === 'after' ? 1 : -1) * Number(count)) === option;
    },
  },
  { form: /months has 31 days/, right: (_, option) => monthLength(option) === 31 },
  { form: /months has fewer than 31 days/, right: (_, option) => monthLength(option) < 31 },
  {
    form: /^How many (\w+) are in (\d+) (\w+)\?$/,
    right: ([small, count, big]: readonly string[], option) =>
      Number(option) === Number(count) * (factors[`${small} ${big}`] ?? 0),
  },
  {
    form: /^What time is it (\d+) minutes after ([\d:]+)\?$/,
    right: ([added, start = '']: readonly string[], option) => minutes(option) === minutes(start) + Number(added),
  },
  {
    form: /^How many minutes are there from ([\d:]+) to ([\d:]+)\?$/,
    right: ([from = '', to = '']: readonly string[], option) => Number(option) === minutes(to) - minutes(from),
  },
  {
    form: /is a leap year\?$/,
    right: (_, option) => dayNumber('1', 'March', Number(option)) - dayNumber('28', 'February', Number(option)) === 2,
  },
  {
    form: /^How many days are there from (\d+) (\w+) to (\d+) (\w+)\?$/,
    right: ([a = '', b = '', c = '', d = '']: readonly string[], option) =>
      Number(option) === dayNumber(c, d) - dayNumber(a, b),
  },
];

/** Returns the next terms of a sequence under each of four laws that fits it; they must agree. */
function continuations(terms: readonly number[]): number[] {
  const [a = 0, b = 0, c = 0, d = 0, e] = terms;
  if (e !== undefined)
    return [...(c - a === e - c ? [d + (d - b)] : []), ...(a + b === c && b + c === d && c + d === e ? [d + e] : [])];
  const steps = [b - a, c - b, d - c];
  const grows = (steps[1] ?? 0) - (steps[0] ?? 0) === (steps[2] ?? 0) - (steps[1] ?? 0);
  return [
    ...(grows ? [d + (steps[2] ?? 0) * 2 - (steps[1] ?? 0)] : []),
    ...(b * b === a * c && c * c === b * d ? [(d * d) / c] : []),
  ];
}

/** Returns people from most to least, from three "X is more than Y." sentences. */
function ranking(text: string): string[] {
  const pairs = [...text.matchAll(/(\w+) is \w+ than (\w+)\./g)].map(
    ([, more = '', less = '']) => [more, less] as const,
  );
  const people = [...new Set(pairs.flat())];
  const below = (name: string): number =>
    pairs.filter(([more]) => more === name).reduce((sum, [, less]) => sum + 1 + below(less), 0);
  return people.sort((a, b) => below(b) - below(a));
}

const sequences: KeyRule[] = [
  {
    form: /^Which number comes next: ([\d, ]+)\?$/,
    right: ([terms = '']: readonly string[], option) =>
      continuations(terms.split(', ').map(Number)).includes(Number(option)),
  },
  {
    form: /^Which number is missing: (.+)\?$/,
    right: ([text = '']: readonly string[], option) => {
      const terms = text.replace('?', option).split(', ').map(Number);
      return terms.every(
        (term, index) => index < 2 || term - (terms[index - 1] ?? 0) === (terms[1] ?? 0) - (terms[0] ?? 0),
      );
    },
  },
  {
    form: /^(.* than .*\.) Who is the (second |third |)(\w+)\?$/,
    right: ([text = '', ordinal = '', word = '']: readonly string[], option) => {
      const least = ['shortest', 'youngest', 'slowest', 'poorest'].includes(word);
      return ranking(text).at(ordinal === 'second ' ? 1 : ordinal === 'third ' ? 2 : least ? -1 : 0) === option;
    },
  },
];

const sides: Readonly<Record<string, number>> = {
  triangle: 3,
  square: 4,
  rectangle: 4,
  pentagon: 5,
  hexagon: 6,
  heptagon: 7,
  octagon: 8,
  decagon: 10,
};
const inMillimetres: Readonly<Record<string, number>> = { metres: 1000, cm: 10, mm: 1 };
const length = (text: string) => Number.parseFloat(text) * (inMillimetres[text.split(' ')[1] ?? ''] ?? Number.NaN);

const units: KeyRule[] = [
  {
    form: /^How many sides does an? (\w+) have\?$/,
    right: ([shape = '']: readonly string[], option) => Number(option) === sides[shape],
  },
  numberRule(/^A rectangle is (\d+) cm long and (\d+) cm wide\. What is its area\?$/, (a = 0, b = 0) => a * b),
  numberRule(
    /^A rectangle is (\d+) cm long and (\d+) cm wide\. How long is its border\?$/,
    (a = 0, b = 0) => a + a + b + b,
  ),
  {
    form: /^Each side of a regular (\w+) is (\d+) cm\./,
    right: ([shape = '', side]: readonly string[], option) =>
      Number.parseFloat(option) === (sides[shape] ?? 0) * Number(side),
  },
  numberRule(/^Two angles of a triangle are (\d+) and (\d+) degrees\./, (a = 0, b = 0) => 180 - (a + b)),
  numberRule(/base of (\d+) cm and a height of (\d+) cm\./, (a = 0, b = 0) => (a * b) / 2),
  numberRule(/^A box is (\d+) cm long, (\d+) cm wide and (\d+) cm high\./, (a = 0, b = 0, c = 0) => a * b * c),
  numberRule(/^A rectangle of (\d+) square cm is (\d+) cm wide\./, (a = 0, b = 0) => a / b),
  {
    form: /^Which length is the longest\?$/,
    right: (_, option, options) => options.every((other) => length(option) >= length(other)),
  },
  {
    form: /^Which length is the shortest\?$/,
    right: (_, option, options) => options.every((other) => length(option) <= length(other)),
  },
];

const subjects = ['arithmetic', 'word problems', 'calendar', 'sequences and logic', 'units and geometry'];

test('gives every computable question of 10,000 exactly one right option, the key', () => {
  const rules = [...arithmetic, ...wordProblems, ...calendar, ...sequences, ...units];
  const questions = generateDifficulty(2_500).flatMap((item) =>
    item.questions.filter(({ subject = '' }) => subjects.includes(subject)),
  );
  expect(questions.length).toBe(5_000);
  const wrong = questions.filter((question) => rightLetters(question, rules)?.join() !== question.key);
  expect(wrong).toEqual([]);
});
