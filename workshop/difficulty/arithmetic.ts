import { between, type Maker, numberDraft, pick, type Subject } from './draft.ts';

const sum: Maker = (random) => {
  const [a, b] = [between(random, 3, 60), between(random, 3, 60)];
  return numberDraft(
    { question: `What is ${a} + ${b}?`, right: a + b, slips: [a + b + 10, a + b - 10, a + b + 1] },
    random,
  );
};

const difference: Maker = (random) => {
  const [a, b] = [between(random, 30, 99), between(random, 2, 29)];
  return numberDraft(
    { question: `What is ${a} - ${b}?`, right: a - b, slips: [a - b + 10, a - b - 10, a - b + 2] },
    random,
  );
};

const product: Maker = (random) => {
  const [a, b] = [between(random, 2, 12), between(random, 2, 12)];
  return numberDraft({ question: `What is ${a} x ${b}?`, right: a * b, slips: [a * b + a, a * b - b, a + b] }, random);
};

const quotient: Maker = (random) => {
  const [right, b] = [between(random, 3, 25), between(random, 2, 9)];
  const question = `What is ${right * b} divided by ${b}?`;
  return numberDraft({ question, right, slips: [right + 1, right - 1, right + b] }, random);
};

const remainder: Maker = (random) => {
  const b = between(random, 5, 9);
  const a = between(random, 20, 99);
  const question = `What is the remainder when ${a} is divided by ${b}?`;
  return numberDraft({ question, right: a % b, slips: [b - (a % b), (a % b) + 1, Math.floor(a / b)] }, random);
};

const percentage: Maker = (random) => {
  const percent = pick([10, 20, 25, 50, 75], random);
  const a = between(random, 1, 20) * 20;
  const right = (a * percent) / 100;
  return numberDraft(
    { question: `What is ${percent}% of ${a}?`, right, slips: [right * 2, right / 2, a - right] },
    random,
  );
};

const bigProduct: Maker = (random) => {
  const [a, b] = [between(random, 13, 49), between(random, 13, 29)];
  const right = a * b;
  return numberDraft({ question: `What is ${a} x ${b}?`, right, slips: [right + a, right - b, right + 10] }, random);
};

const bracket: Maker = (random) => {
  const [a, b, c] = [between(random, 2, 20), between(random, 2, 20), between(random, 2, 9)];
  const right = (a + b) * c;
  return numberDraft(
    { question: `What is (${a} + ${b}) x ${c}?`, right, slips: [a + b * c, a * c + b, right + c] },
    random,
  );
};

const order: Maker = (random) => {
  const [a, b, c] = [between(random, 2, 40), between(random, 2, 12), between(random, 2, 12)];
  const right = a + b * c;
  return numberDraft(
    { question: `What is ${a} + ${b} x ${c}?`, right, slips: [(a + b) * c, a * b + c, a + b + c] },
    random,
  );
};

const square: Maker = (random) => {
  const [a, b] = [between(random, 7, 25), between(random, 2, 40)];
  const right = a * a - b;
  const question = `What is ${a} squared minus ${b}?`;
  return numberDraft({ question, right, slips: [a * a + b, (a + 1) * (a + 1) - b, right - 10] }, random);
};

const threeTerms: Maker = (random) => {
  const [a, b, c] = [between(random, 100, 900), between(random, 10, 90), between(random, 10, 90)];
  const right = a - b + c;
  return numberDraft(
    { question: `What is ${a} - ${b} + ${c}?`, right, slips: [a - b - c, right + 10, right - 100] },
    random,
  );
};

export const arithmetic: Subject = {
  name: 'arithmetic',
  makers: {
    1: [sum, difference, product],
    2: [quotient, remainder, percentage, order],
    3: [bigProduct, bracket, square, threeTerms],
  },
};
