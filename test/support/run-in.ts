import { executeRun } from '../../src/answers/execute-run.ts';
import type { SebConfig } from '../../src/answers/options/define-config.ts';
import type { RunOptions } from '../../src/answers/options/run-options.ts';
import { prepareRun } from '../../src/answers/prepare/prepare.ts';
import { openStore } from '../../src/store/open.ts';

interface RunInOptions {
  /** Number of answers after which the run is stopped. */
  readonly stopAfter?: number;
  readonly config?: SebConfig;
}

/** Runs models in a store and returns the id of the run. */
export async function runIn(
  file: string,
  options: RunOptions,
  { stopAfter = Number.POSITIVE_INFINITY, config = {} }: RunInOptions = {},
): Promise<string> {
  const store = await openStore(file);
  const stop = new AbortController();
  const onProgress = ({ answered }: { readonly answered: number }) => {
    if (answered >= stopAfter) stop.abort();
  };
  const prepared = await prepareRun(options, config, store);
  const { run } = await executeRun(prepared, { store, stop: stop.signal, onProgress });
  await store.close();
  return run;
}
