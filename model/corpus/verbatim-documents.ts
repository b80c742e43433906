import type { VerbatimItem } from '../../src/experiments/verbatim/items.ts';
import * as verbatim from '../../src/experiments/verbatim/prompts.ts';
import type { Random } from '../../src/util/random.ts';
import { pick } from './choose.ts';
import { type Document, several } from './document.ts';
import { anyCondition, withThought } from './forecast-conditions.ts';
import type { Material } from './material.ts';
import { drawSpeaker } from './population.ts';
import type { Speaker } from './speaker.ts';
import { introducedName, reply } from './verbatim-behaviour.ts';

const names =
  'Anna Ben Clara David Emma Felix Greta Henry Iris Jonas Kate Leo Mia Noah Olga Paul Rosa Sam Tina Victor'.split(' ');

/** Often with other names, so that a name is copied and not remembered. */
function varied(item: VerbatimItem, random: Random): VerbatimItem {
  if (random() < 0.4) return item;
  const rename = (text: string, to: string) => {
    const name = introducedName(text);
    return name === null ? text : text.replaceAll(name, to);
  };
  return { ...item, inner: rename(item.inner, pick(names, random)), lead: rename(item.lead, pick(names, random)) };
}

export function verbatimExecution(speaker: Speaker, material: Material, random: Random): Document {
  const { inner } = varied(pick(material.verbatim, random), random);
  return { kind: 'verbatim/execute', prompt: inner, answers: several(4, () => reply(speaker, inner, random)) };
}

/** Labelled by the population, like every forecast. */
export function verbatimForecast(material: Material, random: Random): Document {
  const item = varied(pick(material.verbatim, random), random);
  const condition = anyCondition(verbatim.wordings, random);
  const answers = several(3, () => {
    const response = reply(drawSpeaker(random), item.inner, random);
    return withThought(condition, 'I would answer shortly.', { response });
  });
  return { kind: 'verbatim/forecast', prompt: verbatim.predictionPrompt(item, condition), answers };
}
