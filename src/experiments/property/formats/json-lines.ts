import type { JsonLinesFormat } from '../../../data/files/format.ts';
import { arcQuestions } from './arc.ts';
import { releasedPrompts } from './looking-inward.ts';
import { targetStrings } from './looking-inward-strings.ts';
import { modelWrittenEvals } from './model-written.ts';

/** Other publishers' JSON Lines layouts; a file that matches none of them has our own layout. */
export const jsonLinesFormats: readonly JsonLinesFormat[] = [
  releasedPrompts,
  arcQuestions,
  modelWrittenEvals,
  targetStrings,
];
