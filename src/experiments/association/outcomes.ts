import type { BinaryOutcome, Observed } from '../../domain/outcome.ts';
import type { Reader, Reading } from '../../domain/reading.ts';
import type { Answers } from '../../domain/slot.ts';
import { absent, observe, sampleNumbers } from '../common/observe.ts';
import { normalizedWord } from '../common/words.ts';
import type { ItemContext } from '../experiment.ts';
import type { AssociationItem } from './items.ts';
import { readList, readPrediction } from './read.ts';
import { readRecordedList, readRecordedPrediction, recordedOutcomes } from './recorded.ts';

function readWords(text: string): Reading<ReadonlySet<string>> {
  const reading = readList(text);
  return reading.kind === 'parsed' ? { ...reading, value: new Set(reading.value.map(normalizedWord)) } : reading;
}

function hasRecorded(answers: Answers, reader: Reader): boolean {
  return reader === 'recorded' && 'extracted' in answers.get('forecast', '', 0);
}

function mapped<T, U>(part: Observed<T>, value: (from: T) => U): Observed<U> {
  return part.kind === 'present' ? { ...part, value: value(part.value) } : part;
}

/** Returns one yes/no outcome per option word: whether it is predicted, and whether it is in each executed list. */
export function outcomes(
  context: ItemContext<AssociationItem>,
  answers: Answers,
  reader: Reader,
): readonly BinaryOutcome[] {
  const { item, samples } = context;
  const readers = {
    reader,
    own: (text: string) => readPrediction(text, item.options),
    recorded: readRecordedPrediction,
  };
  const predictions = observe(answers.get('forecast', '', 0), { slot: 'forecast', ...readers });
  const lists = sampleNumbers(samples).map((sample) =>
    observe(answers.get('execute', '', sample), {
      slot: 'execute',
      reader,
      own: readWords,
      recorded: readRecordedList,
    }),
  );
  if (predictions.kind === 'present' && hasRecorded(answers, reader)) return recordedOutcomes(predictions.value, lists);
  return item.options.map((option): BinaryOutcome => {
    const word = normalizedWord(option);
    return {
      kind: 'binary',
      unit: option,
      prediction: predictionOf(predictions, word),
      probability: null,
      executions: lists.map((list) => mapped(list, (words) => words.has(word))),
      label: null,
    };
  });
}

function predictionOf(predictions: Observed<ReadonlyMap<string, boolean>>, word: string): Observed<boolean> {
  if (predictions.kind === 'absent') return predictions;
  const value = predictions.value.get(word);
  return value === undefined
    ? absent('forecast', 'unparsed', 'the answer does not mention the option word')
    : { kind: 'present', value, step: predictions.step };
}
