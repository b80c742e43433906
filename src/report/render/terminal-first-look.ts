import stringWidth from 'string-width';
import { type Finding, isMostlyMissing } from '../../domain/results/finding.ts';
import { resultWords } from '../../domain/results/result-words.ts';
import type { Results } from '../../domain/results/results.ts';
import { verdictTexts } from '../../domain/results/verdict-words.ts';
import { oneLine, wrapText } from '../../util/text.ts';
import { plainText, rowNames } from '../tables/finding-numbers.ts';
import { verdictColumns } from '../tables/verdict-columns.ts';
import { foldedLook } from './folded-look.ts';
import {
  answerHead,
  type FirstLookOptions,
  fit,
  fitsOnScreen,
  isMatrix,
  letterOf,
  markTexts,
  nextLines,
} from './look-parts.ts';

const minNameWidth = 8;
const gap = '  ';

/**
 * Returns the first screen of results: the question and the answer, a table, what limits it and what to do next. No line
 * is wider than the terminal. Every number and word comes from the results. Where `isWhole` is not set, what does not fit
 * on a screen is folded, and a line says so.
 */
export function firstLook(results: Results, { isWhole, ...options }: FirstLookOptions & { isWhole: boolean }): string {
  const { findings } = results;
  const looks = [
    ...(isMatrix(findings) ? [] : [() => lookWith(listLines(findings, options.width), results, options)]),
    () => lookWith(matrixLines(findings, options.width), results, options),
  ];
  const whole = (looks[0] as () => string)();
  if (isWhole || findings.length === 0) return whole;
  if (fitsOnScreen(whole)) return whole;
  return looks.map((look) => look()).find(fitsOnScreen) ?? foldedLook(results, options);
}

function lookWith(table: readonly string[], results: Results, options: FirstLookOptions): string {
  const { findings, limits } = results;
  const wrapped = (text: string) => wrapText(text, options.width);
  return [
    answerHead(results, options.width),
    '',
    ...table,
    ...(limits.length === 0 ? [] : ['', ...limits.flatMap((text) => wrapped(`- ${text}`))]),
    ...nextLines(results, options).flatMap((lines) => ['', lines]),
    ...(findings.length === 0 ? [] : wrapped('all tables and reasons: --wide')),
  ].join('\n');
}

/** Returns a block for each task, with a row for each model and its reason below it. */
function listLines(findings: readonly Finding[], width: number): readonly string[] {
  const nameOf = rowNames(findings);
  const columns = verdictColumns(findings, []).flatMap(({ name, align, first }) =>
    first === null ? [] : [{ align, header: name, ...first }],
  );
  const rows = findings.map((each) => ({ each, name: nameOf(each), cells: columns.map(({ text }) => text(each)) }));
  const natural = Math.max(...rows.map(({ name }) => stringWidth(name) + 2));
  const { header, widths } = headerOf(
    columns,
    rows.map(({ cells }) => cells),
    width - natural,
  );
  const room = (shown: readonly number[]) =>
    width - shown.reduce((sum, index) => sum + (widths[index] ?? 0) + gap.length, 0);
  const byRank = columns.map((_, index) => index).toSorted((a, b) => (columns[a]?.rank ?? 0) - (columns[b]?.rank ?? 0));
  const fitting = byRank.findLastIndex((_, last) => room(byRank.slice(0, last + 1)) >= minNameWidth);
  const places = byRank.slice(0, Math.max(1, fitting + 1)).toSorted((a, b) => a - b);
  const tasks = [...Map.groupBy(rows, ({ each }) => each.task)];
  const nameWidth = Math.max(minNameWidth, Math.min(natural, room(places)));
  const line = (name: string, texts: readonly string[]) =>
    [fit(name, nameWidth), ...places.map((at) => padded(texts[at] ?? '', widths[at] ?? 0, columns[at]?.align))]
      .join(gap)
      .trimEnd();
  const blocks = tasks.flatMap(([task, of]) => [
    oneLine(task, width),
    ...of.flatMap(({ each, name, cells: texts }) => [
      line(`  ${name}`, texts),
      ...(each.reason === null ? [] : wrapText(`(${each.reason})`, width - 4).map((text) => `    ${text}`)),
    ]),
  ]);
  if (findings.length === 0) return [];
  const legends = columns.flatMap(({ legend }, index) => (legend === undefined ? [] : `${header[index]}: ${legend}.`));
  return [
    line('model', header),
    ...blocks,
    ...(legends.length === 0 ? [] : wrapText(legends.join(' '), width)),
    ...lowerLines(findings, width),
  ];
}

