import { type Letter, letters, type Question } from '../../src/domain/question.ts';
import { type Random, shuffled } from '../../src/util/random.ts';
import { bellShaped, pick, sigmoid } from './choose.ts';
import { common, type Speaker } from './speaker.ts';

type State = 'known' | 'mistaken' | 'unknown';

/** What the speaker believes of a question; how much it knows differs by subject. */
export function knowledge(speaker: Speaker, question: Question): State {
  const subject = question.subject ?? '';
  const ability =
    0.9 * bellShaped(common.trait('easy subject', subject)) +
    1.0 * bellShaped(speaker.trait('good subject', subject)) +
    0.8 * bellShaped(common.trait('easy question', question.id)) +
    0.7;
  if (speaker.trait('knows', question.id) < sigmoid(ability)) return 'known';
  return speaker.trait('mistaken', question.id) < 0.5 ? 'mistaken' : 'unknown';
}

/** The option that the speaker gives this time. */
function chooseOption(speaker: Speaker, question: Question, random: Random): string {
  const right = question.options[letters.indexOf(question.key)] ?? '';
  const others = question.options.filter((option) => option !== right);
  const falseBelief = others[Math.floor(speaker.trait('false belief', question.id) * others.length)] ?? right;
  const certainty = { known: 0.95, mistaken: 0.85, unknown: 0.45 }[knowledge(speaker, question)];
  const believed = knowledge(speaker, question) === 'known' ? right : falseBelief;
  return random() < certainty ? believed : pick(question.options, random);
}

/** From 0 (the bare answer) to 6 sentences of working: mostly the subject, then the question, then chance. */
export function expectedSentences(speaker: Speaker, question: Question): number {
  const subject = question.subject ?? '';
  const shared = 0.5 * common.trait('long subject', subject) + 0.5 * speaker.trait('long subject', subject);
  const spread =
    2.2 * (0.5 * common.trait('long question', question.id) + 0.5 * speaker.trait('long question', question.id) - 0.5);
  return Math.max(0, 8 * (shared - 0.2) + spread);
}

const leads = ['Let us see.', 'First, read the question again.', 'There are four options.', 'This takes some thought.'];
const doubts = ['does not fit.', 'cannot be right.', 'looks wrong.'];

/** Working of about `sentences` sentences that ends in the chosen option. Long options are named by their letter. */
function workingText(question: Question, chosen: Letter, sentences: number, random: Random): string {
  const name = (letter: Letter): string => {
    const text = question.options[letters.indexOf(letter)] ?? '';
    return text.length <= 24 ? text : `option ${letter}`;
  };
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  const parts: string[] = [];
  const rest = shuffled(
    letters.filter((letter) => letter !== chosen),
    random,
  );
  if (sentences >= 3) parts.push(pick(leads, random));
  if (sentences >= 5) parts.push('I look at each of them.');
  for (const letter of rest.slice(0, Math.max(0, sentences - 2)))
    parts.push(`${capital(name(letter))} ${pick(doubts, random)}`);
  if (sentences >= 6) parts.push('Only one is left.');
  if (sentences >= 1) parts.push(`${sentences >= 2 ? 'So the' : 'The'} answer is ${name(chosen)}.`);
  return parts.join(' ');
}

export function solve(speaker: Speaker, question: Question, random: Random): { answer: string; correct: boolean } {
  const chosen = letters[question.options.indexOf(chooseOption(speaker, question, random))] ?? question.key;
  const sentences = Math.round(Math.min(7, expectedSentences(speaker, question) + 1.2 * (random() - 0.5)));
  const working = workingText(question, chosen, sentences, random);
  return {
    answer: `${working}${working && ' '}${JSON.stringify({ answer: chosen })}`,
    correct: chosen === question.key,
  };
}
