import type { Condition } from '../../domain/condition.ts';
import type { Injection, OutputTokens } from '../../domain/injection.ts';
import { letters } from '../../domain/question.ts';
import { type Random, randomInteger } from '../../util/random.ts';
import type { InjectionItem } from './items.ts';

/** What is inserted: `own` is a control, what the model writes next anyway. */
export type Noise = 'random' | 'least' | 'word' | 'statement' | 'own';

/**
 * Levels of the factor `noise`. Those that begin with `text-` insert text into the text of an answer, which any model can go
 * on from that continues a given beginning; the others insert tokens, which are exact.
 */
export const noises = [
  'random',
  'least',
  'word',
  'statement',
  'own',
  'text-word',
  'text-statement',
  'text-own',
] as const;
type NoiseLevel = (typeof noises)[number];

/** Levels of the factor `count`: tokens, or words of the noise `word`. A wrong statement is inserted once, at any count. */
export const counts = ['4', '1', '2', '8'] as const;

/** Levels of the factor `position`: the percentage of the uninterrupted answer that stands before the insertion. */
export const positions = ['50', '10', '90'] as const;

/** Levels of the factor `times`: insertions into one answer, at equal distances from the position to its end. */
export const times = ['1', '2', '4'] as const;

/** What a condition inserts, where, and how often. */
export interface Design {
  readonly noise: Noise;
  /** Whether text is inserted into the text of the answer, not tokens between its tokens. */
  readonly isText: boolean;
  readonly count: number;
  /** Percentage of the uninterrupted answer. */
  readonly position: number;
  readonly times: number;
}

/** Returns the design of a condition; the first level of each factor that the condition does not name. */
export function designOf(condition: Condition): Design {
  const level = (condition.noise ?? noises[0]) as NoiseLevel; // checked against the levels when the run is configured
  return {
    noise: level.replace('text-', '') as Noise,
    isText: level.startsWith('text-'),
    count: Number(condition.count ?? counts[0]),
    position: Number(condition.position ?? positions[0]),
    times: Number(condition.times ?? times[0]),
  };
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

/** Returns how many tokens or characters a model writes between two insertions. */
export function distanceOf(length: number, { position, times }: Pick<Design, 'position' | 'times'>): number {
  return Math.max(1, Math.round((length * (1 - position / 100)) / times));
}

/** Randomness of an insertion: `random` of this one, `statement` of all insertions into an answer. */
interface Draw {
  readonly random: Random;
  readonly statement: Random;
}

/** Returns the injection of a design after given tokens of an answer whose uninterrupted tokens are known. */
export function injectionOf(
  item: InjectionItem,
  { noise, count }: Pick<Design, 'noise' | 'count'>,
  { tokens, after, draw }: { readonly tokens: OutputTokens; readonly after: OutputTokens; readonly draw: Draw },
): Injection {
  switch (noise) {
    case 'random':
    case 'least':
      return { kind: noise, after, count };
    case 'own':
      return { kind: noise, after, ids: tokens.ids.slice(after.ids.length, after.ids.length + count) };
    case 'word':
    case 'statement':
      return { kind: 'text', after, text: insertedText(item, { noise, count }, draw) };
  }
}

/** Returns the text that a design inserts. */
export function insertedText(
  item: InjectionItem,
  { noise, count }: { readonly noise: 'word' | 'statement'; readonly count: number },
  { random, statement }: Draw,
): string {
  return noise === 'word' ? randomWords(count, random) : wrongStatement(item, statement);
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
