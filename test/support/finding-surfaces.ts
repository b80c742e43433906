import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { type Finding, scoreKey } from '../../src/results/finding.ts';
import { verdictTexts } from '../../src/results/verdict.ts';
import {
  differenceText,
  levelText,
  rowNames,
  scoreIntervalText,
  scoreText,
  usableText,
} from '../../src/report/tables/finding-numbers.ts';
import { maxNameWidth } from '../../src/report/tables/report-table.ts';
import { fraction, fractionRange } from '../../src/util/numbers.ts';
import { oneLine } from '../../src/util/text.ts';

/** Returns what a reader would call a contradiction between a verdict and the numbers of its row. */
export function contradictionOf(finding: Finding): string | null {
  const { verdict, score, reference, differenceInterval, usable, total, reason, better } = finding;
  if (reason !== null) return null;
  if (usable < total / 2) return 'less than half could be read';
  if (verdict === 'insufficient' || score === null || reference.value === null) return null;
  const [low, high] = differenceInterval ?? [-1, 1];
  const isAbove = verdict.startsWith('above');
  const isBelow = verdict.startsWith('below');
  const lead = better === 'higher' ? score - reference.value : reference.value - score;
  if (isAbove && (low <= 0 || lead <= 0)) return 'above, with an interval that includes 0';
  if (isBelow && (high >= 0 || lead >= 0)) return 'below, with an interval that includes 0';
  return !isAbove && !isBelow && (low > 0 || high < 0) ? 'neither, with an interval without 0' : null;
}

/** Columns of the table of verdicts that state a finding, in their order. */
const columns = ['task', 'model', 'score', 'best constant', 'difference', 'n', 'usable', 'verdict', 'reason'] as const;

/** Returns the cells of findings in the table of verdicts. */
export function rowsOf(findings: readonly Finding[]): readonly (readonly string[])[] {
  const nameOf = rowNames(findings);
  return findings.map((found) => [
    found.task,
    oneLine(nameOf(found), maxNameWidth),
    scoreIntervalText(found),
    scoreText(found, found.reference.value),
    differenceText(found),
    found.n.toLocaleString('en-US').replaceAll(',', ''),
    `${usableText(found)}${found.usable < found.total / 2 ? ' !' : ''}`,
    verdictTexts[found.verdict].text,
    found.reason ?? '',
  ]);
}

const numbersIn = (text: string) =>
  [...text.matchAll(/[-−+]?\d+(?:\.\d+)?/g)].map(([one]) => Number(one.replace('−', '-')));

/** Returns how the printed numbers of a row contradict its verdict, if it has no reason. */
export function contradictionInRow(row: readonly string[]): string | null {
  const [, , itself = '', reference = '', difference = '', , usable = '', verdict = '', reason = ''] = row;
  const [score, tested] = [numbersIn(itself)[0], numbersIn(reference)[0]];
  const [, low, high] = numbersIn(difference);
  if (reason !== '') return null;
  if (usable.endsWith('!')) return `${row.join(' | ')}: less than half without a reason`;
  if (score === undefined || tested === undefined || low === undefined || high === undefined) return null;
  const isAbove = verdict.startsWith('above');
  const isBelow = verdict.startsWith('below');
  const isWrong =
    (isAbove && (score < tested || low < 0)) ||
    (isBelow && (score > tested || high > 0)) ||
    (verdict.startsWith('not distinguishable') && (low > 0 || high < 0));
  return isWrong ? row.join(' | ') : null;
}

export const plain = (text: string) => text.replaceAll('\\', '').replaceAll(/\s+/g, ' ');

/** Returns the rows of the table of verdicts in Markdown. */
export function markdownRows(text: string): readonly (readonly string[])[] {
  const lines = text.split('\n');
  const head = lines.findIndex((line) => line.startsWith('| task | model |') && line.includes('| verdict |'));
  const cells = (line: string) =>
    line
      .slice(2, -2)
      .split(/ \| /)
      .map((cell) =>
        plain(cell)
          .trim()
          .replace(/^n\/a \(.*\)$/, 'n/a'),
      );
  const names = cells(lines[head] ?? '');
  const end = lines.findIndex((line, index) => index > head && !line.startsWith('|'));
  return lines.slice(head + 2, end).map((line) => picked(names, cells(line)));
}

/** Returns the rows of the table of verdicts in LaTeX, escaped as there. */
export function latexRows(text: string): readonly (readonly string[])[] {
  const [table = ''] = text.split('\\end{tabular}');
  const lines = table.split('\n').filter((line) => line.endsWith(' \\\\'));
  const [head = [], ...rows] = lines.map((line) => line.trim().slice(0, -3).split(' & '));
  return rows.map((row) => picked(head, row));
}

