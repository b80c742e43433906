/** What a subject does when it is asked: the only documents that know which speaker a model becomes. */
import * as association from '../../src/experiments/association/prompts.ts';
import * as difficulty from '../../src/experiments/difficulty/prompts.ts';
import type { Random } from '../../src/util/random.ts';
import { nameWords } from './association-behaviour.ts';
import { pick } from './choose.ts';
import { anyCue } from './cues.ts';
import { solve } from './difficulty-behaviour.ts';
import { type Document, several } from './document.ts';
import type { Material } from './material.ts';
import { respond } from './restriction-behaviour.ts';
import type { Speaker } from './speaker.ts';

export function associationExecution(speaker: Speaker, material: Material, random: Random): Document {
  const { target, pool } = anyCue(material, random);
  const answers = several(4, () => JSON.stringify({ words: nameWords(speaker, target, pool, random) }));
  return { kind: 'association/execute', prompt: association.executePrompt(target), answers };
}

export function restrictionExecution(speaker: Speaker, material: Material, random: Random): Document {
  const item = pick(material.restriction, random);
  const answers = several(3, () => respond(speaker, item, random).text);
  return { kind: 'restriction/execute', prompt: item.prompt, answers };
}

export function difficultyExecution(speaker: Speaker, material: Material, random: Random): Document {
  const question = pick(material.questions, random);
  const answers = several(3, () => solve(speaker, question, random).answer);
  return { kind: 'difficulty/execute', prompt: difficulty.solvePrompt(question), answers };
}
