import type { Call } from '../../domain/call.ts';
import { letters } from '../../domain/question.ts';
import { seenAnswer, understands } from '../common/answer-shown.ts';
import { rightNote } from '../common/solve-question.ts';
import type { ItemContext, SimulatedSubject } from '../experiment.ts';
import type { KnowItem } from './items.ts';

/** Returns the probability that the subject answers a question correctly, and that of its population. */
export function chances(
  subject: Pick<SimulatedSubject, 'trait' | 'commonTrait'>,
  item: KnowItem,
): { readonly own: number; readonly common: number } {
  const common = subject.commonTrait('know', item.id);
  const own = (common + subject.trait('know', item.id)) / 2;
  return { own: 0.15 + 0.8 * own, common: 0.15 + 0.8 * common };
}

export function simulate({ item }: ItemContext<KnowItem>, call: Call, subject: SimulatedSubject): string {
  const { own, common } = chances(subject, item);
  const seen = seenAnswer(call);
  if (call.slot !== 'execute' && !understands(subject))
    return JSON.stringify({ probability: Math.round(100 * subject.random()) || 1 });
  if (seen !== null) return JSON.stringify({ probability: seen.endsWith(rightNote) ? 100 : 0 });
  if (call.slot === 'forecast') {
    const expected = common + subject.selfKnowledge * (own - common);
    return JSON.stringify({ probability: Math.round(100 * expected) });
  }
  const wrong = letters.filter((letter) => letter !== item.key);
  const answer = subject.random() < own ? item.key : wrong[Math.floor(subject.random() * wrong.length)];
  return JSON.stringify({ answer });
}
