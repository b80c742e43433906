import type { RepeatItem } from '../../src/experiments/repeat/items.ts';
import { fillForms, numbered } from '../fill-forms.ts';
import type { ItemGenerator } from '../generator.ts';
import { questionsInTurn } from '../know.ts';
import { forms, things } from './requests.ts';

/** Seed of the shipped set. */
const repeatSeed = 71;

/**
 * Generates requests with short answers, in turn a multiple-choice question and an open request; a longer set begins with
 * the shorter one. RangeError when the forms are used up.
 */
export function generateRepeat(
  count: number,
  { seed = repeatSeed }: { readonly seed?: number } = {},
): readonly RepeatItem[] {
  const open = fillForms({ forms, slot: 'thing', fillers: things }, { name: 'repeat', seed });
  const items = questionsInTurn(open, { count, seed }).map(({ text, template }) => ({ request: text, template }));
  return numbered(items, { name: 'repeat', things: 'requests', count });
}

export const generator: ItemGenerator = {
  takesTopics: false,
  generate: (count, { seed = repeatSeed }) => generateRepeat(count, { seed }),
};
