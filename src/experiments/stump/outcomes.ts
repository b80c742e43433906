import type { AuthoredOutcome, Observed } from '../../domain/outcome.ts';
import { type Letter, letters } from '../../domain/question.ts';
import type { Reader, Reading } from '../../domain/reading.ts';
import type { Answers, SlotState } from '../../domain/slot.ts';
import { textWords } from '../../stats/text-similarity.ts';
import { readChoice, readRecordedChoice } from '../common/choice.ts';
import { observe, sampleNumbers } from '../common/observe.ts';
import type { CrossItemPass, ItemContext } from '../experiment.ts';
import type { StumpItem } from './items.ts';
import { askedQuestion, authorsLetter, shownOptions } from './plan.ts';
import { callsItImpossible } from './unanswerable-rules.ts';

/** Reads the chosen option of a question; `options`: its texts as shown, absent where they are not known. */
export const readAnswer = (text: string, options?: readonly string[]): Reading<Letter> =>
  readChoice(text, { key: 'answer', letters, ...(options === undefined ? {} : { options }) });

/** Returns one outcome per question: the question, and which option each model chose, in the author's letters. */
export function outcomes(
  context: ItemContext<StumpItem>,
  answers: Answers,
  reader: Reader,
): readonly AuthoredOutcome[] {
  const { samples, peers, judging } = context;
  const authored = askedQuestion(answers);
  const chosen = (part: string, slot: 'answer' | 'judge', sample: number): Observed<Letter> => {
    const options =
      authored.kind === 'present'
        ? shownOptions(context, sample).map((index) => authored.value.options[index] ?? '')
        : undefined;
    const letter = observe(answers.get(slot, part, sample), {
      slot,
      reader,
      own: (text) => readAnswer(text, options),
      recorded: (extracted) => readRecordedChoice(extracted, letters),
    });
    return letter.kind === 'absent' ? letter : { ...letter, value: authorsLetter(context, sample, letter.value) };
  };
  return [
    {
      kind: 'authored',
      authored,
      claimsImpossible: said(answers.get('author', '', 0)),
      attempts: sampleNumbers(samples).map((sample) => chosen('', 'answer', sample)),
      peers: peers.map((peer) => chosen(peer, 'answer', 0)),
      ...(judging.judge === null ? {} : { judge: chosen('', 'judge', 0) }),
      duplicateOf: null,
    },
  ];
}

function said(author: SlotState): boolean | null {
  return author.kind === 'answered' || author.kind === 'truncated' ? callsItImpossible(author.text) : null;
}

/** Creates a pass that finds questions that the same subject wrote before: the same words in the same order. */
export function relating(): CrossItemPass<StumpItem> {
  const known = new Map<string, string>();
  return ({ item }, outcome) => {
    if (outcome.kind !== 'authored' || outcome.authored.kind === 'absent') return outcome;
    const words = textWords(outcome.authored.value.question).join(' ');
    const duplicateOf = known.get(words) ?? null;
    if (duplicateOf === null) known.set(words, item.id);
    return { ...outcome, duplicateOf };
  };
}
