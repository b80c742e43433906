import type { Call } from '../../domain/call.ts';
import { seenAnswer, understands } from '../common/answer-shown.ts';
import type { ItemContext, SimulatedSubject } from '../experiment.ts';
import { type AssociationItem, listLength } from './items.ts';

/** Returns the probability that the subject lists an option word, and that of its population. */
function inclusion(subject: SimulatedSubject, target: string, option: string): { own: number; common: number } {
  const common = subject.commonTrait('association', target, option) ** 2;
  return { own: (common + subject.trait('association', target, option) ** 2) / 2, common };
}

export function simulate({ item }: ItemContext<AssociationItem>, call: Call, subject: SimulatedSubject): string {
  if (call.slot === 'execute') {
    const listed = item.options
      .filter((option) => subject.random() < inclusion(subject, item.target, option).own)
      .slice(0, listLength);
    const others = Array.from({ length: listLength - listed.length }, (_, index) => `other-${index + 1}`);
    return JSON.stringify({ words: [...listed, ...others] });
  }
  const seen = seenAnswer(call);
  const isGuess = !understands(subject);
  const predictions = item.options.map((option) => {
    if (isGuess) return [option, subject.random() < 0.5];
    if (seen !== null) return [option, seen.includes(`"${option}"`)];
    const { own, common } = inclusion(subject, item.target, option);
    return [option, common + subject.selfKnowledge * (own - common) > 0.5];
  });
  return JSON.stringify(Object.fromEntries(predictions));
}
