import type { Reading } from '../../read/reading.ts';
import { normalizedWord } from '../../read/words.ts';
import type { BinaryOutcome, Part } from '../../score/outcome.ts';
import { absent, partOf, sampleNumbers } from '../../score/part.ts';
import type { Answers, ItemContext, Reader } from '../experiment.ts';
import type { AssociationItem } from './items.ts';
import { readForecast, readList } from './read.ts';
import { readRecordedForecast, readRecordedList, recordedOutcomes } from './recorded.ts';

function readWords(text: string): Reading<ReadonlySet<string>> {
  const reading = readList(text);
  return reading.kind === 'parsed' ? { ...reading, value: new Set(reading.value.map(normalizedWord)) } : reading;
}

function hasRecorded(answers: Answers, reader: Reader): boolean {
  return reader === 'recorded' && 'extracted' in answers.get('forecast', '', 0);
}

function mapped<T, U>(part: Part<T>, value: (from: T) => U): Part<U> {
  return part.kind === 'present' ? { ...part, value: value(part.value) } : part;
}

/** One yes/no outcome an option word: is it forecast, and is it in each executed list? */
export function score(
  context: ItemContext<AssociationItem>,
  answers: Answers,
  reader: Reader,
): readonly BinaryOutcome[] {
  const { item, samples } = context;
  const readers = { reader, own: (text: string) => readForecast(text, item.options), recorded: readRecordedForecast };
  const forecasts = partOf(answers.get('forecast', '', 0), { slot: 'forecast', ...readers });
  const lists = sampleNumbers(samples).map((sample) =>
    partOf(answers.get('execute', '', sample), { slot: 'execute', reader, own: readWords, recorded: readRecordedList }),
  );
  if (forecasts.kind === 'present' && hasRecorded(answers, reader)) return recordedOutcomes(forecasts.value, lists);
  return item.options.map((option): BinaryOutcome => {
    const word = normalizedWord(option);
    return {
      kind: 'binary',
      unit: option,
      forecast: forecastOf(forecasts, word),
      probability: null,
      executions: lists.map((list) => mapped(list, (words) => words.has(word))),
      label: null,
    };
  });
}

function forecastOf(forecasts: Part<ReadonlyMap<string, boolean>>, word: string): Part<boolean> {
  if (forecasts.kind === 'absent') return forecasts;
  const value = forecasts.value.get(word);
  return value === undefined
    ? absent('forecast', 'unparsed', 'the answer does not mention the option word')
    : { kind: 'present', value, step: forecasts.step };
}
