/** What a subject does when it is asked: the only documents that know which speaker a model becomes. */
import * as association from '../../src/experiments/association/prompts.ts';
import * as difficulty from '../../src/experiments/difficulty/prompts.ts';
import type { Random } from '../../src/util/random.ts';
import { nameWords } from './association-behaviour.ts';
import { pick } from './choose.ts';
import { solve } from './difficulty-behaviour.ts';
import type { Document } from './document.ts';
import type { Material } from './material.ts';
import { respond } from './restriction-behaviour.ts';
import type { Speaker } from './speaker.ts';

export function associationExecution(speaker: Speaker, material: Material, random: Random): Document {
  const { target } = pick(material.association, random);
  const words = nameWords(speaker, target, material.pools.get(target) ?? [], random);
  return { kind: 'association/execute', prompt: association.executePrompt(target), answer: JSON.stringify({ words }) };
}

export function restrictionExecution(speaker: Speaker, material: Material, random: Random): Document {
  const item = pick(material.restriction, random);
  return { kind: 'restriction/execute', prompt: item.prompt, answer: respond(speaker, item, random).text };
}

export function difficultyExecution(speaker: Speaker, material: Material, random: Random): Document {
  const question = pick(material.questions, random);
  return {
    kind: 'difficulty/execute',
    prompt: difficulty.solvePrompt(question),
    answer: solve(speaker, question, random).answer,
  };
}
