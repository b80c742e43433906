import type { BeyondWord, Fit } from '../../../results/verdict.ts';
import { hues } from '../render/theme.ts';

/** How a score is drawn in every figure and table. */
interface ScoreMark {
  /** Outline within -1 and 1 as the path of an SVG; shape and color say the fit. */
  readonly path: string;
  readonly color: string;
  /** Whether predictions add to what others tell. */
  readonly isFilled: boolean;
}

const up = 'M0,-1L1,0.8L-1,0.8Z';
const down = 'M0,1L1,-0.8L-1,-0.8Z';
/** Also of differences, beside the circles of scores. */
export const diamond = 'M0,-1L1,0L0,1L-1,0Z';
/** Also of marks in a legend that mean no fit. */
export const circle = 'M0.9,0A0.9,0.9,0,1,1,-0.9,0A0.9,0.9,0,1,1,0.9,0Z';
const square = 'M-0.8,-0.8L0.8,-0.8L0.8,0.8L-0.8,0.8Z';
const bar = 'M-1,-0.4L1,-0.4L1,0.4L-1,0.4Z';
const post = 'M-0.4,-1L0.4,-1L0.4,1L-0.4,1Z';
const crossed = 'M-0.8,-0.8L0.8,0.8M-0.8,0.8L0.8,-0.8';
const dash = 'M-1,-0.2L1,-0.2L1,0.2L-1,0.2Z';
const ring = 'M-1,-0.4L1,-0.4M-1,0.4L1,0.4';

/** An open circle, then shapes with more points. Words and shapes say it, too: color alone says nothing. */
const fitMarks: Readonly<Record<Fit, Omit<ScoreMark, 'isFilled'>>> = {
  useful: { path: up, color: hues.blue },
  informative: { path: diamond, color: hues.sky },
  'no sign': { path: circle, color: hues.gray },
  opposite: { path: down, color: hues.vermillion },
  'no test': { path: dash, color: hues.gray },
  unreadable: { path: crossed, color: hues.gray },
  'too few': { path: square, color: hues.gray },
  'unsafe judge': { path: bar, color: hues.orange },
  'one answer': { path: post, color: hues.gray },
  'looks filled in': { path: ring, color: hues.orange },
};

/** Returns the mark of a score: its shape and color by fit, filled where predictions add to what others tell. */
export function scoreMark(fit: Fit, beyond: BeyondWord): ScoreMark {
  return { ...fitMarks[fit], isFilled: beyond === 'yes' };
}
