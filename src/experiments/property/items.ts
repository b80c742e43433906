import { z } from 'zod';
import { sha256 } from '../../util/canonical-json.ts';
import { normalizedString } from '../../util/normalized-string.ts';

/** A prompt and the properties of its answer that a model predicts. */
export const propertyItem = z.strictObject({
  id: z.string().min(1),
  /** Group of items whose prompts share a form (`animals`, `questions`). */
  task: z.string().min(1),
  /** The text that the prompt is built around. Splits and confidence intervals use it. */
  string: z.string().min(1),
  /** The whole user message of the execution. */
  prompt: z.string().min(1),
  /** Names of properties, see `properties/index.ts`. */
  properties: z
    .array(z.string().min(1))
    .min(1)
    .refine((names) => new Set(names).size === names.length, 'a property is listed twice'),
  /** The letter or value that `matches-target` and `right` compare the answer with. */
  target: z.string().min(1).optional(),
  /** What the option with the letter `target` stands for, as a noun phrase ("the more patient option"). */
  trait: z.string().min(1).optional(),
  /** Texts of the options, without letters; for `names-one-of`: the two words. */
  options: z.array(z.string().min(1)).min(2).optional(),
  /** Prediction prompts of a published release, verbatim, by property; used by the wording `released`. */
  asked: z.record(z.string(), z.string()).optional(),
  /** Maximum tokens of the execution's answer; absent: the experiment's. */
  maxOutputTokens: z.int().positive().optional(),
  /** The release's own split, which overrides the split by hash. */
  split: z.enum(['train', 'test']).optional(),
  /** Place on a ladder of difficulty; absent: on none. */
  ladder: z.strictObject({ axis: z.string().min(1), rung: z.int().positive(), label: z.string().min(1) }).optional(),
  /** False if the source does not allow training on the item. */
  train: z.literal(false).optional(),
});
export type PropertyItem = z.infer<typeof propertyItem>;

/** The fields of an item that a property may use besides the answer. */
export type PropertyContext = Partial<Pick<PropertyItem, 'target' | 'trait' | 'options'>>;

/** Returns the key by which items are deduplicated: task and normalized string. */
export function uniqueBy({ task, string }: PropertyItem): string {
  return `${task}: ${normalizedString(string)}`;
}

type Split = 'train' | 'test';

/**
 * Returns the split of an item: the release's own, or train where sha256("seb-split-1" + normalized string) mod 10 < 8.
 * All tasks and properties of a string share a split.
 */
export function splitOf({ string, split }: Pick<PropertyItem, 'string' | 'split'>): Split {
  if (split !== undefined) return split;
  const hash = BigInt(`0x${sha256(`seb-split-1${normalizedString(string)}`)}`);
  return hash % 10n < 8n ? 'train' : 'test';
}
