import { counted } from '../util/numbers.ts';
import { oneLine } from '../util/text.ts';
import type { ReadOutcome } from './outcome-words.ts';
import type { FieldChoice, RecordedScore } from './recording.ts';

/** What a log says about a score beside its values. */
export interface ScoreFacts {
  /** Lowest and highest possible value. */
  readonly range?: readonly [number, number] | undefined;
  /** Which end is the better one. */
  readonly better?: 'higher' | 'lower' | undefined;
  /** Column or field that holds its values; absent: the name of the score. */
  readonly column?: string | undefined;
}

/** Words in the name of a score of which less is usually better. A score of such a name is never read without being told. */
const costWords: ReadonlySet<string> = new Set([
  ...[
    'error',
    'errors',
    'err',
    'wer',
    'cer',
    'ter',
    'per',
    'perplexity',
    'ppl',
    'loss',
    'nll',
    'bpb',
    'bits',
    'brier',
    'ece',
  ],
  ...[
    'mse',
    'rmse',
    'mae',
    'mape',
    'distance',
    'edits',
    'hallucination',
    'toxicity',
    'asr',
    'misses',
    'failures',
    'regret',
  ],
]);

/** Returns whether less is usually better of a score of this name: error_rate, wer, word_perplexity, loss. */
function isCostName(name: string): boolean {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  return words.some((word, at) => costWords.has(word) || (word === 'failure' && words[at + 1] === 'rate'));
}

/** A value with its position in the file. */
interface Placed {
  readonly text: string;
  readonly place: string;
}

/** Collects the values of one score while a log is read, and decides what they mean. */
export class ScoreValues {
  readonly #name: string;
  #rows = 0;
  #unread = 0;
  readonly #firstUnread: Placed[] = [];
  #lowest: { readonly value: number; readonly place: string } | null = null;
  #highest: { readonly value: number; readonly place: string } | null = null;
  #isWhole = true;
  #others = 0;
  facts: ScoreFacts = {};

  constructor(name: string) {
    this.#name = name;
  }

  /** Adds a value; `null` for an absent one. */
  add(read: ReadOutcome, place: string): void {
    this.#rows += 1;
    if (read.kind === 'unread') {
      this.#unread += 1;
      if (this.#firstUnread.length < 3 && !this.#firstUnread.some(({ text }) => text === read.text))
        this.#firstUnread.push({ text: read.text, place });
    }
    if (read.kind !== 'value') return;
    const { value } = read;
    if (value < (this.#lowest?.value ?? Number.POSITIVE_INFINITY)) this.#lowest = { value, place };
    if (value > (this.#highest?.value ?? Number.NEGATIVE_INFINITY)) this.#highest = { value, place };
    this.#isWhole &&= Number.isInteger(value);
    if (value !== 0 && value !== 1 && value !== 0.5) this.#others += 1;
  }

  /** Returns whether any row has a value. */
  get hasValues(): boolean {
    return this.#lowest !== null;
  }

  /**
   * Returns what the values mean, from the log's facts and the user's flags. `isBinary`: whether the share of each value is 0, 1
   * or one half.
   */
  scale(choice: FieldChoice, isBinary: (range: readonly [number, number]) => boolean): ScoreScale {
    const column = this.facts.column ?? this.#name;
    const unread = (reason: string, advice: string): ScoreScale => ({
      kind: 'unread',
      score: { name: this.#name, kind: 'unread', reason, advice },
    });
    if (this.#unread > 0) return unread(this.#unreadReason(column), unreadAdvice);
    const better = choice.better ?? this.facts.better;
    if (better === undefined && isCostName(column))
      return unread(
        `by its name, less is better of ${oneLine(column, 60)}, and the log does not say so`,
        'add --better lower, or --better higher where more is better',
      );
    const range = choice.range ?? this.facts.range ?? (this.#isWithin(0, 1) ? ([0, 1] as const) : null);
    if (range === null && choice.threshold === undefined)
      return unread(
        `${oneLine(column, 60)} is not right or wrong: its values go from ${this.#placed(this.#lowest)} to ${this.#placed(this.#highest)}, and the log does not state their range`,
        `add ${this.#usualRange()}, or --threshold VALUE for the lowest value that counts as right`,
      );
    const known = range ?? ([this.#lowest?.value ?? 0, this.#highest?.value ?? 1] as const);
    if (!this.#isWithin(known[0], known[1]) && choice.threshold === undefined) {
      const outside = (this.#lowest?.value ?? 0) < known[0] ? this.#lowest : this.#highest;
      return unread(
        `${oneLine(column, 60)} has the value ${this.#placed(outside)}, outside the range from ${known[0]} to ${known[1]}`,
        `add ${this.#usualRange()}, or remove values that are codes for unread answers`,
      );
    }
    const direction = better ?? 'higher';
    const kind = choice.threshold !== undefined || isBinary(known) ? 'right-or-wrong' : 'graded';
    return {
      kind: 'measured',
      score: { name: this.#name, kind, range: [known[0], known[1]], better: direction },
      share: shareOf(known, direction, choice.threshold),
      stated: choice.threshold === undefined ? shareOf(known, direction, undefined) : null,
    };
  }

  /** Returns whether every value is 0, 1 or one half, without a pass over the rows. */
  get isPlain(): boolean {
    return this.#others === 0;
  }

  #isWithin(low: number, high: number): boolean {
    return (this.#lowest?.value ?? low) >= low && (this.#highest?.value ?? high) <= high;
  }

  #placed(found: { readonly value: number; readonly place: string } | null): string {
    return found === null ? 'none' : `${Number(found.value.toPrecision(6))} (${found.place})`;
  }

  #usualRange(): string {
    const ranges: readonly (readonly [number, number])[] = [
      ...(this.#isWhole ? ([[1, 5]] as const) : []),
      [0, 10],
      [0, 100],
    ];
    const [low, high] = ranges.find(([one, other]) => this.#isWithin(one, other)) ?? ['LOWEST', 'HIGHEST'];
    return `--range ${low} ${high}`;
  }

  #unreadReason(column: string): string {
    const shown = this.#firstUnread.map(({ text, place }) => `"${oneLine(text, 40)}" (${place})`).join(', ');
    return `${oneLine(column, 60)} holds ${shown}, which is neither right nor wrong: ${this.#unread} of ${counted(this.#rows, 'value')}`;
  }
}

const unreadAdvice = `write correct or incorrect, true or false, 1 or 0 (docs/logs.md lists the words); leave the field empty where nothing was scored`;

/** What the values of a score mean: their share of the range, or why it is open. */
export type ScoreScale =
  | { readonly kind: 'unread'; readonly score: Extract<RecordedScore, { readonly kind: 'unread' }> }
  | {
      readonly kind: 'measured';
      readonly score: Exclude<RecordedScore, { readonly kind: 'unread' }>;
      readonly share: (value: number) => number;
      /** Share of a mean; null where a threshold decides. */
      readonly stated: ((value: number) => number) | null;
    };

/** Returns a function from a value to its share of the range, the better end being 1; with a threshold to 0 or 1. */
function shareOf(
  [low, high]: readonly [number, number],
  better: 'higher' | 'lower',
  threshold: number | undefined,
): (value: number) => number {
  if (threshold !== undefined) return (value) => Number(better === 'higher' ? value >= threshold : value <= threshold);
  if (low === 0 && high === 1) return better === 'higher' ? (value) => value : (value) => 1 - value;
  const width = high - low;
  return better === 'higher' ? (value) => (value - low) / width : (value) => (high - value) / width;
}
