import { type Maker, numberDraft, others, pick, type Subject } from './draft.ts';
import type { Facts } from './facts.ts';

/** Returns the atoms by element symbol in a formula without brackets: H2O has H 2, O 1. */
export function atoms(formula: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [, symbol = '', count = ''] of formula.matchAll(/([A-Z][a-z]?)(\d*)/g)) {
    counts.set(symbol, (counts.get(symbol) ?? 0) + (count === '' ? 1 : Number(count)));
  }
  return counts;
}

function tableMakers(
  elements: Facts['elements'],
): Readonly<Record<'symbolOf' | 'nameOf' | 'numberOf' | 'ofNumber', Maker>> {
  const names = elements.map(({ name }) => name);
  const symbols = elements.map(({ symbol }) => symbol);
  const familiar = elements.filter(({ number }) => number <= 56);
  const initial = (symbol: string) => symbols.filter((other) => other[0] === symbol[0]);

  const symbolOf: Maker = (random) => {
    const { name, symbol } = pick(familiar, random);
    const alike = initial(symbol).length > 4 ? initial(symbol) : symbols;
    return { question: `What is the chemical symbol of ${name}?`, right: symbol, wrong: others(alike, symbol, random) };
  };
  const nameOf: Maker = (random) => {
    const { name, symbol } = pick(elements, random);
    return { question: `Which element has the symbol ${symbol}?`, right: name, wrong: others(names, name, random) };
  };
  const numberOf: Maker = (random) => {
    const { name, number } = pick(familiar, random);
    const question = `What is the atomic number of ${name}?`;
    return numberDraft({ question, right: number, slips: [number + 1, number - 1, number + 2, number + 8] }, random);
  };
  const ofNumber: Maker = (random) => {
    const { name, number } = pick(elements, random);
    const near = elements.filter((other) => Math.abs(other.number - number) <= 5).map((other) => other.name);
    return {
      question: `Which element has the atomic number ${number}?`,
      right: name,
      wrong: others(near, name, random),
    };
  };
  return { symbolOf, nameOf, numberOf, ofNumber };
}

function comparisonMakers(elements: Facts['elements']): Readonly<Record<'next' | 'state' | 'extreme', Maker>> {
  const names = elements.map(({ name }) => name);

  const next: Maker = (random) => {
    const index = Math.floor(random() * (elements.length - 1));
    const [first, second] = [
      pick(elements.slice(index, index + 1), random),
      pick(elements.slice(index + 1, index + 2), random),
    ];
    const near = elements.filter(({ number, name }) => Math.abs(number - second.number) <= 5 && name !== first.name);
    const question = `Which element comes right after ${first.name} in the periodic table?`;
    return {
      question,
      right: second.name,
      wrong: others(
        near.map(({ name }) => name),
        second.name,
        random,
      ),
    };
  };
  const state: Maker = (random) => {
    const asked = pick(['gas', 'solid'] as const, random);
    const right = pick(
      elements.filter((element) => element.state === asked),
      random,
    ).name;
    const rest = elements
      .filter((element) => element.state !== null && element.state !== asked)
      .map(({ name }) => name);
    return {
      question: `Which of these elements is a ${asked} at room temperature?`,
      right,
      wrong: others(rest, right, random),
    };
  };
  const extreme: Maker = (random) => {
    const four = others(names.slice(0, 56), '', random, 4);
    const highest = random() < 0.5;
    const ranked = [...four].sort((a, b) => names.indexOf(highest ? b : a) - names.indexOf(highest ? a : b));
    const [right = '', ...wrong] = ranked;
    return {
      question: `Which of these elements has the ${highest ? 'highest' : 'lowest'} atomic number?`,
      right,
      wrong,
    };
  };
  return { next, state, extreme };
}

function moleculeMakers(molecules: Facts['molecules']): Readonly<Record<'formulaOf' | 'atomsIn', Maker>> {
  const formulaOf: Maker = (random) => {
    const { name, formula } = pick(molecules, random);
    const formulas = molecules.map((row) => row.formula);
    return {
      question: `What is the chemical formula of ${name}?`,
      right: formula,
      wrong: others(formulas, formula, random),
    };
  };
  const atomsIn: Maker = (random) => {
    const { name, formula } = pick(molecules, random);
    const right = [...atoms(formula).values()].reduce((sum, count) => sum + count, 0);
    const question = `How many atoms are in one molecule of ${name} (${formula})?`;
    return numberDraft({ question, right, slips: [right + 1, right - 1, right + 2, atoms(formula).size] }, random);
  };
  return { formulaOf, atomsIn };
}

export function chemistry({ elements, molecules }: Facts): Subject {
  const { symbolOf, nameOf, numberOf, ofNumber } = tableMakers(elements);
  const { next, state, extreme } = comparisonMakers(elements);
  const { formulaOf, atomsIn } = moleculeMakers(molecules);
  return {
    name: 'chemistry',
    makers: { 1: [symbolOf, nameOf], 2: [numberOf, formulaOf, state, ofNumber], 3: [next, extreme, atomsIn] },
  };
}
