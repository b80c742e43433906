import type { RecognizeItem } from '../src/experiments/recognize/items.ts';
import { forms, topics } from './cost/requests.ts';
import { fillForms, numbered } from './fill-forms.ts';
import type { ItemGenerator } from './generator.ts';

/** Seed of the shipped set. */
const recognizeSeed = 81;

/** Generates requests for short texts; a longer set begins with the shorter one. RangeError when the forms are used up. */
export function generateRecognize(
  count: number,
  { seed = recognizeSeed }: { readonly seed?: number } = {},
): readonly RecognizeItem[] {
  const filled = fillForms({ forms, slot: 'topic', fillers: topics }, { name: 'recognize', seed });
  const items = filled.map(({ text, template }) => ({ request: text, template }));
  return numbered(items, { name: 'recognize', things: 'requests', count });
}

export const generator: ItemGenerator = {
  takesTopics: false,
  generate: (count, { seed = recognizeSeed }) => generateRecognize(count, { seed }),
};
