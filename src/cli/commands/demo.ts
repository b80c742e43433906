import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { prepareRun } from '../../config/prepare.ts';
import { closeModels } from '../../config/prepared-run.ts';
import { packageFolder } from '../../config/provenance.ts';
import type { RunId } from '../../domain/run-config.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import { chosenRuns } from '../../pipeline/choose-runs.ts';
import type { RunResult } from '../../pipeline/execute-run.ts';
import type { Store } from '../../store/store.ts';
import { withStore } from '../../store/use-store.ts';
import { giveMemoryBack, keepHeapSmall } from '../../util/small-heap.ts';
import { print, tell } from '../../util/terminal.ts';
import { textOption } from '../command-options.ts';
import { invocation } from '../invocation.ts';
import { terminalWidth } from '../terminal-options.ts';
import { executeWithProgress } from './run.ts';

const bundled = ['bundled/ada', 'bundled/bo'];
const simulated = ['simulated/ada?self=0.5&format=0.02', 'simulated/bo?self=0.1&format=0.02'];

/** The main job: two models, the three experiments on a part of the starter sets, two executions an item. */
export async function demo(command: Command): Promise<void> {
  const trained = bundled.every((name) =>
    existsSync(join(packageFolder(), 'model', 'weights', `${name.slice('bundled/'.length)}.gguf`)),
  );
  const location = textOption(command, 'store');
  tell(
    trained
      ? 'The subjects are two small demonstration models that this project trained; their scores say nothing about LLMs.\n'
      : 'The subjects are SIMULATED (random numbers with known parameters), not language models; their scores say nothing about LLMs.\n',
  );
  keepHeapSmall();
  const { run, status } = await withStore(location, (store) => carryOut(store, { trained, location }));
  if (status === 'paused') return;
  giveMemoryBack();
  await withStore(location, (store) => report(store, run));
  tell(`all numbers: ${invocation()} report ${run} --wide\n`);
  tell(`can they be trained to? ${invocation()} study introspection --bundled\n`);
}

/** Models and the store's writing thread end with it: the report gets their memory. */
async function carryOut(
  store: Store,
  { trained, location }: { readonly trained: boolean; readonly location: string | undefined },
): Promise<RunResult> {
  const model = trained ? bundled : simulated;
  const options = { model, limit: 40, samples: 2, ...(trained ? { temperature: 1 } : {}) };
  const prepared = await prepareRun(options, {}, store);
  try {
    return await executeWithProgress(prepared, { store, location, configFile: undefined });
  } finally {
    await closeModels(prepared);
  }
}

/** Statistics and figures are loaded here, when the run no longer needs the room. */
async function report(store: Store, run: RunId): Promise<void> {
  const { terminalText, writeFiles } = await import('./report.ts');
  const runs = await chosenRuns(store, [run]);
  const analysis = await writeFiles(
    { store, runs, experiments: experimentRegistry(), seed: 1 },
    { folder: 'seb-report', besidePaper: false },
  );
  print(`\n${terminalText(analysis, { width: terminalWidth(), wide: false, explain: false })}\n`);
}
