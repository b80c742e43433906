import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { chosenRuns } from '../../answers/choose-runs.ts';
import { gitCommit, sebVersion } from '../../answers/prepare/provenance.ts';
import { storedWorks } from '../../answers/stored-run.ts';
import { unreadablePath } from '../../data/files/unreadable-path.ts';
import { experimentRegistry, isTrainable, trainableExperiment } from '../../experiments/registry.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import type { RunRecord } from '../../store/store.ts';
import { withExistingStore } from '../../store/use-store.ts';
import type { ArmName } from '../../train/rows/arm.ts';
import type { FormatName } from '../../train/rows/formats.ts';
import { makeRows, type RowOptions, type RowSet, rowDefaults } from '../../train/rows/make-rows.ts';
import { mixRows } from '../../train/rows/mix-rows.ts';
import { readRows, writeRows } from '../../train/rows/rows-folder.ts';
import { rowGroups } from '../../train/rows/rows-manifest.ts';
import { type RunExamples, runExamples } from '../../train/rows/run-examples.ts';
import { parseExamples, type SourceExample } from '../../train/rows/source-example.ts';
import { AppError } from '../../util/app-error.ts';
import { counted, fixed } from '../../util/numbers.ts';
import { shellWord } from '../../util/shell-word.ts';
import { print, printScreen, typedCommand } from '../../util/terminal.ts';
import { escapeControls, table } from '../../util/text.ts';
import { isSet, listOption, positiveOption, seedOption, textOption } from '../flags/command-options.ts';

/** Source of rows: a run with a training split, or a file of source examples. */
interface RowSource {
  readonly examples: readonly SourceExample[];
  readonly testStrings: readonly string[];
  /** Wordings of the rows: the user's, or the usual one of the experiment. */
  readonly wordings: readonly string[];
  readonly knownWordings: readonly string[];
  readonly withoutTruth: number;
}

/** Writes the training rows of an arm, and prints a summary. */
export async function trainRows(command: Command): Promise<void> {
  const arm = textOption(command, 'arm') as ArmName; // validated by the option's choices
  const trainingFormat = textOption(command, 'format') as FormatName; // validated by the option's choices
  const source = await rowSource(command);
  const options: RowOptions = {
    arm,
    seed: seedOption(command) ?? rowDefaults.seed,
    cap: positiveOption(command, 'cap', 'whole') ?? rowDefaults.cap,
    size: positiveOption(command, 'size', 'whole'),
    wordings: source.wordings,
    knownWordings: source.knownWordings,
    validationShare: rowDefaults.validationShare,
    maxValidationRows: rowDefaults.maxValidationRows,
    testStrings: [...source.testStrings, ...(await testStringsOption(command))],
  };
  const set = await withMixedRows(command, makeRows(source.examples, options));
  const out = textOption(command, 'out') ?? '';
  const program = { sebVersion: sebVersion(), gitCommit: gitCommit() };
  const isDry = isSet(command, 'dryRun');
  const manifest = isDry ? null : await writeRows(out, { arm, options, set, trainingFormat, ...program });
  if (isSet(command, 'json'))
    print(safeJson(manifest ?? { arm, train: set.train.length, groups: rowGroups(set.train) }));
  else printRows(set, { out: isDry ? null : out, withoutTruth: source.withoutTruth });
}

/** Applies --mix: adds rows of another folder to the training rows, as in the arm `shifted` with a share of self rows. */
async function withMixedRows(command: Command, set: RowSet): Promise<RowSet> {
  const folder = textOption(command, 'mix');
  if (folder === undefined) return set;
  const { train } = await readRows(folder);
  return { ...set, train: mixRows(set.train, train, positiveOption(command, 'mixShare') ?? defaultMixShare) };
}

const defaultMixShare = 0.2;

