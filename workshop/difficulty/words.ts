import { type Maker, numberDraft, others, pick, type Subject } from './draft.ts';
import type { Facts } from './facts.ts';

function meaningMakers({
  opposites,
  synonyms,
}: Facts): Readonly<Record<'opposite' | 'similar' | 'oppositePair', Maker>> {
  const bothWays = opposites.flatMap((row) => [row, { ...row, word: row.opposite, opposite: row.word }]);
  const bothAlike = synonyms.flatMap((row) => [row, { ...row, word: row.similar, similar: row.word }]);

  const opposite: Maker = (random) => {
    const asked = pick(bothWays, random);
    const rest = bothWays
      .filter(({ part, field }) => part === asked.part && field !== asked.field)
      .map((row) => row.word);
    const wrong = others(
      rest.filter((word) => word !== asked.word),
      asked.opposite,
      random,
    );
    return { question: `What is the opposite of "${asked.word}"?`, right: asked.opposite, wrong };
  };
  const similar: Maker = (random) => {
    const asked = pick(bothAlike, random);
    const rest = bothAlike
      .filter(({ part, field }) => part === asked.part && field !== asked.field)
      .map((row) => row.word);
    const wrong = others(
      rest.filter((word) => word !== asked.word),
      asked.similar,
      random,
    );
    return { question: `Which word means nearly the same as "${asked.word}"?`, right: asked.similar, wrong };
  };
  const oppositePair: Maker = (random) => {
    const asked = pick(opposites, random);
    const fields = opposites.filter(({ part, field }) => part === asked.part && field !== asked.field);
    const [a, b, c, d] = others(
      fields.map(({ word }) => word),
      asked.word,
      random,
      4,
    );
    const right = `${asked.word}, ${asked.opposite}`;
    const mixed = [`${a}, ${asked.opposite}`, `${asked.word}, ${b}`, `${asked.opposite}, ${c}`, `${asked.word}, ${d}`];
    return { question: 'Which two words are opposites?', right, wrong: others(mixed, right, random) };
  };
  return { opposite, similar, oppositePair };
}

function spellingMakers(plain: readonly string[]): Readonly<Record<'letterCount' | 'alphabet' | 'backwards', Maker>> {
  const letterCount: Maker = (random) => {
    const word = pick(
      plain.filter((text) => /^[a-z]+$/.test(text)),
      random,
    );
    return numberDraft(
      {
        question: `How many letters are in the word "${word}"?`,
        right: word.length,
        slips: [word.length + 1, word.length - 1, word.length + 2],
      },
      random,
    );
  };
  const alphabet: Maker = (random) => {
    const four = others(plain, '', random, 4);
    const first = random() < 0.5;
    const [right = '', ...wrong] = [...four].sort((a, b) => (a < b === first ? -1 : 1));
    return { question: `Which of these words comes ${first ? 'first' : 'last'} in the alphabet?`, right, wrong };
  };
  const backwards: Maker = (random) => {
    const word = pick(
      plain.filter((text) => /^[a-z]{4,7}$/.test(text)),
      random,
    );
    const letters = [...word].reverse();
    const right = letters.join('');
    const swaps = letters.slice(1).map((_, at) =>
      letters
        .with(at, letters[at + 1] ?? '')
        .with(at + 1, letters[at] ?? '')
        .join(''),
    );
    if (new Set([right, word, ...swaps]).size < 5) return backwards(random);
    return { question: `What is the word "${word}" spelled backwards?`, right, wrong: others(swaps, right, random) };
  };
  return { letterCount, alphabet, backwards };
}

export function words(facts: Facts): Subject {
  const { opposite, similar, oppositePair } = meaningMakers(facts);
  const plain = [...new Set([...facts.opposites, ...facts.synonyms].map(({ word }) => word))];
  const { letterCount, alphabet, backwards } = spellingMakers(plain);
  return {
    name: 'words',
    makers: { 1: [opposite, similar], 2: [letterCount, alphabet], 3: [oppositePair, backwards] },
  };
}
