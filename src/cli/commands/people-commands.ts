import { type Command, Option } from 'commander';
import { configOption, jsonOption, storeOption } from '../flags/common-flags.ts';
import { addChosenFlags } from '../flags/run-flags.ts';

const newExamples = `Examples:
  seb people new ann --protocol wait --days 7 --experiment NAME
  seb people new ann bob --protocol pair --experiment NAME --limit 20
  seb people new ann bob --protocol wait --days 7 --experiment NAME --ask-others
`;

/** Adds the commands of runs in which people take part. */
export function addPeopleCommands(program: Command): void {
  const people = program.command('people').description('people as a baseline: they predict, and answer later');
  addChosenFlags(people.command('new'), [
    ...(['experiment', 'items', 'only', 'split', 'where', 'limit', 'random', 'randomSeed', 'name'] as const),
    ...(['askOthers', 'wording', 'mode', 'language', 'seed', 'store'] as const),
  ])
    .addHelpText('before', newExamples)
    .argument('<NAME...>', 'names of the people, which need not be real; of a pair, the one who predicts comes first')
    .description('create a run whose models are people (default: the first 10 items)')
    .addOption(
      new Option(
        '--protocol <KIND>',
        'wait: each person predicts and answers days later; pair: the first predicts what the second answers',
      )
        .choices(['wait', 'pair'])
        .makeOptionMandatory(),
    )
    .option('--days <N>', 'days between the last prediction and the questions, with --protocol wait (default: 7)')
    .addOption(configOption())
    .addOption(jsonOption())
    .action(async (names: string[], _, command: Command) => (await import('./people.ts')).newPeople(names, command));
  people
    .command('status')
    .argument('[RUN]', 'id or name of the run, or latest (default: every run of people)')
    .description('what each person has answered, and when questions open')
    .addOption(configOption())
    .addOption(storeOption())
    .addOption(jsonOption())
    .action(async (id: string | undefined, _, command: Command) =>
      (await import('./people.ts')).peopleStatusOf(id ?? null, command),
    );
  people
    .command('sheet')
    .argument('<RUN>', 'id or name of the run, or latest')
    .argument('<NAME>', 'name of the person')
    .description('write the questions that are open for a person now: a page to print and a CSV file to fill in')
    .requiredOption('--out <FOLDER>', 'folder for sheet.html and sheet.csv')
    .addOption(configOption())
    .addOption(storeOption())
    .action(async (id: string, name: string, _, command: Command) =>
      (await import('./people.ts')).writeSheet(id, name, command),
    );
  people
    .command('import')
    .argument('<RUN>', 'id or name of the run, or latest')
    .argument('<NAME>', 'name of the person')
    .argument('<FILE>', 'sheet.csv with the column "answer" filled in')
    .description('store the answers of a sheet; nothing is stored if a line is invalid')
    .addOption(configOption())
    .addOption(storeOption())
    .action(async (id: string, name: string, file: string, _, command: Command) =>
      (await import('./people.ts')).importPersonSheet({ id, person: name, file }, command),
    );
  people
    .command('end')
    .argument('<RUN>', 'id or name of the run, or latest')
    .description('end a run early: open questions are closed, and its results can be read')
    .addOption(storeOption())
    .action(async (id: string, _, command: Command) => (await import('./people.ts')).endPeople(id, command));
}
