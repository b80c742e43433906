import { type Maker, numberDraft, others, pick, type Subject } from './draft.ts';
import type { Facts } from './facts.ts';

type Rows = Facts['animals'];

const a = (noun: string) => (/^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`);

function kindMakers(rows: Rows): {
  readonly kindOf: Maker;
  readonly which: Maker;
  readonly whichNot: Maker;
  readonly sameKind: Maker;
} {
  const kinds = [...new Set(rows.map(({ kind }) => kind))].filter((kind) => kind !== 'arachnid');
  const ofKind = (kind: string) => rows.filter((row) => row.kind === kind).map(({ animal }) => animal);
  const notOfKind = (kind: string) => rows.filter((row) => row.kind !== kind).map(({ animal }) => animal);

  const kindOf: Maker = (random) => {
    const { animal, kind } = pick(
      rows.filter((row) => kinds.includes(row.kind)),
      random,
    );
    return { question: `What kind of animal is ${a(animal)}?`, right: kind, wrong: others(kinds, kind, random) };
  };
  const which: Maker = (random) => {
    const kind = pick(kinds, random);
    const right = pick(ofKind(kind), random);
    return { question: `Which of these animals is ${a(kind)}?`, right, wrong: others(notOfKind(kind), right, random) };
  };
  const whichNot: Maker = (random) => {
    const kind = pick(kinds, random);
    const right = pick(notOfKind(kind), random);
    return { question: `Which of these animals is not ${a(kind)}?`, right, wrong: others(ofKind(kind), right, random) };
  };
  const sameKind: Maker = (random) => {
    const asked = pick(
      rows.filter((row) => kinds.includes(row.kind)),
      random,
    );
    const right = pick(
      ofKind(asked.kind).filter((animal) => animal !== asked.animal),
      random,
    );
    const question = `Which animal is of the same class as the ${asked.animal}?`;
    return { question, right, wrong: others(notOfKind(asked.kind), right, random) };
  };
  return { kindOf, which, whichNot, sameKind };
}

/** Synonyms of the words in the table: neither is a wrong option for the other. */
const alsoCalled: readonly (readonly [animal: string, young: string])[] = [
  ['deer', 'calf'],
  ['deer', 'kid'],
  ['hen', 'poult'],
];

function youngMakers(rows: Rows): { readonly youngOf: Maker; readonly ofYoung: Maker } {
  // any young bird may be called a chick, so it is an option only for the hen
  const youngWords = [...new Set(rows.flatMap(({ young }) => (young === null || young === 'chick' ? [] : [young])))];

  const youngOf: Maker = (random) => {
    const { animal, young } = pick(rows, random);
    if (young === null) return youngOf(random);
    const disputed = (word: string) => alsoCalled.some(([other, called]) => other === animal && called === word);
    const wrong = others(youngWords, young, random, 5).filter((word) => !disputed(word));
    return { question: `What is a young ${animal} called?`, right: young, wrong: wrong.slice(0, 3) };
  };
  const ofYoung: Maker = (random) => {
    const { animal, young } = pick(rows, random);
    if (young === null || young === 'chick') return ofYoung(random);
    const rest = rows.filter((row) => row.young !== null && row.young !== young).map((row) => row.animal);
    const disputed = (other: string) => alsoCalled.some(([called, word]) => called === other && word === young);
    const wrong = others(rest, animal, random, 5).filter((other) => !disputed(other));
    return { question: `Which of these animals has young called "${young}"?`, right: animal, wrong: wrong.slice(0, 3) };
  };
  return { youngOf, ofYoung };
}

function legMakers(rows: Rows): { readonly legsOf: Maker; readonly legsTogether: Maker } {
  const withLegs = rows.flatMap(({ animal, legs }) => (legs === null ? [] : [{ animal, legs }]));
  // these form the plural with s
  const counted = withLegs.filter(
    ({ animal, legs }) => legs > 0 && !/(?:[sxyof]|ch|oose|mouse|deer|sheep)$/.test(animal),
  );

  const legsOf: Maker = (random) => {
    const { animal, legs } = pick(withLegs, random);
    return numberDraft(
      { question: `How many legs does ${a(animal)} have?`, right: legs, slips: [0, 2, 4, 6, 8] },
      random,
    );
  };
  const legsTogether: Maker = (random) => {
    const [first, second] = [pick(counted, random), pick(counted, random)];
    const count = 2 + Math.floor(random() * 5);
    if (first.animal === second.animal) return legsTogether(random);
    const right = count * first.legs + second.legs;
    const question = `How many legs do ${count} ${first.animal}s and one ${second.animal} have together?`;
    return numberDraft(
      { question, right, slips: [count * first.legs, right + 2, right - 2, (count + 1) * first.legs] },
      random,
    );
  };
  return { legsOf, legsTogether };
}

export function animals({ animals: rows }: Facts): Subject {
  const { kindOf, which, whichNot, sameKind } = kindMakers(rows);
  const { youngOf, ofYoung } = youngMakers(rows);
  const { legsOf, legsTogether } = legMakers(rows);
  return {
    name: 'animals',
    makers: { 1: [kindOf, which], 2: [legsOf, youngOf, whichNot], 3: [ofYoung, legsTogether, sameKind] },
  };
}
