import type { BinaryOutcome, Observed } from '../../domain/outcome.ts';
import type { Reader } from '../../domain/reading.ts';
import type { Answers } from '../../domain/slot.ts';
import { observe, sampleNumbers } from '../common/observe.ts';
import { probabilityOutcome } from '../common/predict-and-execute.ts';
import type { ItemContext } from '../experiment.ts';
import type { RepeatItem } from './items.ts';
import { executionCount } from './plan.ts';
import { readShort } from './read.ts';

/**
 * Returns one outcome per request; `true` means that two executions agree. Samples are compared in disjoint pairs (first
 * and second, third and fourth, ...), which are independent of each other; an odd last one is not used.
 */
export function outcomes(
  { samples }: ItemContext<RepeatItem>,
  answers: Answers,
  reader: Reader,
): readonly BinaryOutcome[] {
  const given = sampleNumbers(executionCount(samples)).map((sample) =>
    observe(answers.get('execute', '', sample), { slot: 'execute', reader, own: readShort, recorded: readShort }),
  );
  const executions = given.flatMap((second, index) => {
    const first = given[index - 1];
    return index % 2 === 1 && first !== undefined ? [agreement(first, second)] : [];
  });
  return [probabilityOutcome(answers, reader, executions)];
}

function agreement(first: Observed<string>, second: Observed<string>): Observed<boolean> {
  if (first.kind === 'absent') return first;
  return second.kind === 'absent' ? second : { ...second, value: first.value === second.value };
}
