import type { AttributeResults } from '../../analyze/attributes/attribute-lines.ts';
import type { GroupAccuracy } from '../../analyze/categorical/group-accuracy.ts';
import type { ConditionSpread } from '../../analyze/conditions.ts';
import type { JudgeAgreement } from '../../analyze/judges.ts';
import type { ReadingCount } from '../../analyze/reading-counts.ts';
import type { SalvagedScore } from '../../analyze/salvaged-scores.ts';
import type { ServedModel } from '../../analyze/served-models.ts';
import type { Estimate } from '../../domain/estimate.ts';
import type { Results } from '../../results/results.ts';
import type { RunRecord } from '../../store/store.ts';

interface ReportNumbers {
  readonly results: Results;
  readonly estimates: readonly Estimate[];
  readonly spreads: readonly ConditionSpread[];
  readonly agreements: readonly JudgeAgreement[];
  readonly served: readonly ServedModel[];
  readonly readings?: readonly ReadingCount[];
  readonly salvaged?: readonly SalvagedScore[];
  readonly runs: readonly RunRecord[];
  readonly groups?: readonly GroupAccuracy[];
  readonly attributes?: AttributeResults | null;
}

/** Returns the output of `seb report --json`, described by docs/schema/report.schema.json. */
export function reportJson({
  results,
  estimates,
  spreads,
  agreements,
  served,
  runs,
  readings = [],
  salvaged = [],
  groups = [],
  attributes = null,
}: ReportNumbers) {
  return {
    ...results,
    estimates,
    conditions: spreads,
    judges: agreements,
    served,
    readings: readings.map(({ run, experiment, model, calls, answers, read }) => {
      return { run, experiment, model, calls, answers, read };
    }),
    ...(salvaged.length === 0 ? {} : { salvaged }),
    ...(attributes === null ? {} : { attributes }),
    ...(groups.length === 0 ? {} : { groups: groups.map((group) => ({ ...group, re_execution: group.reexecution })) }),
    runs: runs.map(({ id, config, provenance, status, createdAt, updatedAt, endpoints, consents }) => {
      const agreed = consents.length === 0 ? {} : { consents };
      return { run: id, status, createdAt, updatedAt, config, provenance, endpoints, ...agreed };
    }),
  };
}
