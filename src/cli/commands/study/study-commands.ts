import { type Command, Option } from 'commander';
import { variableName } from '../../../answers/options/option.ts';
import {
  explainOption,
  jsonOption,
  pagerOption,
  removedFlag,
  removedSeed,
  storeOption,
} from '../../flags/common-flags.ts';
import { addCallFlags } from '../../flags/run-flags.ts';

/** Adds `seb study`: whole studies, from the targets' executions to the verdicts. */
export function addStudyCommands(program: Command): void {
  const study = program.command('study').description('whole studies: executions, training, predictions, verdicts');
  const introspection = study
    .command('introspection')
    .argument('[FILE]', 'study file (TypeScript or JSON, see docs/study.md)')
    .description('does a model trained on its own answers predict them better than others do?')
    .option('--bundled', 'use the demonstration models with their shipped adapters; trains nothing')
    .option('--items-per-task <N>', 'with --bundled: number of items per task', '30')
    .option('--dry-run', 'print calls, training tokens and cost of each step; send nothing')
    .addOption(new Option('--budget <USD>', 'maximum cost of all steps together').env(variableName('budget')))
    .addOption(removedSubset('--min-entropy'))
    .addOption(removedSubset('--stable'))
    .option('--wait', 'wait until training jobs end instead of only starting them')
    .option('--resubmit', 'train again what failed or was canceled; the host may charge for it again')
    .option('--folder <FOLDER>', 'folder for training rows', '.seb/study')
    .addOption(storeOption())
    .addOption(jsonOption())
    .action(async (file: string | undefined, _, command: Command) =>
      (await import('./study.ts')).studyIntrospection(file ?? null, command),
    );
  addCallFlags(introspection);
  study
    .command('import')
    .argument(
      '<PATH...>',
      'two tables: answers (target, item, group, property, value; optional shifted_of, split) and predictions (predictor, trained_on, item, property, predicted; optional seed); or folders with the runs of the repository of Looking Inward',
    )
    .option(
      '--models <FILE>',
      'with folders: table of the trained models (model, predictor, trained_on; docs/study.md)',
    )
    .description(
      'read a study that was trained elsewhere from two tables (CSV, JSON lines or Parquet; also .gz) or folders',
    )
    .addOption(storeOption())
    .addOption(jsonOption())
    .action(async (paths: string[], _, command: Command) =>
      (await import('./study-report.ts')).importStudyFiles(paths, command),
    );
  study
    .command('report')
    .argument('[STUDY]', 'beginning of the id of the study (default: the latest)')
    .description('print a finished study with its costs, or write its tables, figures and methods as files')
    .option('--out <FOLDER>', 'write Markdown, LaTeX, CSV, JSON, SVG and PDF')
    .option('--png', 'with --out: also write PNG at 300 dpi (needs the package @napi-rs/canvas)')
    .addOption(new Option('--markdown', 'the report as Markdown').conflicts('json'))
    .option('--list', 'names of all tables')
    .addOption(new Option('--table <NAME>', 'one table by its name').conflicts(['json', 'markdown', 'list']))
    .option('--wide', 'all tables and columns at full width')
    .addOption(pagerOption())
    .addOption(removedSeed())
    .addOption(explainOption().conflicts(['json', 'markdown', 'list']))
    .addOption(storeOption())
    .addOption(jsonOption())
    .action(async (id: string | undefined, _, command: Command) =>
      (await import('./study-report.ts')).reportStudy(id ?? null, command),
    );
}

/** Returns a hidden flag that analyzed a part of the test items. */
function removedSubset(name: string): Option {
  const hint = 'choose the items beforehand, with `tasks` or `items` of the study file';
  return removedFlag(name, 'a study has one verdict, on all of its test items', hint);
}
