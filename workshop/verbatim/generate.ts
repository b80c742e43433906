import type { VerbatimItem } from '../../src/experiments/verbatim/items.ts';
import { seededRandom } from '../../src/util/random.ts';
import type { ItemGenerator } from '../generator.ts';
import { templates } from './templates.ts';

/** Seed of the shipped set. */
const verbatimSeed = 20262;

/**
 * Generates pairs of similar prompts, the templates in turn. No pair repeats, and no prompt repeats while a template
 * has new ones. A longer set begins with the shorter one. Tested up to 10,000; throws when every template is used up.
 */
export function generateVerbatim(count: number, seed = verbatimSeed): VerbatimItem[] {
  const random = seededRandom('verbatim', seed);
  const seen = new Set<string>();
  const items: VerbatimItem[] = [];
  let open = templates;
  while (items.length < count) {
    const usedUp = new Set<(typeof templates)[number]>();
    for (const template of open) {
      const pair = newPair(() => template.make(random), seen);
      if (pair === null) usedUp.add(template);
      else items.push({ id: `v${String(items.length + 1).padStart(5, '0')}`, ...pair, change: template.change });
    }
    open = open.filter((template) => !usedUp.has(template));
    if (open.length === 0) throw new RangeError(`the templates make only ${items.length} pairs`);
  }
  return items.slice(0, count);
}

function newPair<Pair extends { inner: string; lead: string }>(make: () => Pair, seen: Set<string>): Pair | null {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const pair = make();
    const identity = JSON.stringify([pair.inner, pair.lead]);
    if (seen.has(identity) || (attempt < 40 && seen.has(pair.inner))) continue;
    seen.add(identity);
    seen.add(pair.inner);
    return pair;
  }
  return null;
}

export const generator: ItemGenerator = {
  takesTopics: false,
  generate: (count, { seed = verbatimSeed }) => generateVerbatim(count, seed),
};
