import stringWidth from 'string-width';
import type { PairReading, RecordedComparison, RecordedPair } from '../../analyze/recordings/compare-recordings.ts';
import type { Absence, RecordedLog } from '../../recordings/recording.ts';
import { counted } from '../../util/numbers.ts';
import { oneLine, shortenMiddle, table, wrapText } from '../../util/text.ts';

/** Widest name of a model in a table. */
const nameWidth = 36;
/** Maximum number of pairs that are printed. */
const maxPairs = 20;

const percent = (share: number | null) => (share === null ? 'n/a' : `${(100 * share).toFixed(1)} %`);
const points = (share: number) => (100 * Math.abs(share)).toFixed(1);
const pText = (p: number) => (p < 0.001 ? '< .001' : p.toFixed(3).replace(/^0/, ''));
const signed = (share: number | null) => (share === null ? 'n/a' : `${share < 0 ? '−' : '+'}${points(share)}`);

/** Returns a comparison of logs as text: what such logs can find, the verdict in one sentence, one table. */
export function comparedLogs(
  comparison: Extract<RecordedComparison, { kind: 'compared' }>,
  recordings: readonly RecordedLog[],
  width: number,
): string {
  const { pairs, score, task, otherScores, notes } = comparison;
  const formats = [...new Set(recordings.map(({ format }) => format))].join(' and ');
  const [pair] = pairs;
  if (pair === undefined) throw new RangeError('a comparison has a pair');
  const shown = pairs.slice(0, maxPairs);
  const head = `${task === '' ? score : `${task}, ${score}`} (${formats}): ${counted(pair.items, 'item')}${pair.groups === pair.items ? '' : ` in ${counted(pair.groups, 'group')}`}${executionsText(recordings)}`;
  const facts = [
    ...(pairs.length === 1 ? pairFacts(pair) : manyFacts(pairs, shown.length)),
    ...missingFacts(comparison, formats),
    ...notes,
  ];
  const more = otherScores.length === 0 ? [] : [`other scores of these logs: ${otherScores.join(', ')} (--score NAME)`];
  const question =
    pairs.length === 1 ? `Does ${pair.first} or ${pair.second} score higher?` : 'Which models score higher?';
  return [
    ...wrapText(question, width),
    ...wrapText(head, width),
    ...wrapText(detectableText(pairs), width),
    '',
    ...(pairs.length === 1 ? [...wrapText(sentence(pair), width), ''] : []),
    readingsTable(shown, width),
    ...(pairs.length > 1 ? ['', ...wrapText('first against second; p adjusted over all pairs (Holm)', width)] : []),
    '',
    ...[...facts, ...more].flatMap((fact) => wrapText(`- ${fact}`, width)),
  ].join('\n');
}

function executionsText(recordings: readonly RecordedLog[]): string {
  const most = recordings.reduce((all, { rows }) => rows.reduce((own, { epoch }) => Math.max(own, epoch), all), 1);
  return most === 1 ? '' : `, up to ${most} executions each (averaged)`;
}

function detectableText(pairs: readonly RecordedPair[]): string {
  const known = pairs.flatMap(({ detectable }) => (detectable === null ? [] : [detectable]));
  if (known.length === 0) return 'What difference such logs can find is unknown: the differences do not vary.';
  const [least, most] = [points(Math.min(...known)), points(Math.max(...known))];
  const range = least === most ? `${least} points` : `${least} to ${most} points`;
  return `Such logs show a true difference of ${range} in 80 of 100 comparisons; smaller ones are often missed.`;
}

function sentence({ first, second, counted: { verdict, difference, interval } }: RecordedPair): string {
  const by = difference === null ? '' : ` by ${points(difference)} points`;
  const range = interval === null ? '' : ` (95 % interval ${signed(interval[0])} to ${signed(interval[1])})`;
  if (verdict === 'no difference found') return `no difference found between ${first} and ${second}${range}.`;
  return `${first} is ${verdict} than ${second}${by}${range}.`;
}

