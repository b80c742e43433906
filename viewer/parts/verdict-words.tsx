import type { Finding } from '../../src/domain/results/finding.ts';
import { type VerdictWord, verdictTexts } from '../../src/domain/results/verdict-words.ts';
import { verdictMarks } from '../../src/report/figures/marks/verdict-marks.ts';

/** Shows a verdict in words, after the mark that it has in figures. */
export function VerdictText({ verdict }: Pick<Finding, 'verdict'>) {
  return (
    <span className={`verdict ${verdict}`}>
      <VerdictMark verdict={verdict} /> {verdictTexts[verdict].text}
    </span>
  );
}

function VerdictMark({ verdict }: { readonly verdict: VerdictWord }) {
  const { path, isFilled, color } = verdictMarks[verdict];
  return (
    <svg className="mark" viewBox="-1.2 -1.2 2.4 2.4" aria-hidden="true">
      <path d={path} fill={isFilled ? color : 'none'} stroke={color} strokeWidth={0.35} />
    </svg>
  );
}

/** Returns the text with its first letter in upper case. */
export function capitalized(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
