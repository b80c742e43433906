import type { Verdict } from '../../../results/verdict.ts';
import { hues } from '../render/theme.ts';

/** How a verdict is drawn in every figure and table. */
export interface VerdictMark {
  /** Outline within -1 and 1 as the path of an SVG. */
  readonly path: string;
  readonly isFilled: boolean;
  readonly color: string;
}

const up = 'M0,-1L1,0.8L-1,0.8Z';
const down = 'M0,1L1,-0.8L-1,-0.8Z';
const diamond = 'M0,-1L1,0L0,1L-1,0Z';
const circle = 'M0.9,0A0.9,0.9,0,1,1,-0.9,0A0.9,0.9,0,1,1,0.9,0Z';
const square = 'M-0.8,-0.8L0.8,-0.8L0.8,0.8L-0.8,0.8Z';
const bar = 'M-1,-0.4L1,-0.4L1,0.4L-1,0.4Z';
const crossed = 'M-0.8,-0.8L0.8,0.8M-0.8,0.8L0.8,-0.8';

/** The ladder is one scale: an open circle, then shapes with more points. Words and shapes say it, too: color alone says nothing. */
export const verdictMarks: Readonly<Record<Verdict, VerdictMark>> = {
  'no sign': { path: circle, isFilled: false, color: hues.gray },
  informative: { path: diamond, isFilled: false, color: hues.sky },
  useful: { path: up, isFilled: false, color: hues.blue },
  'beyond others': { path: up, isFilled: true, color: hues.green },
  opposite: { path: down, isFilled: true, color: hues.vermillion },
  unreadable: { path: crossed, isFilled: false, color: hues.gray },
  'too few': { path: square, isFilled: false, color: hues.gray },
  'unsafe judge': { path: bar, isFilled: false, color: hues.orange },
  'one answer': { path: bar, isFilled: true, color: hues.gray },
};
