import { between, type Maker, numberDraft, others, pick, type Subject } from './draft.ts';

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;
/** Month lengths of a common year. */
const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

function at<T>(values: readonly T[], index: number): T {
  return values[((index % values.length) + values.length) % values.length] as T; // in range by the modulus
}

const clock = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

const dayAfter =
  (low: number, high: number): Maker =>
  (random) => {
    const [start, count, forward] = [between(random, 0, 6), between(random, low, high), random() < 0.5];
    const right = at(days, forward ? start + count : start - count);
    const question = `What day is ${count} days ${forward ? 'after' : 'before'} ${days[start]}?`;
    return { question, right, wrong: others(days, right, random) };
  };

const monthAfter =
  (low: number, high: number): Maker =>
  (random) => {
    const [start, count, forward] = [between(random, 0, 11), between(random, low, high), random() < 0.5];
    const right = at(months, forward ? start + count : start - count);
    const question = `What month is ${count} months ${forward ? 'after' : 'before'} ${months[start]}?`;
    return { question, right, wrong: others(months, right, random) };
  };

const monthLength: Maker = (random) => {
  const long = random() < 0.5;
  const fits = (month: string) => (lengths[months.indexOf(month as (typeof months)[number])] === 31) === long;
  const right = pick(months.filter(fits), random);
  const rest = months.filter((month) => !fits(month));
  return {
    question: `Which of these months has ${long ? 31 : 'fewer than 31'} days?`,
    right,
    wrong: others(rest, right, random),
  };
};

const minutesIn: Maker = (random) => {
  const [count, [big, small, factor]] = [
    between(random, 2, 9),
    pick(
      [
        ['hours', 'minutes', 60],
        ['minutes', 'seconds', 60],
        ['days', 'hours', 24],
        ['weeks', 'days', 7],
        ['years', 'months', 12],
      ] as const,
      random,
    ),
  ];
  const right = count * factor;
  const question = `How many ${small} are in ${count} ${big}?`;
  return numberDraft({ question, right, slips: [right + factor, right - factor, count * 10, right + 10] }, random);
};

const timeAfter: Maker = (random) => {
  const [start, added] = [60 * between(random, 1, 9) + 5 * between(random, 0, 11), 5 * between(random, 2, 23)];
  const right = start + added;
  const question = `What time is it ${added} minutes after ${clock(start)}?`;
  return {
    question,
    right: clock(right),
    wrong: others([right + 10, right - 10, right + 5, right + 60, right - 5].map(clock), clock(right), random),
  };
};

const timeBetween: Maker = (random) => {
  const start = 60 * between(random, 1, 9) + 5 * between(random, 0, 11);
  const right = 5 * between(random, 5, 35);
  const question = `How many minutes are there from ${clock(start)} to ${clock(start + right)}?`;
  return numberDraft({ question, right, slips: [right + 10, right - 10, right + 5, right + 40] }, random);
};

const leapYear: Maker = (random) => {
  const years = Array.from({ length: 40 }, () => between(random, 1880, 2080));
  const right = years.find(isLeapYear);
  if (right === undefined) return leapYear(random);
  const rest = years.filter((year) => !isLeapYear(year)).map(String);
  return {
    question: 'Which of these years is a leap year?',
    right: String(right),
    wrong: others(rest, String(right), random),
  };
};

const daysBetween: Maker = (random) => {
  const month = between(random, 2, 10); // March to November, so that no leap day falls between the dates
  const [from, to] = [between(random, 1, 28), between(random, 1, 28)];
  const right = (lengths[month] ?? 0) - from + to;
  const question = `How many days are there from ${from} ${months[month]} to ${to} ${at(months, month + 1)}?`;
  return numberDraft({ question, right, slips: [right + 1, right - 1, right + 2, Math.abs(to - from)] }, random);
};

export const calendar: Subject = {
  name: 'calendar',
  makers: {
    1: [dayAfter(2, 6), minutesIn, monthLength],
    2: [dayAfter(8, 30), timeAfter, monthAfter(4, 11)],
    3: [timeBetween, leapYear, daysBetween],
  },
};
