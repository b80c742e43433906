import type { ConditionSpread } from '../analyse/conditions.ts';
import type { Estimate } from '../analyse/estimate.ts';
import type { JudgeAgreement } from '../analyse/judges.ts';
import type { RunRecord } from '../store/store.ts';
import { provenanceOf } from './provenance-json.ts';

export interface ReportNumbers {
  readonly estimates: readonly Estimate[];
  readonly spreads: readonly ConditionSpread[];
  readonly agreements: readonly JudgeAgreement[];
  readonly runs: readonly RunRecord[];
}

/** What `seb report --json` prints; docs/schema/report.schema.json describes it. */
export function reportJson({ estimates, spreads, agreements, runs }: ReportNumbers) {
  return { estimates, conditions: spreads, judges: agreements, runs: runs.map(provenanceOf) };
}
