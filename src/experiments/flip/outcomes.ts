import type { EditOutcome, Observed } from '../../domain/outcome.ts';
import { type Letter, letters } from '../../domain/question.ts';
import type { Reader } from '../../domain/reading.ts';
import type { Answers } from '../../domain/slot.ts';
import { readRecordedChoice } from '../common/choice.ts';
import { observe, sampleNumbers } from '../common/observe.ts';
import { readSolution } from '../common/solve-question.ts';
import type { ItemContext } from '../experiment.ts';
import { editOf, maxDistance } from './edits.ts';
import type { FlipItem } from './items.ts';
import { changedQuestion, originalCount, parts } from './plan.ts';

/** Names of the changes by rule, in the order of an outcome's rules. */
export const ruleNames = ['unchanged', 'fixed', 'random'] as const;

/** Returns one outcome per question: whether each sample's answer to a changed question differs from that to the original. */
export function outcomes(context: ItemContext<FlipItem>, answers: Answers, reader: Reader): readonly EditOutcome[] {
  const { item, samples } = context;
  const chosen = (part: string, sample: number): Observed<Letter> =>
    observe(answers.get('execute', part, sample), {
      slot: 'execute',
      reader,
      own: (text) => readSolution(item, text),
      recorded: (extracted) => readRecordedChoice(extracted, letters),
    });
  const against = (other: (sample: number) => Observed<Letter>) =>
    sampleNumbers(samples).map((sample) => difference(chosen(parts.original, sample), other(sample)));
  const again = (sample: number) => chosen(parts.original, (sample + 1) % originalCount(samples));
  const change = changedQuestion(item, answers, reader);
  const edit = change.kind === 'present' ? editOf(item.question, change.value) : { distance: null, size: null };
  return [
    {
      kind: 'edit',
      unit: '',
      change,
      ...edit,
      limit: maxDistance,
      executions: against((sample) => chosen(parts.changed, sample)),
      rules: [
        { name: ruleNames[0], executions: against(again) },
        { name: ruleNames[1], executions: against((sample) => chosen(parts.fixed, sample)) },
        { name: ruleNames[2], executions: against((sample) => chosen(parts.random, sample)) },
      ],
    },
  ];
}

function difference(one: Observed<Letter>, other: Observed<Letter>): Observed<boolean> {
  if (one.kind === 'absent') return one;
  return other.kind === 'absent' ? other : { ...other, value: one.value !== other.value };
}
