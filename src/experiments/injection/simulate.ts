import type { Call } from '../../domain/call.ts';
import { letters } from '../../domain/question.ts';
import { seenAnswer, understands } from '../common/answer-shown.ts';
import { rightNote } from '../common/solve-question.ts';
import type { ItemContext, SimulatedSubject } from '../experiment.ts';
import { numberOf } from './insertions.ts';
import type { InjectionItem } from './items.ts';
import { designOf } from './noise.ts';

type Traits = Pick<SimulatedSubject, 'trait' | 'commonTrait'>;

/** Probability that the subject answers a question correctly without an insertion. */
const rightWithout = 0.8;

/** Returns the probability that a right answer stays right after an insertion, for the subject and for its population. */
function keptRight(subject: Traits, { id }: Pick<InjectionItem, 'id'>) {
  const common = subject.commonTrait('injection', id);
  const own = (common + subject.trait('injection', id)) / 2;
  return { own: 0.1 + 0.8 * own, common: 0.1 + 0.8 * common };
}

/**
 * Returns the answer of a subject that loses right answers with a known probability, and never the own tokens that are
 * inserted again. A wrong answer stays wrong. Each of several insertions loses as many.
 */
export function simulate(
  { item, condition }: ItemContext<InjectionItem>,
  call: Call,
  subject: SimulatedSubject,
): string {
  const { noise, times } = designOf(condition);
  const isOwn = noise === 'own';
  const { own, common } = isOwn ? { own: 1, common: 1 } : keptRight(subject, item);
  const seen = seenAnswer(call);
  if ((call.slot === 'forecast' || seen !== null) && !understands(subject))
    return JSON.stringify({ probability: Math.round(100 * subject.random()) || 1 });
  if (seen !== null) return JSON.stringify({ probability: seen.endsWith(rightNote) ? 100 : 0 });
  if (call.slot === 'forecast') {
    const kept = common + subject.selfKnowledge * (own - common);
    return JSON.stringify({ probability: Math.round(100 * rightWithout * kept ** times) });
  }
  const isRight =
    subject.trait('right', item.id, call.sample) < rightWithout &&
    (call.slot !== 'inserted' || subject.random() < own ** (numberOf(call) + 1));
  const wrong = letters.filter((letter) => letter !== item.key);
  const answer = isRight ? item.key : wrong[Math.floor(subject.trait('wrong', item.id, call.sample) * wrong.length)];
  return `I compare the four options.\n${JSON.stringify({ answer })}`;
}
