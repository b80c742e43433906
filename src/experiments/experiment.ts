import type { z } from 'zod';
import type { Measure } from '../analyse/measure.ts';
import type { Answer } from '../call/answer.ts';
import type { Call, Slot } from '../plan/call.ts';
import type { Condition } from '../plan/condition.ts';
import type { Judging } from '../plan/judging.ts';
import type { Reading } from '../read/reading.ts';
import type { Outcome } from '../score/outcome.ts';
import type { Policy } from '../score/policy.ts';
import type { Random } from '../util/random.ts';

/** What every item of every data set has. */
export interface ItemBase {
  readonly id: string;
}

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
}

/** An answer that is there, or the reason why there is none (yet). */
export type Slotted = Answer | { readonly kind: 'failed'; readonly detail: string } | { readonly kind: 'not-asked' };

/** The answers of one item so far. */
export interface Answers {
  get(slot: Slot, part: string, sample: number): Slotted;
}

/** Completes an outcome with what the same subject's earlier items showed (a question asked twice, an unrelated text). */
export type Relate<Item extends ItemBase> = (context: ItemContext<Item>, outcome: Outcome) => Outcome;

/** Which reading of a recording counts: our readers', or (where there is one) the recording authors' own. */
export type Reader = 'own' | 'recorded';

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
  readonly itemSchema: z.ZodType<Item>;
  /** Names of the wordings of the forecast prompt; the first is the default. */
  readonly wordings: readonly string[];
  readonly languages: readonly string[];
  /** The published protocol's mode. */
  readonly defaultMode: Condition['mode'];
  /** What the published protocol's code did with items that have no usable answers. */
  readonly publishedPolicy: Exclude<Policy, 'published'>;
  /** What is computed from the outcomes; the first is the headline. */
  readonly measures: readonly Measure[];
  /** A well-formed answer, with a mark in its text, of each slot whose content further calls depend on: calls are counted by it. */
  readonly exemplars?: Readonly<Partial<Record<Slot, (mark: string) => string>>>;
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
  readonly relating?: () => Relate<Item>;
  /** What a simulated subject with known parameters answers; used by tests and for teaching. */
  simulate(context: ItemContext<Item>, call: Call, subject: SimulatedSubject): string;
}

/** Parameters of a simulated subject. All probabilities in [0, 1]. */
export interface SimulatedSubject {
  readonly name: string;
  /** Share of its own outcome probabilities that its forecasts know: 0 = the population's, 1 = its own. */
  readonly selfKnowledge: number;
  /** Share of answers that come malformed. */
  readonly formatFailure: number;
  /** Uniform number that depends on the subject and the given names only, the same at every call. */
  trait(...names: readonly (string | number)[]): number;
  /** The same for the population that the subject belongs to. */
  commonTrait(...names: readonly (string | number)[]): number;
  /** Fresh randomness of this call (fixed by the call's key). */
  readonly random: Random;
}
