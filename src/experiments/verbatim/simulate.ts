import type { Call } from '../../domain/call.ts';
import { type Random, randomInteger } from '../../util/random.ts';
import type { ItemContext, SimulatedSubject } from '../experiment.ts';
import type { VerbatimItem } from './items.ts';
import { judgeLetters } from './prompts.ts';

/** A response is this many words, each one of so many that no other place has; the usual one comes so often. */
export const simulatedText = { words: 10, choices: 20, usual: 0.9 } as const;

/** Share of forecasts that answer the message before the question: a subject that knows itself never does. */
export function engaging({ selfKnowledge }: SimulatedSubject): number {
  return 0.2 * (1 - selfKnowledge);
}

const syllables = 'ba be bi bo bu da de di do du fa fe fi fo fu ga ge gi go gu'.split(' ');

function word(place: number, choice: number): string {
  return `${syllables[place]}${syllables[choice]}n`;
}

/** Words of a text, each drawn by its place. */
function text(drawn: (place: number) => number): string {
  return Array.from({ length: simulatedText.words }, (_, place) => word(place, drawn(place))).join(' ');
}

/** The word that the subject usually has in a place of its response to a prompt, and the one its population has. */
export function usualWords(subject: SimulatedSubject, inner: string, place: number): { own: number; common: number } {
  const choice = (trait: number) => Math.floor(trait * simulatedText.choices);
  return {
    own: choice(subject.trait('usual word', inner, place)),
    common: choice(subject.commonTrait('usual word', inner, place)),
  };
}

export function simulate({ item }: ItemContext<VerbatimItem>, call: Call, subject: SimulatedSubject): string {
  const { random, selfKnowledge } = subject;
  if (call.slot === 'execute') return executed(call, subject);
  if (call.slot === 'judge') return judged(call, random);
  if (random() < engaging(subject)) return JSON.stringify({ response: item.lead });
  const response = text((place) => {
    const { own, common } = usualWords(subject, item.inner, place);
    return random() < selfKnowledge ? own : common;
  });
  return JSON.stringify({ response });
}

/** Answers what was sent: a prompt that is not the item's has another response. */
function executed({ messages }: Call, subject: SimulatedSubject): string {
  const prompt = messages.at(-1)?.content ?? '';
  return text((place) =>
    subject.random() < simulatedText.usual
      ? usualWords(subject, prompt, place).own
      : randomInteger(subject.random, simulatedText.choices),
  );
}

/** Sees whether the foreseen response is the message itself; else whether both responses are the same. */
function judged({ messages }: Call, random: Random): string {
  const content = messages.at(-1)?.content ?? '';
  const quoted = (name: string) => content.split(`[${name}]\n`)[1]?.split(`\n[end of ${name}]`)[0];
  const foreseen = quoted('foreseen response');
  const meaning = foreseen === quoted('message') ? 'engages' : foreseen === quoted('given response') ? null : 'differs';
  const letters = Object.entries(judgeLetters).filter(([, failure]) => failure === meaning);
  return JSON.stringify({ choice: letters[randomInteger(random, letters.length)]?.[0] });
}
