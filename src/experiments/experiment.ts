import type { z } from 'zod';
import type { Answer } from '../domain/answer.ts';
import type { Call, Slot } from '../domain/call.ts';
import type { Condition } from '../domain/condition.ts';
import type { ItemBase } from '../domain/item.ts';
import type { Judging } from '../domain/judging.ts';
import type { Measure } from '../domain/measure.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Policy } from '../domain/policy.ts';
import type { Reader, Reading } from '../domain/reading.ts';
import type { Answers } from '../domain/slot-state.ts';
import type { Format, JsonLinesFormat } from '../files/format.ts';
import type { Random } from '../util/random.ts';
import type { Presentation } from './presentation.ts';

/** Everything that decides which calls an item needs. */
export interface ItemContext<Item extends ItemBase> {
  readonly item: Item;
  readonly condition: Condition;
  /** Executions an item, K >= 1. */
  readonly samples: number;
  /** The run's seed, for whatever an experiment shuffles. */
  readonly seed: number;
  readonly judging: Judging;
  /** Names of the run's other models, which a call with the role `peer` may go to. */
  readonly peers: readonly string[];
  /** Display name of the model that the item is asked of. Absent where a caller plans without a run. */
  readonly subject?: string;
  /** What the run asks of this model. Absent: both. */
  readonly asks?: 'both' | 'predictions' | 'executions' | undefined;
  /** Display names of the models that are asked to predict the subject, too. Absent: none. */
  readonly otherPredictors?: readonly string[] | undefined;
  /** Predictions an item and property. Absent: 1. */
  readonly predictionSamples?: number | undefined;
}

/** Completes an outcome with what the same subject's earlier items showed (a question asked twice, an unrelated text). */
export type CrossItemPass<Item extends ItemBase> = (context: ItemContext<Item>, outcome: Outcome) => Outcome;

/**
 * An experiment is data and pure functions. `plan` is asked again as answers arrive until it names no new call;
 * what it plans for the slot `forecast` must not depend on any answer. `score` turns an item's answers into outcomes.
 * An experiment never touches a model, the store or another experiment.
 */
export interface Experiment<Item extends ItemBase = ItemBase> {
  readonly name: string;
  /** Raised when prompts or meaning change: part of the run's hash. */
  readonly version: number;
  readonly description: string;
  /** What people read about it; absent: its description and its headline measure. */
  readonly presentation?: Presentation;
  /** The measure that enters the paper's self-execution score under policy `published`; such experiments run by default. */
  readonly selfExecutionMeasure?: string;
  readonly itemSchema: z.ZodType<Item>;
  /** Two items with the same key are the same item, and a data set has one of them; absent: only ids are unique. */
  uniqueBy?(item: Item): string;
  /** Returns the split of an item, such as train or test; absent: what the data have in a field or column `split`. */
  splitOf?(item: Item): string;
  readonly sources?: ItemSources;
  /** Names of the wordings of the forecast prompt; the first is the default. */
  readonly wordings: readonly string[];
  readonly languages: readonly string[];
  /** The published protocol's mode. */
  readonly defaultMode: Condition['mode'];
  /** What the published protocol's code did with items that have no usable answers. */
  readonly publishedPolicy: Exclude<Policy, 'published'>;
  /** What is computed from the outcomes; the first is the headline. */
  readonly measures: readonly Measure[];
  /** The headline of the published protocol; absent where it is the first measure. */
  readonly publishedHeadline?: Measure;
  /** A well-formed answer, with a mark in its text, of each slot whose content further calls depend on: calls are counted by it. */
  readonly exemplars?: Readonly<Partial<Record<Slot, (mark: string) => string>>>;
  /** Whether the experiment repeats its predictions as often as `predictionSamples` says. */
  readonly repeatsPredictions?: true;
  /** Whether judges say of each response if it answers or refuses, so that people can label it too. */
  readonly takesLabels?: true;
  /** The most tokens that an answer of each slot may take, unless the run says otherwise. */
  readonly maxOutputTokens: Readonly<Partial<Record<Slot, number>>>;
  /** Group that intervals are clustered by. */
  cluster(item: Item): string;
  /** One line that tells a person what the item is. */
  title(item: Item): string;
  plan(context: ItemContext<Item>, answers: Answers): readonly Call[];
  /** What our reader makes of one answer; null for a slot whose text is not parsed. */
  read(context: ItemContext<Item>, call: Pick<Call, 'slot' | 'part'>, answer: Answer): Reading<unknown> | null;
  score(context: ItemContext<Item>, answers: Answers, reader: Reader): readonly Outcome[];
  /** For outcomes that say something about the subject's other items too; absent where each item stands alone. */
  readonly crossItemPass?: () => CrossItemPass<Item>;
  /** What a simulated subject with known parameters answers; used by tests and for teaching. */
  simulate(context: ItemContext<Item>, call: Call, subject: SimulatedSubject): string;
}

