import { ResponseMatrices } from '../../../src/analyze/contrasts/response-matrix.ts';
import { runContrasts } from '../../../src/analyze/contrasts/run-contrasts.ts';
import { type Gate, gateChecks } from '../../../src/analyze/contrasts/run-gate.ts';
import { UnitTables } from '../../../src/analyze/contrasts/unit-tables.ts';
import { experimentRegistry } from '../../../src/experiments/registry.ts';
import { type OutcomeRow, termsOfOutcome } from '../../../src/outcome-kinds/outcome-kinds.ts';
import type { Difference, GateCheck } from '../../../src/results/comparison.ts';
import type { Random } from '../../../src/util/random.ts';
import type { Claim, Scenario } from './scenario.ts';

/** The runs of a gate, the new one first. */
export interface GatedRuns {
  readonly rule: 'lower' | 'within';
  readonly margin: number;
  readonly runs: readonly [now: string, before: string];
}

/** The outcomes that one `seb compare` is about: of two runs with a gate, or of the models of one run. */
export interface DrawnComparison {
  readonly rows: readonly OutcomeRow[];
  readonly gate: GatedRuns | null;
}

/** What `seb compare` finds: the checks of the gate, or without one the differences. */
export interface FoundComparison {
  readonly differences: readonly Difference[];
  readonly checks: readonly GateCheck[];
}

interface ComparisonScenario {
  readonly name: string;
  readonly claims: readonly Claim[];
  /** Draws the data of each command that the claims are about. */
  readonly draw: (random: Random) => readonly DrawnComparison[];
  /** Returns for each claim whether its sentence is printed. */
  readonly prints: (found: readonly FoundComparison[]) => readonly boolean[];
}

/** Returns the scenario of comparisons. */
export function comparisonScenario({ name, claims, draw, prints }: ComparisonScenario): Scenario {
  return {
    ...{ name, claims, drawComparisons: draw },
    prints: (random) => prints(draw(random).map(comparisonOf)),
  };
}

const experiments = experimentRegistry();

/** Returns a run of rows, as a gate needs it. */
function runOf(id: string, rows: readonly OutcomeRow[]): Gate['run'] {
  const models = new Set(rows.flatMap(({ run, model }) => (run === id ? [model] : [])));
  const dataset = { name: 'drawn', sha256: 'drawn', items: 1 };
  return {
    ...{ id, status: 'finished' },
    config: {
      models: Array.from(models, (name) => ({ name, identity: name, baseUrl: null })),
      judge: null,
      judgeRubric: 'two-way',
      experiments: [{ name: 'restriction', version: 1, dataset, conditions: [] }],
      samples: 1,
      sampling: {},
      seed: 1,
      repeatAs: id,
    },
  };
}

/** Returns what `seb compare` finds in drawn outcomes. */
export function comparisonOf({ rows, gate }: DrawnComparison): FoundComparison {
  const matrices = new ResponseMatrices(experiments, new UnitTables(() => 'drawn data'));
  for (const row of rows) matrices.add(row, termsOfOutcome(row.outcome, 'parsed'));
  const fields = matrices.fields();
  if (gate === null) return { differences: runContrasts(fields), checks: [] };
  const { rule, margin, runs } = gate;
  const [run, baseline] = [runOf(runs[0], rows), runOf(runs[1], rows)];
  return { differences: [], checks: gateChecks(fields, { run, baseline, rule, margin }) };
}
