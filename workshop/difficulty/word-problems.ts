import { between, type Maker, numberDraft, pick, type Subject } from './draft.ts';

const names = ['Ann', 'Ben', 'Dan', 'Eva', 'Kim', 'Leo', 'Mia', 'Noa', 'Sam', 'Tom', 'Zoe', 'Max'] as const;
const things = ['apples', 'books', 'coins', 'cards', 'eggs', 'pens', 'stamps', 'stones', 'shells', 'buttons'] as const;
const plurals = {
  book: 'books',
  pen: 'pens',
  cup: 'cups',
  hat: 'hats',
  bag: 'bags',
  lamp: 'lamps',
  ball: 'balls',
  box: 'boxes',
} as const;
const goods = ['book', 'pen', 'cup', 'hat', 'bag', 'lamp', 'ball', 'box'] as const;

const gain: Maker = (random) => {
  const [who, what] = [pick(names, random), pick(things, random)];
  const [a, b] = [between(random, 4, 60), between(random, 3, 30)];
  const question = `${who} has ${a} ${what} and finds ${b} more. How many ${what} does ${who} have now?`;
  return numberDraft({ question, right: a + b, slips: [a - b, a + b + 10, a + b - 1] }, random);
};

const loss: Maker = (random) => {
  const [who, what] = [pick(names, random), pick(things, random)];
  const [a, b] = [between(random, 25, 80), between(random, 3, 24)];
  const question = `${who} has ${a} ${what} and gives away ${b}. How many ${what} are left?`;
  return numberDraft({ question, right: a - b, slips: [a + b, a - b + 10, a - b - 1] }, random);
};

const boxes: Maker = (random) => {
  const what = pick(things, random);
  const [a, b] = [between(random, 3, 12), between(random, 3, 12)];
  const question = `There are ${a} boxes with ${b} ${what} in each. How many ${what} are there in all?`;
  return numberDraft({ question, right: a * b, slips: [a + b, a * b + b, a * b - a] }, random);
};

const share: Maker = (random) => {
  const what = pick(things, random);
  const [each, people] = [between(random, 3, 15), between(random, 3, 8)];
  const question = `${people} friends share ${each * people} ${what} equally. How many does each friend get?`;
  return numberDraft({ question, right: each, slips: [each + 1, each - 1, each * people - people] }, random);
};

const price: Maker = (random) => {
  const good = pick(goods, random);
  const [cost, count] = [between(random, 2, 15), between(random, 3, 9)];
  const question = `One ${good} costs ${cost} dollars. How much do ${count} ${plurals[good]} cost?`;
  return numberDraft(
    { question, right: cost * count, slips: [cost + count, cost * count + cost, cost * count - 2], unit: 'dollars' },
    random,
  );
};

const change: Maker = (random) => {
  const [who, good] = [pick(names, random), pick(goods, random)];
  const [cost, count] = [between(random, 2, 9), between(random, 2, 6)];
  const paid = 60 + 10 * between(random, 0, 4);
  const right = paid - cost * count;
  const question = `${who} buys ${count} ${plurals[good]} at ${cost} dollars each and pays with ${paid} dollars. What is the change?`;
  return numberDraft(
    { question, right, slips: [paid - cost - count, right + 10, cost * count], unit: 'dollars' },
    random,
  );
};

const travel: Maker = (random) => {
  const vehicle = pick(['train', 'car', 'bus', 'ship', 'truck'], random);
  const [speed, hours] = [10 * between(random, 2, 12), between(random, 2, 7)];
  const right = speed * hours;
  const question = `A ${vehicle} moves at ${speed} km an hour for ${hours} hours. How far does it go?`;
  return numberDraft({ question, right, slips: [speed + hours, right + speed, right - 10], unit: 'km' }, random);
};

const ages: Maker = (random) => {
  const [younger, older] = pick(
    [
      ['Ann', 'Tom'],
      ['Ben', 'Eva'],
      ['Kim', 'Leo'],
      ['Mia', 'Sam'],
      ['Noa', 'Max'],
    ] as const,
    random,
  );
  const [age, gap, years] = [between(random, 5, 20), between(random, 2, 12), between(random, 2, 15)];
  const right = age + gap + years;
  const question = `${younger} is ${age}. ${older} is ${gap} years older. How old will ${older} be in ${years} years?`;
  return numberDraft({ question, right, slips: [age + gap, age + years, right + gap] }, random);
};

const twoSteps: Maker = (random) => {
  const [who, what] = [pick(names, random), pick(things, random)];
  const [rows, each, gone] = [between(random, 4, 12), between(random, 4, 12), between(random, 2, 15)];
  const right = rows * each - gone;
  const question = `${who} fills ${rows} bags with ${each} ${what} each, then loses ${gone}. How many ${what} remain?`;
  return numberDraft({ question, right, slips: [rows * each, rows + each - gone, right + 10] }, random);
};

const discount: Maker = (random) => {
  const good = pick(goods, random);
  const [percent, full] = [pick([10, 20, 25, 50], random), 20 * between(random, 2, 20)];
  const right = full - (full * percent) / 100;
  const question = `A ${good} for ${full} dollars is sold at ${percent}% off. What is the new price?`;
  return numberDraft({ question, right, slips: [full - right, full - percent, right + 10], unit: 'dollars' }, random);
};

const together: Maker = (random) => {
  const what = pick(things, random);
  const [a, times, b] = [between(random, 4, 20), between(random, 2, 5), between(random, 2, 12)];
  const right = a + a * times + b;
  const question = `Ann has ${a} ${what}, Ben has ${times} times as many, Dan has ${b}. How many ${what} in all?`;
  return numberDraft({ question, right, slips: [a * times + b, a + times + b, right - b, right + 1] }, random);
};

export const wordProblems: Subject = {
  name: 'word problems',
  makers: { 1: [gain, loss, boxes], 2: [share, price, travel], 3: [change, ages, twoSteps, discount, together] },
};
