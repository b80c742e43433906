import { scoreMark } from '../../src/report/figures/marks/verdict-marks.ts';
import { beyondText, type Finding } from '../../src/results/finding.ts';
import { type BeyondWord, type Fit, fitTexts } from '../../src/results/verdict.ts';

interface FitTextProps {
  readonly fit: Fit;
  readonly beyond: BeyondWord;
  /** The word with the mark of a note, `no sign *`; absent: the word alone. */
  readonly text?: string;
}

/** Shows the word on fit, after the mark that the score has in figures. */
export function FitText({ fit, beyond, text = fit }: FitTextProps) {
  const { path, isFilled, color } = scoreMark(fit, beyond);
  return (
    <span className={`verdict ${fit.replaceAll(' ', '-')}`} title={fitTexts[fit].phrase}>
      <svg className="mark" viewBox="-1.2 -1.2 2.4 2.4" aria-hidden="true">
        <path d={path} fill={isFilled ? color : 'none'} stroke={color} strokeWidth={0.35} />
      </svg>{' '}
      {text}
    </span>
  );
}

/** Shows the word on what predictions add to what others tell. */
export function BeyondText({ finding }: { readonly finding: Pick<Finding, 'beyond' | 'rungs'> }) {
  const { beyond } = finding;
  return (
    <span className={`beyond ${beyond.replaceAll(' ', '-')}`} title={beyondText(beyond, [finding])}>
      {beyond}
    </span>
  );
}

/** Returns the text with its first letter in upper case. */
export function capitalized(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
