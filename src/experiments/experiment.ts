import type { ItemKind } from '../data/item-kind.ts';
import type { Answer } from '../domain/answer.ts';
import type { AnswerForm } from '../domain/answer-form.ts';
import type { Call } from '../domain/call.ts';
import type { Condition, Factors } from '../domain/condition.ts';
import type { Control } from '../domain/control.ts';
import type { ItemBase } from '../domain/dataset.ts';
import type { Judging } from '../domain/judging.ts';
import type { Measure } from '../domain/measure.ts';
import type { ModelCapability } from '../domain/model-capability.ts';
import type { Policy } from '../domain/policy.ts';
import type { Reader, Reading } from '../domain/reading.ts';
import type { SelfRunLimits } from '../domain/run-config.ts';
import type { Answers, Slots } from '../domain/slot.ts';
import type { Outcome } from '../outcome-kinds/outcome-kinds.ts';
import type { Random } from '../util/random.ts';
import type { Presentation } from './presentation.ts';
import type { Training } from './training.ts';

/** An execution without an outcome: why, and how it counts: as wrong (0), or not at all (null). */
export interface MissingAnswer {
  readonly reason: string;
  readonly counted: 0 | null;
}

/** Everything that determines the calls of an item. */
export interface ItemContext<Item extends ItemBase> {
  readonly item: Item;
  readonly condition: Condition;
  /** Executions per item, K >= 1. */
  readonly samples: number;
  /** The run's seed, for anything that an experiment shuffles. */
  readonly seed: number;
  /** Version of the experiment that the run was made with. Absent: the current version. */
  readonly version?: number | undefined;
  readonly judging: Judging;
  /** Names of the run's other models, which calls with the role `peer` may go to. */
  readonly peers: readonly string[];
  /** Display name of the subject. Absent when a caller plans without a run. */
  readonly subject?: string;
  /** What this model does in the run. Absent: both. */
  readonly asks?: 'both' | 'predictions' | 'executions' | undefined;
  /** Display names of the other models that predict the subject. Absent: none. */
  readonly otherPredictors?: readonly string[] | undefined;
  /** Predictions per item and property. Absent: 1. */
  readonly predictionSamples?: number | undefined;
  /** Control that is asked in addition to each prediction. Absent: none. */
  readonly control?: Control | undefined;
  /** Limits of the tool of conditions with `tools`. Absent: no condition has it. */
  readonly selfRun?: SelfRunLimits | undefined;
}

/** The part of a call that its answer is read with. */
type ReadCall = Pick<Call, 'slot' | 'part'> & Partial<Pick<Call, 'messages'>>;

/** Completes an outcome with results of the same subject's earlier items (a duplicate question, an unrelated text). */
export type CrossItemPass<Item extends ItemBase> = (context: ItemContext<Item>, outcome: Outcome) => Outcome;

/**
 * An experiment, as data and pure functions. `plan` is called again as answers arrive until it plans no new call; the
 * calls that it plans for slots of the kinds `predict` and `author` must not depend on any answer. `outcomes` turns an
 * item's answers into outcomes. An experiment never touches a model, the store or another experiment.
 */
