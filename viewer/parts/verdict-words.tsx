import { verdictMarks } from '../../src/report/figures/marks/verdict-marks.ts';
import { type Verdict, verdictTexts } from '../../src/results/verdict.ts';

interface VerdictTextProps {
  readonly verdict: Verdict;
  /** The word with the mark of a note, `no sign *`; absent: the word alone. */
  readonly text?: string;
}

/** Shows a verdict, after the mark that it has in figures. */
export function VerdictText({ verdict, text = verdict }: VerdictTextProps) {
  return (
    <span className={`verdict ${verdict.replaceAll(' ', '-')}`} title={verdictTexts[verdict].phrase}>
      <VerdictMark verdict={verdict} /> {text}
    </span>
  );
}

function VerdictMark({ verdict }: { readonly verdict: Verdict }) {
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
