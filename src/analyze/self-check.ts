import type { ExecutionHalf } from '../answers/outcomes/outcome-rows.ts';
import { halfOfRun } from '../answers/stored-run.ts';
import type { Experiments } from '../experiments/registry.ts';
import { termsOfOutcome } from '../outcome-kinds/outcome-kinds.ts';
import type { GateCheck } from '../results/comparison.ts';
import type { RunRecord, Store } from '../store/store.ts';
import { isChosen, type ReadRuns } from './analyze-runs.ts';
import { ResponseMatrices, type ResponseMatrix } from './contrasts/response-matrix.ts';
import { type Gate, gateChecks } from './contrasts/run-gate.ts';
import { UnitTables } from './contrasts/unit-tables.ts';
import { dataOfRuns } from './units/data-of-runs.ts';

/** The two gates on a thing and itself: each side is once the new run and once the baseline. */
interface SelfCheck {
  readonly directions: readonly { readonly gate: Gate; readonly checks: readonly GateCheck[] }[];
}

/** Returns what a gate says of two sides that are the same thing, in both directions. */
export function checkBothWays(fields: readonly ResponseMatrix[], gate: Gate): SelfCheck {
  const swapped = { ...gate, run: gate.baseline, baseline: gate.run };
  const directions = [gate, swapped].map((each) => ({ gate: each, checks: gateChecks(fields, each) }));
  return { directions };
}

/** Returns what a gate says of the odd and the even executions of one run. The predictions are the same in both halves. */
export async function checkHalves(
  { store, run, experiments }: { readonly store: Store; readonly run: RunRecord; readonly experiments: Experiments },
  { only, ...rule }: Pick<Gate, 'rule' | 'margin' | 'score'> & Pick<ReadRuns, 'only'>,
): Promise<SelfCheck> {
  const halfNamed = (half: ExecutionHalf) => ({
    ...{ half, id: `${run.id}, ${half} executions` },
    ...{ config: run.config, status: run.status, whole: run.id },
  });
  const halves = [halfNamed('odd'), halfNamed('even')] as const;
  const matrices = new ResponseMatrices(experiments, new UnitTables(dataOfRuns(halves)));
  for (const { id, half } of halves) {
    for await (const { rows } of halfOfRun(store, run, { experiments, half })) {
      for (const row of rows)
        if (isChosen(row, only)) matrices.add({ ...row, run: id }, termsOfOutcome(row.outcome, 'parsed'));
    }
  }
  const [odd, even] = halves;
  return checkBothWays(matrices.fields(), { run: odd, baseline: even, ...rule });
}