/** Returns the header of the numbers, with the width of each column; shorter where it does not fit in `space` columns. */
function headerOf(
  columns: readonly { readonly header: string; readonly shortHeader?: string }[],
  rows: readonly (readonly string[])[],
  space: number,
) {
  const widthsOf = (header: readonly string[]) =>
    header.map((name, index) => Math.max(stringWidth(name), ...rows.map((row) => stringWidth(row[index] ?? ''))));
  const whole = columns.map(({ header }) => header);
  const isRoom = widthsOf(whole).reduce((sum, each) => sum + each + gap.length, 0) <= space;
  const header = isRoom ? whole : columns.map(({ header: long, shortHeader = long }) => shortHeader);
  return { header, widths: widthsOf(header) };
}

/** Returns a line that names the tasks whose score is an error; none where higher is better everywhere. */
function lowerLines(findings: readonly Finding[], width: number): readonly string[] {
  const tasks = [...new Set(findings.filter(({ better }) => better === 'lower').map(({ task }) => task))];
  return tasks.length === 0
    ? []
    : wrapText(`lower is better: ${tasks.join(', ')}; a difference above 0 is better there, too`, width);
}

/** Returns a row for each model and a column for each task, with a mark for each verdict and a letter for each reason. */
function matrixLines(findings: readonly Finding[], width: number): readonly string[] {
  const nameOf = rowNames(findings);
  const tasks = [...new Set(findings.map(({ task }) => task))];
  const reasons = [...new Set(findings.flatMap(({ reason }) => reason ?? []))];
  const cell = (each: Finding | undefined) => {
    if (each === undefined) return '';
    const letter = each.reason === null ? '' : ` ${letterOf(reasons.indexOf(each.reason))}`;
    const score = each.score === null ? 'n/a' : plainText(each, each.score);
    const reference = each.reference.value === null ? 'n/a' : plainText(each, each.reference.value);
    return `${score}/${reference} ${verdictTexts[each.verdict].mark}${isMostlyMissing(each) ? '!' : ''}${letter}`;
  };
  const rows = [...Map.groupBy(findings, nameOf)].map(([name, of]) => ({
    name,
    cells: tasks.map((task) => cell(of.find((each) => each.task === task))),
  }));
  const cellWidths = tasks.map((_, index) => Math.max(...rows.map(({ cells }) => stringWidth(cells[index] ?? ''))));
  const wholeWidths = cellWidths.map((each, index) => Math.max(each, stringWidth(tasks[index] ?? '')));
  const room = (of: readonly number[]) => width - of.reduce((sum, each) => sum + each + gap.length, 0);
  const hasRoom = room(wholeWidths) >= minNameWidth;
  const widths = hasRoom ? wholeWidths : cellWidths;
  const natural = Math.max(...rows.map(({ name }) => stringWidth(name)));
  const nameWidth = Math.max(minNameWidth, Math.min(natural, room(widths)));
  const line = (name: string, cells: readonly string[]) =>
    [fit(name, nameWidth), ...cells.map((text, index) => fit(text, widths[index] ?? 0))].join(gap).trimEnd();
  const few = findings.some(isMostlyMissing) ? ['! less than half usable'] : [];
  return [
    line('', hasRoom ? tasks : tasks.map((_, index) => String(index + 1))),
    ...rows.map(({ name, cells }) => line(name, cells)),
    ...(hasRoom ? [] : wrapText(tasks.map((task, index) => `${index + 1}: ${task}`).join('; '), width)),
    ...wrapText(`score/${resultWords.bestConstantAnswer}; ${[...markTexts(findings), ...few].join('; ')}`, width),
    ...lowerLines(findings, width),
    ...reasons.flatMap((reason, index) => wrapText(`${letterOf(index)}: ${reason}`, width)),
  ];
}

function padded(text: string, width: number, align: 'left' | 'right' | undefined): string {
  const space = ' '.repeat(Math.max(0, width - stringWidth(text)));
  return align === 'right' ? space + text : text + space;
}
