import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { prepareRun } from '../../config/prepare.ts';
import { packageFolder } from '../../config/provenance.ts';
import { analysisOfRuns } from '../analysis-of-runs.ts';
import { writeFiles } from './report.ts';
import { carryOutAndReport, closeModels } from './run.ts';
import { chosenRuns, textOption, withStore } from './store-option.ts';

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
  await withStore(location, async (store) => {
    const options = {
      model: trained ? bundled : simulated,
      limit: 40,
      samples: 2,
      ...(trained ? { temperature: 1 } : {}),
    };
    const prepared = await prepareRun(options, {}, store);
    try {
      const { run, status } = await carryOutAndReport(prepared, { store, location, json: false });
      if (status === 'paused') return;
      const runs = await chosenRuns(store, [run]);
      await writeFiles({ store, runs, analysis: await analysisOfRuns(store, runs, 1), seed: 1 }, 'seb-report');
      process.stderr.write(
        `look closer: npm run -s seb -- show ${run}      all numbers: npm run -s seb -- report ${run} --all\n`,
      );
    } finally {
      await closeModels(prepared);
    }
  });
}
