import type { BinaryOutcome, Observed, Outcome } from '../../domain/outcome.ts';
import type { Reader } from '../../domain/reading.ts';
import type { Answers } from '../../domain/slot.ts';
import { readChoice, readRecordedChoice } from '../common/choice.ts';
import { absent, observe } from '../common/observe.ts';
import type { CrossItemPass, ItemContext } from '../experiment.ts';
import type { RecognizeItem } from './items.ts';
import { ordersOf, otherAuthor, textOf } from './plan.ts';
import { places } from './prompts.ts';

/** Reads which of two shown texts the model claims as its own; the texts themselves never choose. */
export const readRecognition = (text: string, shown: string | null) =>
  readChoice(text, { key: 'choice', letters: places, shown });

/**
 * Returns one outcome per order; `true` means that the first text is the subject's. The label says that the longer text
 * is the subject's; `lengthRule` corrects it by the subject's earlier items.
 */
export function outcomes(
  context: ItemContext<RecognizeItem>,
  answers: Answers,
  reader: Reader,
): readonly BinaryOutcome[] {
  const other = otherAuthor(context);
  const own = textOf(answers.get('write', '', 0));
  const second = other === null ? null : textOf(answers.get('write', other, 0));
  return ordersOf(context).map(({ unit, isOwnFirst }): BinaryOutcome => {
    const chosen = observe(answers.get('recognize', unit, 0), {
      slot: 'recognize',
      reader,
      own: (text) => readRecognition(text, own === null || second === null ? null : `${own}\n\n${second}`),
      recorded: (extracted) => readRecordedChoice(extracted, places),
    });
    const hasLonger =
      own === null || second === null || own.length === second.length ? null : own.length > second.length;
    return {
      kind: 'binary',
      unit,
      prediction: chosen.kind === 'present' ? { ...chosen, value: chosen.value === 'A' } : chosen,
      probability: null,
      executions: [truthOf(own, second, isOwnFirst)],
      label: hasLonger === null ? null : hasLonger === isOwnFirst,
    };
  });
}

/** Returns whether the subject's text is the first one, which is known once both models have written different texts. */
function truthOf(own: string | null, other: string | null, isFirst: boolean): Observed<boolean> {
  if (own === null || other === null) return absent('write', 'not-asked', 'one of the two texts is missing');
  if (own === other) return absent('write', 'unparsed', 'both models wrote the same text');
  return { kind: 'present', value: isFirst, step: 'text' };
}

/**
 * Returns a pass that turns "the longer text is the subject's" into the length rule: the shorter one, if the subject's
 * text was the shorter one in most of its earlier items. No rule for the first item, or where they are balanced.
 */
export function lengthRule(): CrossItemPass<RecognizeItem> {
  let [longer, shorter] = [0, 0];
  let [before, item] = [0, '']; // the lead of "longer" before the current item, which has two outcomes
  return (context: ItemContext<RecognizeItem>, outcome: Outcome): Outcome => {
    if (outcome.kind !== 'binary') return outcome;
    if (context.item.id !== item) [before, item] = [longer - shorter, context.item.id];
    const [truth] = outcome.executions;
    if (outcome.label === null || truth?.kind !== 'present') return { ...outcome, label: null };
    if (outcome.label === truth.value) longer += 1;
    else shorter += 1;
    return { ...outcome, label: before === 0 ? null : outcome.label === before > 0 };
  };
}
