import type { ComparedLogs } from '../../analyze/recordings/compare-recordings.ts';
import type { RecordedLog } from '../../recordings/recording.ts';
import type { Difference } from '../../results/comparison.ts';
import { isFound, isTestedContrast } from '../../results/contrast.ts';
import { counted, pRelation } from '../../util/numbers.ts';
import { wrapText } from '../../util/text.ts';
import { differenceRange } from '../figures/marks/number-text.ts';
import { contrastWordText, countsText, firstRank, untestedText } from '../tables/contrast-table.ts';
import { logContrasts } from '../tables/log-contrasts.ts';
import { reasonText } from '../tables/reason-words.ts';
import { terminalTable } from './terminal-table.ts';

/** Maximum number of pairs that are printed. */
const maxPairs = 20;
/** Maximum number of data sets whose size is printed. */
const maxSets = 8;

const points = (share: number) => (100 * Math.abs(share)).toFixed(1);

/** Returns a comparison of logs as text: what such logs can find, the verdict in one sentence, one table. */
export function comparedLogs(comparison: ComparedLogs, recordings: readonly RecordedLog[], width: number): string {
  const { differences: pairs, notes } = comparison;
  const { score, task, otherScores } = comparison.logs;
  const formats = [...new Set(recordings.map(({ format }) => format))].join(' and ');
  const [pair] = pairs;
  if (pair === undefined) throw new RangeError('a comparison has a pair');
  const shown = pairs.slice(0, maxPairs);
  const head = `${task === '' ? score : `${task}, ${score}`} (${formats}): ${sizeText(pairs)}${executionsText(recordings)}`;
  const facts = [
    ...(pairs.length === 1 ? pairFacts(pair) : manyFacts(pairs, shown.length)),
    ...missingFacts(comparison, formats),
    ...notes,
  ];
  const more = otherScores.length === 0 ? [] : [`other scores of these logs: ${otherScores.join(', ')} (--score NAME)`];
  return [
    ...wrapText(logsQuestion(pairs), width),
    ...wrapText(head, width),
    ...(comparison.checks === null ? wrapText(detectableText(pairs), width) : []), // a gate has its own
    '',
    ...(pairs.length === 1 ? [...wrapText(sentence(pair), width), ''] : []),
    terminalTable(firstRank(logContrasts(shown)), width),
    '',
    ...[...facts, ...more].flatMap((fact) => wrapText(`- ${fact}`, width)),
  ].join('\n');
}

/** Returns the question that a comparison of logs answers. */
export function logsQuestion(pairs: readonly Difference[]): string {
  const [pair] = pairs;
  return pairs.length === 1 && pair !== undefined
    ? `Does ${pair.a} or ${pair.b} score higher?`
    : 'Which models score higher?';
}

/** Returns the answer in a sentence. */
export function logsAnswer(pairs: readonly Difference[]): string {
  const [pair] = pairs;
  if (pairs.length === 1 && pair !== undefined) return sentence(pair);
  return `${pairs.filter(isFound).length} of ${counted(pairs.length, 'difference')} found.`;
}

/** Returns how many items are compared, for each data set where there are several. */
function sizeText(pairs: readonly Difference[]): string {
  const parts = [...Map.groupBy(pairs, ({ set }) => set)].flatMap(([set, [first]]) => {
    if (first === undefined) return [];
    const groups = first.groups === first.asked ? '' : ` in ${counted(first.groups, 'group')}`;
    return [`${counted(first.asked, 'item')}${groups}${set === undefined ? '' : ` of ${set}`}`];
  });
  if (parts.length <= maxSets) return parts.join(', ');
  return `${parts.slice(0, maxSets).join(', ')} and ${counted(parts.length - maxSets, 'more data set')}`;
}

function executionsText(recordings: readonly RecordedLog[]): string {
  const most = recordings.reduce((all, { rows }) => rows.reduce((own, { epoch }) => Math.max(own, epoch), all), 1);
  return most === 1 ? '' : `, up to ${most} executions each (averaged)`;
}

function detectableText(pairs: readonly Difference[]): string {
  const known = pairs.flatMap(({ detectable }) => (detectable === null ? [] : [detectable]));
  if (known.length === 0)
    return pairs.some(isTestedContrast)
      ? 'Such logs would usually miss every difference that the score allows.'
      : 'What difference such logs can find is unknown: nothing is tested.';
  const [least, most] = [points(Math.min(...known)), points(Math.max(...known))];
  const range = least === most ? `${least} points` : `${least} to ${most} points`;
  return `Differences below about ${range} would usually be missed.`;
}

/** Returns the word on a pair in a sentence, with its interval, the counts that decide it, and p. */
function sentence(pair: Difference): string {
  const { a, b, quantity, word, adjusted } = pair;
  const { value, interval } = quantity;
  const range = interval === null ? [] : [`95 % interval ${differenceRange(interval, 'share')} points`];
  const counts = pair.counts === null ? [] : [countsText(pair, a, b)];
  const details = [...range, ...counts, ...(adjusted === null ? [] : [`p ${pRelation(adjusted)}`])].join('; ');
  const after = details === '' ? '.' : `: ${details}.`;
  if (!isTestedContrast(pair)) return `${untestedText(pair)}${after}`;
  if (!isFound(pair)) return `No difference found between ${a} and ${b}${after}`;
  return `${a} is ${word} than ${b} by ${points(value ?? 0)} points${after}`;
}

function pairFacts(pair: Difference): readonly string[] {
  const { a, b, asked, ties, alone, otherTexts = 0, answered, groups, missing, quantity } = pair;
  const both = quantity.n; // items with a score on both sides
  return [
    `equal on ${ties.toLocaleString('en')} of ${counted(both, 'item')}${both === asked ? '' : ' that both have a score for'}; the other ${(both - ties).toLocaleString('en')} decide${missing.units === 0 ? '' : `, and ${missing.units.toLocaleString('en')} that lack an answer, at their worst`}`,
    ...(groups === asked
      ? ['each item counts as independent; --group FIELD joins those that belong together']
      : [`items of one group are dependent: ${counted(asked, 'item')} are in ${counted(groups, 'group')}`]),
    ...(answered === null || answered.word === pair.word
      ? []
      : [
          `the word depends on how missing answers are counted: ${contrastWordText(pair)}, or ${contrastWordText(answered)} among the answered ones`,
        ]),
    ...(alone.a + alone.b === 0
      ? []
      : [`left out: ${alone.a} items that only ${a} has, ${alone.b} that only ${b} has`]),
    ...(otherTexts === 0 ? [] : [`left out: ${counted(otherTexts, 'item')} whose texts differ under one id`]),
  ];
}

function manyFacts(pairs: readonly Difference[], shown: number): readonly string[] {
  return pairs.length > shown
    ? [`${shown} of ${pairs.length} pairs are shown; all are in --json, --model chooses`]
    : [];
}

function missingFacts({ missing }: Pick<ComparedLogs, 'missing'>, formats: string): readonly string[] {
  return missing.map(({ side, reason, executions, of, counted: asWrong }) => {
    const isKnown = reason !== 'unscored' || formats === 'Inspect'; // other tools may print NaN in place of a mean
    const who = isKnown ? `${formats} does not count them` : 'they are not counted here';
    const how = asWrong ? `${formats} counts them as wrong` : who;
    return `${side}: ${executions} of ${counted(of, 'execution')} ${reasonText(reason)}; ${how}`;
  });
}
