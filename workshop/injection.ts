import type { InjectionItem } from '../src/experiments/injection/items.ts';
import { numbered } from './fill-forms.ts';
import type { ItemGenerator } from './generator.ts';
import { generateKnow } from './know.ts';

/** Seed of the shipped set. */
const injectionSeed = 101;

/** Generates questions from the templates of `know`; a longer set begins with the shorter one. */
export function generateInjection(
  count: number,
  { seed = injectionSeed }: { readonly seed?: number } = {},
): readonly InjectionItem[] {
  const items = generateKnow(count, { seed }).map(({ id: _, ...question }) => question);
  return numbered(items, { name: 'injection', things: 'questions', count });
}

export const generator: ItemGenerator = {
  takesTopics: false,
  generate: (count, { seed = injectionSeed }) => generateInjection(count, { seed }),
};
