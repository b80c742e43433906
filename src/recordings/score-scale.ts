import { counted } from '../util/numbers.ts';
import { oneLine } from '../util/text.ts';
import type { ReadOutcome, ValueForm } from './outcome-words.ts';
import type { FieldChoice, RecordedScore, StatedValue } from './recording.ts';

/** What a log says about a score beside its values. */
export interface ScoreFacts {
  /** Lowest and highest possible value. */
  readonly range?: readonly [number, number] | undefined;
  /** Which end is the better one. */
  readonly better?: 'higher' | 'lower' | undefined;
  /** Column or field that holds its values; absent: the name of the score. */
  readonly column?: string | undefined;
  /** Other names of what is measured, such as the values of a column `metric`. */
  readonly metrics?: readonly string[] | undefined;
}

/** Words in the name of a score of which less is usually better, in the singular. A score of such a name is never read without being told. */
const costWords: ReadonlySet<string> = new Set([
  ...[
    'error',
    'err',
    'mistake',
    'wrong',
    'incorrect',
    'defect',
    'fail',
    'failed',
    'failing',
    'miss',
    'missed',
    'edit',
    'distance',
  ],
  ...['wer', 'cer', 'ter', 'mse', 'rmse', 'mae', 'mape', 'brier', 'ece', 'fpr', 'fnr', 'deviation'],
  ...['perplexity', 'ppl', 'loss', 'nll', 'bpb', 'regret', 'failures', 'penalty', 'latency', 'cost', 'duration'],
  ...[
    'hallucination',
    'hallucinated',
    'toxicity',
    'toxic',
    'harm',
    'harmful',
    'harmfulness',
    'unsafe',
    'bias',
    'biased',
  ],
  ...[
    'bad',
    'badly',
    'badness',
    'worse',
    'poor',
    'fault',
    'faulty',
    'flaw',
    'flawed',
    'invalid',
    'broken',
    'crash',
    'crashed',
  ],
  ...['inaccurate', 'inaccuracy', 'misclassified', 'misclassification', 'miscalibration', 'mismatch', 'disagreement'],
  ...['unsuccessful', 'unresolved', 'unsolved', 'untrue', 'falsehood', 'timeout', 'smape', 'rmsle', 'divergence', 'kl'],
  ...[
    'lie',
    'lying',
    'deception',
    'deceptive',
    'dishonest',
    'dishonesty',
    'sycophancy',
    'sycophantic',
    'misinformation',
  ],
  ...['offensive', 'hate', 'hateful', 'abusive', 'risk', 'risky', 'danger', 'dangerous', 'leak', 'leaked', 'leakage'],
  ...['vulnerable', 'vulnerability', 'overconfidence', 'underconfidence', 'surprisal', 'overrefusal', 'rejection'],
  ...['asr', 'attack', 'jailbreak', 'jailbroken', 'violation', 'violated', 'refusal', 'refused'],
]);

/** Two words of which less is usually better. */
const costPairs: ReadonlySet<string> = new Set([
  ...['failure rate', 'failure count', 'false positive', 'false negative', 'false alarm', 'false discovery'],
  'bit per', // a model may be quantized to 8bit
]);

/** Returns whether less is usually better of a score of this name: error_rate, wer, word_perplexity, loss, numMistakes. */
function isCostName(name: string): boolean {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .map(singular);
  const [last = ''] = words.slice(-1);
  if (last === 'failure') return true; // `failure_detection` is none
  if (last === 'per' || (last === 'rank' && !words.includes('reciprocal'))) return true; // `score_per_item` is none
  return words.some((word, at) => costWords.has(word) || costPairs.has(`${word} ${words[at + 1] ?? ''}`));
}

/** Returns a word without the ending of the plural. */
function singular(word: string): string {
  if (costWords.has(word)) return word;
  return word.replace(/(?<=..)ies$/, 'y').replace(/(?<=(?:ss|x|ch|sh))es$|(?<=[^s])s$/, '');
}

/** Lowest and highest possible value. */
type Limits = readonly [lowest: number, highest: number];

/** What the user says about one score. */
export type ScoreChoice = Pick<FieldChoice, 'range' | 'better' | 'threshold'>;

/** A value with its position in the file. */
interface Placed {
  readonly text: string;
  readonly place: string;
}

/** Limits of the values of a score; points of `most` are numbers within them, and other points are shares of them. */
interface Unit {
  readonly range: Limits;
  readonly most: number | null;
}

const shares: Limits = [0, 1];
/** The upper limit of a usual range is at most this many times the highest value: 1.2 hardly is one of 0 to 10. */
const maxUnused = 4;

/** Largest share of other values among those of right and wrong that are no grades. */
const maxStray = 0.05;

