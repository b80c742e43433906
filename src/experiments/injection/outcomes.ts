import type { Answer } from '../../domain/answer.ts';
import type { Insertion } from '../../domain/injection.ts';
import type { BinaryOutcome, Observed, UnchangedExecution } from '../../domain/outcome.ts';
import type { Reader } from '../../domain/reading.ts';
import type { Answers, SlotState } from '../../domain/slot.ts';
import { absent, sampleNumbers } from '../common/observe.ts';
import { probabilityOutcome } from '../common/predict-and-execute.ts';
import { correctness, shownSolution } from '../common/solve-question.ts';
import type { ItemContext } from '../experiment.ts';
import { executionOf, type InjectedExecution } from './insertions.ts';
import type { InjectionItem } from './items.ts';
import { ownWords, withoutInsertions } from './own-words.ts';
import { hasRemark } from './remarks.ts';

type Scored = Pick<ItemContext<InjectionItem>, 'item' | 'samples' | 'condition' | 'seed'>;

/**
 * Returns one outcome per question; `true` means that the answer with all insertions is right. Each execution is paired
 * with the same answer interrupted without an insertion.
 */
export function outcomes(context: Scored, answers: Answers, reader: Reader): readonly BinaryOutcome[] {
  const numbers = sampleNumbers(context.samples);
  const all = numbers.map((sample) => {
    const execution = executionOf(context, sample, answers);
    const [last, earlier] = lastOf(execution.inserted);
    return { execution, last, earlier, interrupted: execution.interrupted?.answer ?? notAsked };
  });
  const executions = all.map(({ execution, last, earlier }) =>
    solved({ execution, slot: 'inserted', answer: readable(last, context, earlier) }, context, reader),
  );
  const unchanged = all.map(({ execution, interrupted, last, earlier }): UnchangedExecution => {
    const remarks = remarksOf(last, interrupted, earlier);
    const value = solved({ execution, slot: 'interrupted', answer: interrupted }, context, reader);
    return { value, extraTokens: tokensMore(last, interrupted, earlier), ...(remarks === null ? {} : { remarks }) };
  });
  return [{ ...probabilityOutcome(answers, reader, executions), unchanged }];
}

const notAsked: SlotState = { kind: 'not-asked' };

/** Returns the answer after the last insertion, and the insertions before it. */
function lastOf(inserted: InjectedExecution['inserted']): readonly [SlotState, readonly Insertion[]] {
  const answers = inserted.map(({ answer }) => answer);
  const earlier = answers.slice(0, -1).flatMap((answer) => insertionOf(answer) ?? []);
  return [answers.at(-1) ?? notAsked, earlier];
}

function insertionOf(answer: SlotState): Insertion | null {
  return (isText(answer) ? answer.inserted : undefined) ?? null;
}

function isText(answer: SlotState): answer is Extract<SlotState, { readonly kind: 'answered' | 'truncated' }> {
  return answer.kind === 'answered' || answer.kind === 'truncated';
}

/** Returns whether an answer is right; where it was not asked for, why the uninterrupted answer cannot be continued. */
function solved(
  {
    execution: { base },
    slot,
    answer,
  }: { readonly execution: InjectedExecution; readonly slot: 'inserted' | 'interrupted'; readonly answer: SlotState },
  { item }: Scored,
  reader: Reader,
): Observed<boolean> {
  const { answer: whole } = base;
  if (whole.kind === 'truncated' || whole.kind === 'filtered')
    return absent('base', whole.kind, whole.finishReason ?? '');
  if (whole.kind === 'failed') return absent('base', 'failed', whole.detail);
  return correctness(item, answer, { slot, reader });
}

/** Returns an answer without what must not be read as the model's choice. */
function readable(
  answer: SlotState,
  { condition }: Pick<Scored, 'condition'>,
  earlier: readonly Insertion[],
): SlotState {
  return answer.kind === 'answered' ? ownWords(answer, condition, earlier) : answer;
}

/** Returns the tokens that an answer takes more than the interrupted one, without inserted ones; null where not counted. */
function tokensMore(answer: SlotState, interrupted: SlotState, earlier: readonly Insertion[]): number | null {
  if (!isText(answer) || !isText(interrupted)) return null;
  const [more, less] = [answer.usage.output, interrupted.usage.output];
  const counted = earlier.reduce((sum, { ids }) => sum + ids.length, 0);
  return more === null || less === null || isContinued(answer) ? null : more - less - counted;
}

/** Returns whether the model wrote only the rest of an answer, so that its tokens are not those of the answer. */
function isContinued({ inserted }: Pick<Answer, 'inserted'>): boolean {
  return inserted !== undefined && inserted.ids.length === 0;
}

/**
 * Returns whether the answer remarks on something after the first insertion, and whether the interrupted one does so after
 * the same beginning; null where either text is missing.
 */
function remarksOf(
  answer: SlotState,
  interrupted: SlotState,
  earlier: readonly Insertion[],
): UnchangedExecution['remarks'] | null {
  const own = insertionOf(answer);
  if (own === null || !isText(answer) || !isText(interrupted)) return null;
  const insertions = [...earlier, own];
  const starts = insertions.flatMap(({ start }) => start ?? []);
  if (starts.length < insertions.length) return null;
  const first = Math.min(...starts);
  return {
    changed: hasRemark(withoutInsertions(answer.text, insertions).slice(first).replace(/^;\n/, '')),
    unchanged: hasRemark(interrupted.text.slice(first)),
  };
}

/** Returns the first answer with the insertions and whether it is right, which the question asks; null while it is missing. */
export function showAnswer(context: Scored, answers: Answers): string | null {
  const [answer, earlier] = lastOf(executionOf(context, 0, answers).inserted);
  return shownSolution(context.item, answer, { slot: 'inserted', readable: readable(answer, context, earlier) });
}
