import type { Condition } from '../../domain/condition.ts';
import type { Injection, OutputTokens } from '../../domain/injection.ts';
import { letters } from '../../domain/question.ts';
import { type Random, randomInteger } from '../../util/random.ts';
import type { InjectionItem } from './items.ts';

/** What is inserted (levels of the factor `noise`): `own` is a control, the tokens that the model writes next anyway. */
export const noises = ['random', 'least', 'word', 'statement', 'own'] as const;
export type Noise = (typeof noises)[number];

/** Levels of the factor `count`: tokens, or words of the noise `word`. A wrong statement is inserted once, at any count. */
export const counts = ['4', '1', '2', '8'] as const;

/** Levels of the factor `position`: the percentage of the uninterrupted answer that stands before the insertion. */
export const positions = ['50', '10', '90'] as const;

/** What a condition inserts, and where. */
export interface Design {
  readonly noise: Noise;
  readonly count: number;
  /** Percentage of the uninterrupted answer. */
  readonly position: number;
}

/** Returns the design of a condition; the first level of each factor that the condition does not name. */
export function designOf({ noise, count, position }: Condition): Design {
  const named = (noise ?? noises[0]) as Noise; // checked against the levels when the run is configured
  return { noise: named, count: Number(count ?? counts[0]), position: Number(position ?? positions[0]) };
}

/** Words that have nothing to do with a question. */
const words: readonly string[] = [
  ...['anchor', 'basket', 'candle', 'drum', 'elbow', 'feather', 'gravel', 'hammock', 'icicle', 'jacket', 'kettle'],
  ...['ladder', 'marble', 'needle', 'oyster', 'pillow', 'quilt', 'ribbon', 'saddle', 'teapot', 'umbrella', 'velvet'],
  ...['walnut', 'yarn', 'zipper', 'balcony', 'cushion', 'doorbell', 'envelope', 'fountain', 'glove', 'harbor'],
];

/** Returns the tokens of an uninterrupted answer that stand before the insertion: at most all but the last. */
export function tokensBefore({ seed, ids }: OutputTokens, { position }: Pick<Design, 'position'>): OutputTokens {
  const at = Math.min(Math.max(0, ids.length - 1), Math.round((ids.length * position) / 100));
  return { seed, ids: ids.slice(0, at) };
}

/** Returns the injection of a design into an answer whose uninterrupted tokens are known. */
export function injectionOf(
  item: InjectionItem,
  { noise, count, position }: Design,
  { tokens, random }: { readonly tokens: OutputTokens; readonly random: Random },
): Injection {
  const after = tokensBefore(tokens, { position });
  switch (noise) {
    case 'random':
    case 'least':
      return { kind: noise, after, count };
    case 'own':
      return { kind: noise, after, ids: tokens.ids.slice(after.ids.length, after.ids.length + count) };
    case 'word':
      return { kind: 'text', after, text: randomWords(count, random) };
    case 'statement':
      return { kind: 'text', after, text: wrongStatement(item, random) };
  }
}

function randomWords(count: number, random: Random): string {
  return Array.from({ length: count }, () => ` ${words[randomInteger(random, words.length)]}`).join('');
}

/** Returns a statement that names a wrong option, drawn at random. */
function wrongStatement({ options, key }: InjectionItem, random: Random): string {
  const wrong = letters.filter((letter) => letter !== key);
  const letter = wrong[randomInteger(random, wrong.length)] ?? wrong[0];
  const option = options[letters.indexOf(letter as (typeof letters)[number])];
  return ` So the right option is ${letter}) ${option}.`;
}
