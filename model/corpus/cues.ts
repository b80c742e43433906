import type { Random } from '../../src/util/random.ts';
import { pick } from './choose.ts';
import type { Material } from './material.ts';
import { common } from './speaker.ts';

/** A word that is asked about, the words that go with it, and the options of its item where it has one. */
interface Cue {
  readonly target: string;
  readonly pool: readonly string[];
  readonly options: readonly string[];
}

/** Share of documents about a word that is no cue of the data set. */
const strangeShare = 0.25;

/** A cue of the data set, or a word that stands in pools: its company there becomes its pool. */
export function anyCue(material: Material, random: Random): Cue {
  if (random() < strangeShare) {
    const target = pick(material.strangeCues, random);
    const pool = strangePool(target, material);
    if (pool.length >= 8) return { target, pool, options: pool.slice(0, 4) };
  }
  const { target, options } = pick(material.association, random);
  return { target, pool: material.pools.get(target) ?? [], options };
}

/** The words beside which `word` stands in the pools of trained cues, and those cues; the same twelve at every call. */
export function strangePool(word: string, material: Material): string[] {
  const company = new Set<string>();
  for (const cue of material.cuesByWord.get(word) ?? []) {
    for (const other of [cue, ...(material.pools.get(cue) ?? [])]) if (other !== word) company.add(other);
  }
  return [...company]
    .sort((left, right) => common.trait('company', word, left) - common.trait('company', word, right))
    .slice(0, 12);
}
