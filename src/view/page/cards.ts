import { type Finding, verdictTexts } from '../../domain/finding.ts';
import type { Card } from '../contract/contract.ts';

/** Returns one verdict card for each finding. */
export function cardsOf(findings: readonly Finding[]): readonly Card[] {
  return findings.map(
    (found): Card => ({
      ...{ run: found.run, experiment: found.experiment, task: found.task, model: found.model },
      ...{ condition: found.condition, measure: found.measure, verdict: found.verdict },
      sentence: found.reason ?? verdictTexts[found.verdict].text,
      score: found.score,
      interval: found.scoreInterval === null ? null : [found.scoreInterval[0], found.scoreInterval[1]],
      baseRate: found.reference.value,
      ...{ others: found.others, reexecution: found.reexecution },
      domain: found.unit === 'share' ? [0, 1] : [-1, 1],
      ...{ n: found.n, clusters: found.n, units: found.total, usable: found.usable },
    }),
  );
}