/** What does not fit together in values, limits and threshold. */
interface Problem {
  readonly reason: string;
  readonly advice: string;
  /** Whether a few values alone are in question; absent: all are. */
  readonly isStray?: boolean;
}

/** Collects the values of one score while a log is read, and decides what they mean. */
export class ScoreValues {
  readonly #name: string;
  #rows = 0;
  #unread = 0;
  #values = 0;
  readonly #firstUnread: Placed[] = [];
  readonly #unreadModels = new Set<string>();
  /** Of numbers without a maximum. */
  #lowest: { readonly value: number; readonly place: string } | null = null;
  #highest: { readonly value: number; readonly place: string } | null = null;
  #isWhole = true;
  /** First points of each maximum. */
  readonly #points = new Map<number, Placed>();
  #others = 0;
  /** Models with values that are not 0, 1 or one half. */
  readonly #otherModels = new Set<string>();
  facts: ScoreFacts = {};

  constructor(name: string) {
    this.#name = name;
  }

  /** Adds a value; `null` for an absent one. */
  add(read: ReadOutcome, place: string, model = ''): void {
    this.#rows += 1;
    if (read.kind === 'unread') {
      this.#unread += 1;
      this.#unreadModels.add(model);
      if (this.#firstUnread.length < 3 && !this.#firstUnread.some(({ text }) => text === read.text))
        this.#firstUnread.push({ text: read.text, place });
    }
    if (read.kind !== 'value') return;
    const { value, form } = read;
    this.#values += 1;
    if (form.kind === 'points' && !this.#points.has(form.most))
      this.#points.set(form.most, { text: form.most === 100 ? `${value} %` : `${value}/${form.most}`, place });
    const share = form.kind === 'points' ? value / form.most : value;
    if (share !== 0 && share !== 1 && share !== 0.5) {
      this.#others += 1;
      this.#otherModels.add(model);
    }
    if (form.kind !== 'number') return;
    if (value < (this.#lowest?.value ?? Number.POSITIVE_INFINITY)) this.#lowest = { value, place };
    if (value > (this.#highest?.value ?? Number.NEGATIVE_INFINITY)) this.#highest = { value, place };
    this.#isWhole &&= Number.isInteger(value);
  }

  /** Returns whether any row has a value. */
  get hasValues(): boolean {
    return this.#values > 0;
  }

  /** Returns whether the values are read, and the log does not say between which limits they lie. */
  get isRangeOpen(): boolean {
    return this.#unread === 0 && this.hasValues && this.#ownUnit() === null;
  }

  /** Returns whether the name of the score says that less is better, and the log does not. */
  get isDirectionOpen(): boolean {
    return this.facts.better === undefined && this.#costName !== undefined;
  }

  /** Returns the name by which less is better; undefined without one. */
  get #costName(): string | undefined {
    return [this.#column, ...(this.facts.metrics ?? [])].find(isCostName);
  }

  get #column(): string {
    return this.facts.column ?? this.#name;
  }

  /**
   * Returns what the values mean, from the log's facts and what the user says about this score. `isBinary`: whether the shares of all
   * values are 0, 1 or one half.
   */
  scale(choice: ScoreChoice, isBinary: (share: ShareOf) => boolean): ScoreScale {
    const unread = (reason: string, advice: string, models: Iterable<string> = []): ScoreScale => ({
      kind: 'unread',
      score: { name: this.#name, kind: 'unread', models: [...models], reason, advice },
    });
    if (this.#unread > 0) return unread(this.#unreadReason(this.#column), unreadAdvice, this.#unreadModels);
    const better = choice.better ?? this.facts.better;
    const column = oneLine(this.#column, 60);
    if (better === undefined && this.isDirectionOpen)
      return unread(
        `by its name, less may be better of ${oneLine(this.#costName ?? column, 60)}, and the log does not say which end is better`,
        'add --better lower, or --better higher where more is better',
      );
    const unit = this.#unit(choice);
    const problem = this.#problemOf(unit, choice);
    if (problem !== null)
      return unread(`${column} ${problem.reason}`, problem.advice, problem.isStray === true ? this.#otherModels : []);
    const range = unit?.range ?? ([this.#lowest?.value ?? 0, this.#highest?.value ?? 1] as const);
    const direction = better ?? 'higher';
    const share = sharesIn({ range, most: unit?.most ?? null }, direction, undefined);
    const isRight = choice.threshold !== undefined || (this.#isPlain(range) ? true : isBinary(share));
    const isStated = choice.threshold === undefined && (unit?.most == null || this.facts.range !== undefined);
    return {
      kind: 'measured',
      score: { name: this.#name, kind: isRight ? 'right-or-wrong' : 'graded', range, better: direction },
      share:
        choice.threshold === undefined
          ? share
          : sharesIn({ range, most: unit?.most ?? null }, direction, choice.threshold),
      isAsWritten: this.#points.size === 0,
      stated: isStated ? (value) => share(value, { kind: 'number' }) : null,
    };
  }

  /** Says that a given range is probably that of other values, because all lie in its lowest quarter; null where it is not. */
  doubtOnRange({ range, threshold }: ScoreChoice): string | null {
    if (range === undefined || threshold !== undefined || this.#highest === null) return null;
    const [low, high] = range;
    const share = (this.#highest.value - low) / (high - low);
    if (share >= 1 / maxUnused) return null;
    return `${oneLine(this.#column, 60)} has no value above ${this.#placed(this.#highest)}, ${Math.round(100 * share)} % of --range ${low} ${high}: leave the flag out if the values are on another scale`;
  }

  /** Returns whether every value is 0, 1 or one half of its maximum, without a pass over the rows. */
  #isPlain([low, high]: Limits): boolean {
    return this.#others === 0 && (this.#lowest === null || (low === 0 && high === 1));
  }

  /** Returns the limits that the user gave, or those that the log has; null where nothing says them. */
  #unit({ range }: ScoreChoice): Unit | null {
    if (range === undefined) return this.#ownUnit();
    const isOfPoints = this.#points.has(range[1]) && !(range[0] === 0 && range[1] === 1);
    return { range, most: isOfPoints ? range[1] : null };
  }

  #ownUnit(): Unit | null {
    const { range } = this.facts;
    const [most = null, ...more] = this.#points.keys();
    if (range !== undefined) return { range, most: more.length === 0 && most === range[1] ? most : null };
    if (most !== null && more.length === 0 && this.#lowest === null) return { range: [0, most], most };
    return this.#isWithin(0, 1) ? { range: shares, most: null } : null;
  }

  /** Returns whether hardly any value is not 0, 1 or one half: a typing error, or a code for what was not scored. */
  get #areStray(): boolean {
    return this.#points.size === 0 && this.#others <= maxStray * this.#values;
  }

  /** Returns what does not fit together: values, limits and threshold; null where all do. */
  #problemOf(unit: Unit | null, { range, threshold }: ScoreChoice): Problem | null {
    const between = `from ${this.#placed(this.#lowest)} to ${this.#placed(this.#highest)}`;
    if (unit === null && threshold === undefined && this.#areStray)
      return {
        reason: `holds ${counted(this.#others, `value of ${this.#values} that is`, `values of ${this.#values} that are`)} not right or wrong, such as ${this.#placed((this.#lowest?.value ?? 0) < 0 ? this.#lowest : this.#highest)}`,
        advice: 'leave the field empty where nothing was scored; add --range LOWEST HIGHEST if these are grades',
        isStray: true,
      };
    if (unit === null && threshold === undefined)
      return {
        reason: `is not right or wrong: its values go ${between}, and the log does not state their range`,
        advice: `add ${this.#usualRange()}, or --threshold VALUE for the lowest value that counts as right`,
      };
    if (unit !== null && !this.#isWithin(...unit.range) && !(range === undefined && threshold !== undefined)) {
      const outside = (this.#lowest?.value ?? 0) < unit.range[0] ? this.#lowest : this.#highest;
      return {
        reason: `has the value ${this.#placed(outside)}, outside the range from ${unit.range[0]} to ${unit.range[1]}`,
        advice: `add ${this.#usualRange()}, or remove values that are codes for unread answers`,
      };
    }
    const isOfShares = range === undefined || (range[0] === 0 && range[1] === 1);
    const other = isOfShares ? undefined : [...this.#points].find(([most]) => most !== range[1]);
    if (other !== undefined)
      return {
        reason: `holds "${other[1].text}" (${other[1].place}), whose maximum is not ${range?.[1]}`,
        advice: `add --range 0 ${other[0]}, or --range 0 1 where points of any maximum count as shares of it`,
      };
    return threshold === undefined ? null : this.#thresholdProblem(threshold, { unit, isGiven: range !== undefined });
  }

  /** Returns why a threshold is none: it has another unit than the values, or may have. */
  #thresholdProblem(
    threshold: number,
    { unit, isGiven }: { readonly unit: Unit | null; readonly isGiven: boolean },
  ): Problem | null {
    const most = unit?.most ?? 1;
    const points = this.#points.get(most);
    if (!isGiven && points !== undefined && most > 1 && threshold > 0 && threshold <= 1)
      return {
        reason: `holds "${points.text}" (${points.place}): --threshold ${threshold} may be ${threshold} of ${most}, or a share`,
        advice: `add --range 0 ${most} where it is ${most === 100 ? 'percent' : 'in points'}, or --range 0 1 where it is a share`,
      };
    const [low, high] = unit?.range ?? [this.#lowest?.value ?? 0, this.#highest?.value ?? 1];
    if (threshold >= low && threshold <= high) return null;
    return {
      reason: `has values from ${low} to ${high}, and --threshold ${threshold} is outside: all would be ${threshold > high ? 'below' : 'above'} it`,
      advice: this.#areShares(unit)
        ? `points of several maxima are shares: give a share, such as --threshold ${Math.min(0.5, threshold)}`
        : `give a threshold as the log writes values; or add ${unit === null ? '--range LOWEST HIGHEST' : this.#usualRange()}, the limits of the values`,
    };
  }

  /** Returns whether points count as shares, because they have several maxima or stand beside shares. */
  #areShares(unit: Unit | null): boolean {
    return this.#points.size > 0 && unit?.most === null && unit.range[0] === 0 && unit.range[1] === 1;
  }

  #isWithin(low: number, high: number): boolean {
    return (this.#lowest?.value ?? low) >= low && (this.#highest?.value ?? high) <= high;
  }

  #placed(found: { readonly value: number; readonly place: string } | null): string {
    return found === null ? 'none' : `${Number(found.value.toPrecision(6))} (${found.place})`;
  }

  #usualRange(): string {
    const [low, high] = [this.#lowest?.value ?? 0, this.#highest?.value ?? 0];
    const ranges: readonly Limits[] = [
      ...(low < 0 && -low === high ? ([[low, high]] as const) : []),
      ...[...this.#points.keys()].map((most) => [0, most] as const),
      ...(this.#isWhole && low >= 1 ? ([[1, 5]] as const) : []),
      [0, 10],
      [0, 100],
    ];
    const isLikely = (limits: Limits) => this.#points.size > 0 || limits[1] <= maxUnused * high;
    const [one, other] = ranges.find((limits) => this.#isWithin(...limits) && isLikely(limits)) ?? [
      'LOWEST',
      'HIGHEST',
    ];
    return `--range ${one} ${other}`;
  }

  #unreadReason(column: string): string {
    const shown = this.#firstUnread.map(({ text, place }) => `"${oneLine(text, 40)}" (${place})`).join(', ');
    return `${oneLine(column, 60)} holds ${shown}, which is neither right nor wrong: ${this.#unread} of ${counted(this.#rows, 'value')}`;
  }
}

const unreadAdvice = `write correct or incorrect, true or false, 1 or 0 (docs/logs.md lists the words); leave the field empty where nothing was scored`;

/** Returns the share of the range that a value is, or 0 or 1 where a threshold decides. */
type ShareOf = (value: number, form: ValueForm) => number;

/** What the values of a score mean: their share of the range, or why it is open. */
export type ScoreScale =
  | { readonly kind: 'unread'; readonly score: Extract<RecordedScore, { readonly kind: 'unread' }> }
  | {
      readonly kind: 'measured';
      readonly score: Exclude<RecordedScore, { readonly kind: 'unread' }>;
      readonly share: ShareOf;
      /** Whether no value is written as points. */
      readonly isAsWritten: boolean;
      /** Share of a mean; null where a threshold decides, or where the unit of a mean is not known. */
      readonly stated: ((value: number) => number) | null;
    };

/** Returns a function from a value to its share of the range, the better end being 1; with a threshold to 0 or 1. */
function sharesIn(unit: Unit, better: 'higher' | 'lower', threshold: number | undefined): ShareOf {
  const share = shareOf(unit.range, better, threshold);
  return (value, form) => share(numberIn(unit, value, form));
}

/** Returns a value as a number of the unit: words are its ends, points those of its maximum, or a share of it. */
function numberIn({ range: [low, high], most }: Unit, value: number, form: ValueForm): number {
  if (form.kind === 'number' || (form.kind === 'points' && form.most === most)) return value;
  const share = form.kind === 'points' ? value / form.most : value;
  return low === 0 && high === 1 ? share : low + share * (high - low);
}

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

/** Returns what the tool states on the scale of the rows; without a number where that scale cannot hold it. */
export function scaledStatement(stated: StatedValue, scale: ScoreScale | undefined): StatedValue {
  if (scale?.kind !== 'measured' || scale.stated === null) return { ...stated, accuracy: null, stderr: null };
  const { stated: share, score } = scale;
  const width = score.range[1] - score.range[0];
  return {
    ...stated,
    accuracy: stated.accuracy === null ? null : share(stated.accuracy),
    stderr: stated.stderr === null ? null : stated.stderr / width,
  };
}
