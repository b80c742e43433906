import { type Command, Option } from 'commander';

/** Adds `seb study`: whole studies, from the targets' executions to the verdicts. */
export function addStudyCommands(program: Command): void {
  const study = program.command('study').description('whole studies: executions, training, predictions, verdicts');
  study
    .command('introspection')
    .argument('[FILE]', 'study file (TypeScript or JSON, see docs/study.md)')
    .description('find out whether a model that was trained on its own answers predicts them better than others do')
    .option('--bundled', 'the demonstration models with the adapters that come with the project; nothing is trained')
    .option('--items-per-task <N>', 'with --bundled: items of each task', '30')
    .option('--dry-run', 'print calls, training tokens and money of each step; send nothing')
    .option('--budget <USD>', 'most that all steps together may cost')
    .option('--wait', 'wait until training jobs have ended, not only start them')
    .option('--folder <FOLDER>', 'folder for training rows', '.seb/study')
    .addOption(new Option('--store <FILE>', 'journal of calls and jobs (default .seb/store.sqlite)').env('SEB_STORE'))
    .addOption(new Option('--json', 'machine-readable output on stdout'))
    .action(async (file: string | undefined, _, command: Command) =>
      (await import('./study.ts')).studyIntrospection(file ?? null, command),
    );
}
