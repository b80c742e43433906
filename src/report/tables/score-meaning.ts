import type { Measure } from '../../domain/measure.ts';
import { probabilityWords } from '../../outcome-kinds/words.ts';
import type { PairedContrast } from '../../results/contrast.ts';

type Meant = Required<Pick<Measure, 'unit' | 'better'>> & { readonly measure: string };

/** Returns what is printed behind the name of a task whose score is not a share of right predictions: what it is, and which way is better; else ''. */
export function scoreMeaning(scores: readonly Meant[]): string {
  const [meaning = '', ...others] = new Set(scores.map(meaningOf));
  return meaning === '' || others.length > 0 ? '' : ` (score: ${meaning})`;
}

function meaningOf({ measure, unit, better }: Meant): string {
  if (better === 'lower') return `error${unit === 'share' ? '' : ` in ${unit}`}, lower is better`;
  return measure === probabilityWords.measure ? 'one minus Brier' : '';
}

/** Returns the word on a found difference, with what it means where lower is better: `lower (better)`. */
export function directedWord({ word, better }: Pick<PairedContrast, 'word'> & Pick<Meant, 'better'>): string {
  if (better === 'higher') return word;
  return `${word} (${word === 'lower' ? 'better' : 'worse'})`;
}
