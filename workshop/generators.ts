import type { ItemBase } from '../src/domain/dataset.ts';
import { generator as association } from './association.ts';
import { generator as cost } from './cost/generate.ts';
import { generator as delegate } from './delegate.ts';
import { generator as difficulty } from './difficulty/generate.ts';
import { generator as flip } from './flip.ts';
import type { GeneratorOptions, ItemGenerator } from './generator.ts';
import { generator as injection } from './injection.ts';
import { generator as know } from './know.ts';
import { generator as property } from './property/generate.ts';
import { generator as recognize } from './recognize.ts';
import { generator as repeat } from './repeat/generate.ts';
import { generator as restriction } from './restriction/generate.ts';
import { generator as stump } from './stump.ts';
import { generator as verbatim } from './verbatim/generate.ts';

/** The generator of each experiment's items, by the name of the experiment. */
export const generators: Readonly<Record<string, ItemGenerator>> = {
  association,
  restriction,
  difficulty,
  stump,
  verbatim,
  property,
  know,
  cost,
  repeat,
  recognize,
  delegate,
  flip,
  injection,
};

/**
 * Generates `count` items of an experiment (groups of four questions for `difficulty`); with the default seed a larger
 * set begins with the starter set. RangeError for an unknown experiment, an option that its generator does not have, or
 * more items than its templates can generate.
 */
export function generateItems(experiment: string, count: number, options: GeneratorOptions = {}): readonly ItemBase[] {
  const generator = generators[experiment];
  if (generator === undefined)
    throw new RangeError(`unknown experiment "${experiment}"; choose from ${Object.keys(generators).join(', ')}`);
  if (!Number.isSafeInteger(count) || count < 1) throw new RangeError(`${count} items cannot be generated`);
  const { topics, task, ladder = false, ...rest } = options;
  if (topics !== undefined) checkTopics(experiment, generator, topics);
  if (task !== undefined && generator.tasks?.includes(task) !== true)
    throw new RangeError(
      `items of "${experiment}" have no task "${task}"; tasks: ${generator.tasks?.join(', ') ?? 'none'}`,
    );
  if (!ladder) return generator.generate(count, options);
  if (generator.ladder === undefined) throw new RangeError(`items of "${experiment}" have no ladder`);
  if (topics !== undefined || task !== undefined) throw new RangeError('a ladder has its own tasks and no topics');
  return generator.ladder(count, rest);
}

function checkTopics(experiment: string, { takesTopics }: ItemGenerator, topics: readonly string[]): void {
  if (!takesTopics) throw new RangeError(`items of "${experiment}" have no topics`);
  const isUsable = topics.length > 0 && topics.every((topic) => topic.trim() !== '');
  if (!isUsable || new Set(topics).size < topics.length) throw new RangeError('a topic is empty or a duplicate');
}
