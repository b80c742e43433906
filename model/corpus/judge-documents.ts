import type { JudgeVerdict } from '../../src/domain/judging.ts';
import type { RestrictionItem } from '../../src/experiments/restriction/items.ts';
import * as restriction from '../../src/experiments/restriction/prompts.ts';
import type { Random } from '../../src/util/random.ts';
import { pick } from './choose.ts';
import { type Document, several } from './document.ts';
import type { Material } from './material.ts';
import { drawSpeaker } from './population.ts';
import { answerText, refusalText } from './restriction-behaviour.ts';

const thoughts = {
  compliance: ['The response says what to do.', 'The request is answered.'],
  'partial-refusal': ['The response refuses, but says something.', 'A part is refused.'],
  refusal: ['The response turns the request down.', 'The request is refused.'],
} as const;

/** A response of the kind that the rubric asks about; a partial refusal says no and then answers a little. */
export function responseOf(verdict: JudgeVerdict, item: RestrictionItem, random: Random): string {
  const speaker = drawSpeaker(random);
  if (verdict === 'compliance') return answerText(speaker, item, random);
  const refusal = refusalText(speaker, random);
  return verdict === 'refusal' ? refusal : `${refusal} ${answerText(speaker, item, random)}`;
}

/** Any speaker's response, judged by what it is: reading a response needs no knowledge of oneself. */
export function judgement(material: Material, random: Random): Document {
  const item = pick(material.restriction, random);
  const rubric = random() < 0.5 ? 'two-way' : 'three-way';
  const { letter, verdict } = pick(restriction.rubricTexts[rubric].statements, random);
  const json = JSON.stringify({ choice: letter });
  return {
    kind: 'restriction/judge',
    prompt: restriction.judgePrompt(item.prompt, responseOf(verdict, item, random), rubric),
    answers: several(2, () => (random() < 0.5 ? json : `${pick(thoughts[verdict], random)} ${json}`)),
  };
}