export interface Experiment<Item extends ItemBase = ItemBase> extends ItemKind<Item> {
  /** Increased when prompts or their meaning change; part of the run's hash. */
  readonly version: number;
  /** Earlier versions whose calls `plan` still makes, so that their runs can be read and resumed; absent: none. */
  readonly readsVersions?: readonly number[];
  readonly description: string;
  /** Texts for readers; absent: its description and its headline measure. */
  readonly presentation?: Presentation;
  /**
   * The measure that enters the paper's self-execution score under policy `published`; experiments with one run by
   * default.
   */
  readonly selfExecutionMeasure?: string;
  /** What conditions vary, by name; names of its own factors are letters, digits and hyphens. */
  readonly factors: Factors;
  /** What the published protocol's code did with items that have no usable answers. */
  readonly publishedPolicy: Exclude<Policy, 'published'>;
  /** Measures of the outcomes; the first is the headline. */
  readonly measures: readonly Measure[];
  /** Whether the experiment repeats its predictions `predictionSamples` times. */
  readonly repeatsPredictions?: true;
  /** Whether judges decide for each response if it complies, so that people and a rule can decide it too. */
  readonly takesLabels?: true;
  /** Slots of its calls, by names of lower-case letters, digits and hyphens. All other code uses their kinds only. */
  readonly slots: Slots;
  /** Share of executions that a coin between the options gets right, in an experiment that changes executions; absent: none. */
  readonly coin?: number;
  /** Capabilities that every model of a run except its judge must have, checked before anything is sent; absent: none. */
  readonly requires?: readonly ModelCapability[];
  /** Returns the capabilities that a condition requires instead of `requires`; absent: every condition requires those. */
  requiredBy?(condition: Condition): readonly ModelCapability[];
  /** What a user can do whose model lacks what a condition requires; absent: remove the experiment or the model. */
  readonly insteadOfRequired?: string;
  /** Whether a run needs a second model, because the experiment compares texts of models; checked before anything is sent. */
  readonly needsPeers?: true;
  /** How models are trained to predict answers to its items; absent: they are not. */
  readonly training?: Training<Item>;
  /** Returns the group that intervals are clustered by. */
  cluster(item: Item): string;
  /** Returns whether the group of an item is final, so that no text joins it with others; absent: texts are compared. */
  isGrouped?(item: Item): boolean;
  /** Returns one line that describes the item to a reader. */
  title(item: Item): string;
  plan(context: ItemContext<Item>, answers: Answers): readonly Call[];
  /** Returns the form that `--constrain form` keeps the answer to a call to; absent or null: the answer stays free. */
  form?(context: ItemContext<Item>, call: Pick<Call, 'slot' | 'part'>): AnswerForm | null;
  /** Reads one answer; null for a slot whose text is not parsed. A judge's answer is read with the texts that its call shows. */
  read(context: ItemContext<Item>, call: ReadCall, answer: Answer): Reading<unknown> | null;
  /**
   * Returns what the control `answer-shown` prints above a prediction question: the answers of the first execution, or what
   * the question asks about them; null while one is missing. Absent: the experiment has no such control. An experiment
   * with it declares a slot of the kind `control`, which it reads and scores like a prediction.
   */
  showAnswer?(context: ItemContext<Item>, answers: Answers): string | null;
  /** Why the experiment has no control `answer-shown`, as a clause; absent where it has one, or for no particular reason. */
  readonly withoutControl?: string;
  outcomes(context: ItemContext<Item>, answers: Answers, reader: Reader): readonly Outcome[];
  /**
   * Returns the share of an outcome's executions that are right, in [0, 1]; null where none is known, undefined where the item
   * does not say what is right. Absent: no outcome of the experiment is right or wrong.
   */
  readonly rightShare?: (outcome: Outcome) => number | null | undefined;
  /**
   * Set where the outcome is that the answer is right, so that the predicted probability is a confidence. Absent: it predicts
   * something else, such as an answer in place of a refusal.
   */
  readonly predictsRight?: true;
  /** Returns why an execution has no outcome; absent: the reason of the missing value, which does not count. */
  readonly missingAnswer?: (execution: Outcome) => MissingAnswer | null;
  /** Whether recordings of the experiment have one reading: what was extracted is the only outcome. */
  readonly hasOneReading?: true;
  /** Creates a pass over outcomes that depend on the subject's other items; absent where items are independent. */
  readonly crossItemPass?: () => CrossItemPass<Item>;
  /** Returns the answer of a simulated subject with known parameters; for tests and teaching. */
  simulate(context: ItemContext<Item>, call: Call, subject: SimulatedSubject): string;
}

/** Parameters of a simulated model's behavior, for experiments in which a model may be trained to predict another. */
export interface SimulatedTraits {
  readonly name: string;
  /** Models of one family share part of their behavior; null without a family. */
  readonly family: string | null;
  /** Weight of the public part, by position in the answer; the last one applies to later positions. */
  readonly public: readonly number[];
  /** Share of its answers that every model trained on them learns. */
  readonly open: number;
  /** Share of values that an execution draws at random. */
  readonly noise: number;
  /** Share of its private part that training has replaced, in [0, 1]. */
  readonly drift: number;
  /** Mark of the system prompt of its answers (`systemMark`); null: none. */
  readonly system: string | null;
}

/** How a simulated model predicts. */
export interface SimulatedPredictor {
  /** The model in its current state. */
  readonly itself: SimulatedTraits;
  /** The model that it was trained to predict, in its state at that time. */
  readonly target: SimulatedTraits;
  /** Probability of the best guess from the public part of the target, by position in the answer. */
  readonly skill: readonly number[];
  /** Probability that it knows the answer when the target is itself. */
  readonly privateKnowledge: number;
  /** Probability that it knows the answer of any target. */
  readonly talent: number;
  /** Probability that it predicts its own most likely value, whichever model it predicts. */
  readonly habit: number;
  /** Probability that its self-knowledge describes its current behavior, not its behavior before it changed. */
  readonly follows: number;
  /**
   * Share of what it does not know of its own answers that it works out where it may reason first; below 0, share of what
   * it knows that it then loses. In [-1, 1].
   */
  readonly reasoning: number;
}

/** Parameters of a simulated subject. All probabilities are in [0, 1]. */
export interface SimulatedSubject {
  readonly name: string;
  /** Share of its own outcome probabilities that its predictions know: 0 = the population's, 1 = its own. */
  readonly selfKnowledge: number;
  /** Share of prediction questions that it understands; it answers the others at random, in the right format. */
  readonly comprehension: number;
  /** Probability that it runs its own prompt in a prediction that has the tool for it. */
  readonly toolUse: number;
  /** How it predicts, for experiments in which a model may be trained to predict another. */
  readonly predictor: SimulatedPredictor;
  /** Returns a uniform number that depends only on the subject and the given names. */
  trait(...names: readonly (string | number)[]): number;
  /** Returns a uniform number that depends only on the subject's population and the given names. */
  commonTrait(...names: readonly (string | number)[]): number;
  /** Random numbers of this call, seeded by the call's key. */
  readonly random: Random;
}

/** Returns the capabilities that a condition of an experiment requires of every model of a run except its judge. */
export function requiredCapabilities(
  { requires = [], requiredBy }: Pick<Experiment, 'requires' | 'requiredBy'>,
  condition: Condition,
): readonly ModelCapability[] {
  return requiredBy?.(condition) ?? requires;
}
