import { type Finding, isMostlyMissing, readableUnits } from '../../domain/results/finding.ts';
import type { Results } from '../../domain/results/results.ts';
import { verdictTexts, verdictWords } from '../../domain/results/verdict-words.ts';
import { wrapText } from '../../util/text.ts';
import { rowNames } from '../tables/finding-numbers.ts';
import { foldedScreen } from './folded-screen.ts';
import { answerHead, type FirstLookOptions, limitLines, markTexts, nextLines } from './look-parts.ts';
import { byWeight, type MergedReason, mergedReasons, reasonKey, reasonMarks } from './merged-reasons.ts';
import { packedRows } from './packed-rows.ts';

const maxLimitLines = 9;

/**
 * Returns the first screen of results that do not fit on one: every verdict as a mark, the most important reasons, the
 * limits, what to do next, and a line that says what is folded. Scores are folded, so that no number stands beside a verdict
 * without its reason.
 */
export function foldedLook(results: Results, options: FirstLookOptions): string {
  const { findings } = results;
  const { width } = options;
  const tasks = [...new Set(findings.map(({ task }) => task))];
  const byName = Map.groupBy(findings, rowNames(findings));
  const title = wrapText(`verdicts on ${tasks.join(' | ')}:`, width);
  const few = findings.some(isMostlyMissing) ? ['! less than half usable'] : [];
  return foldedScreen({
    width,
    head: answerHead(results, width).split('\n'),
    title: () => title,
    names: [...byName.keys()],
    kept: bestFirst(byName),
    table: (shown, named) =>
      packedRows(
        shown.map((name) => ({
          name,
          marks: tasks.map((task) =>
            markOf(
              byName.get(name)?.find((each) => each.task === task),
              named,
            ),
          ),
        })),
        width,
      ),
    moreRows: (count) => `more ${count === 1 ? 'row' : 'rows'} without better verdicts`,
    marks: [...markTexts(findings), ...few, ...lowerText(findings)].join('; '),
    reasons: weighedReasons(findings),
    minReasonLines: 2,
    below: [
      ...limitLines(results.limits, { width, maxLines: maxLimitLines }),
      ...nextLines(results, options).flatMap((lines) => lines.split('\n')),
    ],
    folded: (stars) => `scores, best constant answers${stars === '' ? '' : `, ${stars}`} and all tables: --wide`,
  });
}

function lowerText(findings: readonly Finding[]): readonly string[] {
  const tasks = [...new Set(findings.filter(({ better }) => better === 'lower').map(({ task }) => task))];
  return tasks.length === 0 ? [] : [`lower is better: ${tasks.join(', ')}`];
}

function markOf(each: Finding | undefined, named: readonly string[]): string {
  if (each === undefined) return '';
  const few = isMostlyMissing(each) ? '!' : '';
  return `${verdictTexts[each.verdict].mark}${few}${reasonMarks(reasonsOf(each), named)}`;
}

/** Returns the names, those with the best verdicts first. */
function bestFirst(byName: ReadonlyMap<string, readonly Finding[]>): readonly string[] {
  const best = (own: readonly Finding[]) => Math.min(...own.map(({ verdict }) => verdictWords.indexOf(verdict)));
  return [...byName].toSorted(([, one], [, other]) => best(one) - best(other)).map(([name]) => name);
}

/** Returns a reason's parts that are named apart: which units the score is about, and the rest. */
function reasonsOf({ reason, usable, total, ...missing }: Finding): readonly string[] {
  if (reason === null) return [];
  const few = readableUnits({ usable, total, ...missing });
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
  return byWeight(merged, (key) => weight.get(key) ?? 0);
}

function isAboveOrBelow({ verdict }: Finding): boolean {
  return !verdict.endsWith('tells-apart') && (verdict.startsWith('above') || verdict.startsWith('below'));
}
