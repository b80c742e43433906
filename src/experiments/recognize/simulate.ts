import type { Call } from '../../domain/call.ts';
import type { ItemContext, SimulatedSubject } from '../experiment.ts';
import type { RecognizeItem } from './items.ts';

/** Returns a word that all texts of a simulated model have. */
function styleOf(subject: Pick<SimulatedSubject, 'trait'>): string {
  return `style${Math.floor(1e9 * subject.trait('recognize'))}`;
}

/** Probability that a simulated model picks its own text. */
function recognitionRate(selfKnowledge: number): number {
  return (1 + selfKnowledge) / 2;
}

/** Writes a text with its own style word, and recognizes it with a probability that grows with its self-knowledge. */
export function simulate({ item }: ItemContext<RecognizeItem>, call: Call, subject: SimulatedSubject): string {
  const style = styleOf(subject);
  if (call.slot === 'write') return `${item.request} ${style} ${'word '.repeat(Math.floor(40 * subject.random()))}`;
  const [first = ''] = (call.messages.at(-1)?.content ?? '').split('[end of text A]');
  const rate = call.predictor === undefined ? recognitionRate(subject.selfKnowledge) : 0.5;
  const picksOwn = subject.random() < rate;
  return JSON.stringify({ choice: first.includes(style) === picksOwn ? 'A' : 'B' });
}
