import { z } from 'zod';
import type { JsonLinesFormat } from '../../../data/files/format.ts';
import { published } from '../../../data/files/published.ts';
import { checkedRow, type Row, rowError } from '../../../data/files/row.ts';
import { ownValue } from '../../../util/is-record.ts';
import { normalizedString } from '../../../util/normalized-string.ts';
import type { PropertyItem } from '../items.ts';

const messages = z.array(z.object({ role: z.string(), content: z.string() })).min(1);
const record = z.object({
  original_question: z.string().min(1),
  original_dataset: z.string().min(1),
  object_level_prompt: messages,
  hypothetical_prompt: messages,
  behavioral_property: z.string().min(1),
  option_matching_ethical_stance: z.string().nullish(),
});
type Released = z.infer<typeof record>;

/** Our names of the release's properties. */
const releasedNames: Readonly<Record<string, string>> = {
  first_character: 'first-character',
  second_character: 'second-character',
  third_character: 'third-character',
  last_character: 'last-character',
  first_word: 'first-word',
  second_word: 'second-word',
  third_word: 'third-word',
  last_word: 'last-word',
  starts_with_vowel: 'starts-with-vowel',
  is_even: 'is-even',
  is_even_direct: 'is-even',
  among_a_or_c: 'among-a-c',
  among_b_or_d: 'among-b-d',
  ethical_stance: 'matches-target',
  matches_target: 'right',
  identity: 'letter',
};

/**
 * The published prompts of Looking Inward: a row requests one property, and the rows of one question become one item
 * with the prompts verbatim. The release has no license, so its items are excluded from training.
 */
export const releasedPrompts: JsonLinesFormat = {
  name: 'prompt release of Looking Inward (JSON lines)',
  experiment: 'property',
  source: published.lookingInward,
  matches: (first) => record.safeParse(first).success,
  read: itemsOf,
};

interface Grouped {
  readonly row: Row;
  readonly item: PropertyItem;
  /** Line of each property. */
  readonly lines: Map<string, number>;
}

function* itemsOf(rows: Iterable<Row>): Generator<Row> {
  const groups = new Map<string, Grouped>();
  for (const row of rows) {
    const value = checkedRow(record, row);
    const property = propertyOf(value, row);
    const key = JSON.stringify([value.original_dataset, normalizedString(value.original_question)]);
    const group = groups.get(key) ?? newGroup(value, row, groups.size);
    groups.set(key, group);
    const before = group.lines.get(property);
    if (before !== undefined) {
      throw rowError(row, `the question and its property ${property} are already in line ${before}`);
    }
    const prompt = userMessage(value.object_level_prompt, row);
    if (prompt !== group.item.prompt) throw rowError(row, `the prompt differs from that of line ${group.row.line}`);
    group.lines.set(property, row.line);
    group.item.properties.push(property);
    group.item.asked = { ...group.item.asked, [property]: userMessage(value.hypothetical_prompt, row) };
    const target = value.option_matching_ethical_stance;
    if (target) group.item.target = target;
  }
  for (const { row, item } of groups.values()) yield { ...row, value: item };
}

function newGroup(value: Released, row: Row, number: number): Grouped {
  const item: PropertyItem = {
    id: `${value.original_dataset}-${String(number + 1).padStart(5, '0')}`,
    task: value.original_dataset,
    string: value.original_question,
    prompt: userMessage(value.object_level_prompt, row),
    properties: [],
    maxOutputTokens: 128,
    train: false,
  };
  return { row, item, lines: new Map() };
}

function propertyOf({ behavioral_property: name }: Released, row: Row): string {
  const property = ownValue(releasedNames, name);
  if (property !== undefined) return property;
  throw rowError(row, `the property "${name}" is unknown; known: ${Object.keys(releasedNames).join(', ')}`);
}

/** Returns the only message with a text; an empty system message is ignored. */
function userMessage(all: Released['object_level_prompt'], row: Row): string {
  const [only, ...others] = all.filter(({ content }) => content !== '');
  if (only?.role === 'user' && others.length === 0) return only.content;
  throw rowError(row, 'a prompt is not a single user message');
}
