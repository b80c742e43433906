import { type Finding, type VerdictWord, verdictTexts } from '../../src/domain/finding.ts';

/** A shape beside the words, so that color alone says nothing. */
const marks: Readonly<Record<VerdictWord, string>> = {
  'above-constant-and-others': '●',
  'above-constant': '◐',
  'above-constant-below-rule': '◑',
  'not-above-tells-apart': '◇',
  'not-distinguishable': '○',
  'below-constant-tells-apart': '◈',
  'below-constant': '▽',
  'one-value': '=',
  insufficient: '·',
};

/** Shows a verdict in words, in its color. */
export function VerdictText({ verdict }: Pick<Finding, 'verdict'>) {
  return (
    <span className={`verdict ${verdict}`}>
      <span aria-hidden="true">{marks[verdict]}</span> {verdictTexts[verdict].text}
    </span>
  );
}

/** Returns the text with its first letter in upper case. */
export function capitalized(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
