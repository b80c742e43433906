import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { prepareRun } from '../../config/prepare.ts';
import { packageFolder } from '../../config/provenance.ts';
import type { RunId } from '../../config/run-config.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import type { RunResult } from '../../pipeline.ts';
import type { Store } from '../../store/store.ts';
import { giveMemoryBack, keepHeapSmall } from '../../util/small-heap.ts';
import { ownCommand } from '../own-command.ts';
import { carryOutWithProgress, closeModels } from './run.ts';
import { chosenRuns, print, textOption, withStore } from './store-option.ts';

const bundled = ['bundled/ada', 'bundled/bo'];
const simulated = ['simulated/ada?self=0.5&format=0.02', 'simulated/bo?self=0.1&format=0.02'];

/** The main job: two models, the three experiments on a part of the starter sets, two executions an item. */
export async function demo(command: Command): Promise<void> {
  const trained = bundled.every((name) =>
    existsSync(join(packageFolder(), 'model', 'weights', `${name.slice('bundled/'.length)}.gguf`)),
  );
  const location = textOption(command, 'store');
  process.stderr.write(
    trained
      ? 'The subjects are two small demonstration models that this project trained; their scores say nothing about LLMs.\n'
      : 'The subjects are SIMULATED (random numbers with known parameters), not language models; their scores say nothing about LLMs.\n',
  );
  keepHeapSmall();
  const { run, status } = await withStore(location, (store) => carryOut(store, { trained, location }));
  if (status === 'paused') return;
  giveMemoryBack();
  await withStore(location, (store) => report(store, run));
  process.stderr.write(`all numbers: ${ownCommand()} report ${run} --all\n`);
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
    return await carryOutWithProgress(prepared, { store, location, configFile: undefined });
  } finally {
    await closeModels(prepared);
  }
}

/** Statistics and figures are loaded here, when the run no longer needs the room. */
async function report(store: Store, run: RunId): Promise<void> {
  const { terminalText, writeFiles } = await import('./report.ts');
  const runs = await chosenRuns(store, [run]);
  const analysis = await writeFiles({ store, runs, experiments: experimentRegistry(), seed: 1 }, 'seb-report');
  print(`\n${terminalText(analysis)}\n`);
}
