import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { rowNames, scoreIntervalText, scoreText, usableText } from '../../src/report/tables/finding-numbers.ts';
import { maxNameWidth } from '../../src/report/tables/report-table.ts';
import { scoreMeaning } from '../../src/report/tables/score-meaning.ts';
import { verdictRows } from '../../src/report/tables/verdict-table.ts';
import { type Finding, scoreKey } from '../../src/results/finding.ts';
import { isTested } from '../../src/results/verdict.ts';
import { oneLine } from '../../src/util/text.ts';

/** Returns what a reader would call a contradiction between a verdict and the tests behind it. */
export function contradictionOf(finding: Finding): string | null {
  const { fit, beyond, score, rungs, opposite, usable, total, reason } = finding;
  const { informative, useful, beyondOthers } = rungs;
  const holds = (rung: { readonly kind: string; readonly holds?: boolean }) => rung.holds === true;
  if (!isTested(fit)) return reason === null ? 'no verdict and no reason' : null;
  if (score.value === null) return 'a verdict without a score';
  if (usable < total / 2) return 'a verdict although less than half could be read';
  const reached = !holds(informative)
    ? holds(opposite)
      ? 'opposite'
      : 'no sign'
    : holds(useful)
      ? 'useful'
      : 'informative';
  if (fit !== reached) return `${fit}, although the tests reach ${reached}`;
  if (beyond === 'yes' && !(holds(beyondOthers) && holds(informative)))
    return 'beyond others, although its tests do not hold';
  return (beyond === 'not asked') === (beyondOthers.kind === 'tested') ? `beyond others is ${beyond}` : null;
}

/** Columns of the main table that state a finding, in their order. */
const columns = ['task', 'model', 'score', 'by chance', 'best constant', 'data label', 'fit', 'usable'] as const;

/** Returns the cells of findings in the main table, which has a column of labels where one of them has a label. */
export function rowsOf(findings: readonly Finding[]): readonly (readonly string[])[] {
  const nameOf = rowNames(findings);
  const hasLabel = findings.some(({ label }) => label !== null);
  const rows = verdictRows(findings);
  const isStated = (task: string) => rows.every((found) => found.task !== task || found.stated !== null);
  return rows.map((found) => [
    `${found.task}${isStated(found.task) ? ' (score: one minus Brier)' : ''}`,
    oneLine(nameOf(found), maxNameWidth),
    scoreText(found, found.score.value),
    scoreText(found, found.chance),
    scoreText(found, found.constant),
    ...(hasLabel ? [scoreText(found, found.label)] : []),
    `${found.fit}${found.changedByMissing ? ' *' : ''}`,
    usableText(found),
  ]);
}

export const plain = (text: string) => text.replaceAll('\\', '').replaceAll(/\s+/g, ' ');

/** Returns the rows of the table of verdicts in Markdown. */
export function markdownRows(text: string): readonly (readonly string[])[] {
  const lines = text.split('\n');
  const head = lines.findIndex((line) => line.startsWith('| task | model |') && line.includes('| fit |'));
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

/** Returns the cells of `columns`, where the table has them. */
function picked(headers: readonly string[], row: readonly string[]): readonly string[] {
  const names = headers.map(plain);
  return columns.flatMap((name) => (names.includes(name) ? [row[names.indexOf(name)] ?? ''] : []));
}

/** A finding's numbers as a CSV row has them: empty where absent. */
type CsvNumbers = Readonly<Record<string, string>>;

const csvColumns: Readonly<Record<string, (found: Finding) => string | number | null>> = {
  run: ({ run }) => run,
  experiment: ({ experiment }) => experiment,
  model: ({ model }) => model,
  condition: ({ condition }) => condition,
  measure: ({ measure }) => measure,
  value: ({ score }) => score.value,
  usable: ({ usable }) => usable,
  units: ({ total, notAsked }) => total + notAsked,
  fit: ({ fit }) => fit,
  beyond_others: ({ beyond }) => beyond,
  reason: ({ reason }) => reason,
  by_chance: ({ chance }) => chance,
  best_constant: ({ constant }) => constant,
  label: ({ label }) => label,
};

export function numbersOf(found: Finding): CsvNumbers {
  return Object.fromEntries(Object.entries(csvColumns).map(([name, value]) => [name, String(value(found) ?? '')]));
}

/** Returns the rows of CSV that have a verdict, by score. */
export function csvRows(text: string): ReadonlyMap<string, CsvNumbers> {
  const rows = parse<Record<string, string>>(text.trim(), { columns: true });
  const tested = rows.filter(({ fit }) => fit !== '');
  return byKey(tested.map((row) => Object.fromEntries(Object.keys(csvColumns).map((name) => [name, row[name] ?? '']))));
}

export function byKey<T extends object>(rows: readonly T[]): ReadonlyMap<string, T> {
  return new Map(rows.map((row) => [scoreKey(row as unknown as Finding), row])); // both kinds of rows have the key's fields
}

/** Returns the text that JUnit shows for a finding. */
export function junitTextOf(found: Finding): string {
  const { experiment, condition, model, measure, score, fit, beyond, chance, constant, reason } = found;
  const { n } = score;
  const parts = [
    `${measure}${scoreMeaning([found])} ${scoreIntervalText(found)}, n = ${n}`,
    `fit ${fit}`,
    `beyond others ${beyond}`,
    `by chance ${scoreText(found, chance)}`,
    `best constant ${scoreText(found, constant)}`,
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
      text.includes('; by chance ') ? [unescaped(`${of} ${name}: ${text}`)] : [],
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
