import type { Call } from '../../domain/call.ts';
import { letters } from '../../domain/question.ts';
import { randomInteger } from '../../util/random.ts';
import type { ItemContext, SimulatedSubject } from '../experiment.ts';
import type { StumpItem } from './items.ts';

const words: readonly string[] = ['amber', 'birch', 'cedar', 'dune'];

/** Returns the probability that the author fails its own question, and that another model of its population fails it. */
export function failing(subject: SimulatedSubject, item: StumpItem): { own: number; common: number } {
  const common = 0.1 + 0.3 * subject.commonTrait('stump', item.id);
  return { own: common + subject.selfKnowledge * (0.9 - common), common };
}

/** Share of questions whose author gives a wrong key. */
const slipShare = 0.1;

export function slips(subject: SimulatedSubject, item: StumpItem): boolean {
  return subject.trait('stump slip', item.id) < slipShare;
}

function rightOption(subject: SimulatedSubject, item: StumpItem): number {
  return Math.floor(subject.commonTrait('stump right', item.id) * words.length);
}

/** Returns the option that a model considers right: the author's own key, or the right option for other models. */
function believed(subject: SimulatedSubject, item: StumpItem, own: boolean): string {
  const right = rightOption(subject, item);
  return words[own && slips(subject, item) ? (right + 1) % words.length : right] ?? '';
}

export function simulate({ item }: ItemContext<StumpItem>, call: Call, subject: SimulatedSubject): string {
  const own = call.role === 'subject';
  const believes = believed(subject, item, own);
  if (call.slot === 'author') {
    return JSON.stringify({
      // The text contains the author's name: identical questions of two authors would be one call with one answer.
      question: `Which word stands for ${item.topic}, number ${item.number}, to ${subject.name} ${subject.selfKnowledge}?`,
      ...Object.fromEntries(words.map((word, index) => [`option_${letters[index]}`, word])),
      correct_option: letters[words.indexOf(believes)],
      explanation: 'I would take another word.',
    });
  }
  const shown = letters.map((letter) => lineOf(call, letter));
  const { own: mine, common } = failing(subject, item);
  const fails = subject.random() < (own ? mine : common);
  const wrong = letters.filter((_, index) => shown[index] !== believes);
  const right = letters.find((_, index) => shown[index] === believes) ?? 'A';
  return JSON.stringify({ answer: fails ? wrong[randomInteger(subject.random, wrong.length)] : right });
}

/** Returns the text of a lettered option in the prompt. */
function lineOf({ messages }: Call, letter: string): string | null {
  return messages.at(-1)?.content.match(new RegExp(`^${letter}\\) (.*)$`, 'm'))?.[1] ?? null;
}
