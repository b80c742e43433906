import { between, type Maker, numberDraft, others, pick, type Subject } from './draft.ts';

const conversions = [
  ['km', 'metres', 1000],
  ['metres', 'cm', 100],
  ['cm', 'mm', 10],
  ['kg', 'grams', 1000],
  ['litres', 'millilitres', 1000],
  ['dozen', 'pieces', 12],
  ['tonnes', 'kg', 1000],
  ['feet', 'inches', 12],
  ['yards', 'feet', 3],
] as const;

const shapes = [
  ['triangle', 3],
  ['square', 4],
  ['rectangle', 4],
  ['pentagon', 5],
  ['hexagon', 6],
  ['heptagon', 7],
  ['octagon', 8],
  ['decagon', 10],
] as const;

const convert: Maker = (random) => {
  const [big, small, factor] = pick(conversions, random);
  const count = between(random, 2, 25);
  const right = count * factor;
  const question = `How many ${small} are in ${count} ${big}?`;
  return numberDraft({ question, right, slips: [right * 10, right / 10, right + factor, count * 50] }, random);
};

const sides: Maker = (random) => {
  const [shape, right] = pick(shapes, random);
  const question = `How many sides does ${/^[aeiou]/.test(shape) ? 'an' : 'a'} ${shape} have?`;
  return numberDraft({ question, right, slips: [right + 1, right - 1, right + 2] }, random);
};

const rectangleArea: Maker = (random) => {
  const [a, b] = [between(random, 3, 15), between(random, 3, 15)];
  const question = `A rectangle is ${a} cm long and ${b} cm wide. What is its area?`;
  return numberDraft({ question, right: a * b, slips: [2 * (a + b), a + b, a * b + a], unit: 'square cm' }, random);
};

const perimeter: Maker = (random) => {
  const [a, b] = [between(random, 3, 30), between(random, 3, 30)];
  const right = 2 * (a + b);
  const question = `A rectangle is ${a} cm long and ${b} cm wide. How long is its border?`;
  return numberDraft({ question, right, slips: [a + b, a * b, right + a, right - 2], unit: 'cm' }, random);
};

const regular: Maker = (random) => {
  const [shape, count] = pick(
    shapes.filter(([name]) => name !== 'rectangle' && name !== 'square'),
    random,
  );
  const side = between(random, 2, 20);
  const question = `Each side of a regular ${shape} is ${side} cm. How long is its border?`;
  return numberDraft(
    { question, right: side * count, slips: [side + count, side * (count + 1), side * (count - 1)], unit: 'cm' },
    random,
  );
};

const triangleAngle: Maker = (random) => {
  const [a, b] = [5 * between(random, 4, 16), 5 * between(random, 4, 16)];
  const right = 180 - a - b;
  const question = `Two angles of a triangle are ${a} and ${b} degrees. What is the third?`;
  return numberDraft(
    { question, right, slips: [a + b, right + 10, right - 10, 90 - Math.min(a, b)], unit: 'degrees' },
    random,
  );
};

const triangleArea: Maker = (random) => {
  const [base, height] = [2 * between(random, 2, 15), between(random, 3, 20)];
  const right = (base * height) / 2;
  const question = `A triangle has a base of ${base} cm and a height of ${height} cm. What is its area?`;
  return numberDraft(
    { question, right, slips: [base * height, base + height, right + base], unit: 'square cm' },
    random,
  );
};

const volume: Maker = (random) => {
  const [a, b, c] = [between(random, 2, 10), between(random, 2, 10), between(random, 2, 10)];
  const right = a * b * c;
  const question = `A box is ${a} cm long, ${b} cm wide and ${c} cm high. What is its volume?`;
  return numberDraft(
    { question, right, slips: [a + b + c, a * b + c, right + a * b, 2 * right], unit: 'cubic cm' },
    random,
  );
};

const fromArea: Maker = (random) => {
  const [side, other] = [between(random, 3, 20), between(random, 3, 20)];
  const question = `A rectangle of ${side * other} square cm is ${other} cm wide. How long is it?`;
  return numberDraft(
    { question, right: side, slips: [side + 1, side - 1, side + other, side * 2], unit: 'cm' },
    random,
  );
};

const longest: Maker = (random) => {
  const metres = others(
    Array.from({ length: 90 }, (_, index) => String(index + 2)),
    '',
    random,
    4,
  ).map(Number);
  const texts = [(m: number) => `${m} metres`, (m: number) => `${m * 100} cm`, (m: number) => `${m * 1000} mm`];
  const top = random() < 0.5;
  const ranked = [...metres].sort((a, b) => (top ? b - a : a - b)).map((m) => pick(texts, random)(m));
  const [right = '', ...wrong] = ranked;
  return { question: `Which length is the ${top ? 'longest' : 'shortest'}?`, right, wrong };
};

export const units: Subject = {
  name: 'units and geometry',
  makers: {
    1: [convert, sides],
    2: [rectangleArea, perimeter, regular, triangleAngle],
    3: [triangleArea, volume, fromArea, longest],
  },
};
