import type { ReadRuns } from '../../analyze/analyze-runs.ts';
import { runOutcomes } from '../../answers/stored-run.ts';
import type { RunId } from '../../domain/run-config.ts';
import type { CategoricalOutcome } from '../../outcome-kinds/categorical.ts';
import type { OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import type { RunRecord } from '../../store/store.ts';
import type { ExecutedIn } from '../input/report-input.ts';

/** Returns where the executions are that the predictions of a model in a run are about; null where it is not known. */
export type FindExecutions = (run: string, model: string) => ExecutedIn | null;

/** Outcomes of an item with the executions of another run, and where these come from. */
export interface JoinedRows {
  readonly rows: readonly OutcomeRow[];
  readonly executed: ExecutedIn;
}

type Executions = CategoricalOutcome['executions'];

/** Executions of a run by `keyOf`. */
type Index = ReadonlyMap<string, Executions>;

/** Joins predictions with the executions of other runs; each of these runs is read once, when it is first needed. */
export class OtherExecutions {
  readonly #read: Pick<ReadRuns, 'store' | 'experiments'>;
  readonly #find: FindExecutions;
  readonly #indexes = new Map<RunId, Promise<Index>>();

  constructor(read: Pick<ReadRuns, 'store' | 'experiments'>, find: FindExecutions) {
    this.#read = read;
    this.#find = find;
  }

  /**
   * Returns the rows of one item and model with the executions that their predictions are about. Null where the rows have
   * executions of their own, or no others are known.
   */
  async join(rows: readonly OutcomeRow[]): Promise<JoinedRows | null> {
    const [first] = rows;
    if (first === undefined || !rows.every(isOnlyPredicted)) return null;
    const executed = this.#find(first.run, first.model);
    if (executed === null) return null;
    const index = await this.#indexOf(executed.run);
    const joined = rows.map((row) => {
      const { outcome } = row;
      const found = index.get(keyOf({ ...row, model: executed.model }));
      if (found === undefined || outcome.kind !== 'categorical') return row;
      return { ...row, outcome: { ...outcome, executions: found } };
    });
    return joined.every((row, at) => row === rows[at]) ? null : { rows: joined, executed };
  }

  #indexOf(run: RunId): Promise<Index> {
    const known = this.#indexes.get(run) ?? this.#readIndex(run);
    this.#indexes.set(run, known);
    return known;
  }

  async #readIndex(id: RunId): Promise<Index> {
    const { store, experiments } = this.#read;
    const index = new Map<string, Executions>();
    const run = await store.run(id);
    if (run === null) return index;
    for await (const row of runOutcomes(store, run, experiments)) {
      if (row.outcome.kind === 'categorical') index.set(keyOf(row), row.outcome.executions);
    }
    return index;
  }
}

function keyOf({ model, experiment, item, outcome }: OutcomeRow): string {
  return JSON.stringify([model, experiment, item, 'unit' in outcome ? outcome.unit : '']);
}

/** Returns whether an outcome has predictions, and no execution was requested. */
function isOnlyPredicted({ outcome }: OutcomeRow): boolean {
  return (
    outcome.kind === 'categorical' &&
    outcome.executions.every((part) => part.kind === 'absent' && part.reason === 'not-asked')
  );
}

/**
 * Returns the run that a run follows (`--follows`) with the model itself, if both have the same data; null otherwise.
 */
export function followedExecutions(runs: readonly RunRecord[], earlier: readonly RunRecord[]): FindExecutions {
  const known = new Map<string, RunRecord>([...earlier, ...runs].map((run) => [run.id, run]));
  return (id, model) => {
    const run = known.get(id);
    const followed = known.get(run?.provenance.follows ?? '');
    if (run === undefined || followed === undefined) return null;
    const data = (each: RunRecord) => each.config.experiments.map(({ name, dataset }) => `${name} ${dataset.sha256}`);
    const isSame = data(run).every((each) => data(followed).includes(each));
    return isSame ? { run: followed.id, model } : null;
  };
}
