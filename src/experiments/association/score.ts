import { normalizedWord } from '../../read/words.ts';
import type { BinaryOutcome, Part } from '../../score/outcome.ts';
import { absent, partOf, sampleNumbers } from '../../score/part.ts';
import type { Answers, ItemContext, Reader } from '../experiment.ts';
import type { AssociationItem } from './items.ts';
import { readForecast, readList } from './read.ts';

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
  const own = (text: string) => readForecast(text, item.options);
  const forecasts = partOf(answers.get('forecast', '', 0), { slot: 'forecast', reader, own, recorded: own });
  const lists = sampleNumbers(samples).map((sample) =>
    mapped(
      partOf(answers.get('execute', '', sample), { slot: 'execute', reader, own: readList, recorded: readList }),
      (words) => new Set(words.map(normalizedWord)),
    ),
  );
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
