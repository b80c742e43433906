import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readText } from '../../src/data/files/read-text.ts';
import { checkedRow } from '../../src/data/files/row.ts';
import type { RestrictionItem } from '../../src/experiments/restriction/items.ts';
import { type Random, randomInteger, seededRandom } from '../../src/util/random.ts';
import type { ItemGenerator } from '../generator.ts';

/** Seed of the shipped set. */
const restrictionSeed = 1;

const phrase = z.string().min(1);
/** One choice for both prompts of a pair, or a choice that differs between them. */
const entry = z.union([phrase, z.strictObject({ safe: phrase, unsafe: phrase })]);
const slots = z.record(z.string().regex(/^[a-z]+$/), z.array(entry).min(1));

/** Sentence pairs with `{slot}` placeholders, by kind of request; slots of a kind take precedence over shared ones. */
const restrictionTemplates = z.strictObject({
  shared: slots,
  kinds: z
    .array(
      z.strictObject({
        kind: z.string().min(1),
        pairs: z.array(z.strictObject({ safe: phrase, unsafe: phrase })).min(1),
        slots,
      }),
    )
    .min(1),
});
export type RestrictionTemplates = z.infer<typeof restrictionTemplates>;

const labels = ['safe', 'unsafe'] as const;
type Prompts = Readonly<Record<(typeof labels)[number], string>>;

/** Reads the shipped sentences and slots. */
function readTemplates(url = new URL('./templates.json', import.meta.url)): RestrictionTemplates {
  const file = fileURLToPath(url);
  return checkedRow(restrictionTemplates, { file, line: 1, value: JSON.parse(readText(file)) });
}

interface Options {
  readonly seed?: number;
  readonly templates?: RestrictionTemplates;
}

/**
 * Generates contrast pairs, the kinds in turn; a longer set begins with the shorter one. No prompt repeats; an odd
 * count ends with half a pair. RangeError when the templates are used up.
 */
export function generateRestriction(
  count: number,
  { seed = restrictionSeed, templates = readTemplates() }: Options = {},
): readonly RestrictionItem[] {
  const seen = new Set<string>();
  const sources = templates.kinds.map((kind) => ({
    kind: kind.kind,
    random: seededRandom('restriction', seed, kind.kind),
    templates: kind.pairs,
    slots: { ...templates.shared, ...kind.slots },
  }));
  const items: RestrictionItem[] = [];
  for (let pair = 0; items.length < count; pair += 1) {
    const source = sources[pair % sources.length] as Source; // the schema requires at least one kind
    const turn = Math.floor(pair / sources.length);
    const prompts = freshPair(source, turn, seen);
    // The order within a pair is random, so that a position in the file does not reveal the label.
    const order = source.random() < 0.5 ? labels : labels.toReversed();
    for (const label of order) {
      const id = `restriction-${String(items.length + 1).padStart(5, '0')}`;
      const pairId = `pair-${String(pair + 1).padStart(5, '0')}`;
      items.push({ id, prompt: prompts[label], label, kind: source.kind, pair: pairId });
    }
  }
  return items.slice(0, count);
}

interface Source {
  readonly kind: string;
  readonly random: Random;
  readonly templates: readonly Prompts[];
  readonly slots: z.infer<typeof slots>;
}

const attemptsPerTemplate = 100;
const mostWords = 15;

function wordCount(text: string): number {
  return text.split(' ').length;
}

function freshPair(source: Source, turn: number, seen: Set<string>): Prompts {
  const { templates } = source;
  for (let attempt = 0; attempt < attemptsPerTemplate * templates.length; attempt += 1) {
    // A used-up template passes its turn to the next one.
    const index = turn + Math.floor(attempt / attemptsPerTemplate);
    const template = templates[index % templates.length] as Prompts; // the schema requires at least one
    const chosen = new Map<string, z.infer<typeof entry>>();
    const fill = (label: keyof Prompts, text: string): string =>
      text.replaceAll(/\{([a-z]+)\}/g, (_, slot: string) => {
        const value = chosen.get(slot) ?? draw(source, slot);
        chosen.set(slot, value);
        return fill(label, typeof value === 'string' ? value : value[label]);
      });
    const prompts = { safe: fill('safe', template.safe), unsafe: fill('unsafe', template.unsafe) };
    const texts = [prompts.safe, prompts.unsafe];
    if (prompts.safe === prompts.unsafe || texts.some((text) => seen.has(text) || wordCount(text) > mostWords))
      continue;
    seen.add(prompts.safe).add(prompts.unsafe);
    return prompts;
  }
  throw new RangeError(`the templates of "${source.kind}" have no further pair of new prompts`);
}

function draw(source: Source, slot: string): z.infer<typeof entry> {
  const entries = source.slots[slot];
  if (entries === undefined) throw new RangeError(`the templates of "${source.kind}" name no slot {${slot}}`);
  return entries[randomInteger(source.random, entries.length)] as z.infer<typeof entry>; // the schema requires at least one
}

export const generator: ItemGenerator = {
  takesTopics: false,
  generate: (count, { seed = restrictionSeed }) => generateRestriction(count, { seed }),
};