/**
 * Returns a line of numbers for each reading of a pair; several pairs have a line with their names first. The columns have the
 * names of the two models where these fit.
 */
function readingsTable(pairs: readonly RecordedPair[], width: number): string {
  const line = (reading: PairReading, about: string) => [
    ...[about, percent(reading.first), percent(reading.second), signed(reading.difference)],
    reading.interval === null ? 'n/a' : `${signed(reading.interval[0])} to ${signed(reading.interval[1])}`,
    ...[pText(reading.pHolm), reading.verdict],
  ];
  const rows = pairs.flatMap((pair) => [
    line(pair.counted, 'as counted'),
    ...(pair.answered === null ? [] : [line(pair.answered, 'answered')]),
  ]);
  const tableWith = (sides: readonly string[]) =>
    table(['', ...sides, 'points', '95 %', 'p', 'verdict'], rows, [...leftThenRight, 'left']);
  const [only] = pairs;
  const named = tableWith([only?.first ?? '', only?.second ?? '']).split('\n');
  if (pairs.length === 1 && named.every((text) => stringWidth(text) <= width)) return named.join('\n');
  const [head = '', rule = '', ...lines] = tableWith(['first', 'second']).split('\n');
  if (pairs.length === 1) return [head, rule, ...lines].join('\n');
  const shown = pairs.flatMap(({ first, second, answered }) => [
    oneLine(`${shortenMiddle(first, nameWidth)} / ${shortenMiddle(second, nameWidth)}`, width),
    ...lines.splice(0, answered === null ? 1 : 2),
  ]);
  return [head, rule, ...shown].join('\n');
}

const leftThenRight = ['left', 'right', 'right', 'right', 'right', 'right'] as const;

function pairFacts(pair: RecordedPair): readonly string[] {
  const {
    first,
    second,
    items,
    ties,
    onlyFirst,
    onlySecond,
    otherTexts,
    counted: own,
    answered,
    atWorst,
    groups,
  } = pair;
  return [
    `equal on ${ties.toLocaleString('en')} of ${counted(items, 'item')}; the other ${(items - ties).toLocaleString('en')} decide`,
    ...(groups === items
      ? []
      : [`items of one group are dependent: ${counted(items, 'item')} count as ${counted(groups, 'group')}`]),
    ...(answered === null || answered.verdict === own.verdict
      ? []
      : [
          `the verdict depends on how missing answers are counted: ${own.verdict}, or ${answered.verdict} among the answered ones`,
        ]),
    ...(atWorst ? ['over 2 % of the items have no outcome: the verdict holds with them at their worst'] : []),
    ...(onlyFirst + onlySecond === 0
      ? []
      : [`left out: ${onlyFirst} items that only ${first} has, ${onlySecond} that only ${second} has`]),
    ...(otherTexts === 0 ? [] : [`left out: ${counted(otherTexts, 'item')} whose texts differ under one id`]),
  ];
}

function manyFacts(pairs: readonly RecordedPair[], shown: number): readonly string[] {
  return pairs.length > shown
    ? [`${shown} of ${pairs.length} pairs are shown; all are in --json, --model chooses`]
    : [];
}

/** Words for why an execution has no outcome. */
export const reasonWords = {
  failed: 'failed',
  cancelled: 'cancelled',
  limit: 'over a limit',
  'no-answer': 'without an answer',
  unscored: 'without a score',
} as const satisfies Record<Absence, string>;

function missingFacts(
  { missing }: Extract<RecordedComparison, { kind: 'compared' }>,
  formats: string,
): readonly string[] {
  return missing.map(({ side, reason, executions, of, counted: asWrong }) => {
    const how = asWrong ? `${formats} counts them as wrong` : `${formats} does not count them`;
    return `${side}: ${executions} of ${counted(of, 'execution')} ${reasonWords[reason]}; ${how}`;
  });
}
