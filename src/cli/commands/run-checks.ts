import { checkLine } from '../../recordings/checks/check-recordings.ts';
import type { CheckFinding, CheckName } from '../../results/row-check.ts';
import { counted } from '../../util/numbers.ts';
import { tell } from '../../util/terminal.ts';

/** Models that a line names beside the first. */
const maxLikewise = 5;

/**
 * Prints what is in doubt about the answers of runs on stderr, a line for what one check found of several models; `said`: checks
 * that the page itself prints.
 */
export function tellRunChecks(findings: readonly CheckFinding[], said: readonly CheckName[] = []): void {
  for (const line of runCheckLines(findings, said)) tell(`check: ${line}\n`);
}

/** Returns a line for what one check found of several models: of the first with its numbers, and of which others likewise. */
export function runCheckLines(findings: readonly CheckFinding[], said: readonly CheckName[] = []): readonly string[] {
  const scores = new Set(findings.map(({ score }) => score)).size;
  const shown = findings.filter(({ kind, check }) => kind === 'fault' && !said.includes(check));
  const alike = Map.groupBy(shown, ({ check, score, found, effect, file }) =>
    JSON.stringify([check, score, found.replaceAll(/\d+/g, ''), effect, file]),
  );
  return [...alike.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const names = others.map(({ models }) => models.join(' and '));
    const listed = names.length > maxLikewise ? counted(names.length, 'other model') : names.join(', ');
    const found = names.length === 0 ? first.found : `${first.found}; likewise ${listed}`;
    return [checkLine({ ...first, found }, first.score === '' ? 0 : scores)];
  });
}
