import type { Call } from '../../domain/call.ts';
import { type Random, randomInteger } from '../../util/random.ts';
import type { ItemContext, SimulatedSubject } from '../experiment.ts';
import type { VerbatimItem } from './items.ts';
import { judgeLetters } from './prompts.ts';

/**
 * Response length in words, number of possible words per position (no two positions share any), and the frequency of
 * the usual word.
 */
export const simulatedText = { words: 10, choices: 20, usual: 0.9 } as const;

/** Returns the share of predictions that answer the message before the question: 0 for a subject that knows itself. */
export function engaging({ selfKnowledge }: SimulatedSubject): number {
  return 0.2 * (1 - selfKnowledge);
}

const syllables = 'ba be bi bo bu da de di do du fa fe fi fo fu ga ge gi go gu'.split(' ');

function word(index: number, choice: number): string {
  return `${syllables[index]}${syllables[choice]}n`;
}

/** Returns a text whose words are drawn by position. */
function text(drawn: (index: number) => number): string {
  return Array.from({ length: simulatedText.words }, (_, index) => word(index, drawn(index))).join(' ');
}

/** Returns the word that the subject usually has at a position of its response to a prompt, and its population's word. */
export function usualWords(subject: SimulatedSubject, inner: string, index: number): { own: number; common: number } {
  const choice = (trait: number) => Math.floor(trait * simulatedText.choices);
  return {
    own: choice(subject.trait('usual word', inner, index)),
    common: choice(subject.commonTrait('usual word', inner, index)),
  };
}

export function simulate({ item }: ItemContext<VerbatimItem>, call: Call, subject: SimulatedSubject): string {
  const { random, selfKnowledge } = subject;
  if (call.slot === 'execute') return executed(call, subject);
  if (call.slot === 'judge') return judged(call, random);
  if (random() < engaging(subject)) return JSON.stringify({ response: item.lead });
  const response = text((index) => {
    const { own, common } = usualWords(subject, item.inner, index);
    return random() < selfKnowledge ? own : common;
  });
  return JSON.stringify({ response });
}

/** Answers the prompt that was sent: a prompt other than the item's has another response. */
function executed({ messages }: Call, subject: SimulatedSubject): string {
  const prompt = messages.at(-1)?.content ?? '';
  return text((index) =>
    subject.random() < simulatedText.usual
      ? usualWords(subject, prompt, index).own
      : randomInteger(subject.random, simulatedText.choices),
  );
}

/** Judges whether the predicted response is the message itself; else whether both responses are equal. */
function judged({ messages }: Call, random: Random): string {
  const content = messages.at(-1)?.content ?? '';
  const quoted = (name: string) => content.split(`[${name}]\n`)[1]?.split(`\n[end of ${name}]`)[0];
  const foreseen = quoted('foreseen response');
  const meaning = foreseen === quoted('message') ? 'engages' : foreseen === quoted('given response') ? null : 'differs';
  const letters = Object.entries(judgeLetters).filter(([, failure]) => failure === meaning);
  return JSON.stringify({ choice: letters[randomInteger(random, letters.length)]?.[0] });
}
