import type { Call } from '../../domain/call.ts';
import { letters } from '../../domain/question.ts';
import { seenAnswer, understands } from '../common/answer-shown.ts';
import { rightNote } from '../common/solve-question.ts';
import type { ItemContext, SimulatedSubject } from '../experiment.ts';
import type { DelegateItem } from './items.ts';

type Traits = Pick<SimulatedSubject, 'trait' | 'commonTrait'>;

/** Returns the probability that the subject answers a question correctly, and that of its population. */
export function chances(subject: Traits, { id }: Pick<DelegateItem, 'id'>) {
  const common = subject.commonTrait('delegate', id);
  const own = (common + subject.trait('delegate', id)) / 2;
  return { own: 0.05 + 0.9 * own, common: 0.05 + 0.9 * common };
}

/** Returns whether the subject answers a question itself: it expects to be right more often than the colleague. */
function answersItself(
  subject: Traits & Pick<SimulatedSubject, 'selfKnowledge'>,
  item: Pick<DelegateItem, 'id' | 'colleague'>,
): boolean {
  const { own, common } = chances(subject, item);
  return common + subject.selfKnowledge * (own - common) > item.colleague / 100;
}

export function simulate({ item }: ItemContext<DelegateItem>, call: Call, subject: SimulatedSubject): string {
  const choose = (self: boolean) => JSON.stringify({ choice: self ? 'self' : 'colleague' });
  const seen = seenAnswer(call);
  if (call.slot !== 'execute' && !understands(subject)) return choose(subject.random() < 0.5);
  if (seen !== null) return choose(seen.endsWith(rightNote));
  if (call.slot === 'forecast') return choose(answersItself(subject, item));
  const wrong = letters.filter((letter) => letter !== item.key);
  const isRight = subject.random() < chances(subject, item).own;
  return JSON.stringify({ answer: isRight ? item.key : wrong[Math.floor(subject.random() * wrong.length)] });
}
