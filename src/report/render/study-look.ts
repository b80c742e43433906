import type { Results } from '../../domain/results/results.ts';
import { wrapText } from '../../util/text.ts';
import { answerHead, type FirstLookOptions, limitLines, maxScreenLines, nextLines } from './look-parts.ts';

type StudiedResults = Results & Required<Pick<Results, 'study'>>;

/** Whether results are of a study, whose sentence comes before everything about its runs. */
export function isOfStudy(results: Results): results is StudiedResults {
  return results.study !== undefined;
}

/**
 * Returns the first screen of a study: its question and verdict, definitions and reasons, what limits it, what to do next,
 * and a line on its runs. Where `isWhole` is not set, what does not fit on a screen is folded, and a line says so.
 */
export function studyLook(
  results: StudiedResults,
  { isWhole, ...options }: FirstLookOptions & { readonly isWhole: boolean },
): string {
  const { details, runsAnswer } = results.study;
  const { width } = options;
  const head = answerHead(results, width).split('\n');
  const below = [
    ...nextLines(results, options).flatMap((lines) => ['', ...lines.split('\n')]),
    ...wrapText(`its runs alone: ${runsAnswer}${isWhole ? '' : ' All tables: --wide'}`, width),
  ];
  const all = details.map((text) => wrapText(`- ${text}`, width));
  const room = isWhole ? Number.POSITIVE_INFINITY : maxScreenLines - head.length - below.length - 2; // two blank lines
  const shown = isWhole ? all : fittingLines(all, room - minLimitLines);
  const folded = all.length - shown.length;
  const body = [...shown.flat(), ...(folded === 0 ? [] : [`- ${folded} more: --wide`])];
  const limits = limitLines(results.limits, { width, maxLines: room - body.length - 1 });
  return [...head, '', ...body, ...(limits.length === 0 ? [] : ['', ...limits]), ...below].join('\n');
}

/** Lines that are kept for limits. */
const minLimitLines = 5;

/** Returns the first texts that have room, with a line left that counts the others. */
function fittingLines(texts: readonly (readonly string[])[], room: number): readonly (readonly string[])[] {
  let used = 0;
  const end = texts.findIndex((lines, index) => {
    used += lines.length;
    return used > room - (index < texts.length - 1 ? 1 : 0);
  });
  return end === -1 ? texts : texts.slice(0, end);
}
