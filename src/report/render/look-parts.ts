import stringWidth from 'string-width';
import type { Finding } from '../../results/finding.ts';
import type { Results } from '../../results/results.ts';
import { type VerdictWord, verdictTexts } from '../../results/verdict.ts';
import { oneLine, shortenMiddle, wrapCommand, wrapText } from '../../util/text.ts';

/** Lines of a first screen, at most, for 15 models and three tasks at 80 columns. */
export const maxScreenLines = 32;

export function fitsOnScreen(text: string): boolean {
  return text.split('\n').length <= maxScreenLines;
}

/** Maximum number of findings in a list with their differences; more are a matrix of models and tasks. */
const maxListed = 9;
const maxUnfinished = 3;

export interface FirstLookOptions {
  readonly width: number;
  /** Returns a command as the user has to type it. */
  readonly command?: (command: string) => string;
}

/** Whether findings are shown as a matrix of models and tasks. */
export function isMatrix(findings: readonly Finding[]): boolean {
  return findings.length > maxListed;
}

/** Returns the state of unfinished runs, the question, the answer, and which runs and tests they are about. */
export function answerHead(results: Results, width: number): string {
  const { question, answer, selection, adjustedOver, findings, study } = results;
  const about =
    findings.length === 0 || study !== undefined ? selection.name : `${selection.name}; adjusted over ${adjustedOver}`;
  return [
    ...selection.unfinished.slice(0, maxUnfinished).flatMap((line) => wrapText(line, width)),
    ...moreUnfinished(selection.unfinished),
    ...[isMatrix(findings) ? oneLine(`== ${question} ==`, width) : headingText(question, width), answer, about].flatMap(
      (line) => wrapText(line, width),
    ),
  ].join('\n');
}

/** Returns a question as a heading; one that does not fit on a line keeps all its words instead of the marks. */
function headingText(question: string, width: number): string {
  const marked = `== ${question} ==`;
  return stringWidth(marked) <= width ? marked : question;
}

function moreUnfinished(unfinished: readonly string[]): readonly string[] {
  const more = unfinished.length - maxUnfinished;
  return more > 0 ? [`and ${more} more unfinished`] : [];
}

/**
 * Returns the limits in their order, the most important first, in `maxLines` lines; one more line counts those without
 * room.
 */
export function limitLines(
  limits: readonly string[],
  { width, maxLines }: { readonly width: number; readonly maxLines: number },
): readonly string[] {
  const lines = limits.map((text) => wrapText(`- ${text}`, width));
  let used = 0;
  const first = lines.findIndex((each) => {
    used += each.length;
    return used > maxLines;
  });
  const count = first === -1 ? lines.length : first;
  const more = limits.length - count;
  const rest = more === 0 ? [] : [`- ${more} more ${more === 1 ? 'limit' : 'limits'}: --wide`];
  return [...lines.slice(0, count).flat(), ...rest];
}

/** Returns the block of commands to type next; empty where there are none. */
export function nextLines({ next }: Pick<Results, 'next'>, options: FirstLookOptions): readonly string[] {
  const { width, command = (text) => text } = options;
  const lines = (text: string) => (text.startsWith('seb ') ? wrapCommand(command(text), width) : wrapText(text, width)); // some steps are advice
  return next.length === 0 ? [] : [['next:', ...next.flatMap(lines)].join('\n')];
}

/** Returns what the marks of verdicts mean, in the order of the findings. */
export function markTexts(findings: readonly Finding[]): readonly string[] {
  const word = (verdict: VerdictWord) => `${verdictTexts[verdict].mark} ${verdictTexts[verdict].short}`;
  return [...new Set(findings.map(({ verdict }) => verdict))].map(word);
}

/** Returns the letter of a reason: a to z, then aa. */
export function letterOf(index: number): string {
  return index < 26
    ? String.fromCharCode(97 + index)
    : `${letterOf(Math.floor(index / 26) - 1)}${letterOf(index % 26)}`;
}

/** Returns a text in exactly this width: shortened in the middle, or followed by spaces. */
export function fit(text: string, width: number): string {
  const shown = shortenMiddle(text.replaceAll(/[\r\n\t]/g, ' '), width);
  return shown + ' '.repeat(Math.max(0, width - stringWidth(shown)));
}
