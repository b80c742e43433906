import type { Call } from '../../domain/call.ts';
import { seenAnswer, understands } from '../common/answer-shown.ts';
import type { ItemContext, SimulatedSubject } from '../experiment.ts';
import type { CostItem } from './items.ts';

/** Logarithms to base 2 of the shortest answer and of the range of answers, without noise. */
const shortest = 4;
const range = 5;
/** Width of the uniform noise of an execution, in doublings. */
const noiseWidth = 1;

/** A simulated token has four characters. */
const token = 'word';

/** Returns the logarithm of the subject's typical number of tokens, and of its population's. */
export function lengths(
  subject: Pick<SimulatedSubject, 'trait' | 'commonTrait'>,
  item: Pick<CostItem, 'id'>,
): { readonly own: number; readonly common: number } {
  const common = subject.commonTrait('cost', item.id);
  const own = (common + subject.trait('cost', item.id)) / 2;
  return { own: shortest + range * own, common: shortest + range * common };
}

export function simulate({ item }: ItemContext<CostItem>, call: Call, subject: SimulatedSubject): string {
  const { own, common } = lengths(subject, item);
  const seen = seenAnswer(call);
  if (call.slot !== 'execute' && !understands(subject))
    return JSON.stringify({ tokens: Math.round(2 ** (shortest + range * subject.random())) });
  if (seen !== null) return JSON.stringify({ tokens: Number(/\d+/.exec(seen)?.[0]) });
  if (call.slot === 'forecast') {
    const expected = common + subject.selfKnowledge * (own - common);
    return JSON.stringify({ tokens: Math.round(2 ** expected) });
  }
  return token.repeat(Math.round(2 ** (own + noiseWidth * (subject.random() - 0.5))));
}
