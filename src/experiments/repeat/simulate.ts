import type { Call } from '../../domain/call.ts';
import { seenAnswer, understands } from '../common/answer-shown.ts';
import type { ItemContext, SimulatedSubject } from '../experiment.ts';
import type { RepeatItem } from './items.ts';

/** Returns the probability that two answers of the subject agree, and that of its population. */
export function agreements(
  subject: Pick<SimulatedSubject, 'trait' | 'commonTrait'>,
  { id }: Pick<RepeatItem, 'id'>,
): { readonly own: number; readonly common: number } {
  const common = subject.commonTrait('repeat', id);
  const own = (common + subject.trait('repeat', id)) / 2;
  return { own: 0.05 + 0.9 * own, common: 0.05 + 0.9 * common };
}

/** Returns the probability of agreement that the subject states. */
export function statedOf(subject: Pick<SimulatedSubject, 'trait' | 'commonTrait' | 'selfKnowledge'>, item: RepeatItem) {
  const { own, common } = agreements(subject, item);
  return Math.round(100 * (common + subject.selfKnowledge * (own - common)));
}

export function simulate({ item }: ItemContext<RepeatItem>, call: Call, subject: SimulatedSubject): string {
  const seen = seenAnswer(call);
  if (call.slot !== 'execute' && !understands(subject))
    return JSON.stringify({ probability: 1 + Math.round(99 * subject.random()) });
  if (seen !== null) return JSON.stringify({ probability: seen.match(/usual/g)?.length === 2 ? 100 : 0 });
  if (call.slot === 'forecast') return JSON.stringify({ probability: statedOf(subject, item) });
  // Two answers agree only if both are the usual one.
  const isUsual = subject.random() < Math.sqrt(agreements(subject, item).own);
  return JSON.stringify({ answer: isUsual ? 'usual' : `other ${Math.floor(1e12 * subject.random())}` });
}
