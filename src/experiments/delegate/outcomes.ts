import type { DecisionOutcome, Observed } from '../../domain/outcome.ts';
import type { Reader, Reading } from '../../domain/reading.ts';
import type { Answers } from '../../domain/slot.ts';
import { readJsonObject } from '../common/json-object.ts';
import { sampleNumbers } from '../common/observe.ts';
import { observePrediction } from '../common/predict-and-execute.ts';
import { correctness, shownSolution } from '../common/solve-question.ts';
import type { ItemContext } from '../experiment.ts';
import { colleagues, type DelegateItem } from './items.ts';
import { options } from './prompts.ts';

/** Reads a decision as the index of its option. */
export function readDecision(text: string): Reading<number> {
  return readJsonObject(text, ({ choice }) => {
    const named = typeof choice === 'string' ? choice.trim().toLowerCase() : '';
    const value = (options as readonly string[]).indexOf(named);
    return value === -1 ? { wrong: '"choice" is not "self" or "colleague"' } : { value };
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
