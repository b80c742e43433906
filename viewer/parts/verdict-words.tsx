import { verdictTexts } from '../../src/domain/finding.ts';
import type { Card, VerdictValue } from '../../src/view/contract/contract.ts';

/** A shape beside the words, so that color alone says nothing. */
const marks: Readonly<Record<VerdictValue, string>> = {
  'above-constant-and-others': '●',
  'above-constant': '◐',
  'above-constant-below-rule': '◑',
  'not-above-tells-apart': '◇',
  'not-distinguishable': '○',
  'below-constant-tells-apart': '◈',
  'below-constant': '▽',
  insufficient: '·',
};

export function VerdictWord({ value, long }: { readonly value: VerdictValue; readonly long: string }) {
  const mark = marks[value];
  return (
    <span className={`verdict ${value}`}>
      <span aria-hidden="true">{mark}</span> {long}
    </span>
  );
}

/** Returns the words of a verdict; with the number of groups where these are too few. */
export function wordsOf({ verdict, clusters }: Card): string {
  return verdict === 'insufficient' ? `too few items (n\u00a0=\u00a0${clusters})` : verdictTexts[verdict].text;
}

/** Returns a text that no other card has. */
export function keyOf({ run, experiment, model, condition }: Card): string {
  return JSON.stringify([run, experiment, model, condition]);
}

/** Returns the text with its first letter in upper case. */
export function capitalized(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
