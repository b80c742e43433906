import { type Letter, letters, type Question } from '../../src/domain/question.ts';
import type { DifficultyItem } from '../../src/experiments/difficulty/items.ts';
import { type Random, seededRandom, shuffled } from '../../src/util/random.ts';
import type { ItemGenerator } from '../generator.ts';
import { animals } from './animals.ts';
import { arithmetic } from './arithmetic.ts';
import { astronomy } from './astronomy.ts';
import { calendar } from './calendar.ts';
import { chemistry } from './chemistry.ts';
import { type Draft, pick, type Subject } from './draft.ts';
import { type Facts, readFacts } from './facts.ts';
import { geography } from './geography.ts';
import { sequences } from './sequences.ts';
import { units } from './units.ts';
import { wordProblems } from './word-problems.ts';
import { words } from './words.ts';

/** Seed of the shipped set. */
const difficultySeed = 20260;
/** Groups per block: two rounds through the ten subjects. Subjects and keys are balanced within each block. */
const groupsPerBlock = 5;

type Level = 1 | 2 | 3;

function difficultySubjects(facts: Facts): readonly Subject[] {
  return [
    arithmetic,
    wordProblems,
    geography(facts),
    chemistry(facts),
    animals(facts),
    astronomy(facts),
    words(facts),
    calendar,
    sequences,
    units,
  ];
}

interface Options {
  readonly seed?: number;
  readonly facts?: Facts;
}

/**
 * Yields groups of four distinct questions of four subjects and mixed levels without end, with keys balanced over A to D.
 * Draws a group only when it is asked for. Tested up to 2,500 groups (10,000 questions); throws when the templates run
 * out.
 */
export function* difficultyGroups({
  seed = difficultySeed,
  facts = readFacts(),
}: Options = {}): Generator<DifficultyItem, never> {
  const random = seededRandom('difficulty', seed);
  const subjects = difficultySubjects(facts);
  const seen = new Set<string>();
  for (let number = 1; ; ) {
    const cycle = shuffled(subjects, random);
    const keys = shuffled(
      Array.from({ length: 4 * groupsPerBlock }, (_, index) => letters[index % 4] as Letter),
      random,
    );
    for (let group = 0; group < groupsPerBlock; group += 1, number += 1) {
      const levels = shuffled<Level>([1, 2, 3, ((number % 3) + 1) as Level], random);
      const questions = levels.map((level, index) => {
        const position = 4 * group + index;
        const subject = cycle[position % cycle.length] as Subject; // in range by the modulus
        const draft = newDraft({ subject, level, seen, random });
        const id = `q${String(4 * (number - 1) + index + 1).padStart(5, '0')}`;
        return placed({ id, subject: subject.name, draft, key: keys[position] as Letter, random }); // 4 x 5 keys, 4 x 5 positions
      });
      yield { id: `g${String(number).padStart(4, '0')}`, questions };
    }
  }
}

/** Generates the first groups of `difficultyGroups`: a longer set begins with the shorter one. */
export function generateDifficulty(groups: number, options: Options = {}): DifficultyItem[] {
  const drawn = difficultyGroups(options);
  return Array.from({ length: groups }, () => drawn.next().value);
}

/** Returns a new draft; the more often a text was used, the more its options must differ. */
function newDraft(options: { subject: Subject; level: Level; seen: Set<string>; random: Random }): Draft {
  const { subject, level, seen, random } = options;
  for (let attempt = 0; attempt < 5_000; attempt += 1) {
    const draft = pick(subject.makers[level], random)(random);
    // first an entirely new text; only when those run out, a used text with new options
    const texts = attempt < 60 ? [draft.question] : [];
    const identities = [...texts, JSON.stringify([draft.question, draft.right, [...draft.wrong].sort()])];
    if (identities.some((identity) => seen.has(identity))) continue;
    seen.add(draft.question);
    seen.add(JSON.stringify([draft.question, draft.right, [...draft.wrong].sort()]));
    return draft;
  }
  throw new RangeError(`the templates of ${subject.name} at level ${level} are used up`);
}

interface Placing {
  readonly id: string;
  readonly subject: string;
  readonly draft: Draft;
  readonly key: Letter;
  readonly random: Random;
}

function placed({ id, subject, draft, key, random }: Placing): Question {
  const options = shuffled(draft.wrong, random);
  options.splice(letters.indexOf(key), 0, draft.right);
  return { id, subject, question: draft.question, options, key };
}

export const generator: ItemGenerator = {
  takesTopics: false,
  generate: (count, { seed = difficultySeed }) => generateDifficulty(count, { seed }),
};
