import { shuffled } from '../../src/util/random.ts';
import { between, type Maker, numberDraft, pick, type Subject } from './draft.ts';

const names = ['Ann', 'Ben', 'Dan', 'Eva', 'Kim', 'Leo', 'Mia', 'Noa', 'Sam', 'Tom', 'Zoe', 'Max'] as const;
const orders = [
  ['taller', 'tallest', 'shortest'],
  ['older', 'oldest', 'youngest'],
  ['faster', 'fastest', 'slowest'],
  ['richer', 'richest', 'poorest'],
] as const;

const nextOf = (terms: readonly number[]) => `Which number comes next: ${terms.join(', ')}?`;

const steps: Maker = (random) => {
  const [start, step] = [between(random, 1, 30), between(random, 2, 12)];
  const terms = [0, 1, 2, 3].map((index) => start + index * step);
  const right = start + 4 * step;
  return numberDraft(
    { question: nextOf(terms), right, slips: [right + step, right + 1, right - 1, right - step + 1] },
    random,
  );
};

const downSteps: Maker = (random) => {
  const [step, last] = [between(random, 2, 12), between(random, 1, 40)];
  const terms = [4, 3, 2, 1].map((index) => last + index * step);
  return numberDraft(
    { question: nextOf(terms), right: last, slips: [last + 1, last - 1, last - step, last + step - 1] },
    random,
  );
};

const doubling: Maker = (random) => {
  const [start, factor] = [between(random, 1, 12), pick([2, 3], random)];
  const terms = [0, 1, 2, 3].map((index) => start * factor ** index);
  const right = start * factor ** 4;
  return numberDraft(
    { question: nextOf(terms), right, slips: [right + start, (terms[3] ?? 0) + start, right - factor] },
    random,
  );
};

const growing: Maker = (random) => {
  const [start, step] = [between(random, 1, 30), between(random, 1, 6)];
  const terms = [0, 1, 3, 6].map((index) => start + index * step);
  const right = start + 10 * step;
  return numberDraft({ question: nextOf(terms), right, slips: [right - step, right + step, right + 1] }, random);
};

const sums: Maker = (random) => {
  const terms = [between(random, 1, 12), between(random, 1, 12)];
  while (terms.length < 6) terms.push((terms.at(-1) ?? 0) + (terms.at(-2) ?? 0));
  const right = terms[5] ?? 0;
  return numberDraft(
    { question: nextOf(terms.slice(0, 5)), right, slips: [right + 1, right - 2, 2 * (terms[4] ?? 0)] },
    random,
  );
};

const alternating: Maker = (random) => {
  const [start, up, down] = [between(random, 5, 40), between(random, 4, 12), between(random, 1, 3)];
  const terms = [start, start + up, start + up - down, start + 2 * up - down, start + 2 * up - 2 * down];
  const right = start + 3 * up - 2 * down;
  return numberDraft({ question: nextOf(terms), right, slips: [right - up - down, right + down, right + 1] }, random);
};

const missing: Maker = (random) => {
  const [start, step, hole] = [between(random, 1, 40), between(random, 3, 15), between(random, 1, 3)];
  const terms = [0, 1, 2, 3, 4].map((index) => (index === hole ? '?' : start + index * step));
  const right = start + hole * step;
  return numberDraft(
    { question: `Which number is missing: ${terms.join(', ')}?`, right, slips: [right + 1, right - 1, right + 2] },
    random,
  );
};

const extremes: Maker = (random) => {
  const people = shuffled(names, random).slice(0, 4);
  const [a, b, c, d] = people;
  const [more, most, least] = pick(orders, random);
  const top = random() < 0.5;
  const facts = shuffled(
    [`${a} is ${more} than ${b}.`, `${b} is ${more} than ${c}.`, `${c} is ${more} than ${d}.`],
    random,
  );
  const right = (top ? a : d) ?? '';
  return {
    question: `${facts.join(' ')} Who is the ${top ? most : least}?`,
    right,
    wrong: people.filter((name) => name !== right),
  };
};

const ranked: Maker = (random) => {
  const people = shuffled(names, random).slice(0, 4);
  const [a, b, c, d] = people;
  const [more, most] = pick(orders, random);
  const facts = shuffled(
    [`${a} is ${more} than ${b}.`, `${b} is ${more} than ${c}.`, `${c} is ${more} than ${d}.`],
    random,
  );
  const [ordinal, right = ''] = pick(
    [
      ['second', b],
      ['third', c],
    ] as const,
    random,
  );
  return {
    question: `${facts.join(' ')} Who is the ${ordinal} ${most}?`,
    right,
    wrong: people.filter((name) => name !== right),
  };
};

export const sequences: Subject = {
  name: 'sequences and logic',
  makers: { 1: [steps, downSteps, doubling], 2: [growing, sums, missing, extremes], 3: [alternating, ranked] },
};
