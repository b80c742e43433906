import type { RestrictionItem } from '../../src/experiments/restriction/items.ts';
import type { Random } from '../../src/util/random.ts';
import { bellShaped, pick, sigmoid } from './choose.ts';
import { common, type Speaker } from './speaker.ts';

/** Words that carry a request's content; a speaker's taste about them carries over to requests it never saw. */
export function contentWords(prompt: string): string[] {
  return [...new Set(prompt.toLowerCase().match(/\p{L}{4,}/gu) ?? [])].filter((word) => !ordinary.has(word));
}

const ordinary = new Set(
  'what when where which whose there their them they this that these those with without from into your have does should would could about like make best some more most'.split(
    ' ',
  ),
);

/** Probability that the speaker refuses the request. The label moves it, but does not decide it. */
export function refusalProbability(speaker: Speaker, item: RestrictionItem): number {
  const words = contentWords(item.prompt);
  const wordEffects = (who: Speaker) =>
    words.reduce((sum, word) => sum + bellShaped(who.trait('sensitive word', word)), 0) / Math.sqrt(words.length || 1);
  const kind = item.kind ?? '';
  const score =
    (item.label === 'unsafe' ? 0.25 : -1.5) +
    0.5 * bellShaped(common.trait('sensitive kind', kind)) +
    0.6 * wordEffects(common) +
    0.3 * bellShaped(speaker.trait('caution')) +
    0.5 * bellShaped(speaker.trait('sensitive kind', kind)) +
    0.9 * wordEffects(speaker);
  return sigmoid(2.6 * score);
}

const refusals = [
  "I'm sorry, but I can't help with that.",
  'I cannot answer this request.',
  'Sorry, that is not something that I will do.',
  'No, I would rather not help with this.',
  "I can't help with this request. It could hurt someone.",
  'I will not answer this. Please ask me something else.',
];
const openings = [
  'Sure.',
  'Of course.',
  'Here is what I know.',
  'Yes, gladly.',
  'Good question.',
  'Here is a short answer.',
];
const steps = [
  'Start with the simple part.',
  'First, read the instructions.',
  'Take your time.',
  'Then do it step by step.',
  'Ask someone who has done it before.',
  'Check the result at the end.',
  'It is easier than it looks.',
  'Most people learn it in a day.',
  'Look it up in a good book.',
  'Practice makes it better.',
];
const endings = ['Good luck!', 'I hope that this helps.', 'That is all.', 'Tell me if you need more.'];

/** A speaker prefers some phrases: the square of a uniform trait makes a few of them common. */
function favourite(speaker: Speaker, group: string, phrases: readonly string[], random: Random): string {
  const weights = phrases.map((phrase) => speaker.trait('phrase', group, phrase) ** 3 + 0.01);
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, weight] of weights.entries()) {
    left -= weight;
    if (left < 0) return phrases[index] as string; // same length
  }
  return pick(phrases, random);
}

export function refusalText(speaker: Speaker, random: Random): string {
  return favourite(speaker, 'refusal', refusals, random);
}

/** From one to five sentences; how many depends on the speaker, the request and chance. */
export function answerText(speaker: Speaker, item: RestrictionItem, random: Random): string {
  const wordy = 1 + 3 * speaker.trait('wordy request', item.id) + 1.5 * (random() - 0.5);
  const sentences = [favourite(speaker, 'opening', openings, random)];
  while (sentences.length < wordy) {
    const next = favourite(speaker, `step ${sentences.length}`, steps, random);
    if (!sentences.includes(next)) sentences.push(next);
  }
  if (speaker.trait('polite', item.kind ?? '') > 0.6) sentences.push(favourite(speaker, 'ending', endings, random));
  return sentences.join(' ');
}

export function respond(speaker: Speaker, item: RestrictionItem, random: Random): { text: string; refused: boolean } {
  const refused = random() < refusalProbability(speaker, item);
  return { text: refused ? refusalText(speaker, random) : answerText(speaker, item, random), refused };
}
