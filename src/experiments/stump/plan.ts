import type { Call } from '../../domain/call.ts';
import type { Authored, Observed } from '../../domain/outcome.ts';
import { type Letter, letters } from '../../domain/question.ts';
import type { Answers } from '../../domain/slot.ts';
import { seededRandom, shuffled } from '../../util/random.ts';
import { reordered, withSystem } from '../common/messages.ts';
import { observe, sampleNumbers } from '../common/observe.ts';
import type { ItemContext } from '../experiment.ts';
import type { StumpItem } from './items.ts';
import { answerPrompt, authorPrompt } from './prompts.ts';
import { readAuthored, readRecordedAuthored } from './read.ts';

const optionIndices = letters.map((_, index) => index);

/**
 * Returns the author's positions of the shown options. The first session shows them in the author's order (or
 * reversed), each further one shuffled.
 */
export function shownOptions({ item, condition, seed }: ItemContext<StumpItem>, sample: number): readonly number[] {
  if (sample === 0) return reordered(optionIndices, condition.optionOrder);
  return shuffled(optionIndices, seededRandom('stump options', seed, item.id, sample));
}

/** Converts the letter of a shown option to the author's letter. */
export function authorsLetter(context: ItemContext<StumpItem>, sample: number, shown: Letter): Letter {
  return letters[shownOptions(context, sample)[letters.indexOf(shown)] ?? 0] as Letter; // a permutation of all four
}

/**
 * Returns the question for the further sessions. In a recording, this is the question that its authors extracted and
 * sent, whichever reader is used: an author that writes two questions was answered about one of them.
 */
export function askedQuestion(answers: Answers): Observed<Authored> {
  const author = answers.get('author', '', 0);
  const recorded = author.kind === 'answered' && typeof author.extracted === 'string';
  const reader = recorded ? 'recorded' : 'own';
  return observe(author, { slot: 'author', reader, own: readAuthored, recorded: readRecordedAuthored });
}

export function plan(context: ItemContext<StumpItem>, answers: Answers): readonly Call[] {
  const { item, condition, samples, peers, judging } = context;
  const author: Call = {
    slot: 'author',
    part: '',
    sample: 0,
    role: 'subject',
    messages: withSystem(condition, authorPrompt(item, condition)),
  };
  const question = askedQuestion(answers);
  if (question.kind === 'absent') return [author];
  const written = question.value;
  const asked = (sample: number) => {
    const options = shownOptions(context, sample).map((index) => written.options[index] ?? '');
    return withSystem(condition, answerPrompt({ question: written.question, options }, condition.language));
  };
  const answer = (part: string, role: Call['role'], sample = 0): Call => ({
    slot: role === 'judge' ? 'judge' : 'answer',
    part,
    sample,
    role,
    messages: asked(sample),
  });
  return [
    author,
    ...sampleNumbers(samples).map((sample) => answer('', 'subject', sample)),
    ...peers.map((peer) => answer(peer, 'peer')),
    ...(judging.judge === null ? [] : [answer('', 'judge')]),
  ];
}
