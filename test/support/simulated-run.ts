import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { executeRun, type RunResult } from '../../src/answers/execute-run.ts';
import type { RunOptions } from '../../src/answers/options/run-options.ts';
import { prepareRun } from '../../src/answers/prepare/prepare.ts';
import { runOutcomes } from '../../src/answers/stored-run.ts';
import type { UnitPolicy } from '../../src/domain/policy.ts';
import { experimentNamed, experimentRegistry } from '../../src/experiments/registry.ts';
import { type OutcomeRow, sumsOf } from '../../src/outcome-kinds/outcome-kinds.ts';
import { openStore } from '../../src/store/open.ts';
import type { RunRecord, Store } from '../../src/store/store.ts';

/** A folder with its own store, in which simulated models are run. */
export interface Bench {
  readonly store: Store;
  run(options: RunOptions, items?: Readonly<Record<string, readonly object[]>>): Promise<BenchRun>;
  close(): Promise<void>;
}

export interface BenchRun {
  readonly record: RunRecord;
  readonly result: RunResult;
  readonly rows: readonly OutcomeRow[];
}

export async function openBench(): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), 'seb-bench-'));
  const store = await openStore(join(folder, 'store.sqlite'));
  let files = 0;
  const fileOf = async (items: readonly object[]) => {
    files += 1;
    const file = join(folder, `${files}.jsonl`);
    await writeFile(file, items.map((item) => JSON.stringify(item)).join('\n'));
    return file;
  };
  return {
    store,
    async run(options, items = {}) {
      const paths: Record<string, string> = {};
      for (const [experiment, own] of Object.entries(items)) paths[experiment] = await fileOf(own);
      const given = { ...options, ...(Object.keys(paths).length === 0 ? {} : { items: paths }) };
      const prepared = await prepareRun(given, {}, store);
      const stop = new AbortController().signal;
      const result = await executeRun(prepared, { store, stop, onProgress: () => {} });
      const record = await store.run(result.run);
      if (record === null) throw new Error('the run is in the store');
      const experiments = experimentRegistry();
      const rows: OutcomeRow[] = [];
      for await (const row of runOutcomes(store, record, experiments)) rows.push(row);
      return { record, result, rows };
    },
    async close() {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns a measure under a policy, for the given model if the run has several; without an interval, to save time. */
export function measured(
  { rows }: Pick<BenchRun, 'rows'>,
  name: string,
  { model, policy = 'parsed' }: { readonly model?: string; readonly policy?: UnitPolicy } = {},
): {
  readonly value: number | null;
  readonly base: number | null;
  readonly reexecution: number | null;
  readonly n: number;
} {
  const own = rows.filter((row) => model === undefined || row.model === model);
  const [first] = own;
  if (first === undefined || own.some((row) => row.model !== first.model)) throw new Error('rows of one model');
  const measure = experimentNamed(experimentRegistry(), first.experiment).measures.find((each) => each.name === name);
  if (measure === undefined) throw new Error(`no measure ${name}`);
  const totals = sumsOf(
    own.map(({ outcome }) => outcome),
    policy,
  );
  return {
    value: measure.value(totals),
    base: measure.baseRate?.(totals) ?? null,
    reexecution: measure.reexecution?.(totals) ?? null,
    n: measure.n(totals),
  };
}
