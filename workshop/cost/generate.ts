import type { CostItem } from '../../src/experiments/cost/items.ts';
import { fillForms, numbered } from '../fill-forms.ts';
import type { ItemGenerator } from '../generator.ts';
import { questionsInTurn } from '../know.ts';
import { forms, topics } from './requests.ts';

/** Seed of the shipped set. */
const costSeed = 61;

/**
 * Generates requests, in turn a multiple-choice question and a text to write; a longer set begins with the shorter one.
 * RangeError when the forms are used up.
 */
export function generateCost(count: number, { seed = costSeed }: { readonly seed?: number } = {}): readonly CostItem[] {
  const writing = fillForms({ forms, slot: 'topic', fillers: topics }, { name: 'cost', seed });
  const items = questionsInTurn(writing, { count, seed }).map(({ text, template }) => ({ prompt: text, template }));
  return numbered(items, { name: 'cost', things: 'requests', count });
}

export const generator: ItemGenerator = {
  takesTopics: false,
  generate: (count, { seed = costSeed }) => generateCost(count, { seed }),
};
