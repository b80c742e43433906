import * as restriction from '../../src/experiments/restriction/prompts.ts';
import type { Random } from '../../src/util/random.ts';
import { pick } from './choose.ts';
import { type Document, several } from './document.ts';
import type { Material } from './material.ts';
import { drawSpeaker } from './population.ts';
import { answerText, refusalText } from './restriction-behaviour.ts';

const thoughts = {
  answers: ['The response says what to do.', 'The request is answered.'],
  refuses: ['The response turns the request down.', 'The request is refused.'],
} as const;

/** Any speaker's response, judged by what it is: reading a response needs no knowledge of oneself. */
export function judgement(material: Material, random: Random): Document {
  const item = pick(material.restriction, random);
  const meaning = random() < 0.5 ? 'answers' : 'refuses';
  const speaker = drawSpeaker(random);
  const response = meaning === 'answers' ? answerText(speaker, item, random) : refusalText(speaker, random);
  const json = JSON.stringify({ choice: meaning === 'answers' ? 'A' : 'B' });
  return {
    kind: 'restriction/judge',
    prompt: restriction.judgePrompt(item.prompt, response),
    answers: several(2, () => (random() < 0.5 ? json : `${pick(thoughts[meaning], random)} ${json}`)),
  };
}