/** What a simulated model's answers are made of, in experiments in which a model may be taught to predict another. */
export interface SimulatedTraits {
  readonly name: string;
  /** Models of one family share part of their behavior; null without a family. */
  readonly family: string | null;
  /** Weight of what every model can see, by position in the answer; the last counts for later positions. */
  readonly public: readonly number[];
  /** Share of its answers that every model learns that is taught on them. */
  readonly open: number;
  /** Share of values that an execution draws at random. */
  readonly noise: number;
  /** Share of what only the model has that training has replaced, in [0, 1]. */
  readonly drift: number;
}

/** How a simulated model predicts. */
export interface SimulatedPredictor {
  /** The model itself, as it is now. */
  readonly itself: SimulatedTraits;
  /** The model that it was taught to predict, as it was then. */
  readonly target: SimulatedTraits;
  /** Probability of the best guess from what is public about the target, by position in the answer. */
  readonly skill: readonly number[];
  /** Probability of knowing the answer when the target is itself. */
  readonly privateKnowledge: number;
  /** Probability of knowing the answer of any target. */
  readonly talent: number;
  /** Probability of its own most likely value, whichever model it predicts. */
  readonly habit: number;
  /** Probability that what it knows of itself is what it does now, not what it did before its behavior changed. */
  readonly follows: number;
}

/** Where an experiment's items come from, beside files in its own layout. */
export interface ItemSources {
  /** Layouts of other publishers, recognized by content. */
  readonly formats?: readonly Format[];
  /** Layouts with one JSON object per line, recognized by the first object. */
  readonly lineFormats?: readonly JsonLinesFormat[];
  /** Loads the generator of the starter set in `data/<name>/`; absent: no starter set is shipped. */
  readonly loadGenerator?: () => Promise<ItemGenerator>;
}

/** Options of `seb data generate`. */
export interface GeneratorOptions {
  readonly seed?: number;
  /** What items are written about, each in turn; only for generators with `takesTopics`. */
  readonly topics?: readonly string[];
  /** Only items of this task; only for generators with `tasks`. */
  readonly task?: string;
}

/** Makes items; with the default seed a larger set begins with the starter set. RangeError beyond what the templates give. */
export interface ItemGenerator {
  readonly takesTopics: boolean;
  /** Names of the tasks that items can be limited to; absent: items do not belong to tasks. */
  readonly tasks?: readonly string[];
  generate(count: number, options: GeneratorOptions): readonly ItemBase[];
}

/** Parameters of a simulated subject. All probabilities in [0, 1]. */
export interface SimulatedSubject {
  readonly name: string;
  /** Share of its own outcome probabilities that its forecasts know: 0 = the population's, 1 = its own. */
  readonly selfKnowledge: number;
  /** Share of answers that come malformed. */
  readonly formatFailure: number;
  /** How it predicts, for experiments in which a model may be taught to predict another. */
  readonly predictor: SimulatedPredictor;
  /** Uniform number that depends on the subject and the given names only, the same at every call. */
  trait(...names: readonly (string | number)[]): number;
  /** The same for the population that the subject belongs to. */
  commonTrait(...names: readonly (string | number)[]): number;
  /** Fresh randomness of this call (fixed by the call's key). */
  readonly random: Random;
}
