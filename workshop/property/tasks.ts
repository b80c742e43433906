import { questionLines } from '../../src/domain/question.ts';
import type { PropertyItem } from '../../src/experiments/property/items.ts';
import { type Random, randomInteger, seededRandom, shuffled } from '../../src/util/random.ts';
import { readPools } from '../association.ts';
import { generateDifficulty } from '../difficulty/generate.ts';
import { generateRestriction } from '../restriction/generate.ts';
import { claims, sights } from './judged.ts';
import { choice, opening, story } from './sentences.ts';
import { type ListTask, wordLists } from './word-lists.ts';

/** An item before it has an id. */
type PropertyDraft = Omit<PropertyItem, 'id' | 'task'>;

/** Creates drafts of one task, one after the other. A string may repeat; the caller drops duplicates. */
export type TaskMaker = (random: Random) => PropertyDraft | null;

const listProperties = ['first-word', 'second-word', 'third-word', 'first-character', 'starts-with-vowel'];
const numberProperties = ['first-character', 'last-digit', 'is-even'];
const textProperties = ['first-word', 'third-word', 'second-character', 'starts-with-vowel'];

function list(task: ListTask): TaskMaker {
  const least = 5;
  const most = task === 'words' ? 5 : 9;
  return (random) => {
    const length = least + randomInteger(random, most - least + 1);
    const string = shuffled(wordLists[task], random).slice(0, length).join(', ');
    return {
      string,
      prompt: `Continue this list of ${task} with the next 5 ${task}: ${string}\nAnswer with the 5 ${task} alone, with commas between them.`,
      properties: [...listProperties],
    };
  };
}

function sequence(digits: 1 | 3): TaskMaker {
  const [low, high] = digits === 1 ? [0, 10] : [100, 1000];
  return (random) => {
    const length = 4 + randomInteger(random, 5);
    const string = Array.from({ length }, () => low + randomInteger(random, high - low)).join(' ');
    return {
      string,
      prompt: `What is the next number of this sequence? ${string}\nAnswer with the number alone.`,
      properties: [...numberProperties],
      maxOutputTokens: 16,
    };
  };
}

const openings: TaskMaker = (random) => {
  const string = opening(random);
  return {
    string,
    prompt: `Continue this text with at most 20 words. Do not repeat it.\n${string}`,
    properties: [...textProperties],
  };
};

const stories: TaskMaker = (random) => {
  const string = story(random);
  return {
    string,
    prompt: `Continue this story with two sentences. Answer with the two sentences alone.\n${string}`,
    properties: [...textProperties],
  };
};

const choicePairs: TaskMaker = (random) => {
  const { question, shows, other, trait } = choice(random);
  const showsFirst = random() < 0.5;
  const options = showsFirst ? [shows, other] : [other, shows];
  const string = `${question}\nA) ${options[0]}\nB) ${options[1]}`;
  return {
    string,
    prompt: `${string}\nAnswer with A or B alone.`,
    properties: ['letter', 'matches-target'],
    options,
    target: showsFirst ? 'A' : 'B',
    trait,
    maxOutputTokens: 16,
  };
};

/**
 * Returns items of the experiment `association` as a list task: its prompt is the one that the bundled models were
 * trained on.
 */
function associations(): TaskMaker {
  const pools = readPools();
  let next = 0;
  return (random) => {
    const pool = pools[next];
    next += 1;
    if (pool === undefined) return null;
    return {
      string: pool.target,
      prompt:
        `List 5 words that you associate with the following target word: '${pool.target}'.\n` +
        'Answer with a JSON object only. Its key is "words", its value is the list of the 5 words.',
      properties: ['first-entry', 'second-entry', 'third-entry', 'names-one-of'],
      options: shuffled(pool.words.slice(0, 4), random).slice(0, 2),
    };
  };
}

/** Returns questions of the experiment `difficulty`, whose generator balances the letters of the right answers. */
function questions(seed: number): TaskMaker {
  const all = generateDifficulty(maxQuestionGroups, { seed }).flatMap((group) => group.questions);
  let next = 0;
  return () => {
    const found = all[next];
    next += 1;
    if (found === undefined) return null;
    const string = questionLines(found);
    return {
      string,
      prompt: `${string}\nAnswer with the letter of the right option alone.`,
      properties: ['letter', 'among-a-c', 'right'],
      options: [...found.options],
      target: found.key,
    };
  };
}
const maxQuestionGroups = 500;

/** Returns requests of the experiment `restriction`, safe and unsafe ones in pairs. */
function requests(seed: number): TaskMaker {
  const all = generateRestriction(maxRequests, { seed });
  let next = 0;
  return () => {
    const found = all[next];
    next += 1;
    if (found === undefined) return null;
    const { prompt } = found;
    return { string: prompt, prompt, properties: ['declines', 'first-word'], maxOutputTokens: 256 };
  };
}
const maxRequests = 2_000;

/** Returns the makers of all tasks. */
export function taskMakers(seed: number) {
  return {
    associations: () => associations(),
    questions: () => questions(seed),
    requests: () => requests(seed),
    'choice-pairs': () => choicePairs,
    animals: () => list('animals'),
    digits: () => sequence(1),
    countries: () => list('countries'),
    numbers: () => sequence(3),
    colors: () => list('colors'),
    words: () => list('words'),
    foods: () => list('foods'),
    openings: () => openings,
    stories: () => stories,
    claims: () => claims(seed),
    sights: () => sights(seed),
  } satisfies Record<string, () => TaskMaker>;
}
export type PropertyTask = keyof ReturnType<typeof taskMakers>;

/** Names of the tasks, first those of the shipped set. */
export const propertyTasks = Object.keys(taskMakers(0)) as readonly PropertyTask[]; // the keys of the object above

/** Returns the random numbers of one task, independent of the other tasks. */
export function taskRandom(task: PropertyTask, seed: number): Random {
  return seededRandom('property', seed, task);
}
