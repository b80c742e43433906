import type { JsonLinesFormat } from '../../../files/format.ts';
import { arcQuestions } from './arc.ts';
import { releasedPrompts } from './looking-inward.ts';
import { targetStrings } from './looking-inward-strings.ts';
import { modelWrittenEvals } from './model-written.ts';

/** Layouts of others in JSON lines; a file that none of them matches has our own layout. */
export const jsonLinesFormats: readonly JsonLinesFormat[] = [
  releasedPrompts,
  arcQuestions,
  modelWrittenEvals,
  targetStrings,
];
