import { checkLine } from '../../recordings/checks/check-recordings.ts';
import type { CheckFinding, CheckName } from '../../results/row-check.ts';
import { tell } from '../../util/terminal.ts';

/** Prints what is in doubt about the answers of runs, a line each on stderr; `said`: checks that the page itself prints. */
export function tellRunChecks(findings: readonly CheckFinding[], said: readonly CheckName[] = []): void {
  const scores = new Set(findings.map(({ score }) => score)).size;
  for (const finding of findings)
    if (finding.kind === 'fault' && !said.includes(finding.check))
      tell(`check: ${checkLine(finding, finding.score === '' ? 0 : scores)}\n`);
}