/** Returns the rows of the table of verdicts in a wide terminal. Columns are separated by two spaces. */
export function terminalRows(text: string, findings: readonly Finding[]): readonly (readonly string[])[] {
  const lines = text.split('\n');
  const rule = lines.findIndex((line) => /^-+( {2}-+)+$/.test(line));
  let at = 0;
  const spans = (lines[rule] ?? '').split('  ').map((dashes) => {
    const span = [at, at + dashes.length] as const;
    at += dashes.length + 2;
    return span;
  });
  const cells = (line: string) => spans.map(([from, to]) => [...line].slice(from, to).join('').trim());
  const names = cells(lines[rule - 1] ?? '');
  return lines.slice(rule + 1, rule + 1 + findings.length).map((line) => picked(names, cells(line)));
}

/** Returns the cells of `columns`, whose headers may end with the level of their intervals. */
function picked(headers: readonly string[], row: readonly string[]): readonly string[] {
  const names = headers.map((header) => plain(header).replace(/ \[[\d.]+ ?%\]$/, ''));
  return columns.flatMap((name) =>
    names.includes(name) ? [row[names.indexOf(name)] ?? ''] : name === 'reason' ? [''] : [],
  );
}

/** A finding's numbers as a CSV row has them: empty where absent. */
type CsvNumbers = Readonly<Record<string, string>>;

const csvColumns: Readonly<Record<string, (found: Finding) => string | number | null>> = {
  run: ({ run }) => run,
  experiment: ({ experiment }) => experiment,
  model: ({ model }) => model,
  condition: ({ condition }) => condition,
  measure: ({ measure }) => measure,
  value: ({ score }) => score,
  low: ({ scoreInterval }) => scoreInterval?.[0] ?? null,
  high: ({ scoreInterval }) => scoreInterval?.[1] ?? null,
  n: ({ n }) => n,
  usable: ({ usable }) => usable,
  units: ({ total }) => total,
  verdict: ({ verdict }) => verdict,
  reason: ({ reason }) => reason,
  reference: ({ reference }) => reference.name,
  reference_value: ({ reference }) => reference.value,
  difference: ({ difference }) => difference,
  difference_low: ({ differenceInterval }) => differenceInterval?.[0] ?? null,
  difference_high: ({ differenceInterval }) => differenceInterval?.[1] ?? null,
  difference_level: ({ level }) => level,
};

export function numbersOf(found: Finding): CsvNumbers {
  return Object.fromEntries(Object.entries(csvColumns).map(([name, value]) => [name, String(value(found) ?? '')]));
}

/** Returns the rows of CSV that have a verdict, by score. */
export function csvRows(text: string): ReadonlyMap<string, CsvNumbers> {
  const rows = parse<Record<string, string>>(text.trim(), { columns: true });
  const tested = rows.filter(({ verdict }) => verdict !== '');
  return byKey(tested.map((row) => Object.fromEntries(Object.keys(csvColumns).map((name) => [name, row[name] ?? '']))));
}

export function byKey<T extends object>(rows: readonly T[]): ReadonlyMap<string, T> {
  return new Map(rows.map((row) => [scoreKey(row as unknown as Finding), row])); // both kinds of rows have the key's fields
}

/** Returns the text that JUnit shows for a finding. */
export function junitTextOf(found: Finding): string {
  const { experiment, condition, model, measure, score, scoreInterval, n, verdict, reference, level, reason } = found;
  const parts = [
    `${measure} ${fraction(score)}${scoreInterval === null ? '' : ` ${fractionRange(scoreInterval)}`}, n = ${n}`,
    verdictTexts[verdict].text,
    `${reference.name} ${scoreText(found, reference.value)}`,
    `difference ${differenceText(found)} at ${levelText(level)}`,
    `usable ${found.usable} of ${found.total}`,
    ...(reason === null ? [] : [reason]),
  ];
  return `${experiment}.${condition} ${model} ${measure}: ${parts.join('; ')}`;
}

const unescaped = (xml: string) =>
  xml.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** Returns the texts of test cases that state a verdict. */
export function junitRows(xml: string): ReadonlySet<string> {
  const cases = xml.matchAll(/<testcase classname="([^"]*)" name="([^"]*)">[\s\S]*?<system-out>([^<]*)<\/system-out>/g);
  return new Set(
    [...cases].flatMap(([, of = '', name = '', text = '']) =>
      text.includes('; difference ') ? [unescaped(`${of} ${name}: ${text}`)] : [],
    ),
  );
}

/** Returns the findings in the headers of Inspect logs, by score. */
export function inspectFindings(folder: string): ReadonlyMap<string, Finding> {
  const findings = readdirSync(folder).map((name) => {
    const header = unzipSync(readFileSync(join(folder, name)))['header.json'];
    const { metadata } = JSON.parse(new TextDecoder().decode(header).replaceAll(/:\s*NaN/g, ': null')) as {
      readonly metadata: { readonly finding?: Finding };
    };
    return metadata.finding;
  });
  return byKey(findings.filter((finding) => finding !== undefined));
}
