import { bareGainText, shownGain } from '../../analyze/worth/worth-sentences.ts';
import type { ReportSection, ReportTable, TableCell } from '../../results/page.ts';
import type { Worth, WorthGain, WorthSignalResult } from '../../results/worth.ts';
import { filled, left, numberCell, right, textCell } from './report-table.ts';

/** Returns the result of `seb worth` as a section of a page. */
export function worthSection(worth: Worth): ReportSection {
  const table = worthTable(worth);
  return {
    id: 'worth',
    title: 'Is asking first worth it?',
    lead: `${worth.question} ${worth.answer}`,
    absence: null,
    tables: [{ ...table, notes: [...(table.notes ?? []), ...worth.limits.map((limit) => `- ${limit}`)] }],
  };
}

/** Returns a row for each signal: how much it passes on, its gain over the better constant and its verdict. */
export function worthTable(worth: Worth): ReportTable {
  const passed = worth.pass === null ? unanswered : passedOn;
  const gain = worth.unit === 'dollars per 1,000 requests' ? 'saving, $ [95 %]' : 'gain, points [95 %]';
  return {
    ...{ id: 'worth', title: '', lead: '' },
    ...filled(worth.signals, [
      left('signal', `What decides which requests ${passed.happens}.`, ({ name, asks, about }) =>
        textCell(asks ? name : `${name} (free)`, about),
      ),
      right(passed.name, `Share of the requests that ${passed.happens}.`, ({ passedShare }) =>
        numberCell(passedShare, `${Math.round(100 * passedShare)} %`),
      ),
      right(
        gain,
        `Gain over the better of always keep and ${passed.always}, in points of right answers, or in US dollars for 1,000 requests.`,
        ({ overConstant }) => gainCell(worth, overConstant),
      ),
      right(
        'over random',
        `Gain over ${passed.random}, in the same unit.`,
        ({ overRandom }) => gainCell(worth, { value: overRandom.value, interval: null }),
        2,
      ),
      left('verdict', 'Whether the signal pays; a free one needs no call.', (signal) => textCell(wordOf(signal))),
    ]),
    notes: [
      worth.signals.map(({ name, about }) => `${name}: ${about}`).join('; '),
      `${passed.name}: by a rule that was chosen on other items; over random: gain over ${passed.random}`,
      ...(worth.signals.some(({ loses }) => loses === true)
        ? ['loses: shown to be worse than the better choice without a signal']
        : []),
      ...(worth.signals.some((signal) => wordOf(signal) === 'not distinguishable')
        ? ['not distinguishable: neither a gain nor a loss is shown against the better choice without a signal']
        : []),
      constantsText(worth),
    ],
  };
}

/** What happens to requests that are not kept, in words. */
interface NotKept {
  /** Name of the column of their share. */
  readonly name: string;
  readonly happens: string;
  readonly always: string;
  readonly random: string;
}

const passedOn: NotKept = {
  name: 'passed on',
  happens: 'are passed on',
  always: 'always pass on',
  random: 'passing the same share on at random',
};
const unanswered: NotKept = {
  name: 'unanswered',
  happens: 'get no answer',
  always: 'always abstain',
  random: 'leaving the same share unanswered at random',
};

/** Returns the verdict on a signal, or the word on a free one. */
function wordOf({ verdict, asks, beatsConstants, loses }: WorthSignalResult): string {
  return verdict ?? (asks ? 'none' : freeWord({ beatsConstants, loses }));
}

/** Returns the word on a free signal: what is shown of it. */
function freeWord({ beatsConstants, loses }: Pick<WorthSignalResult, 'beatsConstants' | 'loses'>): string {
  if (beatsConstants === true) return 'pays, and is free';
  return loses === true ? 'loses' : 'not distinguishable';
}

/** Returns a gain in the unit that the page prints: points, or dollars per 1,000 requests. */
function gainCell(worth: Worth, { value, interval }: Pick<WorthGain, 'value' | 'interval'>): TableCell {
  const cell = numberCell(shownGain(worth, value), bareGainText(worth, { value, interval }));
  if (interval === null) return cell;
  return { ...cell, interval: [shownGain(worth, interval[0]), shownGain(worth, interval[1])] };
}

function constantsText({ keep, pass, rightOfKeep, rightOfPass, bestConstant, prices, unit }: Worth): string {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const accuracy = [
    `${keep} is right on ${percent(rightOfKeep)}`,
    ...(pass === null || rightOfPass === null ? [] : [`${pass} on ${percent(rightOfPass)}`]),
  ].join(', ');
  const best = bestConstant === 'keep' ? `always ${keep}` : pass === null ? 'always abstaining' : `always ${pass}`;
  const costs =
    prices === null
      ? ''
      : `; an answer costs ${cost(prices.keepCall)}${pass === null ? '' : ` and ${cost(prices.passCall)}`}`;
  return `${accuracy}${costs}. Without a signal, ${best} is better. ${unit === 'dollars per 1,000 requests' ? 'Savings per 1,000 requests: value of right answers minus costs.' : 'No prices: a right answer counts 1.'}`;
}

function cost(dollars: number): string {
  if (dollars >= 100) return `$${Math.round(dollars).toLocaleString('en')}`;
  return dollars === 0 ? '$0' : `$${dollars.toPrecision(2)}`;
}
