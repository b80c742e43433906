import type { VerdictWord } from '../../../domain/results/verdict-words.ts';
import { hues } from '../render/theme.ts';

/** How a verdict is drawn in every figure and table; `verdictTexts` has the character of the same shape for text. */
export interface VerdictMark {
  /** Outline within -1 and 1 as the path of an SVG: up is above, down is below, a triangle that is filled says more. */
  readonly path: string;
  readonly isFilled: boolean;
  readonly color: string;
}

const up = 'M0,-1L1,0.8L-1,0.8Z';
const right = 'M1,0L-0.8,1L-0.8,-1Z';
const down = 'M0,1L1,-0.8L-1,-0.8Z';
const diamond = 'M0,-1L1,0L0,1L-1,0Z';
const circle = 'M0.9,0A0.9,0.9,0,1,1,-0.9,0A0.9,0.9,0,1,1,0.9,0Z';
const bar = 'M-1,-0.4L1,-0.4L1,0.4L-1,0.4Z';
const crossed = 'M-0.8,-0.8L0.8,0.8M-0.8,0.8L0.8,-0.8';

/** Verdicts have words and shapes, too: color alone says nothing. */
export const verdictMarks: Readonly<Record<VerdictWord, VerdictMark>> = {
  'above-constant-and-others': { path: up, isFilled: true, color: hues.green },
  'above-constant': { path: up, isFilled: false, color: hues.blue },
  'above-constant-below-rule': { path: right, isFilled: false, color: hues.sky },
  'not-above-tells-apart': { path: diamond, isFilled: true, color: hues.purple },
  'not-distinguishable': { path: circle, isFilled: false, color: hues.gray },
  'below-constant-tells-apart': { path: down, isFilled: false, color: hues.orange },
  'below-constant': { path: down, isFilled: true, color: hues.vermillion },
  'one-value': { path: bar, isFilled: true, color: hues.gray },
  insufficient: { path: crossed, isFilled: false, color: hues.gray },
};
