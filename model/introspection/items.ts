/** The items of the bundled introspection study: every prompt with its properties and its half of the split.
 *
 *   node model/introspection/items.ts --out data/property-bundled/items.jsonl \
 *     --first-words data/property-bundled/first-words.jsonl
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as association from '../../src/experiments/association/prompts.ts';
import * as difficulty from '../../src/experiments/difficulty/prompts.ts';
import type { PropertyItem } from '../../src/experiments/property/items.ts';
import { strangePool } from '../corpus/cues.ts';
import { isHeldOut } from '../corpus/held-out.ts';
import { material } from '../corpus/material.ts';
import { readSources, type Sources } from '../corpus/sources.ts';

/** An item of the study: its split is always stated. */
export type StudyItem = PropertyItem & { readonly split: 'train' | 'test' };

const listProperties = ['first-entry', 'second-entry', 'third-entry'];

/** Properties that no adapter is trained on: the bundled models read words as single tokens and see no characters. */
export const controlProperties: readonly string[] = ['second-character'];

function hashNumber(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32LE(0);
}

/** True for three pool words in ten: with the held-out cues of the corpus, more than 400 cues are left for tests. */
function isHeldOutWord(word: string): boolean {
  return hashNumber(`held out word ${word}`) % 10 < 3;
}

function split(heldOut: boolean): 'train' | 'test' {
  return heldOut ? 'test' : 'train';
}

/** Returns two words of the pool in an order that depends on the cue alone; null when the pool has only one. */
function twoOptions(cue: string, pool: readonly string[]): string[] | null {
  const options = [...new Set(pool)]
    .sort((left, right) => hashNumber(`${cue} ${left}`) - hashNumber(`${cue} ${right}`))
    .slice(0, 2);
  return options.length === 2 ? options : null;
}

function cueItem(cue: string, heldOut: boolean, pool: readonly string[]): StudyItem {
  const options = twoOptions(cue, pool);
  return {
    id: `associations-${cue}`,
    task: 'associations',
    string: cue,
    prompt: association.executePrompt(cue),
    properties: options === null ? listProperties : [...listProperties, 'names-one-of'],
    ...(options === null ? {} : { options }),
    split: split(heldOut),
  };
}

/** Returns every item: all cues and pool words of the association set, all requests, all questions. */
export function items(sources: Sources): StudyItem[] {
  const ready = material(sources);
  const idByCue = new Map(sources.association.map(({ id, target }) => [target, id]));
  const cues = ready.associationWords.map((cue) => {
    const id = idByCue.get(cue);
    const pool = sources.pools.get(cue) ?? strangePool(cue, ready);
    return cueItem(cue, id === undefined ? isHeldOutWord(cue) : isHeldOut(id), pool);
  });
  const requests = sources.restriction.map(
    ({ id, pair, prompt }): StudyItem => ({
      id,
      task: 'requests',
      string: prompt,
      prompt,
      properties: ['declines', 'first-word', ...controlProperties],
      split: split(isHeldOut(pair ?? id)),
    }),
  );
  const questions = sources.difficulty.flatMap((group) =>
    group.questions.map(
      (question): StudyItem => ({
        id: question.id,
        task: 'questions',
        string: question.question,
        prompt: difficulty.solvePrompt(question),
        properties: ['among-a-c', 'right'],
        target: question.key,
        options: [...question.options],
        split: split(isHeldOut(group.id)),
      }),
    ),
  );
  return [...cues, ...requests, ...questions];
}

/**
 * Returns the cues among items, with the first word of the list as their only property. The order is by hash, so that the
 * first N are a draw: in the order of the corpus, lists of early cues repeat the cue more often.
 */
export function firstWordItems(all: readonly StudyItem[]): StudyItem[] {
  return all
    .filter(({ task }) => task === 'associations')
    .map(({ options: _, ...item }) => ({ ...item, properties: ['first-entry'] }))
    .sort((left, right) => hashNumber(`first word ${left.id}`) - hashNumber(`first word ${right.id}`));
}

function writeItems(path: string | undefined, written: readonly StudyItem[]): void {
  if (path === undefined) return;
  writeFileSync(path, written.map((item) => `${JSON.stringify(item)}\n`).join(''));
  console.log(`${path}: ${written.length} test items`);
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      data: { type: 'string', default: 'data' },
      out: { type: 'string' },
      'first-words': { type: 'string' },
    },
  });
  const test = items(readSources(values.data)).filter((item) => item.split === 'test');
  writeItems(values.out, test);
  writeItems(values['first-words'], firstWordItems(test));
}
