import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { chosenRuns } from '../../answers/choose-runs.ts';
import { prepareRun } from '../../answers/prepare/prepare.ts';
import { closeModels } from '../../answers/prepare/prepared-run.ts';
import { ruleJudge } from '../../domain/judging.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import { bundledAdapterPath, bundledPath } from '../../models/gguf/bundled.ts';
import { llamaProblem } from '../../models/gguf/loading/llama-library.ts';
import { withStore } from '../../store/use-store.ts';
import { packageFile } from '../../util/package-files.ts';
import { printScreen, tell } from '../../util/terminal.ts';
import { executeWithProgress } from '../execution/execute-with-progress.ts';
import { textOption } from '../flags/command-options.ts';
import { asTyped } from '../flags/next-command.ts';
import { terminalWidth } from '../flags/terminal-options.ts';

const bundled = ['bundled/ada', 'bundled/bo', 'bundled/ada+property'];
const simulated = ['simulated/ada?self=0.5', 'simulated/bo?self=0.1', 'simulated/cy?self=0.9'];

/** Cues that the adapter was not trained on, with one property of the answer: the first word of its list. */
const firstWords = packageFile('data/property-bundled/first-words.jsonl');

/**
 * Runs two models, and one of them trained to predict a property of its own answers, on a part of the items of three
 * experiments with one execution per item, and prints the report. Writes nothing but the store.
 */
export async function demo(command: Command): Promise<void> {
  const hasWeights = bundled.every((name) => weightsOf(name).every((path) => existsSync(path)));
  const problem = hasWeights ? await llamaProblem() : null;
  const trained = hasWeights && problem === null;
  if (problem !== null) tell(`note: ${problem.message}\n      ${problem.hint ?? ''}\n`);
  const location = textOption(command, 'store');
  const subjects = trained
    ? 'ada and bo are small demonstration models trained by us. ada+property is ada after more training, to predict the first word that it lists. Their scores say nothing about LLMs.\n'
    : 'The subjects are SIMULATED (random numbers with known parameters), not language models. Their scores say nothing about LLMs.\n';
  tell(subjects);
  const options = {
    model: trained ? bundled : simulated,
    experiment: ['association', 'restriction', 'property'],
    items: { property: firstWords },
    limit: 40,
    samples: 1,
    judge: ruleJudge, // agrees with the models' own judgments on all of these responses
    ...(trained ? { temperature: 0.5 } : {}),
  };
  const { run, status } = await withStore(location, async (store) => {
    const prepared = await prepareRun(options, {}, store);
    const closed = () => closeModels(prepared);
    return await executeWithProgress(prepared, { store, location, configFile: undefined }).finally(closed);
  });
  if (status === 'paused') return;
  await withStore(location, async (store) => {
    const read = { store, runs: await chosenRuns(store, [run]), experiments: experimentRegistry() };
    const { analyzeRuns } = await import('../../analyze/analyze-runs.ts');
    const { terminalReport } = await import('../../report/render-report.ts');
    const analysis = await analyzeRuns(read);
    printScreen(`\n${terminalReport(analysis, { width: terminalWidth(), command: asTyped(location) })}\n`);
  });
  tell(`to write a page with all tables and figures: ${asTyped(location)(`seb report ${run} --out seb-report`)}\n`);
  if (trained) tell(`can they be trained to? ${asTyped(location)('seb study introspection --bundled')}\n`);
}

/** Returns the files of a bundled model: its base, and its adapter if it has one. */
function weightsOf(model: string): readonly string[] {
  const name = model.slice('bundled/'.length);
  const [base = ''] = name.split('+');
  return [bundledPath(base), ...(name === base ? [] : [bundledAdapterPath(name)])];
}
