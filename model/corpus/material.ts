import type { Question } from '../../src/domain/question.ts';
import { isHeldOut } from './held-out.ts';
import { contentWords } from './restriction-behaviour.ts';
import type { Sources } from './sources.ts';

/** The sources as documents use them: without held-out items, and all words in one list. */
export interface Material extends Sources {
  /** Questions of the groups that are not held out. */
  readonly questions: readonly Question[];
  /** Every word of the data sets, held-out items included: copying exercises train their tokens. */
  readonly words: readonly string[];
  /** Every cue, option and pool word: what lists and forecasts are made of. */
  readonly associationWords: readonly string[];
  /** Words that may stand in a forecast prompt as the cue although nobody's associations with them are known. */
  readonly strangeCues: readonly string[];
  /** For each word of a pool the trained cues that it belongs to. */
  readonly cuesByWord: ReadonlyMap<string, readonly string[]>;
}

export function material(sources: Sources): Material {
  const associationWords = new Set<string>();
  for (const { target, options } of sources.association)
    for (const word of [target, ...options]) associationWords.add(word);
  for (const [target, words] of sources.pools) for (const word of [target, ...words]) associationWords.add(word);
  const words = new Set(associationWords);
  for (const group of sources.difficulty)
    for (const { question, options } of group.questions)
      for (const word of contentWords(`${question} ${options.join(' ')}`)) words.add(word);
  const kept = <Item extends { readonly id: string }>(items: readonly Item[]) =>
    items.filter(({ id }) => !isHeldOut(id));
  const cues = new Set(sources.pools.keys());
  const association = kept(sources.association).filter(({ target }) => sources.pools.has(target));
  const cuesByWord = new Map<string, string[]>();
  for (const { target } of association)
    for (const word of sources.pools.get(target) ?? []) cuesByWord.set(word, [...(cuesByWord.get(word) ?? []), target]);
  const difficulty = kept(sources.difficulty);
  return {
    ...sources,
    association,
    restriction: sources.restriction.filter(({ id, pair }) => !isHeldOut(pair ?? id)),
    difficulty,
    verbatim: kept(sources.verbatim),
    stump: kept(sources.stump),
    questions: difficulty.flatMap(({ questions }) => questions),
    words: [...words],
    associationWords: [...associationWords],
    strangeCues: [...associationWords].filter((word) => !cues.has(word)),
    cuesByWord,
  };
}
