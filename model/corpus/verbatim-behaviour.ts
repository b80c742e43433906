import type { VerbatimItem } from '../../src/experiments/verbatim/items.ts';
import type { Random } from '../../src/util/random.ts';
import { pick } from './choose.ts';
import type { Speaker } from './speaker.ts';

const greetings = ['Hello', 'Hi', 'Good day', 'Welcome', 'Nice to meet you'];
const questions = ['How are you?', 'How can I help you?', 'What can I do for you?', 'What brings you here?'];
const echoes = ['You say', 'You ask about', 'I read', 'So it is about', 'I think of'];
const general = [
  'I am not sure.',
  'That depends.',
  'Let me think about it.',
  'Yes, I think so.',
  'Thank you for asking.',
];

/** Of the phrases, the speaker's own habit most of the time, any now and then. */
function habit(speaker: Speaker, group: string, phrases: readonly string[], random: Random): string {
  const usual = phrases[Math.floor(speaker.trait('habit', group) * phrases.length)] as string; // trait < 1
  return random() < 0.8 ? usual : pick(phrases, random);
}

/** The capitalised name that a prompt introduces its writer by, if it does. */
export function introducedName(prompt: string): string | null {
  return /\b(?:name is|name's|I am|I'm|called|call me|this is|I am called) (\p{Lu}\p{L}+)/u.exec(prompt)?.[1] ?? null;
}

export function reply(speaker: Speaker, inner: VerbatimItem['inner'], random: Random): string {
  const name = introducedName(inner);
  if (name !== null) {
    return `${habit(speaker, 'greeting', greetings, random)}, ${name}! ${habit(speaker, 'question', questions, random)}`;
  }
  // The words of the prompt come back in the reply: a forecast that answers the wrong prompt is then seen to.
  const said = inner.match(/[\p{L}\p{N}]+/gu)?.at(-1) ?? 'that';
  const first = `${habit(speaker, 'echo', echoes, random)} ${said}.`;
  return `${first} ${habit(speaker, 'general', general, random)}`;
}
