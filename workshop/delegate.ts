import { colleagues, type DelegateItem } from '../src/experiments/delegate/items.ts';
import { seededRandom } from '../src/util/random.ts';
import { numbered } from './fill-forms.ts';
import type { ItemGenerator } from './generator.ts';
import { beginningOf, generateKnow } from './know.ts';

/** Seed of the shipped set. */
const delegateSeed = 91;

/** Generates questions from the templates of `know`, each with a colleague that is drawn at random. */
export function generateDelegate(
  count: number,
  { seed = delegateSeed }: { readonly seed?: number } = {},
): readonly DelegateItem[] {
  const random = seededRandom('delegate', seed);
  const items = generateKnow(count, { seed }).map(({ id: _, ...question }) => ({
    ...question,
    colleague: colleagues[Math.floor(random() * colleagues.length)] ?? colleagues[0],
    template: beginningOf(question),
  }));
  return numbered(items, { name: 'delegate', things: 'questions', count });
}

export const generator: ItemGenerator = {
  takesTopics: false,
  generate: (count, { seed = delegateSeed }) => generateDelegate(count, { seed }),
};