function printRows(
  set: RowSet,
  { out, withoutTruth }: { readonly out: string | null; readonly withoutTruth: number },
): void {
  const { train, validation, heldOutWordings, duplicates, beyondCap } = set;
  const cells = rowGroups(train).map(({ task, property, rows, distinctLabels, entropyBits }) => {
    return [
      escapeControls(task),
      escapeControls(property),
      String(rows),
      String(distinctLabels),
      fixed(entropyBits, 2),
    ];
  });
  const header = ['task', 'property', 'rows', 'labels', 'entropy (bits)'];
  printScreen(table(header, cells, ['left', 'left', 'right', 'right', 'right']));
  printScreen(`\n${counted(train.length, 'training row')}, ${counted(validation.length, 'validation row')}`);
  printScreen(`wordings kept for evaluation: ${escapeControls(heldOutWordings.join(', '))}`);
  printScreen(
    `excluded: ${counted(duplicates, 'duplicate')}, ${counted(beyondCap, 'row')} over the cap, ${withoutTruth} whose executions do not agree on a value`,
  );
  printScreen(
    out === null
      ? 'Nothing was written.'
      : `written to ${out}; next: ${typedCommand(`seb train start --rows ${shellWord(out)} --base MODEL --port PORT`)}`,
  );
}

async function rowSource(command: Command): Promise<RowSource> {
  const [run, file] = [textOption(command, 'run'), textOption(command, 'examples')];
  if (run !== undefined && file === undefined) return await fromRun(command, run);
  if (file === undefined || run !== undefined) {
    throw new AppError('no-examples', 'give either a run with --run or a file with --examples', {
      hint: '`seb list` shows the runs; docs/training.md describes the file',
    });
  }
  const examples = parseExamples(await readText(file), file);
  const held = listOption(command, 'heldOutWording') ?? [];
  const others = held.length > 0 ? held : examples.map(({ wording }) => wording);
  const wordings = listOption(command, 'wording') ?? [
    trainableExperiment(experimentRegistry()).training.wordings.usual,
  ];
  return {
    examples,
    testStrings: [],
    wordings,
    knownWordings: [...new Set([...wordings, ...others])],
    withoutTruth: 0,
  };
}

async function fromRun(command: Command, id: string): Promise<RowSource> {
  return await withExistingStore(textOption(command, 'store'), async (store) => {
    const [run] = await chosenRuns(store, [id]);
    if (run === undefined) throw new AppError('unknown-run', `the store has no run ${id}`);
    const target = targetOf(run, textOption(command, 'model'));
    const registry = experimentRegistry();
    const trainings = run.config.experiments.flatMap(({ name }) => {
      const experiment = registry.get(name);
      return experiment !== undefined && isTrainable(experiment) ? [experiment.training] : [];
    });
    if (trainings.length === 0) {
      const { name } = trainableExperiment(registry);
      throw new AppError('no-rows', `run ${run.id} has no experiment ${name}, from which training rows are made`, {
        hint: `run it first: \`seb run --experiment ${name} --model ${target}\``,
      });
    }
    const usual = [...new Set(trainings.map(({ wordings }) => wordings.usual))];
    const wordings = listOption(command, 'wording') ?? usual;
    const works = await storedWorks(store, run, registry);
    const found = await runExamples(store, works, { run: run.id, target, wordings });
    if (found.examples.length === 0 && wordings.every((each) => usual.includes(each)))
      throw withoutExamples(run, found);
    return { ...found, wordings, knownWordings: [...new Set(trainings.flatMap((each) => each.wordings.all))] };
  });
}

/** Explains why no answer of a run gives a row. */
function withoutExamples(run: RunRecord, { testStrings, withoutTruth }: RunExamples): AppError {
  const counts = `${counted(testStrings.length, 'string is', 'strings are')} in the test split, ${counted(withoutTruth, 'training value has', 'training values have')} no agreement of executions`;
  return new AppError('no-rows', `no answer of run ${run.id} gives a training row: ${counts}`, {
    hint: 'execute the model on items of the training split: `seb run --split train`',
  });
}

function targetOf({ config }: RunRecord, named: string | undefined): string {
  const names = config.models.map(({ name }) => name);
  const chosen = named ?? (names.length === 1 ? names[0] : undefined);
  if (chosen !== undefined && names.includes(chosen)) return chosen;
  throw new AppError('unknown-model', `choose the target, one of the models of the run, with --model`, {
    hint: names.join(', '),
  });
}

async function testStringsOption(command: Command): Promise<readonly string[]> {
  const file = textOption(command, 'testStrings');
  return file === undefined ? [] : (await readText(file)).split('\n').filter((line) => line.trim() !== '');
}

async function readText(file: string): Promise<string> {
  return await readFile(file, 'utf8').catch((cause) => {
    throw unreadablePath(file, cause);
  });
}
