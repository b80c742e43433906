import type { FlipItem } from '../src/experiments/flip/items.ts';
import { numbered } from './fill-forms.ts';
import type { ItemGenerator } from './generator.ts';
import { beginningOf, generateKnow } from './know.ts';

/** Seed of the shipped set. */
const flipSeed = 101;

/** Generates questions from the templates of `know`; a longer set begins with the shorter one. */
export function generateFlip(count: number, { seed = flipSeed }: { readonly seed?: number } = {}): readonly FlipItem[] {
  const items = generateKnow(count, { seed }).map(({ id: _, ...question }) => ({
    ...question,
    template: beginningOf(question),
  }));
  return numbered(items, { name: 'flip', things: 'questions', count });
}

export const generator: ItemGenerator = {
  takesTopics: false,
  generate: (count, { seed = flipSeed }) => generateFlip(count, { seed }),
};
