import type { BinaryOutcome, Observed } from '../../domain/outcome.ts';
import { letters } from '../../domain/question.ts';
import type { Reader } from '../../domain/reading.ts';
import type { Answers } from '../../domain/slot.ts';
import type { ItemContext } from '../experiment.ts';
import { readChoice, readRecordedChoice } from '../kit/choice.ts';
import { observe, sampleNumbers } from '../kit/observe.ts';
import { probabilityOutcome } from '../kit/predict-and-execute.ts';
import type { KnowItem } from './items.ts';

/**
 * Returns one outcome per question; `true` means that the question is answered correctly. A probability of one half or
 * more counts as the prediction "correctly".
 */
export function score(context: ItemContext<KnowItem>, answers: Answers, reader: Reader): readonly BinaryOutcome[] {
  const { item, samples } = context;
  const executions = sampleNumbers(samples).map((sample): Observed<boolean> => {
    const choice = observe(answers.get('execute', '', sample), {
      slot: 'execute',
      reader,
      own: (text) => readChoice(text, 'answer', letters, item.options),
      recorded: (extracted) => readRecordedChoice(extracted, letters),
    });
    return choice.kind === 'present' ? { ...choice, value: choice.value === item.key } : choice;
  });
  return [probabilityOutcome(answers, reader, executions)];
}
