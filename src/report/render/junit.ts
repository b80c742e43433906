import { writeFileSync } from 'node:fs';
import type { Finding } from '../../results/finding.ts';
import { AppError } from '../../util/app-error.ts';
import { escapeControls } from '../../util/text.ts';
import { scoreIntervalText, scoreText } from '../tables/finding-numbers.ts';
import { scoreMeaning } from '../tables/score-meaning.ts';
import { checkLine, type GateReport, modelsText } from './gate-lines.ts';

interface TestCase {
  /** Experiment and condition. */
  readonly className: string;
  readonly name: string;
  readonly output: string;
  readonly failure: string | null;
  /** Why a check has no result, although one was requested. */
  readonly error: string | null;
  readonly skipped: string | null;
}

type NamedChecks = Pick<GateReport, 'checks' | 'placeOf' | 'sides'>;

/** Returns the checks of a gate, on runs or logs, as JUnit XML, one test case each; what was not measured is an error. */
export function junitOfChecks(report: NamedChecks): string {
  return junitXml('seb compare', casesOf(report, false));
}

/** Returns the checks of both directions of a self-check as JUnit XML; the name of each test case has its sides. */
export function junitOfDirections(directions: readonly NamedChecks[]): string {
  return junitXml(
    'seb compare',
    directions.flatMap((report) => casesOf(report, true)),
  );
}

/** Returns a test case for each check. The sides of a gate have other names each night, so only a self-check has them in its name. */
function casesOf({ checks, placeOf, sides }: NamedChecks, hasSides: boolean): readonly TestCase[] {
  return checks.map((check): TestCase => {
    const { gate, reason, models, measure } = check;
    const line = checkLine(check, placeOf(check), sides);
    return {
      ...{
        className: placeOf(check)
          .filter((part) => part !== '')
          .join('.'),
        name: `${modelsText(models)} ${measure}${hasSides ? ` (${sides.join(' against ')})` : ''}`,
        output: line,
        skipped: null,
      },
      failure: gate?.passes === false ? line : null,
      error: gate?.passes === null ? (reason ?? 'not measured') : null,
    };
  });
}

/** Returns scores with their verdicts as JUnit XML; a score without a value is skipped. */
export function junitOfFindings(findings: readonly Finding[]): string {
  return junitXml(
    'seb report',
    findings.map((finding): TestCase => {
      const { experiment, condition, model, measure, score } = finding;
      return {
        className: `${experiment}.${condition}`,
        name: `${model} ${measure}`,
        output: [
          `${measure}${scoreMeaning([finding])} ${scoreIntervalText(finding)}, n = ${score.n}`,
          ...findingParts(finding),
        ].join('; '),
        failure: null,
        error: null,
        skipped: score.value === null ? (score.missing ?? 'not measured') : null,
      };
    }),
  );
}

/** Returns the verdict, what it is read beside, and the reason if it has one. */
function findingParts(finding: Finding): readonly string[] {
  const { fit, beyond, chance, constant, usable, total, reason } = finding;
  return [
    `fit ${fit}`,
    `beyond others ${beyond}`,
    `by chance ${scoreText(finding, chance)}`,
    `best constant ${scoreText(finding, constant)}`,
    `usable ${usable} of ${total}`,
    ...(reason === null ? [] : [reason]),
  ];
}

function junitXml(suite: string, cases: readonly TestCase[]): string {
  const count = (field: 'failure' | 'error' | 'skipped') => cases.filter((each) => each[field] !== null).length;
  const counts = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
  const lines = cases.flatMap(({ className, name, output, failure, error, skipped }) => [
    `    <testcase classname="${xml(className)}" name="${xml(name)}">`,
    ...(failure === null ? [] : [`      <failure message="${xml(failure)}"/>`]),
    ...(error === null ? [] : [`      <error message="${xml(error)}"/>`]),
    ...(skipped === null ? [] : [`      <skipped message="${xml(skipped)}"/>`]),
    `      <system-out>${xml(output)}</system-out>`,
    '    </testcase>',
  ]);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${xml(suite)}" ${counts}>`,
    ...lines,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function xml(text: string): string {
  return escapeControls(text)
    .toWellFormed()
    .replace(/[\ufffe\uffff]/g, '\ufffd') // not allowed in XML 1.0
    .replace(/[&<>"]/g, (character) => entities[character] ?? character)
    .replace(/[\t\n]/g, ' ');
}

/** Writes a JUnit file. AppError when it cannot be written. */
export function writeJunit(file: string, xml: string): void {
  try {
    writeFileSync(file, xml);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw new AppError('junit-unwritable', `${file} cannot be written (${code})`, {
      hint: 'check the path after --junit',
      cause,
    });
  }
}
