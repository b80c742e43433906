import type { PropertyItem } from '../../src/experiments/property/items.ts';
import { normalizedString } from '../../src/util/normalized-string.ts';
import type { ItemGenerator } from '../generator.ts';
import { generateLadder } from './ladder.ts';
import { type PropertyTask, propertyTasks, type TaskMaker, taskMakers, taskRandom } from './tasks.ts';

/** Seed of the shipped set. */
const propertySeed = 20263;

/** Tasks of the shipped set, which alternate, in blocks with enough items for the accuracy of each group. */
const blocks: readonly (readonly PropertyTask[])[] = [
  ['associations', 'questions'],
  ['requests', 'choice-pairs'],
  ['animals', 'digits'],
  ['countries', 'numbers'],
  ['colors', 'words'],
  ['foods', 'openings'],
  ['stories'],
];
export const shippedTasks: readonly PropertyTask[] = blocks.flat();
const itemsABlock = 30;

interface Options {
  readonly seed?: number;
  /** Limits items to this task. */
  readonly task?: string;
}

/**
 * Generates items of one task, or of the tasks of the shipped set in blocks. No string of a task repeats, and a longer set begins with the
 * shorter one. RangeError for an unknown task and when the templates of every task are used up.
 */
export function generateProperty(count: number, { seed = propertySeed, task }: Options = {}): readonly PropertyItem[] {
  const source = new Source(seed);
  const chosen = propertyTasks.find((known) => known === task);
  if (task !== undefined && chosen === undefined) {
    throw new RangeError(`unknown task "${task}"; choose from ${propertyTasks.join(', ')}`);
  }
  const order = chosen === undefined ? inBlocks() : always(chosen);
  const items: PropertyItem[] = [];
  for (const next of order) {
    if (items.length >= count) return items;
    if (source.isUsedUp(chosen === undefined ? shippedTasks : [chosen])) break;
    const item = source.item(next);
    if (item !== null) items.push(item);
  }
  throw new RangeError(`the templates make only ${items.length} items`);
}

function* inBlocks(): Generator<PropertyTask> {
  for (;;) for (const tasks of blocks) for (let turn = 0; turn < itemsABlock; turn += 1) yield* tasks;
}

function* always(task: PropertyTask): Generator<PropertyTask> {
  for (;;) yield task;
}

/** Draws of a new string before a task's templates count as used up. */
const maxAttempts = 200;

class Source {
  readonly #makers: ReturnType<typeof taskMakers>;
  readonly #seed: number;
  readonly #open = new Map<PropertyTask, { make: TaskMaker; random: () => number; seen: Set<string> }>();
  readonly #usedUp = new Set<PropertyTask>();

  constructor(seed: number) {
    this.#makers = taskMakers(seed);
    this.#seed = seed;
  }

  isUsedUp(tasks: readonly PropertyTask[]): boolean {
    return tasks.every((task) => this.#usedUp.has(task));
  }

  /** Returns the next item of a task; null when its templates are used up. */
  item(task: PropertyTask): PropertyItem | null {
    const known = this.#open.get(task) ?? {
      make: this.#makers[task](),
      random: taskRandom(task, this.#seed),
      seen: new Set<string>(),
    };
    this.#open.set(task, known);
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const draft = known.make(known.random);
      if (draft === null) break;
      const string = normalizedString(draft.string);
      if (known.seen.has(string)) continue;
      known.seen.add(string);
      return { id: `${task}-${String(known.seen.size).padStart(5, '0')}`, task, ...draft };
    }
    this.#usedUp.add(task);
    return null;
  }
}

export const generator: ItemGenerator = {
  takesTopics: false,
  tasks: propertyTasks,
  generate: (count, { seed = propertySeed, task }) =>
    generateProperty(count, task === undefined ? { seed } : { seed, task }),
  ladder: generateLadder,
};
