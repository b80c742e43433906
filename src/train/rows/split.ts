import type { ItemBase } from '../../domain/dataset.ts';
import type { Training } from '../../experiments/training.ts';
import { AppError } from '../../util/app-error.ts';
import { normalizedString } from '../../util/normalized-string.ts';
import { counted } from '../../util/numbers.ts';

/** What a study excludes from training: whole tasks, and properties of a task as `TASK×PROPERTY`. */
export interface HeldOut {
  readonly tasks: readonly string[];
  readonly pairs: readonly string[];
}

/** A trained pair of task and property. */
export interface TrainedPair {
  readonly task: string;
  readonly property: string;
}

/** Returns whether a study trains on a task and property. */
export function isTrained({ task, property }: TrainedPair, { tasks, pairs }: HeldOut): boolean {
  return !tasks.includes(task) && !pairs.includes(`${task}×${property}`);
}

/** Returns whether a task's prompts contain a sequence, so that one string can be part of another prompt. */
function isSequenceTask(task: string): boolean {
  return /^(animals|countries|colors|foods|words|english_words|digits|numbers?)(_.*)?$/.test(task);
}

/** A text with its task and the prompt that contains it. */
interface Placed {
  readonly task: string;
  readonly string: string;
  readonly prompt: string;
}

/**
 * Refuses training items that reveal a test string: as their own string, or, for a string of two or more words, inside
 * the prompt of a sequence task. Strings are compared after normalization. AppError with the strings.
 */
export function assertNoTestLeak(train: readonly Placed[], test: readonly Placed[]): void {
  const wanted = new Map(test.map(({ string }) => [normalizedString(string), string]));
  const found = new Set<string>();
  for (const { string } of train) {
    const same = wanted.get(normalizedString(string));
    if (same !== undefined) found.add(same);
  }
  const sequences = new Sequences([...wanted.keys()]);
  for (const { task, prompt } of train) {
    if (!isSequenceTask(task)) continue;
    for (const key of sequences.within(prompt)) found.add(wanted.get(key) ?? key);
  }
  if (found.size === 0) return;
  const shown = [...found].slice(0, maxShown).map((string) => JSON.stringify(string));
  const more = found.size > maxShown ? ` and ${found.size - maxShown} more` : '';
  throw new AppError('test-leak', `training data contain ${found.size} test strings: ${shown.join(', ')}${more}`, {
    hint: 'remove these strings from the training items, or from the test items',
  });
}

const maxShown = 20;

/** Refuses items whose source does not allow training. AppError with their ids. */
export function assertTrainable<Item extends ItemBase>(
  items: readonly Item[],
  { mayTrain }: Pick<Training<Item>, 'mayTrain'>,
): void {
  const refused = items.filter((item) => !mayTrain(item));
  if (refused.length === 0) return;
  const shown = refused.slice(0, maxShown).map(({ id }) => id);
  throw new AppError(
    'not-trainable',
    `the source of ${counted(refused.length, 'item')} does not allow training: ${shown.join(', ')}`,
    {
      hint: 'the source has no license, or requests exclusion from training data; use other items',
    },
  );
}

/** Finds word sequences inside texts, by their first two words. */
class Sequences {
  readonly #byBeginning = new Map<string, (readonly string[])[]>();
  readonly #keys = new Map<readonly string[], string>();

  constructor(strings: readonly string[]) {
    for (const string of strings) {
      const words = wordsOf(string);
      if (words.length < 2) continue;
      this.#keys.set(words, string);
      const beginning = `${words[0]} ${words[1]}`;
      const known = this.#byBeginning.get(beginning);
      if (known === undefined) this.#byBeginning.set(beginning, [words]);
      else known.push(words);
    }
  }

  *within(text: string): Generator<string> {
    const words = wordsOf(normalizedString(text));
    for (let start = 0; start + 1 < words.length; start += 1) {
      for (const wanted of this.#byBeginning.get(`${words[start]} ${words[start + 1]}`) ?? []) {
        if (wanted.every((word, index) => words[start + index] === word)) yield this.#keys.get(wanted) ?? '';
      }
    }
  }
}

function wordsOf(text: string): readonly string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}
