import type { NextStep } from '../../results/step.ts';
import type { Worth } from '../../results/worth.ts';
import { timesItems } from './more-items.ts';

/** A result of `seb worth`. */
export interface WorthEnded {
  readonly kind: 'worth';
  readonly worth: Pick<Worth, 'prices' | 'pass' | 'signals' | 'items'>;
  /** The command as it was typed, to repeat it with another flag; null for the demonstration. */
  readonly command: string | null;
}

/** Returns what to do after `seb worth`. */
export function afterWorth({ worth, command }: WorthEnded): readonly NextStep[] {
  const { prices, pass, signals, items } = worth;
  const isOpen = signals.some(({ verdict }) => verdict === 'not distinguishable' || verdict === 'not shown to pay');
  const flags = pass === null ? '--right USD --wrong USD' : '--right USD';
  if (command === null)
    return [
      {
        command: 'seb worth SMALL.csv LARGE.csv --pass LARGE --right 0.02',
        about: 'the same from your logs (SMALL.csv with stated confidences; LARGE: a model of LARGE.csv)',
      },
    ];
  return [
    ...(isOpen
      ? [
          {
            command: null,
            about: `use more items: with ${(timesItems * items).toLocaleString('en')}, half as large a gain would usually be found`,
          },
        ]
      : []),
    ...(prices === null
      ? [{ command: `${command} ${flags}`, about: 'in dollars, with the cost of each call (column cost, or --prices)' }]
      : [{ command: `${command} --svg curve.svg`, about: 'from which value of a right answer on it pays' }]),
    { command: `${command} --max-error 0.05`, about: 'how many requests can be kept at 5 % errors' },
  ];
}
