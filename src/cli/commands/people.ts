import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { questionText } from '../../analyze/findings/results-sentences.ts';
import { daysText } from '../../answers/people/consent.ts';
import { type PersonStatus, peopleStatus } from '../../answers/people/people-status.ts';
import type { PeopleRun } from '../../answers/people/person-calls.ts';
import { findPeopleRun, personState } from '../../answers/people/person-session.ts';
import { createPeopleRun } from '../../answers/people/prepare-people.ts';
import { isSealed } from '../../answers/people/sealed.ts';
import type { RunConfig } from '../../domain/run-config.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import { leastNumbers } from '../../stats/least-numbers.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import { withExistingStore, withStore } from '../../store/use-store.ts';
import { AppError } from '../../util/app-error.ts';
import { counted } from '../../util/numbers.ts';
import { shellWord } from '../../util/shell-word.ts';
import { print, printScreen, typedCommand } from '../../util/terminal.ts';
import { wrapCommand, wrapText } from '../../util/text.ts';
import { sheetCsv } from '../../view/people/sheet-file.ts';
import { importSheet } from '../../view/people/sheet-import.ts';
import { sheetPage } from '../../view/people/sheet-page.ts';
import { cliOptions } from '../flags/cli-options.ts';
import { configOf, experimentsOfRuns } from '../flags/command-experiments.ts';
import { isSet, textOption } from '../flags/command-options.ts';
import { terminalWidth } from '../flags/terminal-options.ts';

const defaultDays = 7;

/** Creates a run whose models are people, and prints how they take part. Repeating the command finds the run. */
export async function newPeople(names: readonly string[], command: Command): Promise<void> {
  const protocol = protocolOf(command);
  const options = cliOptions(command);
  const { experiments = [] } = await configOf(command);
  await withStore(options.store, async (store) => {
    const run = await createPeopleRun(store, { names, protocol, options, config: { experiments } });
    const open = { store, run, experiments: await experimentsOfRuns([run], command) };
    const statuses = await peopleStatus(open, new Date());
    if (isSet(command, 'json')) return print(safeJson({ run: run.id, people: statuses }));
    printLines(headLines(run, statuses));
    printLines(nextLines([{ run, people: statuses }]));
  });
}

interface RunStatus {
  readonly run: RunRecord;
  readonly people: readonly PersonStatus[];
}

/** Returns what to do next: where the first person with open questions answers, or the report of the first run that is done. */
function nextLines(statuses: readonly RunStatus[]): readonly string[] {
  const open = statuses
    .flatMap(({ run, people }) => people.map((status) => ({ run, ...status })))
    .find(({ state }) => state !== 'done' && state !== 'waiting');
  const done = statuses.find(({ people }) => people.every(({ state }) => state === 'done'));
  const typed = (command: string) => wrapCommand(typedCommand(command), terminalWidth() - 2).map((line) => `  ${line}`);
  if (open !== undefined)
    return [
      ...['', 'in the browser, on the screen People:', ...typed('seb view'), 'or on paper:'],
      ...typed(`seb people sheet ${open.run.id} ${shellWord(open.person)} --out sheets`),
    ];
  return done === undefined ? [] : ['', 'everyone has answered:', ...typed(`seb report ${done.run.id}`)];
}

function protocolOf(command: Command): NonNullable<RunConfig['people']> {
  const text = textOption(command, 'days');
  if (textOption(command, 'protocol') !== 'pair') {
    const days = text === undefined ? defaultDays : text.trim() === '' ? Number.NaN : Number(text);
    if (days >= 0 && days <= 3650) return { kind: 'wait', days };
    throw new AppError('bad-number', `--days needs a number of days from 0 to 3650, not "${text}"`, {
      hint: 'for example --days 7; with 0, the questions follow the predictions at once',
    });
  }
  if (text === undefined) return { kind: 'pair' };
  throw new AppError('days-unused', '--days applies to --protocol wait only', {
    hint: 'remove --days',
  });
}

/** Prints what each person has answered. */
export async function peopleStatusOf(id: string | null, command: Command): Promise<void> {
  await withExistingStore(textOption(command, 'store'), async (store) => {
    const runs =
      id === null ? (await store.runs()).filter(({ config }) => config.people) : [await findPeopleRun(store, id)];
    const found = [];
    for (const run of runs) {
      const open = { store, run, experiments: await experimentsOfRuns([run], command) };
      found.push({ run, people: await peopleStatus(open, new Date()) });
    }
    if (isSet(command, 'json')) return print(safeJson(found.map(({ run, people }) => ({ run: run.id, people }))));
    if (found.length === 0) return printScreen('no run has people yet; `seb people new` creates one');
    for (const { run, people } of found) printLines(headLines(run, people));
    printLines(nextLines(found));
  });
}

