import { type Finding, type Results, readableUnits, verdictTexts, verdictWords } from '../../domain/finding.ts';
import { wrapText } from '../../util/text.ts';
import { rowNames } from '../model/finding-text.ts';
import {
  answerHead,
  type FirstLookOptions,
  isMostlyMissing,
  markTexts,
  maxScreenLines,
  nextLines,
} from './look-parts.ts';
import {
  type MergedReason,
  mergedReasons,
  reasonKey,
  reasonLines,
  reasonMarks,
  reasonsThatFit,
} from './merged-reasons.ts';
import { type PackedRow, packedRows } from './packed-rows.ts';

const maxLimitLines = 9;
const minReasonLines = 2;
const minRows = 4;

/**
 * Returns the first screen of results that do not fit on one: every verdict as a mark, the most important reasons, the
 * limits, what to do next, and a line that says what is folded. Scores are folded, so that no number stands beside a verdict
 * without its reason.
 */
export function foldedLook(results: Results, options: FirstLookOptions): string {
  const { findings } = results;
  const { width } = options;
  const wrapped = (text: string) => wrapText(text, width);
  const head = answerHead(results, width).split('\n');
  const tasks = [...new Set(findings.map(({ task }) => task))];
  const title = wrapped(`verdicts on ${tasks.join(' | ')}:`);
  const few = findings.some(isMostlyMissing) ? ['! less than half read'] : [];
  const marks = wrapped([...markTexts(findings), ...few, ...lowerText(findings)].join('; '));
  const limits = foldedLimits(results.limits, width);
  const next = nextLines(results, options).flatMap((lines) => lines.split('\n'));
  const all = weighedReasons(findings);
  const linesOf = (models: readonly string[], named: readonly string[]) =>
    packedRows(rowsOf(findings, { models, tasks, named }), width);
  const around = [head, title, marks, limits, next, endingLines(true, width)].flat().length;
  const room = Math.max(minRows, maxScreenLines - around - minReasonLines);
  const models = rowsThatFit(findings, (some) => linesOf(some, [...all.keys()]).length <= room);
  const more = moreRows(new Set(findings.map(rowNames(findings))).size - models.length);
  const free = maxScreenLines - around - linesOf(models, [...all.keys()]).length - more.length;
  const named = reasonsThatFit(free, { all, width });
  const reasons = reasonLines(named, { all, width });
  return [
    ...head,
    ...(reasons.length < free ? [''] : []),
    ...title,
    ...linesOf(models, named),
    ...more,
    ...marks,
    ...reasons,
    ...limits,
    ...next,
    ...endingLines(named.length < all.size, width),
  ].join('\n');
}

/** Returns what is folded. */
function endingLines(hasStars: boolean, width: number): readonly string[] {
  return wrapText(`scores, references${hasStars ? ', other reasons (*)' : ''} and all tables: --wide`, width);
}

function lowerText(findings: readonly Finding[]): readonly string[] {
  const tasks = [...new Set(findings.filter(({ better }) => better === 'lower').map(({ task }) => task))];
  return tasks.length === 0 ? [] : [`lower is better: ${tasks.join(', ')}`];
}

/** Returns the limits in their order, the most important first, up to a number of lines. */
function foldedLimits(limits: readonly string[], width: number): readonly string[] {
  const lines = limits.map((text) => wrapText(`- ${text}`, width));
  const count = countThatFit(lines, maxLimitLines);
  const more = limits.length - count;
  const rest = more === 0 ? [] : [`- ${more} more ${more === 1 ? 'limit' : 'limits'}: --wide`];
  return [...lines.slice(0, count).flat(), ...rest];
}

/** Returns how many of the first texts have room. */
function countThatFit(texts: readonly (readonly string[])[], room: number): number {
  let used = 0;
  const first = texts.findIndex((lines) => {
    used += lines.length;
    return used > room;
  });
  return first === -1 ? texts.length : first;
}

interface Rows {
  readonly models: readonly string[];
  readonly tasks: readonly string[];
  /** Keys of the reasons that have a letter; the others have a star. */
  readonly named: readonly string[];
}

function rowsOf(findings: readonly Finding[], { models, tasks, named }: Rows): readonly PackedRow[] {
  const nameOf = rowNames(findings);
  const mark = (each: Finding | undefined) => {
    if (each === undefined) return '';
    const few = isMostlyMissing(each) ? '!' : '';
    return `${verdictTexts[each.verdict].mark}${few}${reasonMarks(reasonsOf(each), named)}`;
  };
  return models.map((name) => {
    const own = findings.filter((each) => nameOf(each) === name);
    return { name, marks: tasks.map((task) => mark(own.find((each) => each.task === task))) };
  });
}

/** Returns the names of the rows that have room; where not all have, of the models with the best verdicts. */
function rowsThatFit(
  findings: readonly Finding[],
  haveRoom: (models: readonly string[]) => boolean,
): readonly string[] {
  const byModel = [...Map.groupBy(findings, rowNames(findings))];
  const names = byModel.map(([name]) => name);
  if (haveRoom(names)) return names;
  const best = (own: readonly Finding[]) => Math.min(...own.map(({ verdict }) => verdictWords.indexOf(verdict)));
  const sorted = byModel.toSorted(([, one], [, other]) => best(one) - best(other)).map(([name]) => name);
  let count = sorted.length - 1;
  while (count > minRows && !haveRoom(sorted.slice(0, count))) count -= 1;
  return sorted.slice(0, count);
}

function moreRows(count: number): readonly string[] {
  return count === 0 ? [] : [`and ${count} more ${count === 1 ? 'row' : 'rows'} without better verdicts: --wide`];
}

/** Returns a reason's parts that are named apart: which units the score is about, and the rest. */
function reasonsOf({ reason, usable, total }: Finding): readonly string[] {
  if (reason === null) return [];
  const few = readableUnits({ usable, total });
  if (!reason.startsWith(few)) return [reason];
  const rest = reason.slice(few.length).replace(/^; /, '');
  return rest === '' ? [few] : [few, rest];
}

/**
 * Returns reasons by key: first which units scores are about, then the reasons of verdicts above and below, then the others;
 * the frequent first.
 */
function weighedReasons(findings: readonly Finding[]): ReadonlyMap<string, MergedReason> {
  const merged = mergedReasons(findings.flatMap(reasonsOf));
  const weight = new Map<string, number>();
  for (const each of findings) {
    for (const reason of reasonsOf(each)) {
      const own = reason === readableUnits(each) ? 2 : isAboveOrBelow(each) ? 1 : 0;
      weight.set(reasonKey(reason), Math.max(own, weight.get(reasonKey(reason)) ?? 0));
    }
  }
  const weightOf = (key: string) => weight.get(key) ?? 0;
  return new Map([...merged].toSorted(([one, a], [other, b]) => weightOf(other) - weightOf(one) || b.count - a.count));
}

function isAboveOrBelow({ verdict }: Finding): boolean {
  return !verdict.endsWith('tells-apart') && (verdict.startsWith('above') || verdict.startsWith('below'));
}
