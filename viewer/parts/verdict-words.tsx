import type { Card, VerdictValue } from '../../src/view/contract/contract.ts';

interface Words {
  readonly short: string;
  readonly long: string;
  /** A shape beside the words, so that color alone says nothing. */
  readonly mark: string;
}

const verdictWords: Readonly<Record<VerdictValue, Words>> = {
  'above-constant-and-others': { short: 'Yes', long: 'above chance and above other models', mark: '●' },
  'above-constant': { short: 'Partly', long: 'above chance only', mark: '◐' },
  'not-distinguishable': { short: 'Not shown', long: 'not distinguishable from chance', mark: '○' },
  'below-constant': { short: 'No', long: 'below chance', mark: '▽' },
  insufficient: { short: 'Too few items', long: 'too few items', mark: '·' },
};

export function VerdictWord({ value, long }: { readonly value: VerdictValue; readonly long: string }) {
  const { mark } = verdictWords[value];
  return (
    <span className={`verdict ${value}`}>
      <span aria-hidden="true">{mark}</span> {long}
    </span>
  );
}

/** Returns the words of a verdict; with the number of groups where these are too few. */
export function wordsOf({ verdict, clusters }: Card): string {
  return verdict === 'insufficient' ? `too few items (n\u00a0=\u00a0${clusters})` : verdictWords[verdict].long;
}

/** Returns a text that no other card has. */
export function keyOf({ run, experiment, model, condition }: Card): string {
  return JSON.stringify([run, experiment, model, condition]);
}

/** Returns the text with its first letter in upper case. */
export function capitalized(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