/** Returns a run and its people as lines. */
function headLines(run: RunRecord, statuses: readonly PersonStatus[]): readonly string[] {
  const { experiments, people } = run.config;
  const data = experiments.map(({ name, dataset }) => `${name} (${counted(dataset.items, 'item')})`).join(', ');
  const protocol = people?.kind === 'wait' ? `answers ${daysText(people.days)} after the last prediction` : 'pair';
  const name = run.provenance.name === undefined ? '' : ` ${run.provenance.name}`;
  const head = `run ${run.id}${name}: ${data}; ${protocol}${isSealed(run) ? '' : `; ${run.status}`}`;
  const open = statuses.some(({ state }) => state !== 'done');
  const few = Math.max(...experiments.map(({ dataset }) => dataset.items)) < leastNumbers.groups;
  return [
    questionText(run.config.models.map(({ name: model }) => model)),
    ...(open ? wrapText(`No result yet: ${isSealed(run) ? 'questions are open' : run.status}.`, terminalWidth()) : []),
    ...(few
      ? wrapText(
          `With under ${leastNumbers.groups} items there will be scores, but no verdict; a run with --limit ${leastNumbers.groups} or more can have one.`,
          terminalWidth(),
        )
      : []),
    ...wrapText(head, terminalWidth()),
    ...statuses.flatMap((each) => wrapText(statusText(each), terminalWidth() - 2).map((line) => `  ${line}`)),
  ];
}

function statusText({ person, predictions, answers, state, opensAt, consents }: PersonStatus): string {
  const counts = [
    ...(predictions.total === 0 ? [] : [`${predictions.answered} of ${predictions.total} predictions`]),
    ...(answers.total === 0 ? [] : [`${answers.answered} of ${counted(answers.total, 'answer')}`]),
  ].join(', ');
  const opens = opensAt === null ? '' : `; questions open on ${timeText(opensAt)}`;
  const agreed = consents.map(({ at, textSha256 }) => `agreed on ${timeText(at)} to text ${textSha256.slice(0, 12)}`);
  const consent = agreed.length === 0 ? 'has not agreed to take part yet' : agreed.join(' and ');
  return `${person}: ${counts}${state === 'done' ? '; done' : opens}; ${consent}`;
}

/** Returns a time (ISO 8601) to the minute: `2026-03-02 at 09:00 UTC`. */
function timeText(at: string): string {
  return `${at.slice(0, 16).replace('T', ' at ')} UTC`;
}

/** Writes the open questions of a person as a page to print and as a table to fill in. */
export async function writeSheet(id: string, person: string, command: Command): Promise<void> {
  await withPeopleRun(id, command, async (open) => {
    const state = await personState(open, person, new Date());
    if (state.kind === 'waiting') {
      throw new AppError('people-not-open', `the questions open for ${person} on ${state.opensAt}`, {
        hint: 'print the sheet then',
      });
    }
    if (state.kind === 'done') {
      throw new AppError('people-not-open', `no question is left for ${person}`, {
        hint: `\`seb report ${open.run.id}\` shows the results once every person has answered`,
      });
    }
    const folder = textOption(command, 'out') ?? '.';
    const sheet = { run: open.run, person, calls: state.calls };
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'sheet.html'), sheetPage(sheet));
    writeFileSync(join(folder, 'sheet.csv'), sheetCsv(sheet));
    const count = `${state.calls.length} ${state.calls.length === 1 ? 'question' : 'questions'}`;
    printLines(
      wrapText(
        `${count} for ${person}: print ${join(folder, 'sheet.html')}, or fill in the column "answer" of ${join(folder, 'sheet.csv')}; then`,
        terminalWidth(),
      ),
    );
    const file = shellWord(join(folder, 'sheet.csv'));
    printLines(
      wrapCommand(typedCommand(`seb people import ${open.run.id} ${shellWord(person)} ${file}`), terminalWidth()),
    );
  });
}

interface SheetToImport {
  readonly id: string;
  readonly person: string;
  readonly file: string;
}

/** Stores the answers of a filled sheet. */
export async function importPersonSheet({ id, person, file }: SheetToImport, command: Command): Promise<void> {
  await withPeopleRun(id, command, async (open) => {
    const now = new Date();
    const { stored, known, empty } = await importSheet(open, readSheet(file), { person, now });
    printScreen(`${counted(stored, 'answer')} stored, ${known} known from before, ${empty} left open`);
    const run = await findPeopleRun(open.store, open.run.id);
    printLines(headLines(run, await peopleStatus({ ...open, run }, now)));
  });
}

function readSheet(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new AppError('no-file', `cannot read ${file}`, { hint: 'give the filled sheet.csv', cause });
  }
}

/** Ends a run before every question is answered. */
export async function endPeople(id: string, command: Command): Promise<void> {
  await withExistingStore(textOption(command, 'store'), async (store) => {
    const run = await findPeopleRun(store, id);
    if (isSealed(run)) await store.setStatus(run.id, 'incomplete');
    printScreen(`run ${run.id} has ended; its results: \`seb report ${run.id}\``);
  });
}

function withPeopleRun(id: string, command: Command, use: (open: PeopleRun) => Promise<void>): Promise<void> {
  return withExistingStore(textOption(command, 'store'), async (store: Store) => {
    const run = await findPeopleRun(store, id);
    await use({ store, run, experiments: await experimentsOfRuns([run], command) });
  });
}

function printLines(lines: readonly string[]): void {
  for (const line of lines) printScreen(line);
}
