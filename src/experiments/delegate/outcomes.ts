import { type DecisionOutcome, type Observed, type Outcome, presentOf } from '../../domain/outcome.ts';
import type { Reader, Reading } from '../../domain/reading.ts';
import type { Answers } from '../../domain/slot.ts';
import { fieldOf, readAnswer } from '../common/json-object.ts';
import { sampleNumbers, shareOf } from '../common/observe.ts';
import { plainText, undecorated } from '../common/plain-value.ts';
import { observePrediction } from '../common/predict-and-execute.ts';
import { correctness, shownSolution } from '../common/solve-question.ts';
import type { ItemContext } from '../experiment.ts';
import { colleagues, type DelegateItem } from './items.ts';
import { options } from './prompts.ts';

/** Returns the index of the option that a value names; null for any other value. */
function optionIndex(value: unknown): number | null {
  const text = plainText(value);
  const named =
    text === null
      ? ''
      : undecorated(text)
          .toLowerCase()
          .replace(/^(?:the|my|a) /, '');
  const index = (options as readonly string[]).indexOf(named);
  return index === -1 ? null : index;
}

/** Reads a decision as the index of its option. */
export function readDecision(text: string): Reading<number> {
  const wrong = '"choice" is not "self" or "colleague"';
  return readAnswer<number>(text, {
    object: (object) => {
      const field = fieldOf(object, 'choice');
      const value = optionIndex(field);
      if (field === undefined) return { lacks: wrong };
      return value === null ? { wrong } : { value };
    },
    value: optionIndex,
  });
}

/** Returns the options of the fixed rules: hand over where the colleague's probability is at least each level, or never. */
export function fixedRules({ colleague }: Pick<DelegateItem, 'colleague'>): readonly number[] {
  return [...colleagues, 101].map((least) => Number(colleague >= least));
}

/** Returns one outcome per question: the decision, and the payoffs of answering and of handing over. */
export function outcomes(
  { item, samples }: ItemContext<DelegateItem>,
  answers: Answers,
  reader: Reader,
): readonly DecisionOutcome[] {
  const payoffs = sampleNumbers(samples).map((sample): Observed<readonly number[]> => {
    const right = correctness(item, answers.get('execute', '', sample), { slot: 'execute', reader });
    return right.kind === 'absent' ? right : { ...right, value: [Number(right.value), item.colleague / 100] };
  });
  const choice = observePrediction(answers, reader, readDecision);
  return [{ kind: 'decision', unit: '', options, choice, payoffs, rules: fixedRules(item) }];
}

/** Returns the first answer and whether it is right, which decides who earns more; null while it is missing. */
export function showAnswer({ item }: Pick<ItemContext<DelegateItem>, 'item'>, answers: Answers): string | null {
  return shownSolution(item, answers.get('execute', '', 0), { slot: 'execute' });
}

/** Returns the share of the executions in which the subject's own answer is right. */
export function rightShare(outcome: Outcome): number | null | undefined {
  return outcome.kind === 'decision' ? shareOf(presentOf(outcome.payoffs).map(([self]) => self === 1)) : undefined;
}
